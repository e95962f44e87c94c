import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examplesOf } from './examples.ts';
import { propose } from './propose.ts';

test('examples of links show host and path, and neither a password nor what stands in the query', async () => {
  const addresses = [
    'https://shop.example/p/a-1?key=SECRET&t=a b',
    'https://anna:SECRET@shop.example/esim|3',
    'https://shop.example/c',
  ];
  const plans = addresses.map((url, at) => ({
    sku: `a-${at}`,
    title: `Japan ${at + 3} GB 7 days`,
    country: 'JP',
    data: `${at + 3} GB`,
    days: 7,
    price: '9.00 USD',
    link: url,
  }));
  const page = { number: 1, body: Buffer.from(JSON.stringify({ plans })) };
  const proposal = await propose(page);
  assert.ok(typeof proposal !== 'string');
  const { examples } = (await examplesOf(page, proposal)).find(({ field }) => field === 'link')!;
  assert.deepEqual(examples, ['shop.example/p/a-1?…', 'shop.example/esim|3', 'shop.example/c']);
});

test('an id of several columns is shown as joined', async () => {
  const rows = [1, 2, 3].map((gigabytes) => `Anka,Japan,${gigabytes} GB,7,9.00 USD,https://anka.example/jp`);
  const table = ['shop,where,data,days,price,url', ...rows].join('\n');
  const page = { number: 1, body: Buffer.from(table) };
  const proposal = await propose(page);
  assert.ok(typeof proposal !== 'string');
  const found = await examplesOf(page, proposal);
  const joined = found.filter((one) => one.joined).map(({ field, columns }) => [field, columns.length]);
  assert.deepEqual(joined, [['id', 4]]);
});
