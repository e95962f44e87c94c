import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastMarket } from '../../test/support/fast-market.ts';
import { decode } from '../catalogue/decode.ts';
import { encode } from '../catalogue/encode.ts';
import { marketOf, NOON, observedAt, PLAIN_PLAN } from '../catalogue/testing/market.ts';
import type { Plan } from '../domain/plan.ts';
import { rank } from '../domain/ranking/rank.ts';
import { SORTS, type Sort, type Trip } from '../domain/trip.ts';
import { standingOf } from './standing.ts';

const TRIP: Trip = { country: 'TR', days: 7, need: 'normal' };

function catalogueOf(plans: readonly Plan[], age = 0) {
  const market = marketOf(plans, { observations: plans.map(() => observedAt(NOON - age)) });
  const { content, observations } = encode(market);
  return decode(content, observations, 1);
}

const priced = (id: string, usdCents: number, changes: Partial<Plan> = {}): Plan => ({
  ...PLAIN_PLAN,
  ...changes,
  id,
  price: { ...PLAIN_PLAN.price, minor: usdCents, usdCents },
});

test('the places that are explained are the places of the ranking, for every plan and every list', () => {
  const { content, observations } = encode(fastMarket({ now: NOON, plans: 1_500 }));
  const catalogue = decode(content, observations, 1);
  const view = catalogue.view('TR') ?? assert.fail('the sample market covers TR');
  for (const trip of [TRIP, { ...TRIP, days: 30, need: 'unlimited' as const }]) {
    const lists = rank(view, trip, NOON);
    const found: Record<Sort, Map<number, number>> = {
      recommended: new Map(),
      cheapest: new Map(),
      fastest: new Map(),
    };
    for (const row of view.postings.rows) {
      const standing = standingOf(catalogue, row, trip, NOON);
      const ranked = SORTS.some((sort) => lists[sort].some((result) => result.row === row));
      if (standing.kind !== 'placed') {
        assert.ok(!ranked, 'what is in no list must not be listed');
        continue;
      }
      for (const sort of SORTS) {
        if (standing.places[sort].listed) found[sort].set(standing.places[sort].place, row);
      }
    }
    for (const sort of SORTS) {
      assert.deepEqual(
        lists[sort].map((_, index) => found[sort].get(index + 1)),
        lists[sort].map(({ row }) => row),
        sort,
      );
    }
  }
});

test('a plan that is pointless names the cheapest of those that make it so', () => {
  const catalogue = catalogueOf([priced('a', 1_000), priced('b', 1_200), priced('c', 1_500)]);
  const standing = standingOf(catalogue, catalogue.find('harbour', 'c') ?? -1, TRIP, NOON);
  assert.equal(standing.kind, 'pointless');
  assert.deepEqual(standing.kind === 'pointless' && standing.by, {
    row: catalogue.find('harbour', 'a'),
    cents: 1_000,
  });
});

test('what keeps a plan out of every list is named', () => {
  const reasonOf = (plan: Plan, trip: Trip, age = 0) => {
    const standing = standingOf(catalogueOf([plan], age), 0, trip, NOON);
    return standing.kind === 'out' ? standing.reason : standing.kind;
  };
  const soldOut = priced('a', 1_000, { facts: { ...PLAIN_PLAN.facts, inStock: false } });
  assert.equal(reasonOf(PLAIN_PLAN, TRIP), 'placed');
  assert.equal(reasonOf(PLAIN_PLAN, { ...TRIP, country: 'JP' }), 'not_covered');
  assert.equal(reasonOf(PLAIN_PLAN, { ...TRIP, need: 'unlimited' }), 'not_unlimited');
  assert.equal(reasonOf(PLAIN_PLAN, TRIP, 8 * 86_400_000), 'expired');
  assert.equal(reasonOf(soldOut, TRIP), 'sold_out');
});
