import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FeedError } from '../adapter.ts';
import { ADAPTERS } from '../config/adapters.ts';
import { fakeFeed, fetchAll, fixture, pageFrom, parseAll, readFixture } from '../testing/adapters.ts';

const esimaccess = ADAPTERS['esimaccess']!;
const kolet = ADAPTERS['kolet']!;
const maya = ADAPTERS['maya']!;
const mobimatter = ADAPTERS['mobimatter']!;
const zendit = ADAPTERS['zendit']!;

const url = 'https://api.stock.example/list';
const ACCESS = { url, link: 'https://shop.example/{slug}/{id}' };
const LINKED = { url, link: 'https://shop.example/{id}' };

test('eSIM Access: prices are in ten-thousandths, and 3 × 1,024³ bytes are 3 GB', async () => {
  const { draft } = await readFixture(esimaccess, 'esimaccess.json', ACCESS);
  const plan = draft('P1');
  assert.deepEqual([plan.prices, plan.basis], [{ USD: '3.6' }, 'rrp']);
  assert.deepEqual(plan.wholesale, { currency: 'USD', amount: '1.8' });
  assert.deepEqual(plan.data, 3_000_000_000);
  assert.deepEqual([plan.generation, plan.breakout, plan.topUp], ['5G', 'roaming', true]);
  assert.deepEqual([plan.starts, plan.installWithinDays, plan.days], ['first_use', 180, 30]);
  assert.equal(plan.link, 'https://shop.example/ES_3_30/P1');
});

test('eSIM Access: a retail price below the wholesale price is read, for a later check to reject', async () => {
  const { draft } = await readFixture(esimaccess, 'esimaccess.json', ACCESS);
  assert.deepEqual([draft('P5').prices, draft('P5').wholesale?.amount], [{ USD: '14' }, '26']);
});

test('eSIM Access: a daily plan of one day is sold by the day, one of seven days is not', async () => {
  const { draft } = await readFixture(esimaccess, 'esimaccess.json', ACCESS);
  const daily = draft('P2');
  assert.deepEqual([daily.soldPerDay, daily.days, daily.model], [true, null, 'per_day']);
  assert.deepEqual([daily.afterCap, daily.throttleKbps, daily.breakout], ['throttle', 1000, 'local']);
  assert.deepEqual([daily.starts, daily.topUp], ['install', false]);
  const week = draft('P3');
  assert.deepEqual([week.soldPerDay, week.days, week.afterCap], [false, 7, 'stop']);
});

test('eSIM Access: without a retail price a package is wholesale', async () => {
  const { draft } = await readFixture(esimaccess, 'esimaccess.json', ACCESS);
  const plan = draft('P4');
  assert.deepEqual([plan.basis, plan.prices, plan.model], ['wholesale', { USD: '2' }, 'unlimited']);
  assert.deepEqual([plan.afterCap, plan.throttleKbps, plan.soldPerDay], ['throttle', 512, true]);
});

test('eSIM Access: an unknown data type and an unknown unit of the validity are rejected', async () => {
  const { rejected } = await readFixture(esimaccess, 'esimaccess.json', ACCESS);
  assert.deepEqual(rejected, { P6: 'impossible_data', P7: 'impossible_days' });
});

test('eSIM Access: a type of top-up that is written as text is read like the number', async () => {
  const text = fixture('esimaccess.json').replace('"supportTopUpType":2', '"supportTopUpType":"2"');
  const [row] = await parseAll(esimaccess, pageFrom(text), ACCESS);
  assert.ok(row?.ok);
  assert.equal(row.draft.topUp, true);
});

test('eSIM Access: the request is a POST with the access code, and a response without success fails', async () => {
  const feed = fakeFeed(ACCESS, () => ({ body: {} }));
  await fetchAll(esimaccess, feed);
  assert.deepEqual(
    [feed.asked[0]?.method, feed.asked[0]?.headers?.['rt-accesscode']],
    ['POST', 'secret-access_code'],
  );
  const failed = '{"success":false,"errorCode":"101","obj":null}';
  await assert.rejects(() => parseAll(esimaccess, pageFrom(failed), ACCESS), FeedError);
});

test('eSIM Access: a request is signed if a secret key is configured, and has only the access code otherwise', async () => {
  const plain = fakeFeed(ACCESS, () => ({ body: {} }));
  await fetchAll(esimaccess, plain);
  assert.deepEqual(Object.keys(plain.asked[0]?.headers ?? {}).sort(), [
    'accept',
    'content-type',
    'rt-accesscode',
  ]);
  const keyed = fakeFeed(ACCESS, () => ({ body: {} }));
  await fetchAll(esimaccess, { ...keyed, hasCredential: (role) => role === 'secret_key' });
  const [asked] = keyed.asked;
  assert.deepEqual(asked?.headers, {
    'rt-accesscode': 'secret-access_code',
    'rt-timestamp': '1800000000000',
    'rt-requestid': '0123456789abcdef0123456789abcdef',
    // By `openssl dgst -sha256 -hmac` over time, request id, access code and body.
    'rt-signature': '9d9309d5fa593e7726c228289928b750bf85acdab23891cc4825bb1b8178a380',
    accept: 'application/json',
    'content-type': 'application/json',
  });
});

test('MobiMatter: the validity is in hours, details are in a list, and some fields are JSON in a string', async () => {
  const { draft, rejected } = await readFixture(mobimatter, 'mobimatter.json', LINKED);
  const plan = draft('m-1');
  assert.deepEqual([plan.days, plan.generation, plan.topUp], [15, '5G', true]);
  assert.deepEqual(
    [plan.prices, plan.basis, plan.wholesale],
    [{ USD: '19.99' }, 'retail', { currency: 'USD', amount: '12' }],
  );
  const wholesale = draft('m-2');
  assert.deepEqual([wholesale.basis, wholesale.days, wholesale.generation], ['wholesale', 1, null]);
  assert.deepEqual(rejected, { 'm-3': 'top_up', 'm-4': 'impossible_days' });
});

test('MobiMatter: a response without a successful status fails the feed', async () => {
  await assert.rejects(() => parseAll(mobimatter, pageFrom('{"statusCode":401}'), LINKED), FeedError);
});

test('Kolet: the price is in cents of EUR, and the price in USD, which is wrong, is not read', async () => {
  // The code of the zone "Europe" is "EUR".
  const options = { url, link: 'https://shop.example/{zone}/{id}', regions: { EUR: ['FR', 'DE'] } };
  const { draft, rejected } = await readFixture(kolet, 'kolet.json', options);
  assert.deepEqual([draft('k-1').prices, draft('k-1').places], [{ EUR: '8.99' }, ['TUR']]);
  assert.deepEqual([draft('k-2').prices, draft('k-2').places], [{ EUR: '19.05' }, ['FR', 'DE']]);
  assert.deepEqual(rejected, { 'k-3': 'out_of_stock' });
});

test('Maya: the days in the name count, because the feed states one day more', async () => {
  const { draft } = await readFixture(maya, 'maya.json', LINKED);
  const plan = draft('y-1');
  // The feed states 11.
  assert.equal(plan.days, 10);
  assert.equal(draft('y-2').days, 7);
});

test('Maya: the suggested retail price is read in every currency, and without one a plan is wholesale', async () => {
  const { draft } = await readFixture(maya, 'maya.json', LINKED);
  const plan = draft('y-1');
  assert.deepEqual([plan.basis, plan.places], ['rrp', ['GEO']]);
  assert.deepEqual(plan.prices, { USD: '29.99', EUR: '28.49', JPY: '4600' });
  assert.equal(draft('y-2').basis, 'wholesale');
});

test('Zendit: prices have a divisor, and are suggested retail or wholesale', async () => {
  const { draft, rejected } = await readFixture(zendit, 'zendit.json', LINKED);
  const plan = draft('z-tr-5gb');
  assert.deepEqual(
    [plan.prices, plan.basis, plan.wholesale],
    [{ USD: '6.5' }, 'rrp', { currency: 'USD', amount: '3.5' }],
  );
  assert.deepEqual([draft('z-tr-ul').prices, draft('z-tr-ul').basis], [{ USD: '20.5' }, 'wholesale']);
  assert.equal(draft('z-tr-ul').model, 'unlimited');
  assert.deepEqual(rejected, { 'z-off': 'out_of_stock' });
});

test('Zendit: a cost that cannot be read does not reject an offer with a retail price', async () => {
  const offer = {
    offerId: 'z-1',
    country: 'TR',
    dataGB: 5,
    durationDays: 30,
    price: { currency: 'USD', currencyDivisor: 100, suggestedFixed: 650 },
    // Without a divisor.
    cost: { currency: 'USD', fixed: 350 },
  };
  const [row] = await parseAll(zendit, pageFrom(JSON.stringify({ total: 1, list: [offer] })), LINKED);
  assert.ok(row?.ok);
  assert.deepEqual([row.draft.prices, row.draft.wholesale], [{ USD: '6.5' }, null]);
});

test('Zendit: pages are requested by offset up to the total', async () => {
  const feed = fakeFeed(LINKED, (_request, count) => ({
    body: { total: 2, list: [{ offerId: `${count}` }] },
  }));
  const pages = await fetchAll(zendit, feed);
  assert.equal(pages.length, 2);
  assert.equal(feed.asked[1]?.url, `${url}?_offset=1&_limit=500`);
});
