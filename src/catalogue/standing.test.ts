import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastMarket } from '../../test/support/fast-market.ts';
import type { Plan } from '../domain/plan.ts';
import { place, rank } from '../domain/ranking/rank.ts';
import { explainPair, standingOf } from '../domain/ranking/standing.ts';
import { SORTS, type Sort, type Trip } from '../domain/trip.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import { marketOf, NOON, observedAt, PLAIN_PLAN } from './testing/market.ts';

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
      const standing = standingOf(view, row, trip, NOON);
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
  const standing = standingOf(catalogue.view('TR'), catalogue.find('harbour', 'c') ?? -1, TRIP, NOON);
  assert.equal(standing.kind, 'pointless');
  assert.deepEqual(standing.kind === 'pointless' && standing.by, {
    row: catalogue.find('harbour', 'a'),
    cents: 1_000,
  });
});

test('what keeps a plan out of every list is named', () => {
  const reasonOf = (plan: Plan, trip: Trip, age = 0) => {
    const standing = standingOf(catalogueOf([plan], age).view(trip.country), 0, trip, NOON);
    return standing.kind === 'out' ? standing.reason : standing.kind;
  };
  const soldOut = priced('a', 1_000, { facts: { ...PLAIN_PLAN.facts, inStock: false } });
  assert.equal(reasonOf(PLAIN_PLAN, TRIP), 'placed');
  assert.equal(reasonOf(PLAIN_PLAN, { ...TRIP, country: 'JP' }), 'not_covered');
  assert.equal(reasonOf(PLAIN_PLAN, { ...TRIP, need: 'unlimited' }), 'not_unlimited');
  assert.equal(reasonOf(PLAIN_PLAN, TRIP, 8 * 86_400_000), 'expired');
  assert.equal(reasonOf(soldOut, TRIP), 'sold_out');
});

test('of any two plans the one that stands before the other does so by the key that is named', () => {
  const { content, observations } = encode(fastMarket({ now: NOON, plans: 1_500 }));
  const view = decode(content, observations, 1).view('TR') ?? assert.fail('the sample market covers TR');
  for (const trip of [TRIP, { ...TRIP, days: 30, need: 'unlimited' as const }]) {
    const placed = place(view, trip, NOON);
    const rows = placed.recommended.map(({ plan }) => plan.row);
    for (const [index, row] of rows.entries()) {
      const other = rows[(index * 7 + 3) % rows.length]!;
      if (row === other) continue;
      const pair = explainPair(view, [row, other], trip, NOON) ?? assert.fail('both are placed');
      for (const { sort, places, by, values } of pair.decisions) {
        assert.deepEqual(
          places,
          [row, other].map((one) => placed[sort].findIndex(({ plan }) => plan.row === one) + 1),
        );
        if (by !== 'brand_places')
          assert.equal(values[0] < values[1], places[0] < places[1], `${sort}: ${by}`);
        else assert.equal(sort, 'recommended');
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

test('a plan that is in no list is not compared', () => {
  const catalogue = catalogueOf([priced('a', 1_000), priced('b', 1_200)]);
  assert.equal(explainPair(catalogue.view('TR')!, [0, 1], TRIP, NOON), null);
});
