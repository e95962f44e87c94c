import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { unwantedIn } from '../../src/operator-files/invisible.ts';
import { rows } from '../ingest/support/shop.ts';
import { type TestFolder, testFolder, writeSource } from './one-source.ts';
import { esim } from './support.ts';

const TABLE = `shop;where;data;days;price;url
Anka;Japan;3 GB;7 Days;$8.00;https://anka.example/jp
Simurg;Scotland;1000 MB/day;5 Days;$9.50;https://simurg.example/sc
Anka;Narnia;0 MB;5 Days;$9.50;https://anka.example/na
`;

test('a table that nobody described gets a map, and each row is shown as what it would become', async (t) => {
  const folder = testFolder(t);
  const file = folder.write('prices.csv', TABLE);
  const { code, stdout, stderr } = await esim(['try', file], { STORE_URL: folder.storeUrl });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /Anka-Japan-3 GB-7 Days +anka +Japan, 3 GB, 7 days +JP +3 GB +7 +8\.00 USD +a plan/);
  assert.match(stdout, /simurg +Scotland, 1 GB a day, 5 days +GB +1 GB\/day/);
  assert.match(stdout, /unknown_place: no country found for "Narnia"/);
  assert.match(stdout, /format "generic"/);
  assert.match(stdout, /"0" in "data" is read as "no limit"/);
  assert.match(stdout, /^days +days +"7 Days", "5 Days"$/m);
  assert.match(stdout, /^price +price +"\$8\.00", "\$9\.50"$/m);
  assert.match(stderr, /2 of 3 rows would become plans; nothing was published/);
  const { source, values, plans } = JSON.parse((await esim(['try', file, '--json'])).stdout) as {
    source: { providers: unknown };
    values: readonly { readonly field: string; readonly columns: unknown; readonly examples: unknown }[];
    plans: number;
  };
  assert.equal(plans, 2);
  const places = values.find(({ field }) => field === 'places');
  assert.deepEqual(places, {
    field: 'places',
    columns: ['where'],
    joined: false,
    examples: ['Japan', 'Scotland', 'Narnia'],
  });
  assert.deepEqual(source.providers, { create: { hosts: ['anka.example', 'simurg.example'] } });
});

test('a row is shown as the plan that it becomes, not in the feed’s words', async (t) => {
  const folder = testFolder(t);
  const file = folder.write(
    'plans.csv',
    `id,name,country,data,days,price,url
1,Japan Unlimited / 7 Days,JP,999 GB,7,$24.50,https://one.example/1
2,"Japan 1GB/Day, then 512kbps",JP,1 GB/day,7,$9.50,https://one.example/2
`,
  );
  const { stdout, stderr } = await esim(['try', file]);
  assert.match(stdout, /Japan Unlimited \/ 7 Days +JP +unlimited +7/, stderr);
  assert.match(stdout, /JP +1 GB\/day, then 512 kbps +7/);
});

test('a known format is recognised', async (t) => {
  const folder = testFolder(t);
  const { stdout } = await esim(['try', folder.write('plans.json', JSON.stringify(rows(4)))]);
  assert.match(stdout, /format "esimdb"/);
});

test('a file that is no feed is one line with the reason, and exit code 1', async (t) => {
  const folder = testFolder(t);
  const { code, stdout, stderr } = await esim(['try', folder.write('x.json', '{"hello": [1, 2]}')]);
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^esim: no known format fits this file, .*: its JSON has no list of objects\n$/);
});

test('a file that does not exist is a wrong use, with exit code 2', async (t) => {
  const folder = testFolder(t);
  assert.equal((await esim(['try', join(folder.path, 'none.csv')])).code, 2);
});

test('a pipe and a device are refused at once, and so is a file that is larger than its source allows', async (t) => {
  const folder = testFolder(t);
  const pipe = join(folder.path, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const isNoFile = /it is a pipe, a socket or a device, not a file\n$/;
  for (const args of [
    ['try', pipe],
    ['try', '/dev/zero'],
    ['--env-file', pipe, 'sources'],
  ]) {
    const { code, stderr } = await esim(args);
    assert.equal(code, 2, stderr);
    assert.match(stderr, isNoFile);
  }
  const huge = folder.write('huge.json', '[]');
  truncateSync(huge, 2_000_001);
  const SOURCES_FILE = writeSource(folder, {
    maximumMegabytes: 2,
    options: { url: 'https://one.example/feed' },
  });
  const { code, stderr } = await esim(['try', huge, '--source', 'one-feed'], { SOURCES_FILE });
  assert.equal(code, 2);
  assert.match(stderr, /cannot be read: it has more than 2 MB\n$/);
});

test('with a source, the file is read as that source would read it', async (t) => {
  const folder = testFolder(t);
  const SOURCES_FILE = writeSource(folder, { options: { url: 'https://one.example/feed' } });
  const file = folder.write(
    'answer.json',
    JSON.stringify([...rows(2), { ...rows(1)[0], id: 'x', link: 'https://two.example/' }]),
  );
  const tried = await esim(['try', file, '--source', 'one-feed'], { SOURCES_FILE });
  assert.match(tried.stdout, /bad_link: link leads to two\.example/);
  assert.match(tried.stderr, /2 of 3 rows/);
  const wrong = await esim(['try', folder.write('t.csv', TABLE), '--source', 'one-feed'], { SOURCES_FILE });
  assert.match(wrong.stderr, /this file does not have the format of the source "one-feed": /);
});

test('try counts plans as an ingest does, without duplicates and outliers', async (t) => {
  const folder = testFolder(t);
  const [first, ...others] = rows(40, ({ prices }, at) =>
    at === 9 ? { prices: { USD: 0.04 } } : { prices },
  );
  const file = folder.write('answer.json', JSON.stringify([first, ...others, first]));
  const SOURCES_FILE = writeSource(folder, { options: { url: 'file:answer.json' } });
  const env = { SOURCES_FILE, STORE_URL: folder.storeUrl };
  const { stdout, stderr } = await esim(['try', file, '--source', 'one-feed', '--limit', '99'], env);
  assert.match(stdout, /duplicate: same as "plan-0"$/m);
  assert.match(stdout, /price_outlier: /);
  assert.match(stderr, /39 of 41 rows would become plans/);
  assert.match((await esim(['ingest', '--dry-run'], env)).stdout, /it would publish snapshot 1: 39 plans/);
});

/** A source with prices in EUR, and in USD as well for some rows. */
function writeEuroSource(folder: TestFolder, rest: object = {}): string {
  const file = folder.write(
    'euro.csv',
    `id,country,data,days,eur,usd,url
a,JP,3 GB,7,9.00,,https://one.example/a
b,JP,5 GB,7,12.00,11.50,https://one.example/b
`,
  );
  const columns = { places: 'country', data: 'data', days: 'days', link: 'url' };
  const options = { url: `file:${file}`, format: 'csv', basis: 'retail', id: 'id', columns };
  const prices = { EUR: 'eur', USD: 'usd' };
  return writeSource(folder, { adapter: 'generic', options: { ...options, prices } }, rest);
}

test('the price and currency that will be published are shown, with overrides and the rates of the sources', async (t) => {
  const folder = testFolder(t);
  const date = new Date().toISOString().slice(0, 10);
  folder.write('rates.json', JSON.stringify({ date, base: 'EUR', rates: { USD: 1.5 } }));
  const price = { amount: '7.77', currency: 'USD' };
  const override = { provider: 'one', plan: 'b', set: { price }, reason: 'a test', until: '2099-01-01' };
  folder.write('overrides.json', JSON.stringify({ overrides: [override] }));
  const withRates = { rates: { file: 'rates.json' } };
  const env = { SOURCES_FILE: writeEuroSource(folder, withRates), STORE_URL: folder.storeUrl };
  const args = ['try', join(folder.path, 'euro.csv'), '--source', 'one-feed'];
  const shown = await esim(args, env);
  assert.equal(shown.code, 0, shown.stderr);
  assert.match(shown.stdout, /3 GB +7 +13\.50 USD from 9\.00 EUR +a plan/);
  assert.match(shown.stdout, /5 GB +7 +11\.50 USD +a plan/);
  assert.doesNotMatch(shown.stdout, /sample rates/);
  writeEuroSource(folder, { ...withRates, overrides: 'overrides.json' });
  assert.match((await esim(args, env)).stdout, /5 GB +7 +7\.77 USD +a plan/);
});

test('exchange rates that a source needs and does not have are an error of try and check', async (t) => {
  const folder = testFolder(t);
  const env = { SOURCES_FILE: writeEuroSource(folder), STORE_URL: folder.storeUrl };
  const file = join(folder.path, 'euro.csv');
  const tried = await esim(['try', file, '--source', 'one-feed'], env);
  assert.equal(tried.code, 1);
  assert.match(tried.stdout, /unknown_currency: no exchange rate for EUR/);
  assert.match(tried.stderr, /^esim: the source needs exchange rates: add "rates" to the sources file$/m);
  // A price in USD is there for some rows, so the source can be read without rates.
  assert.equal((await esim(['check'], env)).code, 0);
  const source = { adapter: 'kolet', options: { url: 'file:k.json', link: 'https://one.example/{id}' } };
  writeSource(folder, source);
  const checked = await esim(['check'], env);
  assert.equal(checked.code, 1);
  assert.match(
    checked.stderr,
    /^error sources\.json, line 1, column \d+: rates is missing, and the prices of "one-feed" are in EUR: add "rates"/m,
  );
  writeSource(folder, { ...source, paused: true });
  assert.equal((await esim(['check'], env)).code, 0);
});

test('hostile names in a tried file reach neither a terminal nor a program as they are', async (t) => {
  const folder = testFolder(t);
  const names = [
    '<script>alert(1)</script>',
    '![x](https://evil.example/b.png)',
    'a\u202Eb\u200Bc',
    '\u001b[31mred\u0007',
    'hidden\u{E0041}\uFE0F\u{E0100}',
  ];
  const lines = names.map(
    (name, at) => `"${name}",${at === 1 ? name : 'JP'},${at + 1} GB,7 Days,$5,https://a${at}.example/`,
  );
  const file = folder.write('x.csv', `"shop\u202E",where,data,days,price,url\n${lines.join('\n')}\n`);
  const plain = folder.write('y.csv', `shop,where,data,days,price,url\n${lines.join('\n')}\n`);
  for (const args of [
    ['try', plain],
    ['try', plain, '--json'],
    ['try', file],
    ['try', file, '--json'],
  ]) {
    const { code, stdout } = await esim(args);
    assert.equal(code, 0, args.join(' '));
    assert.equal(unwantedIn(stdout), null);
    assert.doesNotMatch(stdout, /<script>|\]\(https/);
  }
});
