import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { coupons, listings, trips } from '../testing/arbitraries.ts';
import { aCoupon, aListing, COUNTRY, HOUR_MS, type ListingParts, NOW } from '../testing/builders.ts';
import { viewOf } from '../testing/view.ts';
import { makesSuperfluous } from './dominance.ts';
import { gatherCandidates } from './gather.ts';
import { rank } from './rank.ts';

const WEEK = { country: COUNTRY, days: 7, need: 'normal' } as const;

test('a destination that was asked before, at any time and for any trip, answers as one that was not', () => {
  const moment = fc.constantFrom(NOW, NOW - 1, NOW + 1, NOW + 30 * HOUR_MS, NOW + 100 * HOUR_MS);
  fc.assert(
    fc.property(
      listings(25),
      coupons,
      fc.array(fc.tuple(trips, moment), { minLength: 2, maxLength: 5 }),
      (market, promotions, questions) => {
        const kept = viewOf(market, promotions);
        for (const [trip, now] of questions) {
          assert.deepEqual(rank(kept, trip, now), rank(viewOf(market, promotions), trip, now));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('a coupon counts from its first moment to its last, also between two questions to one destination', () => {
  const coupon = aCoupon({ validFrom: NOW + 10, validUntil: NOW + 20 });
  const view = viewOf([aListing({ cents: 1_000 })], [coupon]);
  for (const [now, cents] of [
    [NOW, 1_000],
    [NOW + 9, 1_000],
    [NOW + 10, 900],
    [NOW + 19, 900],
    [NOW + 20, 1_000],
    [NOW + 15, 900],
    [NOW + 5, 1_000],
  ] as const) {
    assert.equal(rank(view, WEEK, now).cheapest[0]?.price.cents, cents, `${now - NOW} ms later`);
  }
});

/** Each plan’s share of the price part, by id. */
function priceParts(plans: Readonly<Record<string, ListingParts>>, couponsOf: readonly string[] = []) {
  const market = Object.entries(plans).map(([id, parts]) => aListing({ id, provider: id, ...parts }));
  const view = viewOf(
    market,
    couponsOf.map((provider) => aCoupon({ provider, id: provider })),
  );
  const { recommended } = rank(view, WEEK, NOW);
  return Object.fromEntries(recommended.map(({ row, parts }) => [view.planId(row), parts.price]));
}

test('prices are compared with the lowest that any traveller can get for the need', () => {
  const bait = { cents: 100, facts: { newCustomersOnly: true } };
  const miss = { cents: 50, megabytes: 1_000, days: 1, facts: { newCustomersOnly: true } };
  const all = priceParts({ bait, miss, open: { cents: 1_000 }, twice: { cents: 2_000 } });
  assert.deepEqual([all['open'], all['twice']], [10_000, 5_000]);
  assert.equal(all['bait'], 10_000);
  assert.equal(priceParts({ bait, dear: { ...bait, cents: 200 }, miss })['dear'], 5_000);
  assert.equal(priceParts({ miss, dearMiss: { ...miss, cents: 100 } })['dearMiss'], 5_000);
});

test('a price with a coupon sets the mark as any other does', () => {
  const twice = { cents: 1_800 };
  assert.equal(priceParts({ a: { cents: 1_000 }, twice }, ['a'])['twice'], 5_000);
  assert.equal(priceParts({ a: { cents: 1_000 }, b: { cents: 900 }, twice }, ['twice'])['b'], 10_000);
  const bait = { cents: 100, facts: { newCustomersOnly: true } };
  assert.equal(priceParts({ bait, a: { cents: 1_000 }, twice }, ['bait', 'a'])['twice'], 5_000);
});

test('an expired price sets no mark', () => {
  const expired = { cents: 1, observedAt: NOW - 200 * HOUR_MS };
  assert.equal(priceParts({ expired, open: { cents: 1_000 }, twice: { cents: 2_000 } })['twice'], 5_000);
  assert.equal(
    priceParts({ expired, open: { cents: 1_000 }, twice: { cents: 2_000 } }, ['expired'])['twice'],
    5_000,
  );
});

test('the cheapest with 5G is told of plans with coupons too', () => {
  const networks = { [COUNTRY]: [{ name: 'N', generation: '5G' as const }] };
  const plans: Readonly<Record<string, ListingParts>> = {
    low: { cents: 500 },
    five: { cents: 2_000, coverage: { networks } },
    other: { cents: 1_900, coverage: { networks } },
    missing: { cents: 10, coverage: { networks }, megabytes: 1, days: 1 },
  };
  for (const [withCoupon, cheapest] of [
    [['five'], 'five'],
    [['five', 'other'], 'other'],
    [['low'], 'other'],
    [['missing', 'low'], 'other'],
  ] as const) {
    const market = Object.entries(plans).map(([id, parts]) => aListing({ id, provider: id, ...parts }));
    const view = viewOf(
      market,
      withCoupon.map((provider) => aCoupon({ provider, id: provider })),
    );
    const told = rank(view, WEEK, NOW).cheapest.filter(({ reasons }) =>
      reasons.some(({ code }) => code === 'cheapest_5g'),
    );
    assert.deepEqual(
      told.map(({ row }) => view.planId(row)),
      [cheapest],
    );
  }
});

test('whether one plan makes another superfluous can be asked of any two', () => {
  const market = [
    aListing({ id: 'a', cents: 900 }),
    aListing({ id: 'b' }),
    aListing({ id: 'c', cents: 800, days: 10 }),
  ];
  const candidates = gatherCandidates(viewOf(market), WEEK, NOW);
  assert.equal(makesSuperfluous(candidates, 0, 1), true);
  assert.equal(makesSuperfluous(candidates, 1, 0), false);
  assert.equal(makesSuperfluous(candidates, 2, 1), false);
  assert.equal(makesSuperfluous(candidates, 0, 0), false);
});

test('a plan that is dearer and no better is left out at every asking, whichever of its rivals decides', () => {
  const old = NOW - 160 * HOUR_MS;
  const ids = (plans: Readonly<Record<string, ListingParts>>, now: number, times: number) => {
    const view = viewOf(Object.entries(plans).map(([id, parts]) => aListing({ id, ...parts })));
    const asked = Array.from({ length: times }, () =>
      rank(view, WEEK, now).cheapest.map(({ row }) => view.planId(row)),
    );
    for (const again of asked) assert.deepEqual(again, asked[0]);
    return asked[0]!;
  };
  const stale = { cents: 700, observedAt: old };
  assert.deepEqual(ids({ a: stale, b: { cents: 900 }, z: { cents: 1_000 } }, NOW, 3), ['a', 'b']);
  assert.deepEqual(ids({ a: { cents: 900 }, y: stale, z: { cents: 1_000 } }, NOW, 3), ['y', 'a']);
  assert.deepEqual(ids({ a: stale, z: { cents: 1_000 } }, NOW, 3), ['a', 'z']);
  const many = Object.fromEntries(
    ['p', 'q', 'r', 's', 't'].map((id, place) => [id, { ...stale, cents: 700 + place }]),
  );
  const both = { x: { cents: 1_000 }, y: { cents: 900 }, z: { cents: 1_100 } };
  assert.deepEqual(ids({ ...many, ...both }, NOW, 3), ['p', 'y']);
});

test('what was left out for a cheaper plan comes back once that plan’s price has expired', () => {
  const view = viewOf([aListing({ id: 'a', cents: 900, observedAt: NOW - HOUR_MS }), aListing({ id: 'z' })]);
  const listed = (now: number) => rank(view, WEEK, now).cheapest.map(({ row }) => view.planId(row));
  const week = 168 * HOUR_MS;
  assert.deepEqual(listed(NOW), ['a']);
  assert.deepEqual(listed(NOW + week), ['z']);
  assert.deepEqual(listed(NOW), ['a']);
});
