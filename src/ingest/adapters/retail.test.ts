import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FeedError } from '../adapter.ts';
import { ADAPTERS } from '../config/adapters.ts';
import { fakeFeed, fetchAll, fixture, pageFrom, parseAll, readFixture, sorted } from '../testing/adapters.ts';

const alosim = ADAPTERS['alosim']!;
const saily = ADAPTERS['saily']!;
const yesim = ADAPTERS['yesim']!;

const ALOSIM_OPTIONS = {
  url: 'https://api.brisk.example/v1/plans',
  tokenUrl: 'https://api.brisk.example/v1/authorize',
};
const readAlosim = () => readFixture(alosim, 'alosim.json', ALOSIM_OPTIONS);

test('aloSIM: cents become decimals, places stay ISO-3, networks keep their place', async () => {
  const { draft } = await readAlosim();
  const plan = draft('b1');
  // The yen has no cents, so a feed in cents leaves its yen price unclear.
  assert.deepEqual(plan.prices, { USD: '8', EUR: '7.5' });
  assert.deepEqual([plan.places, plan.days, plan.placeName], [['THA'], 30, 'thailand']);
  assert.deepEqual(plan.networks?.[1], { place: 'THA', name: 'Isan Mobile', generation: '4G' });
  assert.equal(plan.afterCap, undefined);
});

test('aloSIM: a throttle without a period counts for the whole validity: a day has its share, rounded down', async () => {
  const { draft } = await readAlosim();
  const plan = draft('b2');
  assert.deepEqual([plan.model, plan.afterCap, plan.throttleKbps], ['unlimited', 'throttle', 1000]);
  // 3 GB over 7 days.
  assert.deepEqual(plan.fullSpeedPerDay, 428_000_000);
  assert.deepEqual(plan.prices, { USD: '27.05' });
});

test('aloSIM: small amounts of cents and parts of a GB are read exactly', async () => {
  const { draft } = await readAlosim();
  assert.deepEqual(draft('b3').prices, { USD: '0.05' });
  assert.deepEqual(draft('b3').data, 500_000_000);
  assert.deepEqual([draft('b3').places, draft('b4').places], [['KSV'], ['ANT']]);
});

test('aloSIM: a plan without an id in its link, or without a readable amount, is refused', async () => {
  const { rejected } = await readAlosim();
  assert.deepEqual(rejected, { 'row 5': 'missing_field', b6: 'impossible_data' });
});

const item = (id: number) => ({ dataGigabytes: '1', url: `https://brisk.example/x?plan_id=${id}` });

test('aloSIM: pages follow offset and count to the total, with the token and in English', async () => {
  const feed = fakeFeed(ALOSIM_OPTIONS, ({ url }) => {
    if (url.endsWith('/authorize')) return { body: { token: 'T' } };
    const offset = Number(new URL(url).searchParams.get('offset'));
    return { body: { items: offset === 0 ? [item(1), item(2)] : [item(3)], offset, total: 3 } };
  });
  assert.equal((await fetchAll(alosim, feed)).length, 2);
  assert.deepEqual(JSON.parse(feed.asked[0]?.body ?? ''), {
    clientId: 'secret-client_id',
    clientSecret: 'secret-client_secret',
  });
  assert.equal(feed.asked[2]?.url, 'https://api.brisk.example/v1/plans?currency=USD&offset=2&count=200');
  assert.equal(feed.asked[2]?.headers?.['authorization'], 'Bearer T');
  assert.equal(feed.asked[2]?.headers?.['accept-language'], 'en');
});

test('aloSIM: pages that stop before the total fail the feed, and so does a rejected authorisation', async () => {
  const short = fakeFeed(ALOSIM_OPTIONS, ({ url }) =>
    url.endsWith('/authorize')
      ? { body: { token: 'T' } }
      : { body: { items: url.includes('offset=0&') ? [item(1)] : [], total: 3 } },
  );
  await assert.rejects(() => fetchAll(alosim, short), FeedError);
  const rejected = fakeFeed(ALOSIM_OPTIONS, () => ({ status: 403, body: { message: 'no' } }));
  await assert.rejects(() => fetchAll(alosim, rejected), FeedError);
  await assert.rejects(
    () => parseAll(alosim, pageFrom('{"items":[{"a":1}],"total":1}'), ALOSIM_OPTIONS),
    FeedError,
  );
});

const SAILY_OPTIONS = { url: 'https://api.quay.example/v3/partners/plans?utm_source=x' };
const readSaily = () => readFixture(saily, 'saily.json', SAILY_OPTIONS);

test('Saily: cents with tax, a decoded link without the places for a network to fill in', async () => {
  const { draft } = await readSaily();
  const plan = draft('s-1');
  assert.deepEqual([plan.prices, plan.tax], [{ USD: '19.99' }, 'included']);
  assert.equal(plan.link, 'https://quay.example/thailand/?plan=s-1');
  assert.deepEqual(plan.data, 20_000_000_000);
});

test('Saily: 999 GB on an unlimited plan is no amount, and fair use is read per day', async () => {
  const { draft } = await readSaily();
  const plan = draft('s-2');
  assert.deepEqual([plan.model, plan.data, plan.afterCap], ['unlimited', null, 'throttle']);
  assert.deepEqual(plan.fullSpeedPerDay, 5_000_000_000);
  assert.equal(plan.throttleKbps, 1000);
  assert.deepEqual(plan.places, ['FR', 'DE', 'HI', 'S1']);
});

test('Saily: a fair-use amount without an interval counts for the whole validity', async () => {
  const { draft } = await readSaily();
  // 25 GB over 10 days.
  assert.deepEqual(draft('s-3').fullSpeedPerDay, 2_500_000_000);
  assert.deepEqual([draft('s-3').throttleKbps, draft('s-3').prices], [512, { EUR: '0.05' }]);
});

test('Saily: the unit of the renewal may be in lower case, as the unit of the validity is', async () => {
  const text = fixture('saily.json').replaceAll('"unit":"DAY"', '"unit":"day"');
  assert.notEqual(text, fixture('saily.json'));
  const { drafts } = sorted(await parseAll(saily, pageFrom(text), SAILY_OPTIONS));
  assert.equal(drafts.get('s-2')?.fullSpeedPerDay, 5_000_000_000);
});

test('Saily: a validity in an unknown unit and a broken link are refused', async () => {
  const { rejected } = await readSaily();
  assert.deepEqual(rejected, { 's-4': 'impossible_days', 's-5': 'bad_link' });
});

test('Saily: a document without items fails as a whole', async () => {
  for (const text of ['[]', '{"items":[]}', '{"plans":[]}', '{"items":[{"id":1}]}']) {
    await assert.rejects(() => parseAll(saily, pageFrom(text), SAILY_OPTIONS), FeedError, text);
  }
});

const YESIM_OPTIONS = { url: 'https://nimbus.example/prices?partner=P1' };
const readYesim = () => readFixture(yesim, 'yesim.json', YESIM_OPTIONS);

test('Yesim: strings are read as numbers, and MB count 1,024 to a GB', async () => {
  const { draft } = await readYesim();
  const plan = draft('900');
  assert.deepEqual(plan.data, 10_000_000_000);
  assert.deepEqual([plan.placeName, plan.days, plan.prices], ['Japan', 30, { EUR: '16' }]);
  assert.deepEqual([plan.places, plan.phoneNumber, plan.basis], [['jp'], false, 'retail']);
});

test('Yesim: a capacity of "-1" is unlimited and may be slowed', async () => {
  const { draft } = await readYesim();
  const plan = draft('901');
  assert.deepEqual([plan.model, plan.data, plan.afterCap], ['unlimited', null, 'throttle']);
  assert.deepEqual(plan.prices, { EUR: '28.81' });
});

test('Yesim: Northern Cyprus is never taken for the country in its coverage', async () => {
  const { draft } = await readYesim();
  assert.deepEqual(draft('902').places, ['nn']);
});

test('Yesim: a region takes its places from its coverage', async () => {
  const { draft } = await readYesim();
  assert.deepEqual(draft('903').places, ['AT', 'GB', 'RS']);
  assert.deepEqual(draft('903').data, 500_000_000);
});

test('Yesim: a retired code is handed on as it is, for the table of places to judge', async () => {
  const { draft, rejected } = await readYesim();
  assert.deepEqual(draft('904').places, ['an']);
  assert.deepEqual(rejected, {});
  // A price of zero for everybody is rejected when the plan is checked.
  assert.deepEqual(draft('905').prices, { EUR: '0' });
});

test('Yesim: a list without plan ids is not this feed', async () => {
  await assert.rejects(() => parseAll(yesim, pageFrom('[{"id":1}]'), YESIM_OPTIONS), FeedError);
});
