import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { FeedError } from '../adapter.ts';
import { ADAPTERS } from '../config/adapters.ts';
import { fakeFeed, fetchAll, fixture, pageFrom, parseAll, readFixture } from '../testing/adapters.ts';

const awin = ADAPTERS['awin']!;
const cj = ADAPTERS['cj']!;
const googlemerchant = ADAPTERS['googlemerchant']!;
const impact = ADAPTERS['impact']!;

const TITLES = { regions: { Europe: ['FR', 'DE'] }, ignore: ['Harbour'] };
const MERCHANT = { url: 'https://harbour.example/products.xml', ...TITLES };
const AWIN = { url: 'https://feeds.track.example/apikey/{api_key}/feed.csv', ...TITLES };
const CJ = { url: 'https://ads.cj.example/query', companyId: '1', ...TITLES };
const IMPACT = { url: 'https://api.impact.example/Mediapartners/A/Catalogs/7/Items', ...TITLES };

test('Google Merchant: the price is the list price, and a sale price is a promotion', async () => {
  const { draft } = await readFixture(googlemerchant, 'googlemerchant.xml', MERCHANT);
  const plan = draft('h-1');
  assert.deepEqual([plan.prices, plan.places, plan.days], [{ USD: '19.99' }, ['JP'], 30]);
  assert.deepEqual(plan.promoPrices, { USD: '9.99' });
  assert.equal(plan.data, 5_000_000_000);
  assert.deepEqual([plan.link, plan.inStock], ['https://harbour.example/jp?a=1&b=2', true]);
  const unlimited = draft('h-2');
  assert.deepEqual([unlimited.model, unlimited.places, unlimited.inStock], ['unlimited', ['TR'], false]);
  assert.equal(unlimited.expiresAt, '2026-12-31T00:00:00.000Z');
  assert.deepEqual([draft('h-3').model, draft('h-3').places], ['per_day', ['FR', 'DE']]);
});

test('a row whose title or price is not certain is rejected with its reason', async () => {
  const { rejected } = await readFixture(googlemerchant, 'googlemerchant.xml', MERCHANT);
  assert.deepEqual(rejected, {
    'h-4': 'ambiguous_title', // Spain 5G eSIM 30 Days
    'h-5': 'ambiguous_title', // Spain 5 GB or 10 GB, 30 Days
    'h-6': 'no_place', // 5 GB 30 Days
    'h-7': 'unknown_place', // Narnia 5 GB 30 Days
    'h-8': 'top_up', // Japan 5 GB Top-Up 30 Days
    'h-9': 'unknown_currency', // $10.00, without a code
  });
});

test('XML that is damaged, of another format or with entities fails the feed', async () => {
  const bomb =
    '<!DOCTYPE r [<!ENTITY a "aaaa">]><rss><channel><item><title>&a;&a;</title></item></channel></rss>';
  const whole = fixture('googlemerchant.xml');
  for (const text of ['', '<feed/>', '<rss/>', '<!doctype html><html/>', bomb, whole.slice(0, 900)]) {
    await assert.rejects(
      () => parseAll(googlemerchant, pageFrom(text), MERCHANT),
      FeedError,
      text.slice(0, 20),
    );
  }
});

test('a field of XML may be 32 levels deep, and a deeper one fails the feed', async () => {
  const whole = fixture('googlemerchant.xml').toString();
  /** Nests elements in a row, which is in level 3, so that the innermost one is in level `depth`. */
  const nested = (depth: number) => {
    const name = (index: number) => `n${index}`;
    const names = Array.from({ length: depth - 3 }, (_, index) => name(index));
    const open = names.map((each) => `<${each}>`).join('');
    const close = names.toReversed().map((each) => `</${each}>`);
    return whole.replace('</item>', () => `${open}x${close.join('')}</item>`);
  };
  const rows = await parseAll(googlemerchant, pageFrom(nested(32)), MERCHANT);
  assert.equal(rows.length, (await parseAll(googlemerchant, pageFrom(whole), MERCHANT)).length);
  for (const depth of [33, 5000])
    await assert.rejects(() => parseAll(googlemerchant, pageFrom(nested(depth)), MERCHANT), {
      name: 'FeedError',
      message: 'The XML is nested too deeply.',
    });
});

test('Awin: a gzip file has the same rows as the plain file', async () => {
  const packed = await parseAll(awin, pageFrom(gzipSync(fixture('awin.csv'))), AWIN);
  assert.deepEqual(packed, await parseAll(awin, pageFrom(fixture('awin.csv')), AWIN));
});

test('Awin: prices with their currency, the tracked link and places by name are read', async () => {
  const { draft, rejected } = await readFixture(awin, 'awin.csv', AWIN);
  assert.deepEqual([draft('a-1').prices, draft('a-1').places], [{ GBP: '12.5' }, ['FR']]);
  assert.equal(draft('a-1').link, 'https://track.example/c?id=1');
  assert.deepEqual([draft('a-2').prices, draft('a-2').inStock, draft('a-2').days], [{ EUR: '6' }, false, 7]);
  assert.deepEqual([draft('a-3').places, draft('a-3').link], [['US', 'CA'], 'https://harbour.example/us']);
  assert.deepEqual(draft('a-6').places, ['BA'], 'Bosnia and Herzegovina is one place');
  assert.equal(draft('a-7').days, 30, '1 month');
  assert.deepEqual(rejected, {
    'a-4': 'ambiguous_title', // Germany 2x 3 GB 7 days
    'row 6': 'malformed_row', // The line ends after the id.
  });
});

test('Awin: the key is filled into the address', async () => {
  const feed = fakeFeed(AWIN, () => ({ body: fixture('awin.csv') }));
  await fetchAll(awin, feed);
  assert.equal(feed.asked[0]?.url, 'https://feeds.track.example/apikey/secret-api_key/feed.csv');
});

test('Awin: a missing column fails the feed and is named, and a damaged file fails the feed', async () => {
  const renamed = fixture('awin.csv').replace('display_price', 'price');
  await assert.rejects(() => parseAll(awin, pageFrom(renamed), AWIN), /No row has .*"display_price"/);
  await assert.rejects(() => parseAll(awin, pageFrom('a,b\n"1'), AWIN), FeedError);
  await assert.rejects(() => parseAll(awin, pageFrom(gzipSync('x').subarray(0, 12)), AWIN), FeedError);
});

test('Awin: a price without a currency names the column that is missing', async () => {
  const feed = fixture('awin.csv').replace('display_price', 'search_price').replaceAll('GBP', '');
  const [row] = await parseAll(awin, pageFrom(feed), AWIN);
  assert.ok(row?.ok === false && row.reason === 'unknown_currency');
  assert.match(row.detail, /"12\.50" has no currency, and the row has no "currency"/);
});

test('impact.com: the price is the original price if the item is on sale', async () => {
  const { draft, rejected } = await readFixture(impact, 'impact.json', IMPACT);
  assert.deepEqual([draft('i-1').prices, draft('i-1').places], [{ USD: '10' }, ['IT']]);
  assert.deepEqual([draft('i-2').prices, draft('i-2').inStock], [{ USD: '28' }, false]);
  assert.deepEqual(rejected, { 'i-3': 'not_a_plan' }, 'a gift card');
});

test('impact.com: pages follow @nextpageuri with Basic authentication, on the same host only', async () => {
  const feedWithNext = (next: string) =>
    fakeFeed(IMPACT, (_request, count) => ({
      body: { Items: [{ CatalogItemId: '1' }], '@nextpageuri': count === 1 ? next : '' },
    }));
  const feed = feedWithNext('/Mediapartners/A/Catalogs/7/Items?Page=2');
  const pages = await fetchAll(impact, feed);
  assert.equal(pages.length, 2);
  assert.equal(feed.asked[1]?.url, 'https://api.impact.example/Mediapartners/A/Catalogs/7/Items?Page=2');
  assert.equal(
    feed.asked[0]?.headers?.['authorization'],
    `Basic ${btoa('secret-account_sid:secret-auth_token')}`,
  );
  await assert.rejects(() => fetchAll(impact, feedWithNext('//thief.example/Items')), FeedError);
});

test('Google Merchant: the plan is read from the categories or the labels if the title states none', async () => {
  const { draft, rejected } = await readFixture(googlemerchant, 'googlemerchant-paths.xml', MERCHANT);
  const fields = (id: string) => {
    const { places, model, data, days } = draft(id);
    return [places, model, data && data / 1e9, days];
  };
  assert.deepEqual(fields('p-1'), [['JP'], 'total', 1, 7]);
  assert.deepEqual(fields('p-2'), [['JP'], 'unlimited', null, 10]);
  assert.deepEqual(fields('p-3'), [['FR', 'DE'], 'total', 3, 30]);
  assert.deepEqual(fields('p-4'), [['TR'], 'total', 5, 15]);
  assert.deepEqual([draft('p-1').name, draft('p-1').provider], ['Hana Hana 1GB 7 Days', 'Harbour']);
  assert.deepEqual([draft('p-1').prices, draft('p-1').promoPrices], [{ USD: '4.5' }, { USD: '3.9' }]);
  assert.deepEqual(rejected, {
    'p-5': 'unknown_place', // Asia > Spicelands
    'p-6': 'ambiguous_title', // The category ends at Asia.
    'p-7': 'missing_field', // no link
    'p-8': 'missing_field', // no price
  });
});

test('Awin: without a display price, the search price is the price now, and the old price is the list price', async () => {
  const { draft, rejected } = await readFixture(awin, 'awin-search-price.csv', AWIN);
  assert.deepEqual(
    [draft('s-1').prices, draft('s-1').promoPrices, draft('s-1').provider],
    [{ GBP: '19.9' }, { GBP: '12.5' }, 'Harbour'],
  );
  assert.deepEqual([draft('s-2').prices, draft('s-2').inStock], [{ BRL: '39.9' }, false]);
  assert.deepEqual(rejected, { 's-3': 'missing_field' }, 'no price');
});

test('Awin: a feed without a column for its currency publishes no price', async () => {
  const header = 'merchant_product_id,product_name,search_price,aw_deep_link\n';
  const page = pageFrom(`${header}1,Japan eSIM 5 GB 30 days,12.50,https://click.example/1\n`);
  const [row] = await parseAll(awin, page, AWIN);
  assert.equal(row?.ok === false && row.reason, 'unknown_currency');
});

test('CJ: the tracked link, the advertiser and the plan are read', async () => {
  const { draft, rejected } = await readFixture(cj, 'cj.json', CJ);
  assert.deepEqual(
    [draft('c-1').places, draft('c-1').days, draft('c-1').prices],
    [['JP'], 30, { USD: '19.99' }],
  );
  assert.deepEqual(
    [draft('c-1').link, draft('c-1').provider],
    ['https://click.example/7?to=jp', 'Harbour eSIM'],
  );
  assert.deepEqual(
    [draft('c-1').promoPrices, draft('c-1').expiresAt],
    [{ USD: '15' }, '2027-01-31T00:00:00.000Z'],
  );
  assert.deepEqual([draft('c-2').places, draft('c-2').inStock], [['TR'], false]);
  assert.equal(draft('c-2').link, 'https://lagoon.example/tr');
  assert.deepEqual(draft('c-3').places, ['ES']);
  assert.deepEqual(rejected, { 'c-4': 'ambiguous_title' }, 'a beach towel');
});

const CJ_REQUEST = { ...CJ, websiteId: '77', partnerIds: ['5'], keywords: ['esim'] };
/** A page with these products, of a feed with three. */
const pageOfCj = (...ids: readonly string[]) => ({
  body: { data: { shoppingProducts: { totalCount: 3, resultList: ids.map((id) => ({ id })) } } },
});

test('CJ: pages are requested by offset with the token, until all products are received', async () => {
  const feed = fakeFeed(CJ_REQUEST, (_request, count) => (count === 1 ? pageOfCj('1', '2') : pageOfCj('3')));
  const pages = await fetchAll(cj, feed);
  assert.equal(pages.length, 2);
  const [first, second] = feed.asked;
  assert.deepEqual(
    [first?.method, first?.headers?.['authorization']],
    ['POST', 'Bearer secret-access_token'],
  );
  const { query } = JSON.parse(first?.body ?? '') as { query: string };
  for (const part of [
    'companyId: "1"',
    'partnerIds: ["5"]',
    'keywords: ["esim"]',
    'pid: "77"',
    'limit: 1000',
    'offset: 0',
  ])
    assert.ok(query.includes(part), part);
  assert.match(second?.body ?? '', /offset: 2/);
});

test('CJ: an incomplete or rejected response fails the feed', async () => {
  const short = fakeFeed(CJ_REQUEST, (_request, count) => (count === 1 ? pageOfCj('1') : pageOfCj()));
  await assert.rejects(fetchAll(cj, short), /incomplete: page 2 has no rows, .*1 rows so far/);
  const rejected = fakeFeed(CJ_REQUEST, () => ({ body: { errors: [{ message: 'Not authorised' }] } }));
  await assert.rejects(fetchAll(cj, rejected), /rejected the request: Not authorised/);
});
