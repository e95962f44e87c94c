import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture, pageFrom } from '../testing/adapters.ts';
import { propose } from './propose.ts';

const proposed = async (text: string) => {
  const found = await propose(pageFrom(text));
  if (typeof found === 'string') throw new Error(found);
  const options: Readonly<Record<string, unknown>> = found.options;
  return { adapter: found.adapter.id, options, notes: found.notes.join('\n') };
};

test('each format is told from its neighbours by a saved answer', async () => {
  const json = ['airalo', 'alosim', 'cj', 'esimaccess', 'esimdb', 'impact', 'kolet', 'maya', 'mobimatter'];
  for (const name of [...json, 'saily', 'yesim', 'zendit'])
    assert.equal((await proposed(fixture(`${name}.json`))).adapter, name);
  assert.equal((await proposed(fixture('awin.csv'))).adapter, 'awin');
  assert.equal((await proposed(fixture('googlemerchant.xml'))).adapter, 'googlemerchant');
});

test('a format is recognised by its rows alone', async () => {
  const lists: Readonly<Record<string, (document: never) => unknown>> = {
    airalo: ({ data }: { data: unknown }) => data,
    alosim: ({ items }: { items: unknown }) => items,
    esimaccess: ({ obj }: { obj: { packageList: unknown } }) => obj.packageList,
    kolet: ({ plans }: { plans: unknown }) => plans,
    mobimatter: ({ result }: { result: unknown }) => result,
    saily: ({ items }: { items: unknown }) => items,
    zendit: ({ list }: { list: unknown }) => list,
  };
  for (const [name, listOf] of Object.entries(lists)) {
    const list = listOf(JSON.parse(fixture(`${name}.json`)) as never);
    const { adapter } = await proposed(JSON.stringify(list));
    assert.equal(adapter, name);
  }
});

test('the notes list the placeholders of a link', async () => {
  assert.match((await proposed(fixture('airalo.json'))).notes, /link may contain \{id\} and \{slug\}/);
  assert.match((await proposed(fixture('kolet.json'))).notes, /link may contain \{id\} and \{zone\}/);
  const { notes } = await proposed('sku,country,data,days,price\na,Japan,3 GB,7,$8\nb,Japan,5 GB,7,$9\n');
  assert.match(notes, /"link"; it may contain \{id\} and every column, such as \{sku\}/);
});

test('a file without a proposal gets the reason', async () => {
  const reasons: readonly (readonly [text: string, reason: RegExp])[] = [
    ['', /empty/],
    ['<html><body>Sign in</body></html>', /proposed: the feed answered with a web page instead of data$/],
    ['<rss><channel></channel></rss>', /its XML has no elements with several fields/],
    ['{"hello": [1, 2]}', /its JSON has no list of objects/],
    [`<rss>${'<a>'.repeat(50_000)}`, /nested too deeply/],
    ['{"hello": ', /JSON/],
    [
      'sku;title;volume_mb;amount\na;Alps;5120;1250\n',
      /no column is recognised as places; the columns are "sku", "title", "volume_mb", "amount"/,
    ],
    ['id,country,data,price\na,Japan,some,cheap\n', /no column is recognised as data or price; the columns/],
    [
      'id,country,data,price\na,Japan,5 GB,8.00\n',
      /no row can be read; row 2: missing_field: It has no validity/,
    ],
  ];
  for (const [text, reason] of reasons) {
    const found = await propose(pageFrom(text));
    assert.match(typeof found === 'string' ? found : '', reason);
  }
});

test('a map is guessed from names in any spelling: a unique column is the id, large numbers are MB, cents are cents', async () => {
  const { adapter, options } = await proposed(
    [
      'bundle_name,covered countries,Data Volume,durationDays,priceInCents,currencyCode,Activation Policy',
      'b-1,Japan,5000,30,999,USD,first use',
      'b-2,Europe (36 areas),10000,30,1999,USD,first use',
      'b-3,USA & Canada,-1,7,2999,USD,purchase',
      'b-4,Japan,1000,7,299,USD,purchase',
      'b-5,Japan,lots,7,299,USD,purchase',
    ].join('\n'),
  );
  assert.equal(adapter, 'generic');
  assert.equal(options['id'], 'bundle_name');
  assert.deepEqual([options['priceScale'], options['unlimitedValues']], ['minor', ['-1']]);
  assert.deepEqual(options['constants'], { dataUnit: 'MB' });
  assert.deepEqual((options['columns'] as Record<string, string>)['starts'], 'Activation Policy');
});

test('plans that are listed inside their countries get a map with the inner list', async () => {
  const packages = (id: string) => [
    { id: `${id}-1`, data: '3 GB', days: 7, price: 8 },
    { id: `${id}-2`, data: '5 GB', days: 30, price: 12 },
  ];
  const countries = [
    { country: 'Japan', id: 1, packages: packages('jp') },
    { country: 'Türkiye', id: 2, packages: packages('tr') },
  ];
  const { options } = await proposed(JSON.stringify({ generated: 'today', countries }));
  assert.deepEqual([options['rows'], options['inner'], options['id']], ['countries', 'packages', 'id']);
  const columns = options['columns'] as Record<string, string>;
  assert.deepEqual(
    [columns['places'], columns['data'], columns['price']],
    ['outer.country', 'data', 'price'],
  );
});

test('"Normal Price" and "rate" are prices', async () => {
  for (const price of ['Normal Price', 'rate']) {
    const { options } = await proposed(
      `sku,country,data,days,${price}\na,Japan,3 GB,7,8\nb,Japan,5 GB,7,9\n`,
    );
    assert.equal((options['columns'] as Record<string, string>)['price'], price);
  }
});

test('plain XML gets a map with the path of its elements', async () => {
  const plan = (id: string, price: string) =>
    `<plan id="${id}"><title>Japan 3 GB</title><country>JP</country><data>3 GB</data><days>7</days><price currency="USD">${price}</price></plan>`;
  const text = `<?xml version="1.0"?><shop><plans>${plan('a', '8.00')}${plan('b', '9.00')}</plans></shop>`;
  const { adapter, options } = await proposed(text);
  assert.deepEqual([adapter, options['format'], options['rows']], ['generic', 'xml', 'shop.plans.plan']);
  assert.equal(options['id'], 'id');
});
