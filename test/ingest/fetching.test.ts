import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { checkFeeds } from '../../src/ingest/onboarding/check-feeds.ts';
import { createFeedClient, type FeedClientOptions } from '../../src/ingest/read/client.ts';
import { faultOf } from './support/faults.ts';
import { json, redirect, startProvider, text } from './support/provider.ts';
import { configOf } from './support/shop.ts';

const OPTIONS: FeedClientOptions = {
  clock: () => 0,
  random: () => 0.5,
  sleep: async () => {},
  paceMs: 0,
  timeoutMs: 60_000,
  maxBytes: 1_000_000,
  allowLoopback: true,
};

test('a name is looked up once, and the connection goes to the address that was checked', async (t) => {
  const provider = await startProvider(t);
  provider.on('/', json({ ok: true }));
  const { port } = new URL(provider.origin);
  const asked: string[] = [];
  // A resolver that changes its mind: the second answer would be an address inside the network.
  const lookup = async (host: string) => {
    asked.push(host);
    return [{ address: asked.length === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
  };
  const client = createFeedClient({ ...OPTIONS, lookup });
  t.after(client.close);
  const answer = await client.request({ url: `http://feed.example:${port}/` });
  assert.equal(answer.status, 200);
  assert.deepEqual(asked, ['feed.example']);
  assert.equal(provider.requests[0]?.headers.host, `feed.example:${port}`);
  assert.equal(await faultOf(client.request({ url: `http://feed.example:${port}/` })), 'refused_address');
});

test('each redirect is looked up and checked anew', async (t) => {
  const provider = await startProvider(t);
  const { port } = new URL(provider.origin);
  provider.on('/a', redirect(`http://second.example:${port}/b`));
  provider.on('/b', json(1));
  const lookup = (address: string) => async (host: string) => [
    { address: host === 'second.example' ? address : '127.0.0.1', family: 4 },
  ];
  const url = `http://first.example:${port}/a`;
  const inside = createFeedClient({ ...OPTIONS, lookup: lookup('192.168.0.9') });
  const fine = createFeedClient({ ...OPTIONS, lookup: lookup('127.0.0.1') });
  t.after(() => [inside, fine].map((client) => client.close()));
  assert.equal(await faultOf(inside.request({ url })), 'refused_address');
  assert.equal((await fine.request({ url })).status, 200);
});

test('another origin never sees a credential', async (t) => {
  const [one, two] = [await startProvider(t), await startProvider(t)];
  one.on('/same', redirect('/here', 307));
  one.on('/here', json(1));
  one.on('/other', redirect(`${two.origin}/there`));
  two.on('/there', json(1));
  const client = createFeedClient(OPTIONS);
  t.after(client.close);
  const headers = {
    Authorization: 'Bearer x',
    'X-API-Key': 'y',
    'RT-AccessCode': 'z',
    Accept: 'application/json',
  };
  await client.request({ url: `${one.origin}/same`, headers });
  assert.equal(one.requests.at(-1)?.headers['x-api-key'], 'y');
  await client.request({ url: `${one.origin}/other`, headers });
  const seen = two.requests[0]?.headers ?? {};
  assert.deepEqual(
    [seen.authorization, seen['x-api-key'], seen['rt-accesscode']],
    [undefined, undefined, undefined],
  );
  assert.equal(seen.accept, 'application/json');
});

test('a POST with its body goes nowhere else', async (t) => {
  const [one, two] = [await startProvider(t), await startProvider(t)];
  const client = createFeedClient(OPTIONS);
  t.after(client.close);
  const post = (url: string) =>
    faultOf(client.request({ url, method: 'POST', body: 'secret=1', idempotent: true }));
  one.on('/302', redirect(`${two.origin}/x`));
  one.on('/307', redirect(`${two.origin}/x`, 307));
  one.on('/same302', redirect('/x'));
  one.on('/same308', redirect('/x', 308));
  one.on('/x', json(1));
  assert.deepEqual(
    [await post(`${one.origin}/302`), await post(`${one.origin}/307`), await post(`${one.origin}/same302`)],
    ['redirect', 'redirect', 'redirect'],
  );
  assert.equal(await post(`${one.origin}/same308`), 'fine');
  assert.equal(one.requests.at(-1)?.body, 'secret=1');
  assert.equal(two.requests.length, 0);
});

test('three redirects are followed, four are not', async (t) => {
  const provider = await startProvider(t);
  for (const step of [1, 2, 3, 4]) provider.on(`/${step}`, redirect(`/${step - 1}`));
  provider.on('/0', json(1));
  const client = createFeedClient(OPTIONS);
  t.after(client.close);
  assert.equal(await faultOf(client.request({ url: `${provider.origin}/3` })), 'fine');
  assert.equal(await faultOf(client.request({ url: `${provider.origin}/4` })), 'redirect');
});

test('esim check --feeds does not repeat a request that failed', async (t) => {
  const provider = await startProvider(t);
  provider.on('/feed', text(503, 'busy'));
  const config = configOf([{ id: 'one', options: { url: `${provider.origin}/feed` } }]);
  const { problems } = await checkFeeds(config, { ...OPTIONS, env: {}, network: OPTIONS });
  assert.match(problems[0]?.message ?? '', /returned status 503/);
  assert.equal(provider.requests.length, 1);
});

test('a POST is repeated only where the adapter says that it may be; a refused pace never counts as done', async (t) => {
  const provider = await startProvider(t);
  provider.on('/500', text(500, ''));
  provider.on('/429', text(429, ''));
  const client = createFeedClient(OPTIONS);
  t.after(client.close);
  const count = async (path: string, more: object) => {
    provider.requests.length = 0;
    assert.equal(await faultOf(client.request({ url: `${provider.origin}${path}`, ...more })), 'status');
    return provider.requests.length;
  };
  assert.equal(await count('/500', { method: 'POST', body: '' }), 1);
  assert.equal(await count('/500', { method: 'POST', body: '', idempotent: true }), 3);
  assert.equal(await count('/429', { method: 'POST', body: '' }), 3);
  assert.equal(await count('/500', {}), 3);
});

test('answers that will not pass are the adapter’s to judge', async (t) => {
  const provider = await startProvider(t);
  provider.on('/401', text(401, 'who?'));
  const client = createFeedClient(OPTIONS);
  t.after(client.close);
  assert.equal((await client.request({ url: `${provider.origin}/401` })).status, 401);
  assert.equal(provider.requests.length, 1);
});

test('packed answers are unpacked', async (t) => {
  const provider = await startProvider(t);
  const packed = (encoding: string, body: Buffer) =>
    provider.on(`/${encoding}`, (_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    );
  packed('gzip', gzipSync('hello'));
  packed('br', brotliCompressSync('hello'));
  packed('zstd', Buffer.from('hello'));
  const client = createFeedClient(OPTIONS);
  t.after(client.close);
  for (const encoding of ['gzip', 'br'])
    assert.equal(
      Buffer.from((await client.request({ url: `${provider.origin}/${encoding}` })).body).toString(),
      'hello',
    );
  assert.equal(await faultOf(client.request({ url: `${provider.origin}/zstd` })), 'bad_encoding');
});

test('requests keep their distance, and a run has an end', async (t) => {
  const provider = await startProvider(t);
  provider.on('/', json(1));
  let now = 0;
  const waits: number[] = [];
  const sleep = async (ms: number) => {
    waits.push(ms);
    now += ms;
  };
  const client = createFeedClient({ ...OPTIONS, clock: () => now, sleep, paceMs: 500, deadlineMs: 1200 });
  t.after(client.close);
  for (let i = 0; i < 3; i++) await client.request({ url: `${provider.origin}/` });
  assert.deepEqual(waits, [500, 500]);
  assert.equal(await faultOf(client.request({ url: `${provider.origin}/` })), 'timeout');
  assert.equal(provider.requests.length, 3);
});

test('without the tests’ own permission nothing on this machine is reached', async (t) => {
  const provider = await startProvider(t);
  const client = createFeedClient({ ...OPTIONS, allowLoopback: false });
  t.after(client.close);
  assert.equal(await faultOf(client.request({ url: provider.origin })), 'bad_address');
  const https = provider.origin.replace('http:', 'https:');
  assert.equal(await faultOf(client.request({ url: https })), 'refused_address');
  assert.equal(provider.requests.length, 0);
});

test('a resolver that never answers is not waited for', async (t) => {
  const client = createFeedClient({ ...OPTIONS, connectMs: 20, lookup: () => new Promise(() => {}) });
  t.after(client.close);
  assert.equal(await faultOf(client.request({ url: 'https://feed.example/?key=k' })), 'timeout');
});
