import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Decision, type DecisionCode, explainPair, explainPlan } from './explanation.ts';
import { EXPIRED_AFTER_DAYS } from './freshness.ts';
import { UNSTATED_MAX_KBPS } from './ranking/speed.ts';
import { aListing, COUNTRY, HOUR_MS, type ListingParts, NOW } from './testing/builders.ts';
import { destinationOf } from './testing/destination.ts';
import { LIST_MAX, type Sort, type Trip } from './trip.ts';

const TRIP: Trip = { country: COUNTRY, days: 7, need: 'normal' };

/** The plans have the ids p0, p1 and so on, and each has its own provider unless it states one. */
const marketOf = (all: readonly ListingParts[]) =>
  all.map((parts, at) => aListing({ id: `p${at}`, provider: `p${at}`, ...parts }));

/** What decides between the first two plans in one order, with both values. */
function decision(sort: Sort, ...all: readonly ListingParts[]): Decision {
  const market = marketOf(all);
  const pair = explainPair(destinationOf(market), [market[0]!.plan, market[1]!.plan], TRIP, NOW);
  return pair?.decisions.find((one) => one.sort === sort) ?? assert.fail('not comparable');
}

const UNCAPPED: ListingParts = { allowance: { model: 'unlimited', uncapped: true } };
const networks = (count: number, generation: '4G' | '5G' = '4G'): ListingParts => ({
  coverage: {
    networks: { [COUNTRY]: Array.from({ length: count }, (_, at) => ({ name: `${at}`, generation })) },
  },
});

/** The comparable price of a plan that is alone, by the percentages of the table. */
function comparableOf(parts: ListingParts): number {
  const [listing] = marketOf([parts]);
  const explanation = explainPlan(destinationOf([listing!]), listing!.plan, TRIP, NOW);
  assert.ok(explanation.kind === 'placed');
  return explanation.ranked.comparableCents;
}

/** The key that decides, its value for each of both plans, and what the plans state differently from the default. */
type Case = readonly [
  by: DecisionCode,
  values: readonly [number, number],
  first: ListingParts,
  second: ListingParts,
];

function assertDecisions(sort: Sort, cases: readonly Case[]): void {
  for (const [by, values, first, second] of cases) {
    const found = decision(sort, first, second);
    // The sum with 0 makes 0 of -0.
    assert.deepEqual([found.by, found.values.map((value) => value + 0)], [by, values], by);
  }
}

const FOR_NEW: ListingParts = { cents: 1, facts: { newCustomersOnly: true } };
const MISSES_THE_NEED: ListingParts = { cents: 1, days: 1, megabytes: 1 };

// A plan of these tests costs 1,000 cents and has 10,000 MB for 30 days, unless a case states otherwise.

test('in Recommended, the first key in which two plans differ decides, and the lower value comes first', () => {
  assertDecisions('recommended', [
    ['new_customers_only', [1, 0], FOR_NEW, {}],
    ['comparable_price', [comparableOf({}), comparableOf({ cents: 991 })], {}, { cents: 991 }],
    ['id', [-1, 0], {}, {}],
  ]);
});

test('in Cheapest, the first key in which two plans differ decides, and the lower value comes first', () => {
  assertDecisions('cheapest', [
    ['meets_need', [0, -1], MISSES_THE_NEED, {}],
    ['new_customers_only', [0, 1], {}, FOR_NEW],
    ['trip_price', [1_000, 999], {}, { cents: 999 }],
    // Two of the second plan have the data and the price of the first one.
    ['purchases', [1, 2], {}, { cents: 500, megabytes: 5_000 }],
    ['full_speed_data', [-10_000, -9_999], {}, { megabytes: 9_999 }],
    ['validity', [-30, -29], {}, { days: 29 }],
    ['id', [-1, 0], {}, {}],
  ]);
});

test('in Fastest, the first key in which two plans differ decides, and the lower value comes first', () => {
  // 1 GB is less than the trip needs. One copy is enough, because the speed afterwards is.
  const fastAfterCap: ListingParts = {
    megabytes: 1_000,
    allowance: { afterCap: 'throttle', throttleKbps: 2_000 },
  };
  assertDecisions('fastest', [
    ['full_speed_alone', [0, -1], fastAfterCap, {}],
    ['top_speed', [-UNSTATED_MAX_KBPS, -50_000], {}, { allowance: { maxKbps: 50_000 } }],
    ['local_exit', [0, -1], {}, { coverage: { exits: [COUNTRY] } }],
    ['purchases', [1, 2], {}, { megabytes: 5_000 }],
    ['networks', [-1, -2], networks(1), networks(2)],
    ['comparable_price', [comparableOf({}), comparableOf({ cents: 999 })], {}, { cents: 999 }],
  ]);
});

test('in Fastest, the generation of the networks decides before their number', () => {
  assert.equal(decision('fastest', networks(1, '5G'), networks(2)).by, 'generation');
});

test('between plans that miss the need, closeness decides and then the comparable price, even if both are for new customers', () => {
  const tooShort = (days: number, cents: number) => ({
    ...UNCAPPED,
    days,
    cents,
    facts: { newCustomersOnly: true },
  });
  assert.equal(decision('cheapest', tooShort(5, 900), tooShort(6, 1_000)).by, 'closeness');
  assert.equal(decision('fastest', tooShort(5, 900), tooShort(5, 1_000)).by, 'comparable_price');
});

test('an equal comparable price is decided by the trip price', () => {
  // A comparable price is the trip price times a factor above 1, which is lower with two networks. If each price is the
  // factor of the other plan, the products are equal.
  const twoNetworks = { ...networks(2), cents: comparableOf({ cents: 10_000 }) };
  const noNetwork = { cents: comparableOf({ cents: 10_000, ...networks(2) }) };
  assert.ok(noNetwork.cents < twoNetworks.cents);
  const { by, values } = decision('recommended', noNetwork, twoNetworks);
  assert.deepEqual([by, values], ['trip_price', [noNetwork.cents, twoNetworks.cents]]);
});

test('in Recommended, the fourth plan of a brand comes after other brands, whatever the keys say', () => {
  // Each costs more and has more data than the one before, so none dominates another.
  const own = (at: number): ListingParts => ({
    provider: 'brand',
    cents: 1_000 + at,
    megabytes: 10_000 + at * 1_000,
  });
  const other = { cents: 2_000 };
  const plans = [own(3), other, own(0), own(1), own(2)];
  const { by, positions, values } = decision('recommended', ...plans);
  assert.deepEqual([by, positions, values], ['brand_places', [5, 4], [0, 0]]);
  assert.equal(decision('cheapest', ...plans).by, 'trip_price');
});

test('a pair has a line for each aspect in which one of both has a drawback', () => {
  const market = marketOf([{}, { facts: { hotspot: true, identityCheck: false }, ...networks(2, '5G') }]);
  const { lines } = explainPair(destinationOf(market), [market[0]!.plan, market[1]!.plan], TRIP, NOW)!;
  assert.deepEqual(
    lines.map(({ drawbacks }) => drawbacks.map((drawback) => drawback?.code ?? null)),
    [
      ['generation_4g', null],
      ['hotspot_unknown', null],
      ['identity_check_unknown', null],
      ['no_network_named', null],
      ['exit_elsewhere', 'exit_elsewhere'],
    ],
  );
});

test('a pair with a plan that is in no list is not compared', () => {
  const soldOut = { facts: { inStock: false } };
  for (const all of [
    [soldOut, {}],
    [{}, soldOut],
  ]) {
    const market = marketOf(all);
    const plans = [market[0]!.plan, market[1]!.plan] as const;
    assert.equal(explainPair(destinationOf(market), plans, TRIP, NOW), null);
  }
});

test('positions beyond the length of the lists are stated, but not listed', () => {
  const market = marketOf(Array.from({ length: LIST_MAX + 1 }, (_, at) => ({ cents: 1_000 + at })));
  const placeOf = (at: number) => {
    const explanation = explainPlan(destinationOf(market), market[at]!.plan, TRIP, NOW);
    return explanation.kind === 'placed' && { among: explanation.among, ...explanation.positions.cheapest };
  };
  assert.deepEqual(placeOf(LIST_MAX - 1), { among: LIST_MAX + 1, position: LIST_MAX, listed: true });
  assert.deepEqual(placeOf(LIST_MAX), { among: LIST_MAX + 1, position: LIST_MAX + 1, listed: false });
});

test('a dominated plan names the cheapest plan of its brand that dominates it, and no other brand', () => {
  const own = (cents: number): ListingParts => ({ provider: 'brand', cents });
  const market = marketOf([own(1_500), own(1_200), { cents: 1 }, own(1_000)]);
  const explanation = explainPlan(destinationOf(market), market[0]!.plan, TRIP, NOW);
  assert.ok(explanation.kind === 'dominated');
  assert.deepEqual(explanation.by, { plan: market[3]!.plan, cents: 1_000 });
});

test('a plan outside a destination, or of a country without plans, is not covered', () => {
  const [here, elsewhere] = marketOf([{}, { coverage: { destinations: ['GR'] } }]);
  for (const destination of [null, destinationOf([here!, elsewhere!])])
    assert.deepEqual(explainPlan(destination, elsewhere!.plan, TRIP, NOW), {
      kind: 'out',
      reason: 'not_covered',
    });
});

test('a plan that was not seen for more than seven days is expired', () => {
  const old = aListing({ observedAt: NOW - (EXPIRED_AFTER_DAYS * 24 + 1) * HOUR_MS });
  assert.deepEqual(explainPlan(destinationOf([old]), old.plan, TRIP, NOW), {
    kind: 'out',
    reason: 'expired',
  });
});
