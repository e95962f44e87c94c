import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FeedError } from '../adapter.ts';
import { ADAPTERS } from '../config/adapters.ts';
import { fakeFeed, fetchAll, fixture, pageFrom, parseAll, readFixture, sorted } from '../testing/adapters.ts';

const airalo = ADAPTERS['airalo']!;

const OPTIONS = {
  url: 'https://partners.vista.example/v2/packages',
  tokenUrl: 'https://partners.vista.example/v2/token',
  link: 'https://vista.example/{slug}-esim/{id}',
};
const read = () => readFixture(airalo, 'airalo.json', OPTIONS);

test('the price is the recommended retail price, and the net price is only kept for comparison', async () => {
  const { draft } = await read();
  const plan = draft('selam-7days-1gb');
  assert.deepEqual([plan.prices, plan.basis], [{ USD: '4.5', EUR: '4' }, 'rrp']);
  assert.deepEqual(plan.wholesale, { currency: 'USD', amount: '1.1' });
  assert.deepEqual(plan.data, 1_000_000_000);
  assert.deepEqual(draft('selam-10days-unlimited').prices, { USD: '29.5' });
});

test('a package with a net price alone has no price that a traveller could pay', async () => {
  const { draft, rejected } = await read();
  assert.deepEqual(rejected, { 'selam-7days-1gb-topup': 'top_up' });
  assert.equal(draft('selam-net-only').basis, 'wholesale');
});

test('0, 66651 and is_unlimited are all unlimited', async () => {
  const { draft } = await read();
  for (const id of ['selam-10days-unlimited', 'selam-3days-unlimited-old', 'selam-zero']) {
    assert.deepEqual([draft(id).model, draft(id).data], ['unlimited', null], id);
  }
});

test('fair use in prose is read, and prose that says nothing certain leaves everything open', async () => {
  const { draft } = await read();
  const fair = draft('selam-10days-unlimited');
  assert.deepEqual(fair.fullSpeedPerDay, 3_000_000_000);
  assert.deepEqual([fair.afterCap, fair.throttleKbps, fair.uncapped], ['throttle', 1000, false]);
  const open = draft('selam-zero');
  assert.deepEqual([open.afterCap, open.fullSpeedPerDay, open.uncapped], [undefined, undefined, undefined]);
  assert.equal(draft('selam-3days-unlimited-old').uncapped, undefined);
});

test('the operator says what the package does not: place, clock, identity, top-up, number', async () => {
  const { draft } = await read();
  const plan = draft('selam-7days-1gb');
  assert.deepEqual([plan.name, plan.places, plan.scope], ['Selam 1 GB - 7 Days', ['TR'], 'country']);
  assert.deepEqual([plan.starts, plan.installWithinDays], ['first_use', 1825]);
  assert.deepEqual([plan.identityCheck, plan.topUp, plan.phoneNumber], [false, true, false]);
  assert.equal(plan.link, 'https://vista.example/turkey-esim/selam-7days-1gb');
  const voice = draft('selam-voice');
  assert.deepEqual([voice.phoneNumber, voice.identityCheck, voice.starts], [true, true, 'install']);
  assert.deepEqual([voice.calls, plan.calls, plan.sms], [true, false, false]);
  assert.deepEqual([voice.callMinutes, voice.textMessages, plan.callMinutes], [100, 50, null]);
  assert.deepEqual(voice.places, ['TR']);
  assert.deepEqual(
    [draft('continent-500mb').scope, draft('continent-500mb').places],
    ['region', ['FR', 'DE']],
  );
});

test('a later page whose data is an object reads the same', async () => {
  const document = JSON.parse(fixture('airalo.json')) as { data: unknown[] };
  const asObject = {
    ...document,
    data: Object.fromEntries(document.data.map((entry, index) => [index + 2, entry])),
  };
  const parsed = await parseAll(airalo, pageFrom(JSON.stringify(asObject), 2), OPTIONS);
  assert.equal(sorted(parsed).drafts.size, 7);
  assert.equal(parsed[0]?.ref.page, 2);
});

test('an error document and a changed document fail as a whole', async () => {
  const broken = [
    '{"data":{"limit":"The limit must be an integer."},"meta":{"message":"the parameter is invalid"}}',
    '{"data":[]}',
    '{"data":[{"operators":[]}]}',
    '{"packages":[]}',
  ];
  for (const text of broken)
    await assert.rejects(() => parseAll(airalo, pageFrom(text), OPTIONS), FeedError, text);
});

const BASE = 'https://partners.vista.example/v2/packages';
const page = (current: number, last: number, next: string | null | undefined) => ({
  data: [{ operators: [] }],
  ...(next === undefined ? {} : { links: { next } }),
  meta: { current_page: current, last_page: last, per_page: '2' },
});

test('pages follow links.next, or meta where there is none', async () => {
  const byLinks = fakeFeed(OPTIONS, ({ url, method }) => {
    if (method === 'POST') return { body: { data: { access_token: 'T' } } };
    return { body: url.includes('page=2') ? page(2, 2, null) : page(1, 2, `${BASE}?limit=100&page=2`) };
  });
  assert.equal((await fetchAll(airalo, byLinks)).length, 2);
  assert.match(byLinks.asked[0]?.body ?? '', /grant_type=client_credentials/);
  assert.equal(byLinks.asked[1]?.headers?.['authorization'], 'Bearer T');
  const byMeta = fakeFeed(OPTIONS, ({ url, method }) => {
    if (method === 'POST') return { body: { data: { access_token: 'T' } } };
    return {
      body: url.includes('page=3')
        ? page(3, 3, undefined)
        : page(url.includes('page=2') ? 2 : 1, 3, undefined),
    };
  });
  assert.equal((await fetchAll(airalo, byMeta)).length, 3);
});

test('a token that runs out in the middle of paging is renewed once, and once only', async () => {
  let tokens = 0;
  const answer = (url: string, good: (token: string) => boolean, token: string) => {
    if (!good(token)) return { status: 401, body: { meta: { message: 'expired' } } };
    return { body: url.includes('page=2') ? page(2, 2, null) : page(1, 2, `${BASE}?page=2`) };
  };
  const feed = fakeFeed(OPTIONS, ({ url, method, headers }) => {
    if (method === 'POST') {
      tokens += 1;
      return { body: { data: { access_token: `T${tokens}` } } };
    }
    const token = headers?.['authorization'] ?? '';
    return answer(url, (text) => !url.includes('page=2') || text === 'Bearer T2', token);
  });
  assert.equal((await fetchAll(airalo, feed)).length, 2);
  assert.equal(tokens, 2);
  const never = fakeFeed(OPTIONS, ({ url, method }) =>
    method === 'POST' ? { body: { data: { access_token: 'T' } } } : answer(url, () => false, ''),
  );
  await assert.rejects(() => fetchAll(airalo, never), FeedError);
  assert.equal(never.asked.length, 4);
});

test('a next page on another host never gets the token, and pages that go round in circles end', async () => {
  const feed = (next: string) =>
    fakeFeed(OPTIONS, ({ method }) =>
      method === 'POST' ? { body: { data: { access_token: 'T' } } } : { body: page(1, 9, next) },
    );
  const elsewhere = feed('https://thief.example/v2/packages?page=2');
  await assert.rejects(() => fetchAll(airalo, elsewhere), FeedError);
  assert.ok(elsewhere.asked.every(({ url }) => url.startsWith('https://partners.vista.example/')));
  await assert.rejects(() => fetchAll(airalo, feed(`${BASE}?page=2`)), FeedError);
});

test('a page that does not say where the feed ends fails it, since half a catalogue is none', async () => {
  const feed = fakeFeed(OPTIONS, ({ method }) =>
    method === 'POST' ? { body: { data: { access_token: 'T' } } } : { body: { data: [{ operators: [] }] } },
  );
  await assert.rejects(() => fetchAll(airalo, feed), FeedError);
});
