import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptNextRun } from '../../src/ingest/documents/acceptance.ts';
import { configOf, HOUR_MS, openBench, rows } from './support/shop.ts';

const HEADER = 'shop,id,where,data,days,price\n';
const table = (shops: readonly string[], price = 5) =>
  HEADER +
  shops
    .flatMap((shop, at) =>
      [3, 7, 15].map((days) => `${shop},p${days},JP,${days} GB,${days} Days,$${price + days + at}`),
    )
    .join('\n');

/** One table of many shops; `text` is asked anew for each run. */
function manyConfig(text: () => string, more: object = {}) {
  const source = {
    id: 'table',
    adapter: 'generic',
    provider: undefined,
    providers: { create: { hosts: ['shops.example'] } },
    options: {
      url: 'https://unused.example/',
      format: 'csv',
      basis: 'retail',
      id: ['id'],
      columns: { provider: 'shop', places: 'where', data: 'data', days: 'days', price: 'price' },
      constants: { currency: 'USD' },
      link: 'https://shops.example/{shop}/{id}',
    },
    ...more,
  };
  const config = configOf([
    source as never,
    { id: 'own', provider: 'one', options: { url: 'https://unused.example/' } },
  ]);
  const pages = async function* (id: string) {
    const body = id === 'table' ? text() : JSON.stringify(rows(8));
    yield { number: 1, body: Buffer.from(body) };
  };
  return { ...config, sources: config.sources.map((one) => ({ ...one, pages: () => pages(one.id) })) };
}

test('one table fills many providers, made from its rows and from files, each with its own plans', async () => {
  const bench = await openBench();
  await bench.run(manyConfig(() => table(['Anka', 'One', 'Simurg'])));
  const { table: plans = [] } = await bench.plans();
  assert.deepEqual([...new Set(plans.map(({ provider }) => provider))].sort(), ['anka', 'simurg']);
  const { byReason } = (
    await bench.store.documents
      .get('runs', 'table')
      .then((bytes) => JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array())))
  ).counts;
  // The file of "One" lists one.example alone, and the table's links lead elsewhere.
  assert.deepEqual(byReason, { bad_link: 3 });
});

test('the plans of a source name the marketplace that sells them', async () => {
  const bench = await openBench();
  await bench.run(manyConfig(() => table(['Anka']), { shop: 'Market.example' }));
  const { table: plans = [], own = [] } = await bench.plans();
  assert.deepEqual([...new Set(plans.map(({ shop }) => shop))], ['Market.example']);
  assert.deepEqual([...new Set(own.map(({ shop }) => shop))], [undefined]);
});

test('networks whose country is not known are counted in a warning', async () => {
  const bench = await openBench();
  const columns = {
    provider: 'shop',
    places: 'where',
    networks: 'net',
    data: 'data',
    days: 'days',
    price: 'price',
  };
  const text = [
    'shop,id,where,net,data,days,price',
    'Anka,p1,JP|KR,Docomo|Orange,1 GB,7,$5',
    'Anka,p2,JP|KR,Sora Mobile,2 GB,7,$6',
    'Anka,p3,JP,Sora Mobile,3 GB,7,$7',
  ].join('\n');
  const { options } = manyConfig(() => text).sources[0]!;
  const { warnings } = await bench.run(manyConfig(() => text, { options: { ...options, columns } }));
  assert.match(warnings.join(), /^2 networks in plans of table for several countries are left out/);
  const { warnings: ofOne } = await bench.run(
    manyConfig(() => text.replace('|Orange', ''), { options: { ...options, columns } }),
  );
  assert.match(ofOne.join(), /^1 network in plans of table for several countries is left out/);
  const { table: plans = [] } = await bench.plans();
  assert.deepEqual(
    plans.map(({ coverage }) =>
      Object.values(coverage.networks)
        .flat()
        .map(({ name }) => name),
    ),
    [['Docomo'], [], ['Sora Mobile']],
  );
});

test('providers made from rows stay while their source fails, and go with their last plan', async () => {
  const bench = await openBench();
  let text = table(['Anka', 'Simurg']);
  await bench.run(manyConfig(() => text));
  bench.now += HOUR_MS;
  text = 'broken';
  const report = await bench.run(manyConfig(() => text));
  assert.equal(report.status, 'published');
  assert.equal((await bench.plans())['table']?.length, 6);
  bench.now += HOUR_MS;
  text = table(['Simurg', 'Anka-2', 'Zümrüt']);
  await bench.run(manyConfig(() => text));
  const names = async () =>
    [...new Set((await bench.plans())['table']?.map(({ provider }) => provider))].sort().join(' ');
  assert.equal(await names(), 'anka anka2 simurg zumrut');
  await acceptNextRun(bench.store.documents, 'table', bench.now);
  await bench.run(manyConfig(() => text));
  assert.equal(await names(), 'anka2 simurg zumrut');
});

/** Eight plans of each shop, at prices that the test decides. */
const market = (shops: Readonly<Record<string, (price: number) => number>>, count = 8) =>
  HEADER +
  Object.entries(shops)
    .flatMap(([shop, priceOf]) =>
      Array.from({ length: count }, (_, at) => {
        const price = priceOf(5 + at).toFixed(2);
        return `${shop},p${at},JP,${at + 1} GB,${7 + at} Days,$${price}`;
      }),
    )
    .join('\n');

test('a bad day of one provider holds that one alone, and says so', async () => {
  const bench = await openBench();
  const usual = (price: number) => price;
  const pricesOf = async (provider: string) =>
    (await bench.plans())['table']
      ?.filter((plan) => plan.provider === provider)
      .map(({ price }) => price.usdCents)
      .sort((a, b) => a - b)
      .join(' ');
  await bench.run(manyConfig(() => market({ Anka: usual, Simurg: usual, Hüma: usual })));
  const good = await pricesOf('anka');
  for (const [bad, said] of [
    [
      market({ Anka: (price) => price / 2, Simurg: (price) => price * 1.1, Hüma: usual }),
      /^anka: the median price/,
    ],
    [market({ Simurg: (price) => price * 1.1, Hüma: usual }), /^anka: no plan, 8 last time$/],
  ] as const) {
    bench.now += HOUR_MS;
    const report = await bench.run(manyConfig(() => bad));
    const own = report.sources.find(({ source }) => source === 'table');
    assert.match(own?.problem?.message ?? '', said);
    assert.equal(own?.outcome, 'ok');
    assert.equal(await pricesOf('anka'), good);
    assert.equal((await pricesOf('simurg'))?.split(' ')[0], '550');
    const { status, lastSuccess } = (await bench.states())['table'] ?? assert.fail();
    assert.deepEqual([status, lastSuccess], ['kept', bench.now]);
  }
  bench.now += HOUR_MS;
  await bench.run(manyConfig(() => market({ Anka: usual, Simurg: usual, Hüma: usual })));
  assert.equal((await bench.states())['table']?.status, 'ok');
});

test('a bad day of every provider holds the whole source', async () => {
  const bench = await openBench();
  await bench.run(manyConfig(() => market({ Anka: (price) => price, Simurg: (price) => price })));
  bench.now += HOUR_MS;
  const report = await bench.run(
    manyConfig(() => market({ Anka: (price) => price * 2, Simurg: (price) => price / 2 })),
  );
  const own = report.sources.find(({ source }) => source === 'table');
  assert.deepEqual([own?.outcome, own?.problem?.code, own?.plansServed], ['kept', 'median_moved', 16]);
});

test('a column of prices that never changes is one provider’s fault, whoever stands beside it', async () => {
  const bench = await openBench();
  const report = await bench.run(
    manyConfig(() => market({ Anka: () => 9.99, Simurg: (price) => price, Hüma: (price) => price }, 24)),
  );
  assert.match(report.sources[0]?.problem?.message ?? '', /^anka: 24 of 24 plans cost exactly \$9\.99$/);
  const names = new Set((await bench.plans())['table']?.map(({ provider }) => provider));
  assert.deepEqual([...names].sort(), ['huma', 'simurg']);
});

test('a hostile name of a provider becomes a plain id and a plain name, and its links stay on the listed hosts', async () => {
  const bench = await openBench();
  const names = [
    '<script>alert(1)</script>',
    '![x](https://evil.example/b.png)',
    '../../etc/passwd',
    'https://evil.example/?q=',
    'Good\u202E\u{E0041}\u{FE0F}Shop',
    '__proto__',
    '..',
  ];
  const quoted = names.map((name) => `"${name.replaceAll('"', '""')}"`);
  const rows = quoted.flatMap((name) => [`${name},p1,JP,3 GB,7 Days,$9`, `${name},p2,JP,5 GB,7 Days,$11`]);
  await bench.run(manyConfig(() => HEADER + rows.join('\n')));
  const plans = (await bench.plans())['table'] ?? [];
  assert.ok(plans.length > 0);
  for (const { provider, link, id } of plans) {
    assert.match(provider, /^[a-z0-9][a-z0-9-]*$/);
    assert.match(id, /^[a-z0-9][a-z0-9._-]*$/);
    assert.equal(new URL(link).hostname, 'shops.example');
  }
  const { providers } = await bench.catalogue();
  for (const { name, homepage } of providers) {
    assert.doesNotMatch(name, /[<>`\u202E\u{E0041}]|\]\(|:\/\/|evil\.example/u);
    assert.ok(['shops.example', 'one.example'].includes(new URL(homepage).hostname), homepage);
  }
});

test('a paused source is not read and keeps its plans; one that was never read is named', async () => {
  const bench = await openBench();
  await bench.run(manyConfig(() => table(['Anka'])));
  bench.now += HOUR_MS;
  const paused = manyConfig(() => assert.fail('a paused source was read'), { paused: true });
  const report = await bench.run(paused);
  assert.deepEqual(Object.keys(report.nextRuns), ['own']);
  assert.deepEqual((await bench.states())['table'], {
    status: 'paused',
    lastSuccess: bench.now - HOUR_MS,
    plans: 3,
  });
  const empty = await openBench();
  await empty.run(manyConfig(() => 'broken'));
  assert.deepEqual((await empty.states())['table'], { status: 'never_read', lastSuccess: null, plans: 0 });
});

test('a pause shows at once, also where no source is left to read', async () => {
  const bench = await openBench();
  const both = { paused: true };
  await bench.run(manyConfig(() => table(['Anka'])));
  bench.now += HOUR_MS;
  const config = manyConfig(() => assert.fail('a paused source was read'), both);
  const paused = { ...config, sources: config.sources.map((source) => ({ ...source, paused: true })) };
  const report = await bench.run(paused, { dueOnly: true });
  assert.deepEqual([report.status, report.sources], ['published', []]);
  assert.deepEqual(
    Object.values(await bench.states()).map(({ status }) => status),
    ['paused', 'paused'],
  );
  assert.equal((await bench.run(paused, { dueOnly: true })).status, 'nothing');
});

test('a provider whose plans keep their ids and terms under another name is held, with a proposal to join them', async () => {
  const bench = await openBench();
  const four = (first: string) =>
    [3, 7, 15].map((days) => `${first},p${days},JP,${days} GB,${days} Days,$${5 + days}`);
  const textOf = (...shops: string[]) =>
    HEADER + shops.flatMap(four).join('\n').replaceAll('Simurg,p', 'Simurg,s');
  let text = textOf('Anka', 'Simurg');
  const config = manyConfig(() => text);
  await bench.run(config);
  bench.now += HOUR_MS;
  text = textOf('Anka Mobile', 'Simurg');
  const { sources } = await bench.run(config);
  const { problem } = sources.find(({ source }) => source === 'table') ?? assert.fail();
  assert.match(
    problem?.message ?? '',
    /ankamobile: 3 of the 3 plans of "anka" are now listed as "ankamobile", with the same ids and terms: to join them, give "anka" a file in "providers" and map its new name to it/,
  );
  const providers = async () =>
    [...new Set((await bench.plans())['table']?.map(({ provider }) => provider))].sort();
  assert.deepEqual(await providers(), ['anka', 'simurg']);
  await acceptNextRun(bench.store.documents, 'table', bench.now);
  await bench.run(config);
  assert.deepEqual(await providers(), ['ankamobile', 'simurg']);
});

test('a provider that takes over the plans of two others is held, and all keep their last good plans', async () => {
  const bench = await openBench();
  const three = (shop: string, prefix: string, country: string) =>
    [3, 7, 15].map((days) => `${shop},${prefix}${days},${country},${days} GB,${days} Days,$${5 + days}`);
  const textOf = (anka: string, simurg: string) =>
    HEADER + [...three(anka, 'p', 'JP'), ...three(simurg, 's', 'KR'), ...three('Dodo', 'd', 'TW')].join('\n');
  let text = textOf('Anka', 'Simurg');
  const config = manyConfig(() => text);
  await bench.run(config);
  const before = (await bench.plans())['table']?.map(({ id, provider }) => `${provider}/${id}`).sort();
  bench.now += HOUR_MS;
  text = textOf('Dodo', 'Dodo');
  const { sources } = await bench.run(config);
  const { problem } = sources.find(({ source }) => source === 'table') ?? assert.fail();
  assert.match(problem?.message ?? '', /dodo: 3 of the 3 plans of "anka"/);
  const after = (await bench.plans())['table']?.map(({ id, provider }) => `${provider}/${id}`).sort();
  assert.deepEqual(after, before);
});
