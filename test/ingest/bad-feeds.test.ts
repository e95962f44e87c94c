import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { acceptNextRun } from '../../src/ingest/documents/acceptance.ts';
import { readRejects } from '../../src/ingest/documents/rejects.ts';
import { readRun } from '../../src/ingest/documents/runs.ts';
import { type Handler, json, redirect, startProvider, text } from './support/provider.ts';
import { configOf, HOUR_MS, inProcess, openBench, rows, START } from './support/shop.ts';

const GOOD = rows(40);

/** How a feed goes wrong, and what the operator reads. */
const FAULTS: Readonly<
  Record<string, { handler: Handler; code: string; message: RegExp; requests?: number; timeout?: string }>
> = {
  'an error 500': { handler: text(500, 'oops'), code: 'status', message: /returned status 500/, requests: 3 },
  'a refusal 403': { handler: text(403, 'no'), code: 'forbidden', message: /403/, requests: 1 },
  'a refusal 401': { handler: text(401, 'who?'), code: 'unauthorised', message: /401/, requests: 1 },
  'a part of the feed': {
    handler: text(206, JSON.stringify(GOOD), { 'content-range': 'bytes 0-100/9999' }),
    code: 'bad_feed',
    message: /returned only a part \(status 206\)/,
    requests: 1,
  },
  'names in another charset than UTF-8': {
    handler: text(200, Buffer.from(JSON.stringify(rows(40, () => ({ name: 'Tür' }))), 'latin1')),
    code: 'bad_feed',
    message: /not UTF-8/,
  },
  'a web page with status 200': {
    handler: text(200, '<!DOCTYPE html><html><body>Sign in</body></html>', { 'content-type': 'text/html' }),
    code: 'bad_feed',
    message: /web page/,
  },
  'an empty body': { handler: text(200, ''), code: 'bad_feed', message: /empty/ },
  'an empty list': { handler: json([]), code: 'bad_feed|short', message: /./ },
  'fewer than half of its rows': {
    handler: json(GOOD.slice(0, 19)),
    code: 'halved',
    message: /19 plans, less than half of the 40/,
  },
  'another content type': {
    handler: text(200, 'GIF89a\u0001', { 'content-type': 'image/gif' }),
    code: 'bad_feed',
    message: /not JSON/,
  },
  'JSON that breaks off at the end': {
    handler: text(200, JSON.stringify(GOOD).slice(0, -1), { 'content-type': 'application/json' }),
    code: 'bad_feed',
    message: /breaks off/,
  },
  'an object instead of a list': {
    handler: json({ message: 'maintenance' }),
    code: 'bad_feed',
    message: /./,
  },
  'prices of one cent throughout': {
    handler: json(rows(40, () => ({ prices: { USD: 0.01 } }))),
    code: 'suspicious',
    message: /40/,
  },
  'prices in another unit': {
    handler: json(rows(40, ({ prices }) => ({ prices: { USD: prices.USD * 1.5 } }))),
    code: 'median_moved',
    message: /median price is \$/,
  },
  'gigabytes as megabytes at the same prices': {
    handler: json(rows(40, () => ({ dataUnit: 'MB' }))),
    code: 'plans_changed',
    message: /^40 of 40 plans have changed, the first: Plan 0: 1 MB, 1 GB last time$/,
  },
  'days as months': {
    handler: json(rows(40, (_row, index) => ({ validity: [7, 15, 30][index % 3]! * 30 }))),
    code: 'plans_changed',
    message: /Plan 0: 210 days, 7 days last time$/,
  },
  'countries that are shifted by one row': {
    handler: json(rows(40, (_row, index) => ({ coverages: [['TR', 'JP', 'FR'][(index + 1) % 3]] }))),
    code: 'plans_changed',
    message: /Plan 0: JP, TR last time$/,
  },
  'rows that suddenly cover many countries': {
    handler: json(
      rows(40, (_row, index) => (index % 3 === 0 ? { coverages: ['TR', 'JP', 'FR', 'DE', 'IT', 'ES'] } : {})),
    ),
    code: 'plans_changed',
    message: /^14 of 40 plans have changed, the first: Plan 0: 6 countries, TR last time$/,
  },
  'a third of its plans with other amounts': {
    handler: json(rows(40, (_row, index) => (index % 3 === 0 ? { dataUnit: 'MB' } : {}))),
    code: 'plans_changed',
    message: /^14 of 40/,
  },
  "another provider's feed at the same prices": {
    handler: json(rows(40, ({ id }) => ({ id: `other-${id}` }))),
    code: 'ids_changed',
    message: /^only 0 of 40 plans of last time are still there$/,
  },
  'a redirect loop': { handler: redirect('/feed'), code: 'redirect', message: /redirects/, requests: 4 },
  'a redirect into the network': {
    handler: redirect('https://10.0.0.5/feed'),
    code: 'refused_address',
    message: /public/,
    requests: 1,
  },
  'a redirect to cloud metadata': {
    handler: redirect('http://169.254.169.254/latest/meta-data/'),
    code: 'refused_address|bad_address',
    message: /./,
    requests: 1,
  },
  'a redirect to a file': { handler: redirect('file:///etc/passwd'), code: 'bad_address', message: /https/ },
  'a body without end': {
    handler: (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = Buffer.alloc(65_536, 32);
      const pour = () => {
        while (!response.destroyed && response.write(chunk));
        response.once('drain', pour);
      };
      pour();
    },
    code: 'too_large',
    message: /larger than 1 MB/,
  },
  'a body that unpacks to more than it may': {
    handler: (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(20_000_000, 32))),
    code: 'too_large',
    message: /larger than 1 MB/,
  },
  'a damaged gzip body': {
    handler: text(200, 'not gzip at all', { 'content-encoding': 'gzip' }),
    code: 'bad_encoding',
    message: /damaged/,
  },
  'a body that drips': {
    handler: (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('[');
      const drip = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(drip));
    },
    code: 'timeout',
    message: /no complete response within 0\.3 s/,
    timeout: '300ms',
  },
  'a connection cut in the middle': {
    handler: (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('[{"id":');
      setImmediate(() => response.destroy());
    },
    code: 'unreachable',
    message: /broke off|failed/,
    requests: 3,
  },
  'a wish to be left alone': {
    handler: text(429, '', { 'retry-after': '86400' }),
    code: 'wait',
    message: /wait 86400 s/,
    requests: 1,
  },
};

function twoShops(origin: string, timeout = '30s') {
  return configOf([
    { id: 'first', options: { url: `${origin}/feed` }, timeout, maximumMegabytes: 1 },
    { id: 'second', provider: 'two', options: { url: `${origin}/other`, link: 'https://two.example/{id}' } },
  ]);
}

for (const [name, { handler, code, message, requests, timeout }] of Object.entries(FAULTS)) {
  test(`a source that gives ${name} keeps its last good plans, says why, and hurts no other`, async (t) => {
    const provider = await startProvider(t);
    const bench = await openBench();
    const config = twoShops(provider.origin);
    provider.on('/feed', json(GOOD));
    provider.on('/other', json(rows(30, ({ id }) => ({ link: `https://two.example/${id}` }))));
    assert.equal((await bench.run(config)).status, 'published');
    const before = await bench.plans();
    assert.deepEqual([before['first']?.length, before['second']?.length], [40, 30]);

    bench.now += HOUR_MS;
    provider.on('/feed', handler);
    const asked = provider.requests.length;
    const report = await bench.run(twoShops(provider.origin, timeout));
    assert.equal(report.status, 'published');
    const [first, second] = report.sources;
    assert.equal(first?.outcome, 'kept');
    assert.match(first?.problem?.code ?? '', new RegExp(`^(${code})$`));
    assert.match(first?.problem?.message ?? '', message);
    assert.equal(second?.outcome, 'ok');

    const after = await bench.plans();
    assert.deepEqual(after['first'], before['first']);
    assert.equal(await bench.oldestObservation('first'), START);
    assert.equal(await bench.oldestObservation('second'), bench.now);
    const states = await bench.states();
    assert.deepEqual(states['first'], { status: 'kept', lastSuccess: START, plans: 40 });
    assert.deepEqual(states['second'], { status: 'ok', lastSuccess: bench.now, plans: 30 });

    const record = await readRun(bench.store.documents, 'first');
    assert.deepEqual(record?.problem, first?.problem);
    assert.deepEqual([record?.lastSuccessAt, record?.lastAttemptAt, record?.failures], [START, bench.now, 1]);
    if (requests !== undefined) {
      const mine = provider.requests.slice(asked).filter(({ url }) => url === '/feed');
      assert.equal(mine.length, requests);
    }

    // And it comes back by itself.
    bench.now += HOUR_MS;
    provider.on('/feed', json(GOOD));
    const healed = await bench.run(config);
    assert.equal(healed.sources[0]?.outcome, 'ok');
    assert.equal((await readRun(bench.store.documents, 'first'))?.failures, 0);
  });
}

test('a source that was never good is left out, and the others are published', async (t) => {
  const provider = await startProvider(t);
  const bench = await openBench();
  const config = twoShops(provider.origin);
  provider.on('/feed', text(500, ''));
  provider.on('/other', json(rows(30, ({ id }) => ({ link: `https://two.example/${id}` }))));
  const report = await bench.run(config);
  assert.deepEqual(
    report.sources.map(({ outcome }) => outcome),
    ['left_out', 'ok'],
  );
  assert.deepEqual(Object.keys(await bench.plans()), ['second']);
});

test('when no source was ever good nothing is published', async (t) => {
  const provider = await startProvider(t);
  const bench = await openBench();
  const report = await bench.run(twoShops(provider.origin));
  assert.equal(report.status, 'nothing');
  assert.equal(await bench.store.snapshots.current(), null);
  assert.match((await readRun(bench.store.documents, 'first'))?.problem?.message ?? '', /404/);
});

test('plans kept for more than a week leave the catalogue, and the source is still named', async (t) => {
  const provider = await startProvider(t);
  const bench = await openBench();
  const config = twoShops(provider.origin);
  provider.on('/feed', json(GOOD));
  provider.on('/other', json(rows(30, ({ id }) => ({ link: `https://two.example/${id}` }))));
  await bench.run(config);
  provider.on('/feed', text(500, ''));
  bench.now += 7 * 24 * HOUR_MS;
  await bench.run(config);
  assert.equal((await bench.plans())['first']?.length, 40);
  bench.now += 1000;
  await bench.run(config);
  assert.equal((await bench.plans())['first'], undefined);
  assert.deepEqual((await bench.states())['first'], { status: 'kept', lastSuccess: START, plans: 0 });
});

test('the operator accepts a real change once', async (t) => {
  const provider = await startProvider(t);
  const bench = await openBench();
  const config = configOf([{ id: 'first', options: { url: `${provider.origin}/feed` } }]);
  provider.on('/feed', json(GOOD));
  await bench.run(config);
  provider.on('/feed', json(GOOD.slice(0, 10)));
  assert.equal((await bench.run(config)).sources[0]?.problem?.code, 'halved');
  await acceptNextRun(bench.store.documents, 'first', bench.now);
  // A run that reads nothing uses nothing up.
  provider.on('/feed', text(500, ''));
  assert.equal((await bench.run(config)).sources[0]?.outcome, 'kept');
  provider.on('/feed', json(GOOD.slice(0, 10)));
  assert.equal((await bench.run(config)).sources[0]?.outcome, 'ok');
  assert.equal((await bench.plans())['first']?.length, 10);
  provider.on('/feed', json(GOOD.slice(0, 4)));
  assert.equal((await bench.run(config)).sources[0]?.problem?.code, 'halved');
});

test('a currency column that changes from USD to EUR is held, although the prices hardly move', async () => {
  const bench = await openBench();
  let currency = 'USD';
  const config = {
    ...inProcess({ first: () => rows(40, ({ prices }) => ({ prices: { [currency]: prices.USD } })) }),
    rates: {
      kind: 'text',
      text: JSON.stringify({ date: '2026-11-09', base: 'EUR', rates: { USD: '1.16' } }),
    } as const,
  };
  await bench.run(config);
  currency = 'EUR';
  bench.now += HOUR_MS;
  const [run] = (await bench.run(config)).sources;
  assert.deepEqual(run?.problem, {
    code: 'plans_changed',
    message: '40 of 40 plans have changed, the first: Plan 0: price in EUR, USD last time',
  });
  assert.equal(run?.outcome, 'kept');
});

test('many rows with the id of another row and other terms are a warning that names the id', async () => {
  const bench = await openBench();
  const config = inProcess({ first: () => rows(30, (_row, index) => ({ id: `plan-${index % 6}` })) });
  const report = await bench.run(config);
  assert.match(
    report.warnings.join(),
    /^24 of 30 rows of first have the id of another row and other terms, so they are left out: check the column of the id$/,
  );
  const perCountry = (code: string) => rows(6, () => ({ coverages: [code] }));
  const wide = await bench.run(inProcess({ wide: () => ['TR', 'JP', 'FR'].flatMap(perCountry) }));
  assert.deepEqual(wide.warnings, [], 'a row for each country is one plan');
});

test('single bad rows cost themselves only, and are kept with reason and place', async (t) => {
  const provider = await startProvider(t);
  const bench = await openBench();
  const config = configOf([{ id: 'first', options: { url: `${provider.origin}/feed` } }]);
  const bad = [
    { ...GOOD[0], id: 'dear', planName: 'Dear', prices: { USD: 1900 } },
    { ...GOOD[1], id: 'away', link: 'https://elsewhere.example/' },
    { ...GOOD[2], id: 'nowhere', coverages: ['nn'] },
    { ...GOOD[3], id: 'twin' },
    'not a row',
  ];
  provider.on('/feed', json([...GOOD, ...bad]));
  const report = await bench.run(config, { explain: true });
  assert.deepEqual(report.sources[0]?.counts.byReason, {
    price_outlier: 1,
    bad_link: 1,
    unknown_place: 1,
    duplicate: 1,
    malformed_row: 1,
  });
  const ids = (await bench.plans())['first']?.map(({ id }) => id).toSorted();
  assert.deepEqual(ids, GOOD.map(({ id }) => id).toSorted());
  const rejects = await readRejects(bench.store.documents, 'first');
  assert.equal(rejects?.total, 5);
  assert.deepEqual(
    rejects?.rows.find(({ reason }) => reason === 'price_outlier'),
    {
      page: 1,
      row: 41,
      externalId: 'dear',
      reason: 'price_outlier',
      detail: '$1900.00: plans usually cost about $9.00 here',
    },
  );
  assert.equal(bench.events.filter(({ type }) => type === 'reject').length, 5);
});

test('a feed that asks for a short wait gets it, and is read', async (t) => {
  const provider = await startProvider(t);
  const bench = await openBench();
  const config = configOf([{ id: 'first', options: { url: `${provider.origin}/feed` } }]);
  let asked = 0;
  provider.on('/feed', (request, response, body) =>
    ++asked === 1
      ? text(429, '', { 'retry-after': '7' })(request, response, body)
      : json(GOOD)(request, response, body),
  );
  const waits: number[] = [];
  const sleep = async (ms: number) => void waits.push(ms);
  const report = await bench.run(config, { network: { allowLoopback: true, sleep } });
  assert.equal(report.sources[0]?.outcome, 'ok');
  assert.ok(waits.includes(7000), String(waits));
});

test('a listener that is gone ends as unreachable, within the limits', async (t) => {
  const provider = await startProvider(t);
  const bench = await openBench();
  const { createServer } = await import('node:net');
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as { port: number };
  closed.close();
  await once(closed, 'close');
  const config = configOf([{ id: 'first', options: { url: `http://127.0.0.1:${port}/feed` } }]);
  const report = await bench.run(config);
  assert.deepEqual(report.sources[0]?.problem, {
    code: 'unreachable',
    message: 'the connection failed (ECONNREFUSED)',
  });
  assert.equal(provider.requests.length, 0);
});

test('what shops change from day to day is published: some amounts, some lengths, some new plans', async () => {
  const bench = await openBench();
  let feed: unknown = GOOD;
  const config = inProcess({ shop: () => feed });
  const outcome = async () => (await bench.run(config)).sources[0]?.outcome;
  await bench.run(config);
  bench.now += HOUR_MS;
  feed = rows(40, (_row, index) => (index % 3 === 0 && index > 0 ? { dataUnit: 'MB' } : {}));
  assert.equal(await outcome(), 'ok', '13 of 40 plans have another amount');
  feed = GOOD;
  assert.equal(await outcome(), 'ok');
  feed = rows(40, ({ id }, index) => (index < 26 ? { id: `new-${id}` } : {}));
  assert.equal(await outcome(), 'ok', '14 of 40 ids are left');
});

test('a source of fewer than ten plans may change all of them, but not all ids', async () => {
  const bench = await openBench();
  let feed: unknown = rows(9);
  const config = inProcess({ shop: () => feed });
  await bench.run(config);
  feed = rows(9, () => ({ dataUnit: 'MB' }));
  assert.equal((await bench.run(config)).sources[0]?.problem, null);
  feed = rows(9, ({ id }) => ({ id: `other-${id}`, dataUnit: 'MB' }));
  assert.equal((await bench.run(config)).sources[0]?.problem?.code, 'ids_changed');
});

test('a source that was never published is not published with more than half of its rows rejected', async () => {
  const bench = await openBench();
  const broken = (count: number) => () =>
    rows(40, (_row, index) => (index < count ? { coverages: ['XX'] } : {}));
  const config = inProcess({ shop: broken(21) });
  const { sources } = await bench.run(config);
  assert.deepEqual([sources[0]?.outcome, sources[0]?.problem?.code], ['left_out', 'mostly_rejected']);
  assert.match(sources[0]?.problem?.message ?? '', /^of 40 rows 21 are rejected.*unknown_place/);
  assert.equal(await bench.store.snapshots.current(), null);
  await acceptNextRun(bench.store.documents, 'shop', bench.now);
  assert.equal((await bench.run(config)).sources[0]?.outcome, 'ok', 'the operator accepts it');
  const half = await openBench();
  assert.equal((await half.run(inProcess({ shop: broken(20) }))).sources[0]?.outcome, 'ok');
});

test('top-ups, devices, subscriptions and duplicates do not count as rejected before the first publication', async () => {
  const bench = await openBench();
  const others = [{ planName: 'Recharge 5 GB' }, { planName: 'Physical SIM card' }, { subscription: true }];
  const feed = [
    ...rows(10),
    ...rows(30, ({ id }, index) => ({ id: `x-${id}`, ...others[index % 3] })),
    ...rows(10),
  ];
  const { sources } = await bench.run(inProcess({ shop: () => feed }));
  assert.deepEqual(
    [sources[0]?.outcome, sources[0]?.counts.rejected, sources[0]?.plansServed],
    ['ok', 40, 10],
  );
});
