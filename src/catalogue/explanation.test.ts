/** Tests `domain/explanation.ts` with real catalogues, which the tests in `domain` may not import. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastMarket } from '../../test/support/fast-market.ts';
import { explainPair, explainPlan } from '../domain/explanation.ts';
import type { Plan } from '../domain/plan.ts';
import { order } from '../domain/ranking/order.ts';
import { rank } from '../domain/ranking/rank.ts';
import { score } from '../domain/ranking/score.ts';
import { SORTS, type Sort, type Trip } from '../domain/trip.ts';
import { createCatalogue } from './catalogue.ts';
import { marketOf, NOON, observedAt, PLAIN_PLAN } from './testing/market.ts';

const TRIP: Trip = { country: 'TR', days: 7, need: 'normal' };

function catalogueOf(plans: readonly Plan[], age = 0) {
  const market = marketOf(plans, { observation: observedAt(NOON - age) });
  return createCatalogue(market);
}

const priced = (id: string, usdCents: number, changes: Partial<Plan> = {}): Plan => ({
  ...PLAIN_PLAN,
  ...changes,
  id,
  price: { ...PLAIN_PLAN.price, minor: usdCents, usdCents },
});

test('the explained positions equal those of the ranking, for every plan and every list', () => {
  const catalogue = createCatalogue(fastMarket({ now: NOON, plans: 1_500 }));
  const destination = catalogue.destination('TR') ?? assert.fail('the sample market covers TR');
  for (const trip of [TRIP, { ...TRIP, days: 30, need: 'unlimited' as const }]) {
    const lists = rank(destination, trip, NOON);
    const found: Record<Sort, Map<number, Plan>> = {
      recommended: new Map(),
      cheapest: new Map(),
      fastest: new Map(),
    };
    for (const { plan } of destination.entries) {
      const explanation = explainPlan(destination, plan, trip, NOON);
      const ranked = SORTS.some((sort) => lists[sort].some(({ entry }) => entry.plan === plan));
      if (explanation.kind !== 'placed') {
        assert.ok(!ranked, 'a plan without a position must not be listed');
        continue;
      }
      for (const sort of SORTS) {
        if (explanation.positions[sort].listed) found[sort].set(explanation.positions[sort].position, plan);
      }
    }
    for (const sort of SORTS) {
      assert.deepEqual(
        lists[sort].map((_, index) => found[sort].get(index + 1)),
        lists[sort].map(({ entry }) => entry.plan),
        sort,
      );
    }
  }
});

test('a dominated plan names the cheapest of those that dominate it', () => {
  const catalogue = catalogueOf([priced('a', 1_000), priced('b', 1_200), priced('c', 1_500)]);
  const planOf = (id: string) => catalogue.find('harbour', id)?.plan ?? assert.fail(id);
  const explanation = explainPlan(catalogue.destination('TR'), planOf('c'), TRIP, NOON);
  assert.equal(explanation.kind, 'dominated');
  assert.deepEqual(explanation.kind === 'dominated' && explanation.by, { plan: planOf('a'), cents: 1_000 });
});

test('the explanation has the reason why a plan is in no list', () => {
  const reasonOf = (plan: Plan, trip: Trip, age = 0) => {
    const destination = catalogueOf([plan], age).destination(trip.country);
    const explanation = explainPlan(destination, plan, trip, NOON);
    return explanation.kind === 'out' ? explanation.reason : explanation.kind;
  };
  const soldOut = priced('a', 1_000, { facts: { ...PLAIN_PLAN.facts, inStock: false } });
  assert.equal(reasonOf(PLAIN_PLAN, TRIP), 'placed');
  assert.equal(reasonOf(PLAIN_PLAN, { ...TRIP, country: 'JP' }), 'not_covered');
  assert.equal(reasonOf(PLAIN_PLAN, { ...TRIP, need: 'unlimited' }), 'not_unlimited');
  assert.equal(reasonOf(PLAIN_PLAN, TRIP, 8 * 86_400_000), 'expired');
  assert.equal(reasonOf(soldOut, TRIP), 'sold_out');
});

test('the explained key orders any two plans as the ranking does', () => {
  const catalogue = createCatalogue(fastMarket({ now: NOON, plans: 1_500 }));
  const destination = catalogue.destination('TR') ?? assert.fail('the sample market covers TR');
  for (const trip of [TRIP, { ...TRIP, days: 30, need: 'unlimited' as const }]) {
    const lists = order(score(destination, trip, NOON).offers, Number.POSITIVE_INFINITY);
    const plans = lists.recommended.map(({ entry }) => entry.plan);
    for (const [index, plan] of plans.entries()) {
      // Another plan, near or far in the list.
      const other = plans[(index * 7 + 3) % plans.length]!;
      if (plan === other) continue;
      const pair = explainPair(destination, [plan, other], trip, NOON) ?? assert.fail('both are placed');
      for (const { sort, positions, by, values } of pair.decisions) {
        assert.deepEqual(
          positions,
          [plan, other].map((one) => lists[sort].findIndex(({ entry }) => entry.plan === one) + 1),
        );
        // The maximum of positions of a brand has no values to compare. It exists only in Recommended.
        if (by === 'brand_places') assert.equal(sort, 'recommended');
        else assert.equal(values[0] < values[1], positions[0] < positions[1], `${sort}: ${by}`);
      }
      for (const [side, { price, comparableCents }] of pair.ranked.entries()) {
        const sum = pair.lines.reduce(
          (cents, { drawbacks }) => cents + (drawbacks[side]?.cents ?? 0),
          price.cents,
        );
        assert.equal(sum, comparableCents, 'the lines add up to the comparable price');
      }
    }
  }
});

test('a plan that is in no list cannot be compared', () => {
  const plans = [priced('a', 1_000), priced('b', 1_200)] as const;
  const destination = catalogueOf(plans).destination('TR') ?? assert.fail('TR is covered');
  assert.equal(explainPair(destination, plans, TRIP, NOON), null);
});
