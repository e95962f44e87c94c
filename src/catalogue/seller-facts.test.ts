import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS } from '../domain/freshness.ts';
import type { Observation, Plan } from '../domain/plan.ts';
import { createCatalogue } from './catalogue.ts';
import { anyMarket, marketOf, NOON, observedAt, PLAIN_PLAN } from './testing/market.ts';

const LONG_AGO = NOON - 60 * DAY_MS;

/** The facts of one seller whose plans differ from the plain one in what is given. */
function factsOf(given: readonly { plan?: Partial<Plan>; observation?: Partial<Observation> }[]) {
  const market = marketOf([]);
  const plans = given.map(({ plan, observation }, at) => ({
    plan: { ...PLAIN_PLAN, id: `plan-${at}`, ...plan },
    observation: { ...observedAt(NOON), firstSeenAt: LONG_AGO, ...observation },
  }));
  return createCatalogue({ ...market, plans }).sellerFacts.get(PLAIN_PLAN.provider)!;
}

test('every provider with plans has the number of its plans and of their destinations', () => {
  fc.assert(
    fc.property(anyMarket, (market) => {
      const { sellerFacts } = createCatalogue(market);
      const byProvider = Map.groupBy(market.plans, ({ plan }) => plan.provider);
      assert.deepEqual([...sellerFacts.keys()].sort(), [...byProvider.keys()].sort());
      for (const [provider, plans] of byProvider) {
        const facts = sellerFacts.get(provider)!;
        assert.equal(facts.plans, plans.length);
        const codes = new Set(plans.flatMap(({ plan }) => plan.coverage.destinations));
        assert.equal(facts.destinations, codes.size);
        const times = plans.map(({ observation }) => observation.observedAt);
        assert.deepEqual([facts.oldestPrice, facts.newestPrice], [Math.min(...times), Math.max(...times)]);
      }
    }),
  );
});

test('the share of plans that state a fact counts "no" as stated, and fair use for unlimited plans only', () => {
  const { facts, coverage, validity, price, allowance } = PLAIN_PLAN;
  const silent = {
    facts: { ...facts, hotspot: null },
    coverage: { ...coverage, networks: {} },
    validity: { ...validity, starts: 'unknown' as const },
    price: { ...price, tax: 'unknown' as const },
  };
  const unlimited = { ...allowance, model: 'unlimited' as const, bytes: null };
  const denied = { plan: { facts: { ...facts, hotspot: false } } };
  assert.deepEqual(factsOf([{}, denied]).stated, {
    hotspot: 1,
    network: 1,
    fair_use: null,
    tax: 1,
    start: 1,
  });
  assert.deepEqual(factsOf([{}, { plan: silent }]).stated, {
    hotspot: 0.5,
    network: 0.5,
    fair_use: null,
    tax: 0.5,
    start: 0.5,
  });
  const fairUse = factsOf([
    {},
    { plan: { allowance: unlimited } },
    { plan: { allowance: { ...unlimited, uncapped: true } } },
  ]);
  assert.equal(fairUse.stated.fair_use, 0.5);
});

test('price changes count those of the last 30 days, and their median is in percent of the lowest price', () => {
  const changed = (daysAgo: number, lowestCents: number, highestCents: number) => ({
    observation: { priceChangedAt: NOON - daysAgo * DAY_MS, lowestCents, highestCents },
  });
  const { priceChanges } = factsOf([
    {},
    changed(3, 1_000, 1_100),
    changed(10, 1_000, 1_300),
    changed(29, 1_000, 2_000),
    changed(31, 1_000, 9_000),
  ]);
  assert.deepEqual(priceChanges, { plans: 3, medianPercent: 30 });
  assert.deepEqual(factsOf([{}]).priceChanges, { plans: 0, medianPercent: null });
});

test('price changes are unknown before 30 days of history', () => {
  const seen = (days: number) => ({ observation: { firstSeenAt: NOON - days * DAY_MS } });
  assert.equal(factsOf([seen(29), seen(3)]).priceChanges, null);
  assert.notEqual(factsOf([seen(30), seen(3)]).priceChanges, null);
});

test('a seller has the marketplaces of its plans', () => {
  assert.deepEqual(factsOf([{}]).shops, []);
  const onMarket = { plan: { shop: 'Market.example' } };
  assert.deepEqual(factsOf([onMarket, {}, onMarket]).shops, ['Market.example']);
});
