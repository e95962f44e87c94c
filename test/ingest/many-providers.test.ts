import assert from 'node:assert/strict';
import { test } from 'node:test';
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
    yield { number: 1, contentType: null, body: Buffer.from(body) };
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
  const names = new Set((await bench.plans())['table']?.map(({ provider }) => provider));
  assert.deepEqual([...names].sort(), ['anka-2', 'simurg', 'zumrut']);
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
