import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { FeedError } from '../adapter.ts';
import { awin } from './awin.ts';
import { googlemerchant } from './googlemerchant.ts';
import { impact } from './impact.ts';
import { fakeFeed, fetchAll, fixture, pageFrom, parseAll, readFixture } from './testing.ts';

const TITLES = { regions: { Europe: ['FR', 'DE'] }, ignore: ['Harbour'] };
const MERCHANT = { url: 'https://harbour.example/products.xml', ...TITLES };
const AWIN = { url: 'https://feeds.track.example/apikey/{api_key}/feed.csv', ...TITLES };
const IMPACT = { url: 'https://api.impact.example/Mediapartners/A/Catalogs/7/Items', ...TITLES };

test('a product feed gives its list price; a sale price is a promotion', async () => {
  const { draft } = await readFixture(googlemerchant, 'googlemerchant.xml', MERCHANT);
  const plan = draft('h-1');
  assert.deepEqual([plan.prices, plan.places, plan.days], [{ USD: '19.99' }, ['JP'], 30]);
  assert.deepEqual(plan.data, { amount: 5, unit: 'GB', base: 1000 });
  assert.deepEqual([plan.link, plan.inStock], ['https://harbour.example/jp?a=1&b=2', true]);
  const unlimited = draft('h-2');
  assert.deepEqual([unlimited.model, unlimited.places, unlimited.inStock], ['unlimited', ['TR'], false]);
  assert.equal(unlimited.expiresAt, '2026-12-31T00:00:00.000Z');
  assert.deepEqual([draft('h-3').model, draft('h-3').places], ['per_day', ['FR', 'DE']]);
});

test('a title that is not certain is refused with its reason', async () => {
  const { refused } = await readFixture(googlemerchant, 'googlemerchant.xml', MERCHANT);
  assert.deepEqual(refused, {
    'h-4': 'ambiguous_title',
    'h-5': 'ambiguous_title',
    'h-6': 'no_place',
    'h-7': 'unknown_place',
    'h-8': 'top_up',
    'h-9': 'unknown_currency',
  });
});

test('damaged, foreign and bottomless XML fails the feed', async () => {
  const deep = `<rss>${'<a>'.repeat(5000)}`;
  const bomb =
    '<!DOCTYPE r [<!ENTITY a "aaaa">]><rss><channel><item><title>&a;&a;</title></item></channel></rss>';
  const whole = fixture('googlemerchant.xml');
  for (const text of ['', '<feed/>', '<rss/>', '<!doctype html><html/>', deep, bomb, whole.slice(0, 900)]) {
    await assert.rejects(
      () => parseAll(googlemerchant, pageFrom(text), MERCHANT),
      FeedError,
      text.slice(0, 20),
    );
  }
});

test('Awin: prices in words, the tracked link, places by name, also from a gzip file', async () => {
  const packed = await parseAll(awin, pageFrom(gzipSync(fixture('awin.csv'))), AWIN);
  const { draft, refused, rows } = await readFixture(awin, 'awin.csv', AWIN);
  assert.equal(packed.length, rows);
  assert.deepEqual([draft('a-1').prices, draft('a-1').places], [{ GBP: '12.5' }, ['FR']]);
  assert.equal(draft('a-1').link, 'https://track.example/c?id=1');
  assert.deepEqual([draft('a-2').prices, draft('a-2').inStock, draft('a-2').days], [{ EUR: '6' }, false, 7]);
  assert.deepEqual([draft('a-3').places, draft('a-3').link], [['US', 'CA'], 'https://harbour.example/us']);
  assert.deepEqual(draft('a-6').places, ['BA']);
  assert.deepEqual(refused, { 'a-4': 'ambiguous_title', 'row 6': 'malformed_row', 'a-7': 'ambiguous_title' });
});

test('Awin: the key is filled into the address, and a changed header fails the feed by name', async () => {
  const feed = fakeFeed(AWIN, () => ({ body: fixture('awin.csv') }));
  await fetchAll(awin, feed);
  assert.equal(feed.asked[0]?.url, 'https://feeds.track.example/apikey/secret-api_key/feed.csv');
  const renamed = fixture('awin.csv').replace('display_price', 'price');
  await assert.rejects(() => parseAll(awin, pageFrom(renamed), AWIN), /lacks "display_price"/);
  await assert.rejects(() => parseAll(awin, pageFrom('a,b\n"1'), AWIN), FeedError);
  await assert.rejects(() => parseAll(awin, pageFrom(gzipSync('x').subarray(0, 12)), AWIN), FeedError);
});

test('impact.com: the list price is the original price where the item is on sale', async () => {
  const { draft, refused } = await readFixture(impact, 'impact.json', IMPACT);
  assert.deepEqual([draft('i-1').prices, draft('i-1').places], [{ USD: '10' }, ['IT']]);
  assert.deepEqual([draft('i-2').prices, draft('i-2').inStock], [{ USD: '28' }, false]);
  assert.deepEqual(refused, { 'i-3': 'not_a_plan', 'i-4': 'ambiguous_title' });
});

test('impact.com: pages follow @nextpageuri with Basic authentication, on the same host only', async () => {
  const pages = (next: string) =>
    fakeFeed(IMPACT, (_request, count) => ({
      body: { Items: [{ CatalogItemId: '1' }], '@nextpageuri': count === 1 ? next : '' },
    }));
  const feed = pages('/Mediapartners/A/Catalogs/7/Items?Page=2');
  assert.equal((await fetchAll(impact, feed)).length, 2);
  assert.equal(feed.asked[1]?.url, 'https://api.impact.example/Mediapartners/A/Catalogs/7/Items?Page=2');
  assert.equal(
    feed.asked[0]?.headers?.['authorization'],
    `Basic ${btoa('secret-account_sid:secret-auth_token')}`,
  );
  await assert.rejects(() => fetchAll(impact, pages('//thief.example/Items')), FeedError);
});
