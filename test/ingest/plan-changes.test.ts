/** Single plans whose terms change in a way that shops rarely do, from feeds to the catalogue and to the operator. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Plan } from '../../src/domain/plan.ts';
import { acceptNextRun } from '../../src/ingest/documents/acceptance.ts';
import { acceptPlans, readQuarantine } from '../../src/ingest/documents/quarantine.ts';
import { type Bench, type FeedRow, HOUR_MS, inProcess, openBench, rows } from './support/shop.ts';

const DAY_MS = 24 * HOUR_MS;
const COUNT = 60;

type Change = (row: FeedRow, index: number) => object;

const none: Change = () => ({});
const shop = (change: Change, more: readonly object[] = []) =>
  inProcess({ first: () => [...rows(COUNT, change), ...more] }, {});
const quarantineOf = async (bench: Bench) =>
  (await readQuarantine(bench.store.documents, 'first'))?.plans ?? [];
const kindsOf = async (bench: Bench) =>
  (await quarantineOf(bench)).map(({ plan, reason, old, new: read }) => [plan, reason, old, read]);
const planOf = async (bench: Bench, id: string): Promise<Plan> =>
  (await bench.plans())['first']?.find((plan) => plan.id === id) ?? assert.fail(id);

async function publishedShop(change: Change = none, more: readonly object[] = []) {
  const bench = await openBench();
  await bench.run(shop(change, more));
  bench.now += HOUR_MS;
  return bench;
}

test('an amount of ten times on a quarter of the plans is quarantined, and their last good terms stay and age', async () => {
  const bench = await publishedShop();
  const changed: Change = (_row, index) => (index % 4 === 0 ? { dataCap: (1 + (index % 10)) * 10 } : {});
  const report = await bench.run(shop(changed));
  assert.deepEqual([report.sources[0]?.outcome, report.sources[0]?.counts.quarantined], ['ok', 15]);
  assert.deepEqual((await kindsOf(bench))[0], ['plan-0', 'amount', '1 GB', '10 GB']);
  assert.equal((await planOf(bench, 'plan-0')).allowance.bytes, 1_000_000_000);
  assert.equal(await bench.oldestObservation('first'), bench.now - HOUR_MS);
  // A quarter of the plans changed, so this is never confirmed by time.
  for (let day = 0; day < 3; day += 1) {
    bench.now += DAY_MS;
    await bench.run(shop(changed));
  }
  assert.equal((await quarantineOf(bench)).length, 15);
});

test('MB and GB that are swapped on a fifth of the plans are quarantined', async () => {
  const bench = await publishedShop();
  await bench.run(shop((_row, index) => (index % 5 === 0 ? { dataUnit: 'MB', dataCap: 500 } : {})));
  assert.deepEqual(new Set((await quarantineOf(bench)).map(({ reason }) => reason)), new Set(['amount']));
  assert.equal((await quarantineOf(bench)).length, 12);
});

test('a plan of one country that gains a country, or moves to another one, is quarantined', async () => {
  const bench = await publishedShop();
  const places = (...codes: string[]) => ({ coverages: codes.map((code) => ({ code, networks: [] })) });
  await bench.run(
    shop((_row, index) => {
      if (index === 0) return places('TR', 'CN');
      return index === 1 ? places('CN') : {};
    }),
  );
  assert.deepEqual(await kindsOf(bench), [
    ['plan-0', 'places', 'TR', 'CN TR'],
    ['plan-1', 'places', 'JP', 'CN'],
  ]);
  assert.deepEqual((await planOf(bench, 'plan-0')).coverage.destinations, ['TR']);
});

test('a plan of several countries that loses more than half of them or gains as many again is quarantined', async () => {
  const places = (text: string) => ({
    coverages: text.split(' ').map((code) => ({ code, networks: [] })),
  });
  const isRegional = (index: number) => index < 4;
  const bench = await publishedShop((_row, index) => (isRegional(index) ? places('DE ES FR IT') : {}));
  const now = ['US CA MX', 'DE ES FR IT PT NL', 'DE FR', 'DE ES FR IT AT BE CH NL PL'];
  await bench.run(shop((_row, index) => (isRegional(index) ? places(now[index]!) : {})));
  assert.deepEqual(await kindsOf(bench), [
    ['plan-0', 'places', 'DE ES FR IT', 'CA MX US'],
    ['plan-3', 'places', 'DE ES FR IT', '9 countries'],
  ]);
  assert.deepEqual((await planOf(bench, 'plan-0')).coverage.destinations, ['DE', 'ES', 'FR', 'IT']);
  assert.equal((await planOf(bench, 'plan-1')).coverage.destinations.length, 6);
});

test('another currency at a similar number is quarantined, and a price that was converted is published', async () => {
  const table = { date: '2026-11-09', base: 'USD', rates: { EUR: '0.8' } };
  const run = (bench: Bench, change: Change) =>
    bench.run({ ...shop(change), rates: { kind: 'text', text: JSON.stringify(table) } });
  const bench = await openBench();
  await run(bench, none);
  bench.now += HOUR_MS;
  await run(bench, ({ prices }, index) => {
    if (index < 15) return { prices: { EUR: prices.USD } };
    return index < 18 ? { prices: { EUR: Number((prices.USD * 0.8).toFixed(2)) } } : {};
  });
  assert.equal((await quarantineOf(bench)).length, 15);
  assert.deepEqual((await kindsOf(bench))[0], ['plan-0', 'currency', 'price in USD', 'price in EUR']);
  assert.equal((await planOf(bench, 'plan-0')).price.currency, 'USD');
  assert.equal((await planOf(bench, 'plan-16')).price.currency, 'EUR');
});

test('a longer plan at the same price is quarantined, and one at a higher price is published', async () => {
  const bench = await publishedShop();
  await bench.run(
    shop(({ prices }, index) => {
      if (index === 0) return { validity: 30 };
      return index === 3 ? { validity: 30, prices: { USD: prices.USD + 2 } } : {};
    }),
  );
  assert.deepEqual(await kindsOf(bench), [['plan-0', 'length', '7 days', '30 days']]);
  assert.equal((await planOf(bench, 'plan-3')).validity.days, 30);
});

test('one changed plan is published after 48 hours, if every run had the same terms', async () => {
  const bench = await publishedShop();
  const changed = (dataCap: number) => shop((_row, index) => (index === 0 ? { dataCap } : {}));
  await bench.run(changed(10));
  bench.now += DAY_MS;
  // Other terms begin anew.
  await bench.run(changed(20));
  bench.now += 2 * DAY_MS - 1;
  await bench.run(changed(20));
  assert.equal((await planOf(bench, 'plan-0')).allowance.bytes, 1_000_000_000);
  bench.now += 1;
  await bench.run(changed(20));
  assert.equal((await planOf(bench, 'plan-0')).allowance.bytes, 20_000_000_000);
  assert.deepEqual(await quarantineOf(bench), []);
});

test('the operator accepts one changed plan, which stays published; accepting the source accepts none', async () => {
  const bench = await publishedShop();
  const changed = shop((_row, index) => (index < 6 ? { dataCap: 100 } : {}));
  await bench.run(changed);
  const { documents } = bench.store;
  await acceptNextRun(documents, 'first', bench.now);
  await bench.run(changed);
  assert.equal((await quarantineOf(bench)).length, 6);
  assert.deepEqual(await acceptPlans(documents, 'first', ['plan-2']), ['plan-2']);
  for (let run = 0; run < 2; run += 1) {
    await bench.run(changed);
    assert.equal((await planOf(bench, 'plan-2')).allowance.bytes, 100_000_000_000);
    assert.equal((await quarantineOf(bench)).length, 5);
  }
});

test('an id that occurs twice with other terms is quarantined, and its last good plan stays', async () => {
  const bench = await publishedShop();
  const twice = { ...rows(1)[0], validity: 30, prices: { USD: 0.9 } };
  const report = await bench.run(shop(none, [twice]));
  assert.deepEqual(await kindsOf(bench), [
    ['plan-0', 'id_reused', '1 GB, 7 days, TR, $3.00 (USD)', '1 GB, 30 days, TR, $0.90 (USD)'],
  ]);
  assert.equal(report.sources[0]?.counts.byReason.duplicate, 1);
  const { validity, price } = await planOf(bench, 'plan-0');
  assert.deepEqual([validity.days, price.usdCents], [7, 300]);
});

test('rows with one id that differ only in places are one plan', async () => {
  const bench = await publishedShop();
  await bench.run(shop(none, [{ ...rows(2)[1], coverages: [{ code: 'KR', networks: [] }] }]));
  // Its own country is joined with the further one, which a plan of one country gains.
  assert.deepEqual(await kindsOf(bench), [['plan-1', 'places', 'JP', 'JP KR']]);
});

test('placeholder amounts and lengths are quarantined on the first day, until the operator accepts them', async () => {
  const bench = await openBench();
  const config = shop((_row, index) => {
    if (index === 0) return { dataCap: 1001 };
    if (index === 1) return { validity: 1000 };
    return index === 2 ? { validity: 998 } : {};
  });
  await bench.run(config);
  assert.deepEqual(await kindsOf(bench), [
    ['plan-0', 'placeholder', null, '1001 GB'],
    ['plan-1', 'placeholder', null, '1000 days'],
  ]);
  bench.now += 3 * DAY_MS;
  await bench.run(config);
  assert.equal((await quarantineOf(bench)).length, 2);
  assert.deepEqual(await acceptPlans(bench.store.documents, 'first', ['plan-1']), ['plan-1']);
  for (let run = 0; run < 2; run += 1) {
    await bench.run(config);
    assert.equal((await planOf(bench, 'plan-1')).validity.days, 1000);
  }
});

test('a price of 999 on many plans of different terms is a placeholder, and on one plan it is a price', async () => {
  const bench = await openBench();
  const terms = (index: number) => ({ validity: 5 + index, prices: { USD: 999 } });
  await bench.run(shop((_row, index) => (index < 10 ? terms(index) : {})));
  const held = await quarantineOf(bench);
  assert.equal(held.filter(({ reason }) => reason === 'placeholder').length, 10);
  const few = await openBench();
  await few.run(shop((_row, index) => (index < 9 ? terms(index) : {})));
  assert.deepEqual(await kindsOf(few), []);
});

test('a rejected duplicate whose price falls is quarantined, and its twin stays published', async () => {
  const twin = (usd: number) => ({ ...rows(1)[0], id: 'twin', prices: { USD: usd } });
  for (const withFirst of [true, false]) {
    const bench = await publishedShop(none, [twin(3.4)]);
    assert.equal((await bench.plans())['first']?.length, COUNT);
    // The first plan may disappear together with the change.
    const change = inProcess({ first: () => [...rows(COUNT).slice(withFirst ? 0 : 1), twin(0.5)] }, {});
    for (const hours of [0, 6, 17]) {
      bench.now += hours * HOUR_MS;
      await bench.run(change);
      assert.deepEqual(await kindsOf(bench), [['twin', 'fell', '$3.40', '$0.50']]);
      assert.equal((await bench.plans())['first']?.length, withFirst ? COUNT : COUNT - 1);
    }
    bench.now += HOUR_MS;
    await bench.run(change);
    assert.equal((await planOf(bench, 'twin')).price.usdCents, 50);
  }
});

test('a duplicate that becomes a plan of its own is compared with its earlier price', async () => {
  const twin = (usd: number) => ({ ...rows(1)[0], id: 'twin', prices: { USD: usd } });
  const bench = await publishedShop(none, [twin(20)]);
  // The first plan is gone for a while, and the twin costs about what the first plan did.
  await bench.run(inProcess({ first: () => [...rows(COUNT).slice(1), twin(3.2)] }, {}));
  assert.deepEqual(await kindsOf(bench), [['twin', 'fell', '$20.00', '$3.20']]);
});

test('a row with a new id and the offer of a published plan is quarantined at a price more than 70% below it', async () => {
  const twin = (usd: number) => ({ ...rows(1)[0], id: 'new-id', prices: { USD: usd } });
  for (const withFirst of [true, false]) {
    const others = rows(COUNT).slice(withFirst ? 0 : 1);
    const bench = await publishedShop();
    await bench.run(inProcess({ first: () => [...others, twin(0.5)] }, {}));
    assert.deepEqual(await kindsOf(bench), [['new-id', 'fell', '$3.00', '$0.50']]);
    // A usual price is published. If the first plan is still there, one of the two is a duplicate.
    await bench.run(inProcess({ first: () => [...others, twin(2)] }, {}));
    assert.deepEqual(await kindsOf(bench), []);
    assert.equal((await planOf(bench, 'new-id')).price.usdCents, 200);
  }
});

test('a new row that spells the name of a published plan in another way is compared with its price', async () => {
  for (const planName of ['Plan0', 'plan 0', 'Plan – (0)', 'PLAN, 0.']) {
    const bench = await publishedShop();
    const twin = { ...rows(1)[0], id: 'new-id', planName, prices: { USD: 0.3 } };
    await bench.run(shop(none, [twin]));
    assert.deepEqual(await kindsOf(bench), [['new-id', 'fell', '$3.00', '$0.30']], planName);
  }
});

test('a price that falls while changed terms wait is published a day after its first sight', async () => {
  const bench = await publishedShop();
  const changed = (usd: number) =>
    shop((_row, index) => (index === 9 ? { dataCap: 30, prices: { USD: usd } } : {}));
  const usual = rows(COUNT)[9]!.prices.USD;
  const start = bench.now;
  const at = async (hours: number, usd: number) => {
    bench.now = start + hours * HOUR_MS;
    await bench.run(changed(usd));
    return [(await planOf(bench, 'plan-9')).price.usdCents, (await quarantineOf(bench))[0]?.reason];
  };
  assert.deepEqual(await at(0, usual), [1650, 'amount']);
  assert.deepEqual(await at(36, 0.99), [1650, 'amount']);
  // The terms were read for 48 hours, and the price for 12.
  assert.deepEqual(await at(48, 0.99), [1650, 'fell']);
  assert.deepEqual(await at(59, 0.99), [1650, 'fell']);
  assert.deepEqual(await at(60, 0.99), [99, undefined]);
});

test('changed terms that wait for the operator still wait when the last good plan is too old to be served', async () => {
  const bench = await publishedShop();
  const changed = shop((_row, index) => (index < 6 ? { dataCap: 100 } : {}));
  for (const days of [1, 7, 1, 92]) {
    bench.now += days * DAY_MS;
    await bench.run(changed);
    assert.equal((await quarantineOf(bench)).length, 6, `${days} days later`);
  }
  const served = (await bench.plans())['first'];
  assert.equal(served?.length, COUNT - 6);
  assert.deepEqual(await acceptPlans(bench.store.documents, 'first', ['plan-2']), ['plan-2']);
  await bench.run(changed);
  assert.equal((await planOf(bench, 'plan-2')).allowance.bytes, 100_000_000_000);
});

test('a plan that returns to the feed is compared with the terms that it had', async () => {
  const bench = await publishedShop();
  await bench.run(inProcess({ first: () => rows(COUNT).slice(2) }, {}));
  bench.now += 30 * DAY_MS;
  const returned = shop((_row, index) => (index === 0 ? { dataCap: 100 } : {}));
  await bench.run(returned);
  assert.deepEqual(await kindsOf(bench), [['plan-0', 'amount', '1 GB', '100 GB']]);
  // The other plan returned with its terms.
  assert.equal((await bench.plans())['first']?.length, COUNT - 1);
  bench.now += 2 * DAY_MS;
  await bench.run(returned);
  assert.equal((await planOf(bench, 'plan-0')).allowance.bytes, 100_000_000_000);
});

test('after an outage of a week, the plans of a source are compared with the terms that they had', async () => {
  const feeds = (factor: number) =>
    inProcess({
      first: () => rows(COUNT, (_row, index) => ({ dataCap: (1 + (index % 10)) * factor })),
      second: () => rows(COUNT, ({ id }) => ({ link: `https://two.example/${id}` })),
    });
  const bench = await openBench();
  await bench.run(feeds(1));
  bench.now += 8 * DAY_MS;
  await bench.run(feeds(1), { only: ['second'] });
  assert.equal((await bench.plans())['first'], undefined);
  const { sources } = await bench.run(feeds(10), { only: ['first'] });
  assert.deepEqual([sources[0]?.outcome, sources[0]?.problem?.code], ['left_out', 'quarantined']);
  assert.equal((await quarantineOf(bench)).length, COUNT);
});
