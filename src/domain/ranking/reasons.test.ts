import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareTrip } from '../compare.ts';
import { coupons, listings, trips } from '../testing/arbitraries.ts';
import { aListing, COUNTRY, type ListingParts, NOW } from '../testing/builders.ts';
import { destinationOf } from '../testing/destination.ts';
import { type Need, NO_FILTERS, type Trip } from '../trip.ts';
import { rank } from './rank.ts';

/**
 * The reasons of the plan "it" among others, as "code value", for a trip of 7 days. The need normal is 7 GB. Unless `parts`
 * say otherwise, a plan has 10 GB for 30 days at $10.
 */
function reasonsOf(
  parts: ListingParts,
  need: Need = 'normal',
  others: readonly ListingParts[] = [],
): string[] {
  const all = [
    aListing({ ...parts, id: 'it', provider: 'it' }),
    ...others.map((other, index) => aListing({ ...other, id: `other-${index}`, provider: 'other' })),
  ];
  const { cheapest } = rank(destinationOf(all), { country: COUNTRY, days: 7, need }, NOW);
  const own = cheapest.find(({ entry }) => entry.plan.id === 'it') ?? assert.fail('it is not listed');
  return own.reasons.map(({ code, value }) => (value === null ? code : `${code} ${String(value)}`));
}

const unlimited: ListingParts = { allowance: { model: 'unlimited', afterCap: 'unknown' } };

test('missing data and days come first, then who can buy the plan', () => {
  const short = { megabytes: 5_000, days: 5, facts: { newCustomersOnly: true } };
  assert.deepEqual(reasonsOf(short), ['short_of_days 2', 'short_of_data 2000', 'new_customers_only']);
  assert.equal(reasonsOf({ allowance: { maxKbps: 512 } })[0], 'too_slow');
});

test('the number of purchases comes before the price, if there are several', () => {
  assert.deepEqual(reasonsOf({ megabytes: 4_000 }), [
    'several_purchases 2',
    'cheapest',
    'little_spare_data 1000',
  ]);
});

test('a price is the cheapest, or a percentage above it, rounded up', () => {
  assert.deepEqual(reasonsOf({ cents: 1_000 }).slice(0, 2), ['cheapest', 'spare_data 3000']);
  assert.equal(reasonsOf({ cents: 1_001 }, 'normal', [{ cents: 1_000 }])[0], 'above_cheapest 1');
  assert.equal(reasonsOf({ cents: 1_500 }, 'normal', [{ cents: 1_000 }])[0], 'above_cheapest 50');
  const forNewcomers = { cents: 500, facts: { newCustomersOnly: true } };
  assert.equal(
    reasonsOf({ cents: 1_000 }, 'normal', [forNewcomers])[0],
    'cheapest',
    'prices for new customers are not compared',
  );
});

test('spare data is a reason, for the whole trip or for a day', () => {
  const daily = { megabytes: 2_000, allowance: { model: 'per_day' as const } };
  assert.deepEqual(reasonsOf(daily), ['cheapest', 'spare_data_daily 1000', 'full_speed_daily 2000']);
  assert.equal(reasonsOf({ megabytes: 7_000 })[1], 'little_spare_data 0');
  const slowed = { megabytes: 5_000, allowance: { afterCap: 'throttle' as const, throttleKbps: 1_500 } };
  assert.equal(reasonsOf(slowed)[1], 'part_at_reduced_speed 1500');
  assert.equal(reasonsOf(unlimited)[1], 'fair_use_unstated');
  assert.equal(reasonsOf({ allowance: { model: 'unlimited', uncapped: true } })[1], 'no_data_limit');
});

test('spare data is measured against the rate, like the drawback of a small reserve, in spite of the minimum of 1 GB', () => {
  // Light for one day: 0.3 GB at the rate, 1 GB at least.
  const { cheapest } = rank(
    destinationOf([aListing({ megabytes: 1_000 })]),
    { country: COUNTRY, days: 1, need: 'light' },
    NOW,
  );
  assert.deepEqual(
    cheapest[0]?.reasons.filter(({ code }) => code.includes('spare')),
    [{ code: 'spare_data', value: 700 }],
  );
  assert.ok(cheapest[0]?.drawbacks.every(({ code }) => code !== 'little_reserve'));
});

test('a plan that misses the need does not have the drawback of little reserve', () => {
  const { cheapest } = rank(
    destinationOf([aListing({ megabytes: 50_000, days: 5, facts: { newCustomersOnly: true } })]),
    { country: COUNTRY, days: 7, need: 'normal' },
    NOW,
  );
  const codes = cheapest[0]?.drawbacks.map(({ code }) => code) ?? [];
  assert.ok(codes.includes('misses_need') && !codes.includes('little_reserve'));
});

test('an unlimited plan lacks full-speed data, not data', () => {
  const capped = { ...unlimited, fullSpeedMbPerDay: 500 };
  assert.equal(reasonsOf(capped)[0], 'short_of_full_speed_data 3500');
  assert.equal(reasonsOf({ megabytes: 300, allowance: { model: 'per_day' } })[0], 'short_of_data 4900');
});

test('stated facts in favour of a plan are the last reasons, in a fixed order', () => {
  const networks = ['North', 'South'].map((name) => ({ name, generation: null }));
  const inOrder: readonly (readonly [string, ListingParts])[] = [
    ['has_5g', { coverage: { generation: '5G' } }],
    ['local_exit', { coverage: { exits: [COUNTRY] } }],
    ['several_networks 2', { coverage: { networks: { [COUNTRY]: networks } } }],
    ['hotspot_allowed', { facts: { hotspot: true } }],
    ['no_identity_check', { facts: { identityCheck: false } }],
    ['top_up', { facts: { topUp: true } }],
    ['phone_number', { facts: { phoneNumber: true } }],
    // Every plan that is not shorter than the trip has this reason.
    ['covers_trip 30', {}],
  ];
  // With the facts from each position on, the fact at that position is stated: it is the third and last reason.
  for (const [index, [expected]] of inOrder.entries()) {
    const parts = inOrder.slice(index).map(([, part]) => part);
    const coverage = Object.assign({}, ...parts.map((part) => part.coverage));
    const facts = Object.assign({}, ...parts.map((part) => part.facts));
    assert.deepEqual(reasonsOf({ ...unlimited, coverage, facts }), [
      'cheapest',
      'fair_use_unstated',
      expected,
    ]);
  }
  assert.equal(reasonsOf({ ...unlimited, days: null }).at(-1), 'no_expiry');
  assert.equal(reasonsOf({ ...unlimited, days: 7 }).at(-1), 'covers_trip 7');
});

test('facts that are denied, or that hold only in part, are no reasons', () => {
  const denied = { hotspot: false, identityCheck: true, topUp: false, phoneNumber: false };
  const one = { [COUNTRY]: [{ name: 'North', generation: null }] };
  for (const parts of [
    { facts: denied },
    { coverage: { networks: one } },
    { coverage: { exits: ['GB'], breakout: 'local' } },
    { coverage: { breakout: 'unknown' } },
  ] satisfies ListingParts[])
    assert.equal(reasonsOf({ ...unlimited, ...parts }).at(-1), 'covers_trip 30', JSON.stringify(parts));
  const several = { coverage: { exits: ['GB', COUNTRY] } };
  assert.equal(reasonsOf({ ...unlimited, ...several }).at(-1), 'covers_trip 30', 'one of two exits is local');
  assert.equal(reasonsOf({ ...unlimited, coverage: { breakout: 'local' } }).at(-1), 'local_exit');
});

test('a plan that misses the need has no reasons about spare data or full speed, except its daily amount', () => {
  assert.deepEqual(reasonsOf({ allowance: { maxKbps: 512 }, facts: { hotspot: true } }), [
    'too_slow',
    'hotspot_allowed',
    'covers_trip 30',
  ]);
  const short = { megabytes: 50_000, days: 5, facts: { newCustomersOnly: true } };
  assert.deepEqual(reasonsOf(short), ['short_of_days 2', 'new_customers_only']);
  assert.deepEqual(reasonsOf({ megabytes: 300, allowance: { model: 'per_day' } }), [
    'short_of_data 4900',
    'full_speed_daily 300',
    'covers_trip 30',
  ]);
});

test('a plan that continues at a reduced speed lacks full-speed data only', () => {
  const slowed = { megabytes: 500, allowance: { afterCap: 'throttle' as const, throttleKbps: 128 } };
  assert.equal(
    reasonsOf({ ...slowed, facts: { newCustomersOnly: true } })[0],
    'short_of_full_speed_data 6500',
  );
});

test('no percentage is stated above a free plan, or for a price that only new customers pay', () => {
  assert.deepEqual(reasonsOf({ cents: 1_000 }, 'normal', [{ cents: 0 }]), [
    'spare_data 3000',
    'all_at_full_speed',
    'covers_trip 30',
  ]);
  const forNew = { cents: 900, facts: { newCustomersOnly: true } };
  assert.equal(reasonsOf(forNew, 'normal', [{ cents: 1_000 }])[1], 'spare_data 3000');
});

test('spare data begins above the need, is much from a fifth on, and is in whole megabytes', () => {
  const daily = (megabytes: number): ListingParts => ({ megabytes, allowance: { model: 'per_day' } });
  assert.deepEqual(reasonsOf(daily(1_000)).slice(0, 2), ['cheapest', 'full_speed_daily 1000']);
  assert.equal(reasonsOf({ megabytes: 8_400 })[1], 'spare_data 1400');
  assert.equal(reasonsOf({ megabytes: 8_399 })[1], 'little_spare_data 1399');
  assert.deepEqual(
    reasonsOf({ ...unlimited, fullSpeedMbPerDay: 5_000 }, 'unlimited').slice(0, 2),
    ['cheapest', 'full_speed_daily 5000'],
    'the need unlimited has no amount to spare',
  );
  // 5,000 MB for the whole trip of seven days.
  const trip: Trip = { country: COUNTRY, days: 7, need: 'normal', data: { mb: 5_000, days: 7 } };
  const [offer] = rank(destinationOf([aListing({ megabytes: 8_000 })]), trip, NOW).cheapest;
  assert.deepEqual(offer?.reasons[1], { code: 'spare_data', value: 3_000 });
});

test('every listed plan has one to three different reasons', () => {
  fc.assert(
    fc.property(listings(), coupons, trips, (all, promotions, trip) => {
      const { recommended, cheapest, fastest } = rank(destinationOf(all, promotions), trip, NOW);
      for (const { reasons, fit } of [...recommended, ...cheapest, ...fastest]) {
        const codes = reasons.map(({ code }) => code);
        assert.ok(codes.length >= 1 && codes.length <= 3);
        assert.equal(new Set(codes).size, codes.length);
        if (!fit.meetsNeed)
          assert.match(codes[0]!, /^(short_of_days|short_of_data|short_of_full_speed_data|too_slow)$/);
      }
    }),
    { numRuns: 50 },
  );
});

test('for a group, a percentage is above the price of each if they share, where that is lower', () => {
  const all = [1_000, 1_500].map((cents, at) => aListing({ cents, id: `p${at}`, provider: `p${at}` }));
  const trip: Trip = { country: COUNTRY, days: 7, need: 'normal', travellers: 4 };
  const above = (sharedCentsEach: number | null) => {
    const { cheapest } = rank(destinationOf(all), trip, NOW, NO_FILTERS, {
      splitCents: null,
      sharedCentsEach,
    });
    return cheapest[1]?.reasons.find(({ code }) => code === 'above_cheapest')?.value;
  };
  assert.deepEqual([null, 1_200, 750].map(above), [50, 50, 100]);
});

test('with several stops, a price is compared with the cheapest way for the whole trip', () => {
  const trip = { country: COUNTRY, days: 7, need: 'normal', then: [{ country: 'GR', days: 3 }] } as const;
  const both = { coverage: { destinations: ['GR', COUNTRY] } };
  const priceReasons = (all: readonly ListingParts[]) => {
    const listings = all.map((parts, at) =>
      aListing({ ...parts, id: `p${at}`, provider: `p${at}`, megabytes: 20_000 }),
    );
    const { ranking, itinerary } = compareTrip((code) => destinationOf(listings, [], code), trip, NOW);
    const reasons = ranking.cheapest.map((offer) => offer.reasons[0]);
    return {
      itinerary,
      reasons: reasons.map((reason) => `${reason?.code} ${String(reason?.value ?? '')}`.trim()),
    };
  };
  const parts = [
    { cents: 400, coverage: { destinations: [COUNTRY] } },
    { cents: 600, coverage: { destinations: ['GR'] } },
  ];
  const split = priceReasons([...parts, { ...both, cents: 1_500 }, { ...both, cents: 2_000 }]);
  assert.equal(split.itinerary?.cheapest?.cents, 1_000);
  assert.deepEqual(split.reasons, ['cheapest_single_plan', 'above_cheapest 100']);
  for (const { ranked } of split.itinerary?.cheapest?.legs ?? assert.fail('no itinerary'))
    assert.ok(ranked?.reasons.every(({ code }) => code !== 'above_cheapest'));

  const single = priceReasons([...parts, { ...both, cents: 900 }, { ...both, cents: 1_500 }]);
  assert.deepEqual(single.reasons, ['cheapest', 'above_cheapest 67'], 'one plan is the cheapest way');
});
