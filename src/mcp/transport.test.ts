import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { AVOID_EXITS_MAX, REQUIREMENTS, THEN_MAX } from '../domain/trip.ts';
import { admitted, fakeEndpoint, refused, TRIP } from './testing/fakes.ts';
import { BATCH_MAX, isTooComplex } from './transport.ts';

const ping = (id: unknown = 1) => ({ jsonrpc: '2.0', id, method: 'ping' });
const search = (id: unknown, given: object = TRIP) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'search_esim_plans', arguments: given },
});

test('a notification, a response and a call without id get 202 and run no tool', async () => {
  const { post, queries } = fakeEndpoint();
  const { id: _, ...withoutId } = search(1);
  for (const body of [
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: null, error: { code: -1, message: 'no' } },
    withoutId,
  ]) {
    const { status, body: sent } = await post({ body });
    assert.deepEqual([status, sent], [202, null]);
  }
  assert.deepEqual(queries.asked, []);
});

test('only the exact origin of the service may call', async () => {
  const { post } = fakeEndpoint();
  const statusFor = async (origin: string) => (await post({ body: ping(), headers: { origin } })).status;
  assert.equal(await statusFor('https://esim.example'), 200);
  for (const other of [
    'http://esim.example',
    'https://esim.example:444',
    'https://sub.esim.example',
    'https://esim.example.evil.example',
    'null',
    'http://localhost:8080',
    '',
  ]) {
    assert.equal(await statusFor(other), 403, other);
  }
});

test('if no base URL is set, loopback origins with the port of the service may call', async () => {
  const { post } = fakeEndpoint({ baseUrlIsSet: false, port: () => 4321 });
  const statusFor = async (origin: string) => (await post({ body: ping(), headers: { origin } })).status;
  for (const own of ['http://localhost:4321', 'http://127.0.0.1:4321', 'http://[::1]:4321']) {
    assert.equal(await statusFor(own), 200, own);
  }
  for (const other of [
    'http://localhost:4322',
    'https://localhost:4321',
    'http://localhost',
    'https://esim.example',
  ]) {
    assert.equal(await statusFor(other), 403, other);
  }
});

test('an Accept header gets 406 only if it excludes JSON', async () => {
  const { post } = fakeEndpoint();
  const statusFor = async (accept: string) => (await post({ body: ping(), headers: { accept } })).status;
  for (const accepted of [
    'application/json, text/event-stream',
    'application/json',
    '*/*',
    'application/*;q=0.1',
    'text/html, */*;q=0.5',
    '',
  ]) {
    assert.equal(await statusFor(accepted), 200, accepted);
  }
  for (const refusedType of [
    'text/event-stream',
    'text/html',
    'application/json;q=0',
    'application/json;q=0, */*',
  ]) {
    assert.equal(await statusFor(refusedType), 406, refusedType);
  }
});

test('a batch gets its responses in order, none for notifications, and each message counts in the burst limit', async () => {
  const { post, bucket } = fakeEndpoint();
  const { remaining } = bucket.take('a-caller', 1).window;
  const body = [ping('a'), { jsonrpc: '2.0', method: 'notifications/x' }, 7, ping('a'), search('s')];
  const { status, json, headers } = await post({ body });
  assert.equal(status, 200);
  assert.deepEqual(
    json.map(({ id }: { id: unknown }) => id),
    ['a', null, 'a', 's'],
  );
  assert.equal(json[1].error.code, -32600);
  assert.equal(headers['X-RateLimit-Limit'], '12');
  // Four of the five messages, because the HTTP request was counted before this code runs, and the token of this line.
  assert.equal(bucket.take('a-caller', 1).window.remaining, remaining - 4 - 1);
});

test('a batch that the burst limit refuses runs no call and has a Retry-After header', async () => {
  const { post, bucket, queries } = fakeEndpoint();
  // Leaves 10 of 100 tokens, one of which the request takes.
  bucket.take('a-caller', 90);
  bucket.take('a-caller', 1);
  const { status, json, headers } = await post({ body: Array.from({ length: 20 }, (_, id) => search(id)) });
  assert.equal(status, 429);
  assert.equal(json.id, null);
  assert.equal(json.error.data.limit.name, 'burst');
  // Ten tokens are missing, which are added in a second. The token of the request is given back.
  assert.equal(headers['Retry-After'], '1');
  assert.equal(headers['X-RateLimit-Remaining'], '10');
  assert.deepEqual(queries.asked, []);
});

test('batches are accepted only at the one protocol version that has them', async () => {
  const { post } = fakeEndpoint();
  const statusAt = async (version: string) =>
    (await post({ body: [ping()], headers: { 'mcp-protocol-version': version } })).status;
  assert.equal(await statusAt('2025-03-26'), 200);
  assert.equal(await statusAt('2025-06-18'), 400);
  assert.equal(await statusAt('2025-11-25'), 400);
});

test('a body with more than 32 levels, 2,000 values, 200 names in one object or 10,000 digits of numbers is too complex', () => {
  /** Lists and objects by turns. The innermost one of an odd depth is a list. */
  const nested = (depth: number): unknown =>
    depth === 0 ? 1 : depth % 2 === 1 ? [nested(depth - 1)] : { a: nested(depth - 1) };
  const levels = (depth: number) => Buffer.from(JSON.stringify(nested(depth)));
  assert.equal(isTooComplex(levels(32)), false);
  assert.equal(isTooComplex(levels(33)), true);
  const list = (values: number) => Buffer.from(JSON.stringify(Array(values).fill(1)));
  assert.equal(isTooComplex(list(2_000)), false);
  assert.equal(isTooComplex(list(2_001)), true);
  const object = (names: number) =>
    Buffer.from(
      JSON.stringify([{ a: 1 }, Object.fromEntries(Array.from({ length: names }, (_, n) => [n, n]))]),
    );
  assert.equal(isTooComplex(object(200)), false);
  assert.equal(isTooComplex(object(201)), true);
  const number = (digits: number) =>
    Buffer.from(`{"id":${'9'.repeat(digits)},"text":"${'9'.repeat(10_001)}"}`);
  assert.equal(isTooComplex(number(10_000)), false);
  assert.equal(isTooComplex(number(10_001)), true);
});

test('the largest batch of valid calls is not too complex', () => {
  const given = {
    ...TRIP,
    sort: 'cheapest',
    data_gb: 1,
    max_usd: 5,
    limit: 20,
    require: REQUIREMENTS,
    then: Array.from({ length: THEN_MAX }, () => ({ country: 'KR', days: 1 })),
    avoid_exits: Array(AVOID_EXITS_MAX).fill('HK'),
  };
  const batch = Array.from({ length: BATCH_MAX }, (_, id) => search(id, given));
  assert.equal(isTooComplex(Buffer.from(JSON.stringify(batch))), false);
});

test('brackets, commas and colons in strings are not counted', () => {
  const text = `\\"${'[{,:'.repeat(1_000)}`;
  assert.equal(isTooComplex(Buffer.from(JSON.stringify({ [text]: text, b: '\\' }))), false);
});

test('a body that is too complex gets a JSON-RPC error with status 400, and no tool runs', async () => {
  const { post, queries } = fakeEndpoint();
  let deep: unknown = 1;
  for (let level = 0; level < 33; level += 1) deep = [deep];
  const { status, json } = await post({ body: search(1, { deep }) });
  assert.equal(status, 400);
  assert.equal((json as { error: { code: number } }).error.code, -32_600);
  assert.deepEqual(queries.asked, []);
});

test('a refused call is a 429 with the headers of REST and the seconds in its message', async () => {
  const { call } = fakeEndpoint({
    queries: { comparison: async () => refused, countries: async () => refused },
  });
  const { status, json, headers } = await call('search_esim_plans', TRIP, 'q');
  assert.equal(status, 429);
  assert.equal(json.id, 'q');
  assert.equal(json.error.code, -32000);
  assert.match(json.error.message, /Wait 42 s/);
  const reset = Number(headers['X-RateLimit-Reset']);
  assert.deepEqual(json.error.data, {
    status: 429,
    retry_after: 42,
    limit: { name: 'comparison.minute', per: 'minute', limit: 12, reset },
  });
  assert.deepEqual(
    [headers['Retry-After'], headers['X-RateLimit-Remaining'], headers['Cache-Control']],
    ['42', '0', 'no-store'],
  );
});

test('if one call of a batch is refused, only this call has an error, and the response is 200 without Retry-After', async () => {
  let calls = 0;
  const { queries } = fakeEndpoint();
  const { post } = fakeEndpoint({
    queries: {
      ...queries,
      comparison: async (...asked) => (calls++ === 0 ? queries.comparison(...asked) : refused),
    },
  });
  const { status, json, headers } = await post({ body: [search(1), search(2), ping(3)] });
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(json[0]), ['jsonrpc', 'id', 'result']);
  assert.equal(json[1].error.data.status, 429);
  assert.deepEqual(json[2].result, {});
  assert.equal(headers['X-RateLimit-Remaining'], '0');
  assert.equal(headers['Retry-After'], undefined);
});

test('if every call of a batch is refused, the response is 429 with the longest wait', async () => {
  const waits = [5, 42, 7];
  let calls = 0;
  const { post } = fakeEndpoint({
    queries: {
      comparison: async () => {
        const retryAfterSeconds = waits[calls++ % waits.length]!;
        return { ...refused, decision: { ...refused.decision, retryAfterSeconds } };
      },
      countries: async () => refused,
    },
  });
  const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
  const { status, json, headers } = await post({ body: [search(1), search(2), search(3), note] });
  assert.deepEqual([status, json.length, headers['Retry-After']], [429, 3, '42']);
  assert.equal(headers['X-RateLimit-Remaining'], '0');
  assert.equal((await post({ body: [search(1), ping(2)] })).status, 200);
});

test('each message of a batch after the first one waits for a turn', async () => {
  const { post, queries } = fakeEndpoint();
  const callsBeforeTurns: number[] = [];
  const nextTurn = async () => {
    callsBeforeTurns.push(queries.asked.length);
  };
  await post({ body: [search(1), search(2), search(3)], nextTurn });
  assert.deepEqual(callsBeforeTurns, [1, 2]);
  await post({ body: search(4), nextTurn });
  assert.equal(callsBeforeTurns.length, 2);
});

test('a batch without an admitted call is not compressed', async () => {
  const { post } = fakeEndpoint({ queries: { comparison: async () => refused } });
  const list = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' });
  const body = [list(1), search(2), list(3)];
  const { headers } = await post({ body, headers: { 'accept-encoding': 'br' } });
  assert.equal(headers['X-RateLimit-Limit'], '12');
  assert.equal(headers['Content-Encoding'], undefined);
});

test('a failure of the limits or of the data is a 503', async () => {
  for (const cause of ['protection', 'data'] as const) {
    const failing = async () => ({ kind: 'unavailable', cause }) as const;
    const { call, post } = fakeEndpoint({ queries: { comparison: failing, countries: failing } });
    const { status, json, headers } = await call('search_esim_plans', TRIP);
    assert.deepEqual([status, json.error.code, json.error.data.status], [503, -32000, 503]);
    assert.equal(headers['Retry-After'], String(json.error.data.retry_after));
    const batch = await post({ body: [search(1)] });
    assert.deepEqual([batch.status, batch.json[0].error.data.status], [200, 503]);
  }
});

test('a counted response has quota headers, and an uncounted one has none', async () => {
  const { call, post } = fakeEndpoint();
  assert.equal(
    (await call('search_esim_plans', TRIP)).headers['X-RateLimit-Remaining'],
    String(admitted().window.remaining),
  );
  assert.equal((await call('search_esim_plans', {})).headers['X-RateLimit-Remaining'], undefined);
  assert.equal((await post({ body: ping() })).headers['X-RateLimit-Remaining'], undefined);
});

test('a large counted response is compressed as the client accepts it, and an uncounted one is not compressed', async () => {
  const { call, post, raw } = fakeEndpoint();
  const plain = await call('list_destinations', {});
  for (const [accept, encoding, decode] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip;q=1, br;q=0', 'gzip', gunzipSync],
  ] as const) {
    const params = { name: 'list_destinations', arguments: {} };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const sent = await raw({ body, headers: { 'accept-encoding': accept } });
    assert.deepEqual([sent.headers['Content-Encoding'], sent.headers['Vary']], [encoding, 'Accept-Encoding']);
    assert.ok((sent.body as Buffer).length < plain.text.length / 3);
    assert.deepEqual(JSON.parse(decode(sent.body as Buffer).toString()), plain.json);
  }
  for (const body of [ping(), { jsonrpc: '2.0', id: 1, method: 'tools/list' }]) {
    const uncounted = await post({ body, headers: { 'accept-encoding': 'br' } });
    assert.equal(uncounted.headers['Content-Encoding'], undefined);
  }
});
