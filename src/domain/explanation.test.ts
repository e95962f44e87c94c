import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Decision, explainPair, explainPlan } from './explanation.ts';
import { EXPIRED_AFTER_DAYS } from './freshness.ts';
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

test('the first key in which two plans differ decides, and the lower value comes first', () => {
  const comparable = (cents: number) => [comparableOf({}), comparableOf({ cents })];
  for (const [sort, by, values, first, second] of [
    ['recommended', 'new_customers_only', [1, 0], { cents: 1, facts: { newCustomersOnly: true } }, {}],
    ['recommended', 'comparable_price', comparable(991), {}, { cents: 991 }],
    ['recommended', 'id', [-1, 0], {}, {}],
    ['cheapest', 'new_customers_only', [0, 1], {}, { cents: 1, facts: { newCustomersOnly: true } }],
    ['cheapest', 'trip_price', [1_000, 999], {}, { cents: 999 }],
    ['cheapest', 'purchases', [1, 2], {}, { cents: 500, megabytes: 5_000 }],
    ['cheapest', 'full_speed_data', [-10_000, -9_999], {}, { megabytes: 9_999 }],
    ['cheapest', 'validity', [-30, -29], {}, { days: 29 }],
    ['cheapest', 'id', [-1, 0], {}, {}],
    ['cheapest', 'meets_need', [0, -1], { cents: 1, days: 1, megabytes: 1 }, {}],
    [
      'fastest',
      'full_speed_alone',
      [0, -1],
      { megabytes: 1_000, allowance: { afterCap: 'throttle', throttleKbps: 2_000 } },
      {},
    ],
    ['fastest', 'top_speed', [-20_000, -50_000], {}, { allowance: { maxKbps: 50_000 } }],
    ['fastest', 'local_exit', [0, -1], {}, { coverage: { exits: [COUNTRY] } }],
    ['fastest', 'purchases', [1, 2], {}, { megabytes: 5_000 }],
    ['fastest', 'networks', [-1, -2], networks(1), networks(2)],
    ['fastest', 'comparable_price', comparable(999), {}, { cents: 999 }],
  ] as const) {
    const { by: found, values: given } = decision(sort, first, second);
    // The sum with 0 makes 0 of -0.
    assert.deepEqual([found, given.map((value) => value + 0)], [by, values], `${sort}: ${by}`);
  }
  assert.equal(decision('fastest', networks(1, '5G'), networks(2)).by, 'generation');
  // Both miss the need by their days. For a miss, only closeness and the comparable price count, even if the plans are for
  // new customers.
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
  // Each price is the factor of the other plan, such as 11,000 with 12% of drawbacks and 11,200 with 10%.
  const [one, two] = [
    { cents: comparableOf({ cents: 10_000, ...networks(2) }) },
    { cents: comparableOf({ cents: 10_000 }) },
  ];
  assert.ok(one.cents < two.cents);
  const { by, values } = decision('recommended', one, { ...two, ...networks(2) });
  assert.deepEqual([by, values], ['trip_price', [one.cents, two.cents]]);
});

test('in Recommended, the fourth plan of a brand comes after other brands, whatever the keys say', () => {
  const own = (cents: number, megabytes: number): ListingParts => ({ provider: 'brand', cents, megabytes });
  const plans = [
    own(1_003, 13_000),
    { cents: 2_000 },
    own(1_000, 10_000),
    own(1_001, 11_000),
    own(1_002, 12_000),
  ];
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
