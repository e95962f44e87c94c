import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { FeedError } from '../adapter.ts';
import { ADAPTERS } from '../config/adapters.ts';
import {
  CSV_MAP,
  fakeFeed,
  fetchAll,
  fixture,
  JSON_MAP,
  pageFrom,
  parseAll,
  readFixture,
  SCRAPED_MAP,
} from '../testing/adapters.ts';
import { ColumnMap } from './shared/column-map.ts';

const generic = ADAPTERS['generic']!;

test('a column map reads units, sentinels, words and separators of a CSV', async () => {
  const { draft } = await readFixture(generic, 'generic.csv', CSV_MAP);
  const plan = draft('g-1');
  assert.deepEqual(plan.data, 5_000_000_000);
  assert.deepEqual([plan.places, plan.days, plan.prices], [['CH', 'AT'], 30, { CHF: '12.5' }]);
  assert.deepEqual([plan.hotspot, plan.topUp, plan.link], [true, true, 'https://cedar.example/g-1']);
  // `share` is "N" in g-2 and "?" in g-3.
  assert.deepEqual([draft('g-2').hotspot, draft('g-3').hotspot], [false, null]);
  assert.deepEqual([draft('g-3').model, draft('g-3').days], ['per_day', 10]);
  assert.equal(draft('g-4').days, null, '0 hours mean that the plan never ends');
  assert.deepEqual(draft('g-2').fullSpeedPerDay, 3_000_000_000);
  assert.deepEqual([draft('g-2').model, draft('g-2').throttleKbps], ['unlimited', 1000]);
});

test('rows that do not fit the map are rejected one by one, with the line on which they end', async () => {
  const { rejected } = await readFixture(generic, 'generic.csv', CSV_MAP);
  assert.deepEqual(rejected, {
    'g-5': 'top_up',
    'g-6': 'impossible_days',
    'g-7': 'impossible_data',
    'row 9': 'malformed_row',
    'g-9': 'missing_field',
  });
  const parsed = await parseAll(generic, pageFrom(fixture('generic.csv')), CSV_MAP);
  assert.equal(parsed.find((row) => row.ref.externalId === 'g-5')?.ref.row, 6);
});

test('paths reach into JSON rows, and the link is made from a template', async () => {
  const { draft, rejected } = await readFixture(generic, 'generic.json', JSON_MAP);
  const plan = draft('j-1');
  assert.deepEqual([plan.places, plan.prices], [['PT', 'ES'], { USD: '19.99' }]);
  assert.deepEqual(plan.wholesale, { currency: 'USD', amount: '15' });
  assert.deepEqual([plan.days, plan.generation, plan.basis], [7, '5G', 'rrp']);
  assert.deepEqual([plan.afterCap, plan.throttleKbps], ['throttle', 512]);
  assert.equal(plan.link, 'https://cedar.example/j-1?x=j-1');
  assert.deepEqual([plan.name, plan.placeName], [null, null]);
  assert.deepEqual([draft('j-2').model, draft('j-2').placeName], ['unlimited', 'Portugal']);
  assert.deepEqual(draft('j-2').fullSpeedPerDay, 2_000_000_000);
  assert.deepEqual(rejected, { 'j-3': 'no_place', 'j-4': 'impossible_data', 'j-5': 'unknown_currency' });
});

test('plans listed within countries are rows of their own that see the country around them', async () => {
  const countries = [
    { iso: 'AL', packages: [{ no: 1, gb: 1, days: 7, usd: 1.72 }, 'noise'] },
    { iso: 'DZ', packages: [] },
    { iso: 'AD', packages: null },
    { iso: 'TR', packages: [{ no: 2, gb: 20, days: 30, usd: 25.3 }] },
  ];
  const map = {
    url: 'https://cedar.example/plans.json',
    format: 'json',
    basis: 'retail',
    inner: 'packages',
    id: 'no',
    columns: { places: 'outer.iso', data: 'gb', days: 'days', price: 'usd' },
    constants: { dataUnit: 'GB', currency: 'USD' },
    link: 'https://cedar.example/{outer.iso}/{id}',
  };
  const parsed = await parseAll(generic, pageFrom(JSON.stringify(countries)), map);
  const drafts = parsed.flatMap((row) => (row.ok ? [row.draft] : []));
  assert.deepEqual(
    drafts.map(({ places, data, link }) => [places, data && data / 1e9, link]),
    [
      [['AL'], 1, 'https://cedar.example/AL/1'],
      [['TR'], 20, 'https://cedar.example/TR/2'],
    ],
  );
  assert.deepEqual(
    parsed.map(({ ok }) => ok),
    [true, false, false, true],
    "'noise' is no plan and AD has no list, so both are rejected; DZ has an empty list and no row",
  );
  const changed = JSON.stringify([{ iso: 'AL', bundles: [] }]);
  await assert.rejects(parseAll(generic, pageFrom(changed), map), /no entry of the document has packages/);
});

test('prices by currency come from columns of their own, and constants fill what the feed leaves out', async () => {
  const map = {
    url: 'https://cedar.example/x.csv',
    format: 'csv',
    basis: 'retail',
    id: ['where', 'gb'],
    columns: { data: 'gb' },
    constants: { places: ['PT', 'ES'], dataUnit: 'GB', days: 30, link: 'https://cedar.example/' },
    prices: { USD: 'usd', EUR: 'eur' },
  };
  const [row] = await parseAll(generic, pageFrom('where,gb,usd,eur\nIberia,5,9.5,\n'), map);
  assert.ok(row?.ok);
  assert.deepEqual([row.draft.externalId, row.draft.prices], ['Iberia-5', { USD: '9.5' }]);
  assert.deepEqual([row.draft.places, row.draft.days], [['PT', 'ES'], 30]);
});

test('a feed without a column of the map fails, and the error names the column', async () => {
  const text = fixture('generic.csv').replace('volume_mb', 'volume');
  await assert.rejects(
    () => parseAll(generic, pageFrom(text), CSV_MAP),
    /The header lacks "volume_mb". Its columns are /,
  );
  await assert.rejects(
    () => parseAll(generic, pageFrom('{"data":{"offers":[{"sku":1}]}}'), JSON_MAP),
    /has code/,
  );
});

test('a feed without a list or with an empty table fails', async () => {
  await assert.rejects(() => parseAll(generic, pageFrom('{"data":{}}'), JSON_MAP), FeedError);
  const header = fixture('generic.csv').split('\n')[0] ?? '';
  await assert.rejects(() => parseAll(generic, pageFrom(`${header}\n`), CSV_MAP), /no records/);
});

test('the credential goes into the header or the query that the map names, and is asked for only then', async () => {
  const plain = fakeFeed(CSV_MAP, () => ({ body: 'x' }));
  await fetchAll(generic, { ...plain, credential: () => assert.fail('asked for a credential') });
  const inHeader = { authentication: { headers: { 'X-Key': 'Bearer {api_key}' } } };
  const header = fakeFeed({ ...CSV_MAP, ...inHeader }, () => ({ body: 'x' }));
  await fetchAll(generic, header);
  assert.equal(header.asked[0]?.headers?.['x-key'], 'Bearer secret-api_key');
  const query = fakeFeed({ ...CSV_MAP, authentication: { query: { key: '{api_key}' } } }, () => ({
    body: 'x',
  }));
  await fetchAll(generic, query);
  assert.equal(query.asked[0]?.url, 'https://cedar.example/plans.csv?key=secret-api_key');
});

test('the schema takes good maps and refuses slips of the pen', () => {
  assert.ok(Check(ColumnMap, CSV_MAP));
  assert.ok(Check(ColumnMap, JSON_MAP));
  assert.ok(!Check(ColumnMap, { ...CSV_MAP, columns: { ...CSV_MAP.columns, prize: 'amount' } }));
  assert.ok(!Check(ColumnMap, { ...CSV_MAP, basis: 'guess' }));
  assert.ok(!Check(ColumnMap, { ...CSV_MAP, prices: { dollars: 'amount' } }));
});

test('a scraped table of many shops is read in the words of its cells', async () => {
  const { draft, rejected } = await readFixture(generic, 'generic-scraped.csv', SCRAPED_MAP);
  const aland = draft('Anka-Aaland Islands-10000 MB-30 Days');
  assert.deepEqual([aland.provider, aland.places, aland.days], ['Anka', ['Aaland Islands'], 30]);
  assert.deepEqual(
    [aland.prices, aland.promoPrices, aland.generation],
    [{ USD: '12' }, { USD: '9.5' }, '5G'],
  );
  assert.deepEqual(
    aland.networks?.map(({ name }) => name),
    ['Alcom', 'Telia'],
  );
  assert.deepEqual([aland.name, aland.placeName], [null, 'Aaland Islands']);

  const europe = draft('Anka-Europe 36 countries-1000 MB/day-7 Days');
  assert.deepEqual([europe.model, europe.places], ['per_day', ['FR', 'DE', 'IT']]);
  assert.deepEqual(
    [europe.prices, europe.afterCap, europe.exits],
    [{ USD: '2.4049576252680738' }, 'throttle', ['FR']],
  );
  assert.equal(europe.placeName, 'Europe 36 countries');

  const kos = draft('Anka-Kos-0 MB-5 Days');
  assert.deepEqual(
    [kos.model, kos.promoPrices, kos.exits, kos.phoneNumber],
    ['unlimited', null, ['GR'], true],
    'unlimitedValues of the map has 0',
  );

  const korea = draft('Simurg-Korea, Republic of-Unlimited (2 GB/day)-1');
  assert.deepEqual(
    [korea.places, korea.model, korea.soldPerDay],
    [['Korea, Republic of'], 'unlimited', true],
  );
  assert.equal(korea.fullSpeedPerDay, 2_000_000_000);
  assert.deepEqual(rejected, {
    'Simurg-Japan-3 GB-': 'missing_field',
    'Simurg-Japan-3 GB-7 Days': 'not_a_plan',
    'Nobody-Japan-3 GB-7 Days': 'impossible_price',
  });
});

test('a rule with two sources and an invalid pattern are refused, wherever a value may be a rule', () => {
  const several = (sources: string) => `has a rule with several sources, and only one is read: ${sources}`;
  const conflictsOf = (changes: object) =>
    generic.conflicts?.({ ...CSV_MAP, ...changes }).map(({ option, message }) => [option, message]);
  assert.deepEqual(conflictsOf({}), []);
  assert.deepEqual(conflictsOf({ id: [{ column: 'id', split: ';' }, { value: 'x' }] }), []);
  assert.deepEqual(conflictsOf({ id: ['id', { value: 'x', join: ['a', 'b'] }] }), [
    ['id', several('value, join')],
  ]);
  const part = { join: ['a', { column: 'b', value: null }] };
  assert.deepEqual(conflictsOf({ columns: { name: ['title', part] } }), [
    ['columns', several('value, column')],
  ]);
  for (const option of ['columns', 'prices', 'promoPrices', 'linkNames'])
    assert.deepEqual(conflictsOf({ [option]: { name: { column: 'a', list: ['b'], pattern: '(' } } }), [
      [option, several('column, list')],
      [option, 'has an invalid pattern: ('],
    ]);
  for (const option of ['extract', 'keep', 'refuse'])
    assert.deepEqual(conflictsOf({ [option]: [{ column: 'a', pattern: '(' }] }), [
      [option, 'has an invalid pattern: ('],
    ]);
});

test('XML elements are rows: names of elements, attributes and paths are columns', async () => {
  const map = {
    url: 'https://cedar.example/plans.xml',
    format: 'xml',
    basis: 'retail',
    rows: 'shop.plan',
    id: 'sku',
    columns: {
      places: 'country',
      data: 'data',
      days: 'days',
      price: 'price.amount',
      currency: 'price.currency',
    },
    link: 'https://cedar.example/{sku}',
  };
  const plan = (sku: string) =>
    `<plan sku="${sku}"><country>PT</country><country>ES</country><data> 3 GB </data><days>7</days><price currency="EUR"><amount>4.50</amount></price></plan>`;
  const parse = (text: string) => parseAll(generic, pageFrom(text), map);
  const [row, broken] = await parse(`<shop>${plan('a')}<plan sku="b"><days>7</days></plan></shop>`);
  assert.ok(row?.ok);
  const { externalId, places, data, days, prices, link } = row.draft;
  assert.deepEqual([externalId, places, data, days, prices], ['a', ['PT', 'ES'], 3e9, 7, { EUR: '4.5' }]);
  assert.equal(link, 'https://cedar.example/a');
  assert.equal(broken?.ok, false);
  await assert.rejects(parse('<shop><offer sku="a"/></shop>'), /no elements at "shop\.plan"/);
  await assert.rejects(parse('<store><plan sku="a"/></store>'), /its root element is "store" and not "shop"/);
  await assert.rejects(parse('<shop><plan><id>a</id></plan></shop>'), /"shop\.plan" has no sku/);
  const { rows: _rows, ...without } = map;
  assert.deepEqual(generic.conflicts?.(without), [
    { option: 'rows', message: 'must be the path to the elements, such as "catalogue.plan"' },
  ]);
});
