import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FeedError } from '../adapter.ts';
import { alosim } from './alosim.ts';
import { fakeFeed, fetchAll, pageFrom, parseAll, readFixture } from './testing.ts';

const OPTIONS = {
  url: 'https://api.brisk.example/v1/plans',
  authorizeUrl: 'https://api.brisk.example/v1/authorize',
};
const read = () => readFixture(alosim, 'alosim.json', OPTIONS);

test('cents become decimals, places stay ISO-3, networks keep their place', async () => {
  const { draft } = await read();
  const plan = draft('b1');
  // The yen has no cents, so a feed in cents leaves its yen price unclear.
  assert.deepEqual(plan.prices, { USD: '8', EUR: '7.5' });
  assert.deepEqual([plan.places, plan.days, plan.name], [['THA'], 30, 'Thailand, 5 GB, 30 days']);
  assert.deepEqual(plan.networks?.[1], { place: 'THA', name: 'Isan Mobile', generations: ['4G'] });
  assert.equal(plan.afterCap, undefined);
});

test('a throttle without a period counts for the whole validity: a day has its share, rounded down', async () => {
  const { draft } = await read();
  const plan = draft('b2');
  assert.deepEqual([plan.model, plan.uncapped, plan.throttleKbps], ['unlimited', false, 1000]);
  assert.deepEqual(plan.fullSpeedPerDay, { amount: 428, unit: 'MB', base: 1000 });
  assert.deepEqual(plan.prices, { USD: '27.05' });
});

test('small amounts of cents and parts of a GB are read exactly', async () => {
  const { draft } = await read();
  assert.deepEqual(draft('b3').prices, { USD: '0.05' });
  assert.deepEqual(draft('b3').data, { amount: 0.5, unit: 'GB', base: 1000 });
  assert.deepEqual([draft('b3').places, draft('b4').places], [['KSV'], ['ANT']]);
});

test('a plan without an id in its link, or without a readable amount, is refused', async () => {
  const { refused } = await read();
  assert.deepEqual(refused, { 'row 5': 'missing_field', b6: 'impossible_data' });
});

const item = (id: number) => ({ dataGigabytes: '1', url: `https://brisk.example/x?plan_id=${id}` });

test('pages follow offset and count to the total, with the token and in English', async () => {
  const feed = fakeFeed({ ...OPTIONS, pageSize: 2 }, ({ url }) => {
    if (url.endsWith('/authorize')) return { body: { token: 'T' } };
    const offset = Number(new URL(url).searchParams.get('offset'));
    return { body: { items: offset === 0 ? [item(1), item(2)] : [item(3)], offset, total: 3 } };
  });
  assert.equal((await fetchAll(alosim, feed)).length, 2);
  assert.deepEqual(JSON.parse(feed.asked[0]?.body ?? ''), {
    clientId: 'secret-client_id',
    clientSecret: 'secret-client_secret',
  });
  assert.equal(feed.asked[2]?.url, 'https://api.brisk.example/v1/plans?currency=USD&offset=2&count=2');
  assert.equal(feed.asked[2]?.headers?.['authorization'], 'Bearer T');
  assert.equal(feed.asked[2]?.headers?.['accept-language'], 'en');
});

test('pages that stop before the total fail the feed, and so does a refused authorisation', async () => {
  const short = fakeFeed(OPTIONS, ({ url }) =>
    url.endsWith('/authorize')
      ? { body: { token: 'T' } }
      : { body: { items: url.includes('offset=0&') ? [item(1)] : [], total: 3 } },
  );
  await assert.rejects(() => fetchAll(alosim, short), FeedError);
  const refused = fakeFeed(OPTIONS, () => ({ status: 403, body: { message: 'no' } }));
  await assert.rejects(() => fetchAll(alosim, refused), FeedError);
  await assert.rejects(() => parseAll(alosim, pageFrom('{"items":[{"a":1}],"total":1}'), OPTIONS), FeedError);
});
