/** Prices that are too good to be true, from feeds to the catalogue. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IngestConfig } from '../../src/ingest/config/load.ts';
import { acceptNextRun } from '../../src/ingest/documents/acceptance.ts';
import { acceptPlans, readQuarantine } from '../../src/ingest/documents/quarantine.ts';
import { readRejects } from '../../src/ingest/documents/rejects.ts';
import { type Bench, configOf, HOUR_MS, inProcess, openBench, rows } from './support/shop.ts';

const DAY_MS = 24 * HOUR_MS;
const MARKET = ['m1', 'm2', 'm3', 'm4'];

/** Four shops with the same kinds of plans, and one whose prices a test decides. */
function market(priceOf: (usual: number, index: number) => number, count = 60): IngestConfig {
  const shop = (id: string, factor: number) => () =>
    rows(count, ({ prices, id: plan }) => ({
      link: `https://${id}.example/${plan}`,
      prices: { USD: Number((prices.USD * factor).toFixed(2)) },
    }));
  const feeds = Object.fromEntries(MARKET.map((id, index) => [id, shop(id, 1 + index / 10)]));
  const first = () =>
    rows(count, ({ prices }, index) => ({ prices: { USD: Number(priceOf(prices.USD, index).toFixed(2)) } }));
  return inProcess({ ...feeds, first }, Object.fromEntries(MARKET.map((id) => [id, id])));
}

const same = (usual: number) => usual;
const pricesOf = async (bench: Bench) =>
  new Map(((await bench.plans())['first'] ?? []).map(({ id, price }) => [id, price.usdCents]));
const heldBy = async (bench: Bench) => (await readQuarantine(bench.store.documents, 'first'))?.plans ?? [];

test('a fifth of the rows at a tenth of yesterday: none is published, and their last good prices stay', async () => {
  const bench = await openBench();
  await bench.run(market(same));
  const before = await pricesOf(bench);
  bench.now += HOUR_MS;
  const report = await bench.run(market((usual, index) => (index % 5 === 0 ? usual / 10 : usual)));
  assert.deepEqual(await pricesOf(bench), before);
  assert.equal((await heldBy(bench)).length, 12);
  assert.ok((await heldBy(bench)).every(({ reason }) => reason === 'fell'));
  const { counts, outcome } = report.sources.find(({ source }) => source === 'first') ?? assert.fail();
  assert.deepEqual([outcome, counts.quarantined, counts.plans, counts.rejected], ['ok', 12, 48, 0]);
});

test('five rows at a twentieth are held back, before any rule that would refuse such a price', async () => {
  for (const share of [1 / 20, 1 / 1000, 0]) {
    const bench = await openBench();
    await bench.run(market(same));
    const before = await pricesOf(bench);
    bench.now += HOUR_MS;
    await bench.run(market((usual, index) => (index < 5 ? usual * share : usual)));
    assert.deepEqual(await pricesOf(bench), before, String(share));
    assert.equal((await heldBy(bench)).length, 5);
    assert.equal((await readRejects(bench.store.documents, 'first'))?.total, 0);
  }
});

test('a whole first day at a hundredth of the market is held back, beside others that begin on that day', async () => {
  const bench = await openBench();
  const report = await bench.run(market((usual) => usual / 100));
  assert.ok((await heldBy(bench)).every(({ reason }) => reason === 'implausible'));
  assert.deepEqual(Object.keys(await bench.plans()).sort(), MARKET);
  const held = await heldBy(bench);
  assert.equal(held.length, 60);
  assert.match(held[0]?.detail ?? '', /^\$0\.03: no plan costs less than \$0\.30$/);
  const run = report.sources.find(({ source }) => source === 'first');
  assert.deepEqual([run?.outcome, run?.problem?.code], ['left_out', 'quarantined']);
});

test('what was seen twice a day apart is published; another price begins anew', async () => {
  const bench = await openBench();
  await bench.run(market(same));
  const sale = market((usual, index) => (index === 3 ? usual / 5 : usual));
  bench.now += HOUR_MS;
  await bench.run(sale);
  bench.now += DAY_MS - 1;
  await bench.run(sale);
  assert.equal((await pricesOf(bench)).get('plan-3'), 750);
  // It was last seen at its good price a day ago, and says so.
  assert.equal(await bench.oldestObservation('first'), bench.now - DAY_MS - HOUR_MS + 1);
  bench.now += 1;
  await bench.run(market((usual, index) => (index === 3 ? usual / 6 : usual)));
  assert.equal((await pricesOf(bench)).get('plan-3'), 750);
  bench.now += DAY_MS;
  await bench.run(market((usual, index) => (index === 3 ? usual / 6 : usual)));
  assert.equal((await pricesOf(bench)).get('plan-3'), 125);
  assert.deepEqual(await heldBy(bench), []);
});

test('the operator accepts single prices', async () => {
  const bench = await openBench();
  await bench.run(market(same));
  const sale = market((usual, index) => (index < 3 ? usual / 5 : usual));
  bench.now += HOUR_MS;
  await bench.run(sale);
  const { documents } = bench.store;
  assert.deepEqual(await acceptPlans(documents, 'first', ['plan-1', 'plan-50']), ['plan-1']);
  assert.deepEqual(await acceptPlans(documents, 'first', ['plan-1']), ['plan-1']);
  await bench.run(sale);
  const prices = await pricesOf(bench);
  assert.deepEqual([prices.get('plan-0'), prices.get('plan-1'), prices.get('plan-2')], [300, 90, 600]);
  assert.deepEqual(await acceptPlans(documents, 'first', ['plan-0', 'plan-2']), ['plan-0', 'plan-2']);
  await bench.run(sale);
  assert.equal((await pricesOf(bench)).get('plan-0'), 60);
  assert.deepEqual(await heldBy(bench), []);
});

test('accepting a held source accepts its changes, and never a quarantined price', async () => {
  const bench = await openBench();
  await bench.run(market(same, 60));
  const before = await pricesOf(bench);
  bench.now += HOUR_MS;
  // Two thirds of the plans are gone, and three prices are a fiftieth.
  const change = market((usual, index) => (index < 3 ? usual / 50 : usual), 20);
  const held = await bench.run(change);
  assert.equal(held.sources.find(({ source }) => source === 'first')?.problem?.code, 'halved');
  await acceptNextRun(bench.store.documents, 'first', bench.now);
  await bench.run(change);
  const after = await pricesOf(bench);
  assert.equal(after.size, 20);
  for (const plan of ['plan-0', 'plan-1', 'plan-2']) assert.equal(after.get(plan), before.get(plan), plan);
  assert.equal((await heldBy(bench)).length, 3);
});

test('an accepted price that is far from the other prices of its shop stays published', async () => {
  const bench = await openBench();
  await bench.run(market(same));
  const sale = market((usual, index) => (index === 5 ? usual / 30 : usual));
  bench.now += HOUR_MS;
  await bench.run(sale);
  assert.deepEqual(await acceptPlans(bench.store.documents, 'first', ['plan-5']), ['plan-5']);
  for (let run = 0; run < 3; run += 1) {
    bench.now += HOUR_MS;
    await bench.run(sale);
    assert.equal((await pricesOf(bench)).get('plan-5'), 35, `run ${run}`);
  }
});

test('a sale of 30% on everything passes, and one of 45% is held as a whole', async () => {
  const bench = await openBench();
  await bench.run(market(same));
  bench.now += HOUR_MS;
  const passes = await bench.run(market((usual) => usual * 0.7));
  assert.equal(passes.sources.find(({ source }) => source === 'first')?.outcome, 'ok');
  assert.equal((await pricesOf(bench)).get('plan-0'), 210);
  const held = await bench.run(market((usual) => usual * 0.7 * 0.55));
  assert.equal(held.sources.find(({ source }) => source === 'first')?.problem?.code, 'median_moved');
  assert.equal((await pricesOf(bench)).get('plan-0'), 210);
});

test('a coupon makes no price far below the market unless the operator confirms it', async () => {
  const half = {
    id: 'half',
    provider: 'one',
    code: 'HALF',
    discount: { percent: '50' },
    audience: 'everyone',
    use: 'every_order',
    verifiedAt: '2026-11-10',
  } as const;
  const excludedWith = async (more: object) => {
    const bench = await openBench();
    const config = market((usual, index) => (index === 0 ? usual * 0.2 : usual));
    await bench.run({ ...config, coupons: [{ ...half, ...more }] });
    const { coupons } = await bench.catalogue();
    const warnings = bench.events.flatMap((event) => (event.type === 'warning' ? [event.message] : []));
    return [coupons[0]?.excludedPlans ?? [], warnings.filter((message) => message.includes('coupon half'))];
  };
  const [excluded, warnings] = await excludedWith({});
  assert.deepEqual(excluded, ['plan-0']);
  assert.match(warnings?.[0] ?? '', /^the coupon half is not used for 1 plan, because/);
  assert.deepEqual(await excludedWith({ confirmed: true }), [[], []]);
});

test('with fewer than three other providers there is no market to compare with', async () => {
  const bench = await openBench();
  const cheap = () => rows(20, ({ prices }) => ({ prices: { USD: Number((prices.USD / 10).toFixed(2)) } }));
  const usual = (id: string) => () => rows(20, ({ id: plan }) => ({ link: `https://${id}.example/${plan}` }));
  await bench.run(inProcess({ m1: usual('m1'), m2: usual('m2'), first: cheap }, { m1: 'm1', m2: 'm2' }));
  assert.equal((await bench.plans())['first']?.length, 20);
});

test('a source of which most prices are quarantined on its first day is not published until they are confirmed', async () => {
  const bench = await openBench();
  const cheap = market((usual, index) => (index < 56 ? usual / 100 : usual));
  const outcome = async () => {
    const { sources } = await bench.run(cheap);
    const run = sources.find(({ source }) => source === 'first');
    return [run?.outcome, run?.problem?.code ?? null, run?.counts.quarantined];
  };
  assert.deepEqual(await outcome(), ['left_out', 'mostly_rejected', 56]);
  assert.deepEqual(Object.keys(await bench.plans()).sort(), MARKET);
  assert.equal((await heldBy(bench)).length, 56);
  bench.now += DAY_MS;
  await acceptNextRun(bench.store.documents, 'first', bench.now);
  assert.deepEqual((await outcome()).slice(0, 2), ['ok', null]);
});

test('a new provider of a shared source is checked by itself on its first day', async () => {
  const bench = await openBench();
  const lines = (shop: string, factor: number) =>
    [1, 2, 3, 5, 10, 20].map(
      (gb) => `${shop},${shop}-${gb},JP,${gb} GB,30,${((3 + gb) * factor).toFixed(2)}`,
    );
  let shops = [...['Anka', 'Simurg', 'Huma', 'Tulpar'].flatMap((shop) => lines(shop, 1))];
  const options = {
    url: 'https://unused.example/',
    format: 'csv',
    basis: 'retail',
    id: 'id',
    columns: { provider: 'shop', places: 'where', data: 'data', days: 'days', price: 'price' },
    constants: { currency: 'USD' },
    link: 'https://shops.example/{id}',
  };
  const source = {
    id: 'table',
    adapter: 'generic',
    options,
    providers: { create: { hosts: ['shops.example'] } },
  };
  const config = configOf([{ ...source, provider: undefined } as never]);
  const pages = async function* () {
    const body = ['shop,id,where,data,days,price', ...shops].join('\n');
    yield { number: 1, body: Buffer.from(body) };
  };
  const run = () => bench.run({ ...config, sources: config.sources.map((one) => ({ ...one, pages })) });
  const providers = async () => [...new Set((await bench.plans())['table']?.map(({ provider }) => provider))];
  await run();
  assert.deepEqual((await providers()).sort(), ['anka', 'huma', 'simurg', 'tulpar']);
  shops = [...shops, ...lines('Garuda', 0.05).slice(0, 4), ...lines('Garuda', 1).slice(4)];
  const { sources } = await run();
  assert.match(
    sources[0]?.problem?.message ?? '',
    /^garuda: of 6 rows 0 are rejected and 4 plans are quarantined/,
  );
  assert.deepEqual((await providers()).sort(), ['anka', 'huma', 'simurg', 'tulpar']);
  await acceptNextRun(bench.store.documents, 'table', bench.now);
  await run();
  assert.ok((await providers()).includes('garuda'));
  // Two free plans are quarantined, and two rows with the same offers at usual prices are their duplicates.
  const [one, two] = lines('Turul', 0).slice(0, 2);
  const twins = [one, two].map((line) => line!.replace('Turul-', 'Twin-').replace(/0\.00$/, '4.00'));
  shops = [...shops, one!, two!, ...twins, ...lines('Turul', 1).slice(4)];
  await run();
  const turul = (await bench.plans())['table']?.filter(({ provider }) => provider === 'turul');
  assert.deepEqual(turul?.map(({ externalId }) => externalId).toSorted(), ['Turul-10', 'Turul-20']);
});

test('a price below 30 cents, or below 2 cents for a GB, is held back in a thin market until it is accepted', async () => {
  const bench = await openBench();
  const plans = [
    { id: 'cents', prices: { USD: 0.29 }, dataCap: 1 },
    { id: 'large', prices: { USD: 0.5 }, dataCap: 30 },
    { id: 'daily', prices: { USD: 0.5 }, dataCap: 1, dataCapPer: 'day', validity: 30 },
    { id: 'least', prices: { USD: 0.3 }, dataCap: 1 },
    { id: 'just', prices: { USD: 0.6 }, dataCap: 30 },
  ];
  const config = inProcess({
    first: () => rows(40, (_row, index) => ({ ...plans[index], planName: `Offer ${index}` })),
  });
  for (let day = 0; day < 3; day += 1) {
    await bench.run(config);
    bench.now += DAY_MS;
    const held = await heldBy(bench);
    assert.deepEqual(held.map(({ plan }) => plan).toSorted(), ['cents', 'daily', 'large'], `day ${day}`);
    assert.ok(held.every(({ reason }) => reason === 'implausible'));
    assert.equal((await pricesOf(bench)).get('least'), 30);
  }
  assert.deepEqual(await acceptPlans(bench.store.documents, 'first', ['large']), ['large']);
  for (let run = 0; run < 2; run += 1) {
    await bench.run(config);
    assert.equal((await pricesOf(bench)).get('large'), 50, 'an accepted price stays accepted');
    assert.equal((await heldBy(bench)).length, 2);
  }
});

test('a twin of a quarantined plan does not appear in its place, but one that was published stays', async () => {
  const bench = await openBench();
  let price = 9;
  const twin = { id: 'twin', planName: 'Plan 0', prices: { USD: 9.5 } };
  const config = inProcess({
    first: () => [
      ...rows(40, (_row, index) => (index === 0 ? { prices: { USD: price } } : {})),
      { ...rows(1)[0], ...twin },
    ],
  });
  await bench.run(config);
  assert.equal((await pricesOf(bench)).has('twin'), false, 'it is a duplicate');
  for (const fallen of [0.9, 0]) {
    price = fallen;
    bench.now += HOUR_MS;
    await bench.run(config);
    assert.equal((await pricesOf(bench)).get('plan-0'), 900, 'the last good price stays');
    assert.equal((await pricesOf(bench)).has('twin'), false);
    const [rejected] = (await readRejects(bench.store.documents, 'first'))?.rows ?? [];
    assert.deepEqual([rejected?.row, rejected?.reason], [41, 'duplicate']);
    assert.match(rejected?.detail ?? '', /^same as "plan-0"/);
  }
});
