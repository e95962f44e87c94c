/** Tests of the reference implementation with examples from docs/ranking.md. Percentages come from the table. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Coupon } from '../../coupon.ts';
import {
  DAILY_SLOWED,
  DAILY_SLOWED_BUT_WORKS,
  DAILY_STOPS,
  FAIR_USE_UNSTATED,
  type Falling,
  PERCENT,
  PURCHASES,
  REDUCED_SPEED,
  RESERVE,
} from '../../ranking/drawbacks-table.ts';
import type { Need } from '../../trip.ts';
import { aCoupon, aListing, COUNTRY, HOUR_MS, type Listing, type ListingParts, NOW } from '../builders.ts';
import { oracleItinerary, splitsOf } from './itinerary.ts';
import { type Candidate, oracleLists } from './oracle.ts';
import type { Asked, Market } from './trip.ts';

/** A plan without drawbacks except those that a test adds: 5G, two networks, all facts stated and good. */
function flawless({ coverage, facts, ...parts }: ListingParts = {}): Listing {
  return aListing({
    megabytes: 50_000,
    coverage: {
      generation: '5G',
      breakout: 'local',
      networks: {
        [COUNTRY]: [
          { name: 'North', generation: null },
          { name: 'South', generation: null },
        ],
      },
      ...coverage,
    },
    facts: { hotspot: true, identityCheck: false, ...facts },
    ...parts,
  });
}

const trip = (days: number, need: Need = 'normal'): Asked => ({ stops: [{ country: COUNTRY, days }], need });
const market = (listings: readonly Listing[], coupons: readonly Coupon[] = []): Market => ({
  listings,
  coupons,
  now: NOW,
});
const keys = (list: readonly Candidate[]) => list.map(({ key }) => key);

function only(listing: Listing, asked: Asked, coupons: readonly Coupon[] = []): Candidate {
  const { recommended } = oracleLists(market([listing], coupons), asked);
  assert.equal(recommended.length, 1);
  return recommended[0]!;
}

/** A percentage of an amount, rounded half up. */
const share = (percent: number, cents: number): number => Math.floor((percent * cents + 50) / 100);
const TWO = PURCHASES.second;
const THREE = TWO + PURCHASES.eachFurther;

/** [row, percent, cents] of each drawback. */
const drawbacks = (it: Candidate) => it.drawbacks.map(({ row, percent, cents }) => [row, percent, cents]);

describe('copies', () => {
  test('the comparable price of a plan without drawbacks is its price', () => {
    const it = only(flawless({ cents: 1_234 }), trip(7));
    assert.deepEqual([it.copies, it.cents, it.comparableCents, it.meets], [1, 1_234, 1_234, true]);
  });

  test('are the smallest number that covers days and data', () => {
    assert.equal(only(flawless({ megabytes: 3_000 }), trip(7)).copies, 3);
    assert.equal(only(flawless({ days: 3 }), trip(7)).copies, 3);
    assert.equal(only(flawless({ megabytes: 1_000, days: 1 }), trip(7)).copies, 7);
    assert.equal(
      only(flawless({ megabytes: 900, days: 3 }), trip(1, 'light')).copies,
      2,
      'the floor of 1 GB',
    );
  });

  test('are at most ten, and otherwise enough for the days', () => {
    const whole = only(flawless({ megabytes: 500 }), trip(7));
    assert.deepEqual([whole.copies, whole.missingMb, whole.meets], [10, 2_000, false]);
    const daily = only(flawless({ allowance: { model: 'per_day' }, megabytes: 500, days: 3 }), trip(7));
    assert.deepEqual([daily.copies, daily.missingMb, daily.missingDays], [3, 3_500, 0]);
    const short = only(flawless({ allowance: { model: 'unlimited' }, days: 2 }), trip(30));
    assert.deepEqual([short.copies, short.missingDays], [10, 10]);
  });

  test('are always one if the plan is for new customers only', () => {
    const it = only(flawless({ days: 3, facts: { newCustomersOnly: true } }), trip(7));
    assert.deepEqual([it.copies, it.missingDays, it.meets], [1, 4, false]);
  });

  test('are not added for data if data continues at the working speed', () => {
    const rest = { afterCap: 'throttle', throttleKbps: 1_000 } as const;
    const it = only(flawless({ megabytes: 3_000, allowance: rest }), trip(7));
    assert.deepEqual([it.copies, it.meets, it.atFullSpeedAlone], [1, true, false]);
    const percent = REDUCED_SPEED.normal;
    assert.deepEqual(drawbacks(it), [['data', percent, share(percent, it.cents)]]);
    assert.equal(only(flawless({ megabytes: 3_000, allowance: rest }), trip(7, 'heavy')).copies, 7);
  });
});

describe('what the trip gets', () => {
  test('an amount that renews counts once for each period that overlaps the trip', () => {
    const monthly = (megabytes: number) => flawless({ megabytes, days: 365, allowance: { periodDays: 30 } });
    assert.equal(only(monthly(40_000), trip(31)).fullSpeedMb, 80_000);
    assert.equal(only(monthly(40_000), trip(30)).fullSpeedMb, 40_000);
    const covered = only(monthly(10_000), trip(7));
    assert.deepEqual(
      [covered.copies, covered.fullSpeedMb],
      [1, 10_000],
      'the trip is shorter than the period',
    );
    const second = only(monthly(20_000), trip(40));
    assert.deepEqual(
      [second.copies, second.fullSpeedMb],
      [2, 80_000],
      'one copy gives 20 GB for the first 30 days, which need 30 GB',
    );
  });

  test('a plan that is sold per day is one order of that many days', () => {
    const byDay = (parts: ListingParts) =>
      flawless({ ...parts, validity: { soldPerDay: true, days: parts.days ?? null } });
    const it = only(byDay({ cents: 200, allowance: { model: 'unlimited', uncapped: true } }), trip(7));
    assert.deepEqual([it.copies, it.cents, it.comparableCents], [1, 1_400, 1_400]);
    const five = only(
      byDay({ cents: 200, days: 5, allowance: { model: 'unlimited', uncapped: true } }),
      trip(7),
    );
    assert.deepEqual([five.cents, five.missingDays], [1_000, 2]);
    assert.equal(
      only(byDay({ megabytes: 9_000 }), trip(7)).fullSpeedMb,
      9_000,
      'a whole amount is for the order',
    );
  });

  test('unlimited is met without a cap, by 3 GB a day, by the working speed after the cap and by unstated fair use', () => {
    const unlimited = (allowance: object, fullSpeedMbPerDay?: number) =>
      only(
        flawless({
          allowance: { model: 'unlimited', ...allowance },
          ...(fullSpeedMbPerDay === undefined ? {} : { fullSpeedMbPerDay }),
        }),
        trip(7, 'unlimited'),
      );
    const dataOf = (it: Candidate) => [it.meets, it.drawbacks[0]?.percent ?? 0];
    assert.deepEqual(dataOf(unlimited({ uncapped: true })), [true, 0]);
    assert.deepEqual(dataOf(unlimited({})), [true, FAIR_USE_UNSTATED.unlimited]);
    assert.deepEqual(dataOf(unlimited({ afterCap: 'throttle', throttleKbps: 128 })), [
      true,
      FAIR_USE_UNSTATED.unlimited,
    ]);
    assert.deepEqual(dataOf(unlimited({}, 3_000)), [true, DAILY_STOPS.unlimited]);
    assert.deepEqual(dataOf(unlimited({ afterCap: 'throttle' }, 3_000)), [true, DAILY_SLOWED.unlimited]);
    assert.deepEqual(dataOf(unlimited({ afterCap: 'throttle', throttleKbps: 1_000 }, 3_000)), [
      true,
      DAILY_SLOWED_BUT_WORKS.unlimited,
    ]);
    assert.deepEqual(dataOf(unlimited({ afterCap: 'throttle', throttleKbps: 1_000 }, 1_000)), [
      true,
      REDUCED_SPEED.unlimited,
    ]);
    assert.deepEqual(dataOf(unlimited({ afterCap: 'throttle', throttleKbps: 999 }, 1_000)), [
      false,
      DAILY_SLOWED.unlimited,
    ]);
    const { recommended } = oracleLists(market([flawless()]), trip(7, 'unlimited'));
    assert.deepEqual(recommended, [], 'a whole allowance is not looked at');
  });

  test('a top speed below the working speed never meets the need', () => {
    const it = only(flawless({ allowance: { maxKbps: 999 } }), trip(7));
    assert.deepEqual([it.meets, it.miss, it.missingMb], [false, [7_000, 7_000], 7_000]);
    assert.equal(only(flawless({ allowance: { maxKbps: 999 } }), trip(7, 'light')).meets, true);
  });
});

describe('trip price', () => {
  const threeCopies = flawless({ cents: 1_000, megabytes: 3_000 });
  const centsWith = (...coupons: Partial<Coupon>[]) =>
    only(
      threeCopies,
      trip(7),
      coupons.map((coupon, index) => aCoupon({ id: `c${index}`, ...coupon })),
    ).cents;

  test('is one order, to which minimum spend and maximum discount apply', () => {
    assert.equal(centsWith({}), 2_700);
    assert.equal(centsWith({ minimumSpendUsdCents: 3_000 }), 2_700);
    assert.equal(centsWith({ minimumSpendUsdCents: 3_001 }), 3_000, 'no further copy for its sake');
    assert.equal(centsWith({ maximumDiscountUsdCents: 120 }), 2_880);
    assert.equal(centsWith({ discount: { kind: 'amount', usdCents: 9_999 }, confirmed: true }), 0);
    assert.equal(centsWith({ discount: { kind: 'percent', basisPoints: 333 } }), 2_901, '99.9 rounded down');
  });

  test('uses the best coupon without a personal condition', () => {
    const fifth = { discount: { kind: 'percent', basisPoints: 2_000 } } as const;
    assert.equal(centsWith({}, fifth), 2_400);
    assert.equal(centsWith({}, { ...fifth, audience: 'new_customers' }), 2_700);
    assert.equal(centsWith({}, { ...fifth, use: 'first_order' }), 2_700);
    assert.equal(centsWith({}, { ...fifth, countries: ['JP'] }), 2_700);
    assert.equal(centsWith({}, { ...fifth, plans: ['other'] }), 2_700);
    assert.equal(centsWith({}, { ...fifth, validUntil: NOW }), 2_700);
    assert.equal(centsWith({}, { ...fifth, provider: 'birch' }), 2_700);
  });
});

describe('drawbacks', () => {
  const dataOf = (parts: ListingParts, asked: Asked) =>
    only(flawless(parts), asked).drawbacks[0]?.percent ?? 0;

  test('of a small reserve fall to 0 at a sufficient reserve, rounded half up', () => {
    const reserve = (megabytes: number) => dataOf({ megabytes }, trip(10));
    const enough = 10_000 * (1 + RESERVE.enoughPercentOfRate / 100);
    const half = (10_000 + enough) / 2;
    assert.deepEqual([10_000, half, enough, 2 * enough].map(reserve), [
      RESERVE.percentWithout,
      Math.round(RESERVE.percentWithout / 2),
      0,
      0,
    ]);
    assert.equal(dataOf({ megabytes: 1_000 }, trip(1, 'light')), 0, 'the reserve is above rate × days');
  });

  test('of a daily amount fall from the rate to twice the rate', () => {
    const stops = (megabytes: number) => dataOf({ megabytes, allowance: { model: 'per_day' } }, trip(7));
    const falling = ({ atRate, atTwice }: Falling) => [
      atRate,
      Math.round((atRate + atTwice) / 2),
      atTwice,
      atTwice,
    ];
    assert.deepEqual([1_000, 1_500, 2_000, 9_000].map(stops), falling(DAILY_STOPS));
    const slowed = (megabytes: number) =>
      dataOf({ megabytes, allowance: { model: 'per_day', afterCap: 'throttle' } }, trip(7));
    assert.deepEqual([1_000, 1_500, 2_000, 9_000].map(slowed), falling(DAILY_SLOWED));
    const rest = { model: 'per_day', afterCap: 'throttle', throttleKbps: 1_000 } as const;
    assert.equal(dataOf({ megabytes: 1_000, allowance: rest }, trip(7)), DAILY_SLOWED_BUT_WORKS.atRate);
    assert.equal(
      dataOf({ megabytes: 999, allowance: rest }, trip(7)),
      REDUCED_SPEED.normal,
      'a part of the need at reduced speed',
    );
  });

  test('of data are at their maximum if the plan misses the need', () => {
    const firstPercent = dataOf({ days: 1, allowance: {} }, trip(30));
    assert.equal(firstPercent, TWO + 8 * PURCHASES.eachFurther, 'the purchases of ten copies come first');
    const data = (allowance: object) =>
      only(flawless({ days: 1, allowance }), trip(30)).drawbacks.find(({ row }) => row === 'data')?.percent ??
      0;
    assert.equal(data({}), RESERVE.percentWithout);
    assert.equal(data({ model: 'per_day' }), DAILY_STOPS.atRate);
    assert.equal(data({ model: 'per_day', afterCap: 'throttle', throttleKbps: 9_000 }), DAILY_SLOWED.atRate);
    assert.equal(data({ model: 'unlimited' }), FAIR_USE_UNSTATED.normal);
    assert.equal(data({ model: 'unlimited', uncapped: true }), 0);
  });

  test('are a percentage of the trip price, or of $5 if the price is lower', () => {
    const slow = (cents: number) =>
      drawbacks(only(flawless({ cents, coverage: { generation: '3G' } }), trip(7)));
    const percent = PERCENT.generation_3g;
    assert.deepEqual(slow(1_000), [['generation', percent, share(percent, 1_000)]]);
    assert.deepEqual(slow(499), [['generation', percent, share(percent, 500)]]);
    assert.deepEqual(slow(1_005), [['generation', percent, share(percent, 1_005)]], 'rounded half up');
  });

  test('of further purchases are a percentage of $10 or more, and at most $10 each', () => {
    const copies = (count: number, cents: number) =>
      drawbacks(only(flawless({ days: 1, cents }), trip(count))).find(([row]) => row === 'purchases');
    assert.deepEqual(copies(2, 1_000), ['purchases', TWO, share(TWO, 2_000)]);
    assert.deepEqual(copies(2, 100), ['purchases', TWO, share(TWO, 1_000)], 'a price of $2 counts as $10');
    assert.deepEqual(copies(3, 400), ['purchases', THREE, share(THREE, 1_200)]);
    const seven = TWO + 5 * PURCHASES.eachFurther;
    assert.deepEqual(copies(7, 5_000), ['purchases', seven, 6 * PURCHASES.mostCentsEach], 'at most $10 each');
  });

  test('of a coupon are at most its saving', () => {
    const with_ = (usdCents: number) =>
      drawbacks(only(flawless(), trip(7), [aCoupon({ discount: { kind: 'amount', usdCents } })]));
    assert.deepEqual(with_(5), [['coupon', PERCENT.coupon, 5]]);
    assert.deepEqual(with_(100), [['coupon', PERCENT.coupon, share(PERCENT.coupon, 900)]]);
  });

  test('of the last day depend on the start of the validity', () => {
    const ends = (parts: ListingParts) => dataOf({ days: 7, ...parts }, trip(7));
    assert.equal(ends({}), PERCENT.no_spare_day);
    assert.equal(ends({ validity: { starts: 'install' } }), PERCENT.no_spare_day_clock);
    assert.equal(ends({ validity: { starts: 'unknown' } }), PERCENT.no_spare_day_clock);
    assert.equal(ends({ validity: { soldPerDay: true } }), 0);
    assert.equal(ends({ days: 8 }), 0);
    assert.equal(ends({ days: null }), 0);
  });

  test('of unstated and bad facts add up', () => {
    const all = only(
      aListing({
        megabytes: 50_000,
        allowance: { maxKbps: 9_999 },
        coverage: { generation: null },
        price: { rate: '1.1', basis: 'rrp', tax: 'unknown' },
        facts: { ads: true },
        observedAt: NOW - 25 * HOUR_MS,
      }),
      trip(7),
    );
    const percents = {
      generation: PERCENT.generation_unknown,
      top_speed: PERCENT.low_top_speed,
      hotspot: PERCENT.hotspot_unknown,
      identity_check: PERCENT.identity_check_unknown,
      networks: PERCENT.no_network_named,
      exit: PERCENT.exit_elsewhere,
      age: PERCENT.price_aging,
      converted: PERCENT.converted,
      suggested: PERCENT.suggested,
      tax: PERCENT.tax_unknown,
      ads: PERCENT.ads,
    };
    assert.deepEqual(Object.fromEntries(all.drawbacks.map(({ row, percent }) => [row, percent])), percents);
    const sum = Object.values(percents).reduce((total, percent) => total + share(percent, 1_000), 1_000);
    assert.equal(all.comparableCents, sum);
  });

  test('of a name with another place or only a part of the country', () => {
    const named = (...places: { country: string; part: string | null }[]) => {
      const listing = flawless();
      return drawbacks(only({ ...listing, plan: { ...listing.plan, named: places } }, trip(7)));
    };
    assert.deepEqual(named({ country: COUNTRY, part: null }), []);
    const elsewhere = [['naming', PERCENT.named_elsewhere, share(PERCENT.named_elsewhere, 1_000)]];
    assert.deepEqual(named({ country: COUNTRY, part: 'Cappadocia' }), elsewhere);
    assert.deepEqual(named({ country: 'NO', part: 'Svalbard' }), elsewhere);
  });
});

describe('orders', () => {
  test('offers that miss the need come last, the closest first, and days count three times', () => {
    const lists = oracleLists(
      market([
        flawless({ id: 'dear', cents: 9_000 }),
        flawless({ id: 'short', provider: 'birch', days: 6, facts: { newCustomersOnly: true }, cents: 1 }),
        flawless({
          id: 'small',
          provider: 'cedar',
          megabytes: 4_000,
          facts: { newCustomersOnly: true },
          cents: 1,
        }),
        flawless({ id: 'new', provider: 'birch', facts: { newCustomersOnly: true }, cents: 2 }),
      ]),
      trip(7),
    );
    // One day of seven counts three times (3/7), and 3 GB of 7 GB are 3/7 as well. So the comparable price decides, which
    // contains `RESERVE.percentWithout` for data.
    assert.deepEqual(keys(lists.recommended), ['alder/dear', 'birch/new', 'birch/short', 'cedar/small']);
    assert.deepEqual(keys(lists.cheapest), keys(lists.recommended));
    assert.deepEqual(keys(lists.fastest), ['birch/new', 'alder/dear', 'birch/short', 'cedar/small']);
  });

  test('Cheapest: price, purchases, data, validity, ids; Fastest: full speed, generation, top speed, exit', () => {
    const cheap = oracleLists(
      market([
        flawless({ id: 'c', provider: 'c', cents: 500, days: 4 }),
        flawless({ id: 'b', provider: 'b', days: 20 }),
        flawless({ id: 'a', provider: 'a', megabytes: 49_000 }),
        flawless({ id: 'e', provider: 'e', allowance: { model: 'unlimited' } }),
        flawless({ id: 'd', provider: 'd' }),
        flawless({ id: 'f', provider: 'f' }),
      ]),
      trip(7),
    );
    assert.deepEqual(keys(cheap.cheapest), ['d/d', 'f/f', 'b/b', 'a/a', 'e/e', 'c/c']);
    const fast = oracleLists(
      market([
        flawless({ id: 'a', provider: 'a', coverage: { breakout: 'roaming' } }),
        flawless({ id: 'b', provider: 'b', allowance: { maxKbps: 20_001 }, cents: 9_999 }),
        flawless({ id: 'c', provider: 'c', coverage: { generation: '4G' }, cents: 1 }),
        flawless({ id: 'd', provider: 'd', allowance: { model: 'unlimited' } }),
        flawless({ id: 'e', provider: 'e' }),
      ]),
      trip(7),
    );
    assert.deepEqual(keys(fast.fastest), ['b/b', 'e/e', 'a/a', 'c/c', 'd/d']);
  });

  test('in Recommended a brand has three positions before other brands that meet the need', () => {
    const lengths = [10, 11, 12, 13, 14];
    // Each costs more and is valid longer than the one before, so none is dominated.
    const many = lengths.map((days, index) => flawless({ id: `p${index}`, days, cents: 1_000 + index }));
    const other = flawless({ id: 'x', provider: 'birch', cents: 5_000 });
    const late = flawless({ id: 'y', provider: 'cedar', days: 6, facts: { newCustomersOnly: true } });
    const lists = oracleLists(market([...many, other, late]), trip(7));
    assert.deepEqual(
      keys(lists.recommended).map((key) => key.split('/')[1]),
      ['p0', 'p1', 'p2', 'x', 'p3', 'p4', 'y'],
    );
    assert.deepEqual(
      keys(lists.cheapest).map((key) => key.split('/')[1]),
      ['p0', 'p1', 'p2', 'p3', 'p4', 'x', 'y'],
    );
    const branded = { ...market([...many, other, late]), brands: { birch: 'alder' } };
    assert.equal(oracleLists(branded, trip(7)).recommended[3]!.key, 'alder/p3', 'two ids of one brand');
  });
});

describe('left out', () => {
  const kept = (...listings: readonly Listing[]) => keys(oracleLists(market(listings), trip(7)).cheapest);

  test('sold out and older than a week', () => {
    const old = (ms: number) =>
      flawless({ id: `age${ms}`, provider: `age${ms}`, observedAt: NOW - 168 * HOUR_MS - ms });
    assert.deepEqual(kept(flawless({ facts: { inStock: false } }), old(1_000)), []);
    assert.deepEqual(kept(old(0)), ['age0/age0']);
  });

  test('a plan that another plan of its brand dominates', () => {
    const a = flawless({ id: 'a' });
    assert.deepEqual(kept(a, flawless({ id: 'b', cents: 1_001 })), ['alder/a']);
    assert.deepEqual(kept(a, flawless({ id: 'b', provider: 'birch', cents: 1_001 })), ['alder/a', 'birch/b']);
    assert.deepEqual(kept(a, flawless({ id: 'b' })), ['alder/a'], 'equal in all: the lower id');
    assert.deepEqual(kept(a, flawless({ id: 'b', cents: 1_001, days: 31 })).length, 2, 'longer');
    assert.deepEqual(kept(a, flawless({ id: 'b', cents: 1_001, megabytes: 50_001 })).length, 2, 'more data');
    assert.deepEqual(
      kept(a, flawless({ id: 'b', cents: 1_001, facts: { topUp: true } })).length,
      2,
      'a feature',
    );
    assert.deepEqual(
      kept(a, flawless({ id: 'b', days: 1, megabytes: 90_000, cents: 143 })),
      ['alder/a'],
      'fewer purchases',
    );
    const forNew = flawless({ id: 'n', cents: 900, facts: { newCustomersOnly: true } });
    assert.deepEqual(kept(a, forNew).length, 2, 'not open to all');
    const rest = flawless({ id: 'b', cents: 1_001, allowance: { afterCap: 'throttle' } });
    assert.deepEqual(kept(a, rest).length, 2, 'a better rest after the cap');
  });

  test('of equal plans, the one named after the whole country stays', () => {
    const b = flawless({ id: 'b' });
    const named = { ...b, plan: { ...b.plan, named: [{ country: COUNTRY, part: null }] } };
    assert.deepEqual(kept(flawless({ id: 'a' }), named), ['alder/b']);
  });

  test('a plan that does not state a required fact', () => {
    const listings = [
      flawless({ id: 'yes' }),
      flawless({ id: 'no', provider: 'birch', facts: { hotspot: false } }),
      flawless({ id: 'unknown', provider: 'cedar', facts: { hotspot: null } }),
    ];
    const { recommended, considered } = oracleLists(market(listings), {
      ...trip(7),
      require: ['hotspot', '5g'],
    });
    assert.deepEqual(keys(recommended), ['alder/yes']);
    assert.deepEqual(considered, {
      plans: 3,
      meetTheNeed: 1,
      leftOutByRequire: { no: 1, unknown: 1 },
      leftOutByMaxUsd: 0,
      leftOutByAvoidExits: { no: 0, unknown: 0 },
      leftOutByProviders: 0,
      leftOutByAvoidProviders: 0,
    });
  });
});

describe('itinerary', () => {
  const at = (country: string, cents: number, parts: ListingParts = {}) =>
    flawless({
      id: country.toLowerCase(),
      cents,
      ...parts,
      coverage: {
        destinations: country.split('-'),
        generation: '5G',
        breakout: 'local',
        networks: networksOf(country),
      },
    });
  const networksOf = (countries: string) => {
    const two = [
      { name: 'North', generation: null },
      { name: 'South', generation: null },
    ];
    return Object.fromEntries(countries.split('-').map((country) => [country, two]));
  };
  const asked = (...stops: readonly string[]): Asked => ({
    stops: stops.map((country) => ({ country, days: 5 })),
    need: 'normal',
  });
  const sums = (listings: readonly Listing[], requested: Asked, by: 'cents' | 'comparableCents') => {
    const best = oracleItinerary(market(listings), requested, by) ?? assert.fail('no itinerary');
    const { unserved, purchases, cents, comparableCents } = best;
    return { unserved, purchases, cents, comparableCents };
  };

  test('three stops have four splits', () => {
    assert.equal(splitsOf(asked('JP', 'KR', 'TW').stops).length, 4);
  });

  test('a second purchase adds a percentage of the price of the whole itinerary, at most $10', () => {
    const withTwo = 3_000 + share(TWO, 3_000);
    const plans = [at('JP', 1_000), at('KR', 2_000), at('JP-KR', withTwo - 1)];
    const one = { unserved: 0, purchases: 1, cents: withTwo - 1, comparableCents: withTwo - 1 };
    assert.deepEqual(sums(plans, asked('JP', 'KR'), 'comparableCents'), one);
    const two = { unserved: 0, purchases: 2, cents: 3_000, comparableCents: withTwo };
    assert.deepEqual(sums(plans, asked('JP', 'KR'), 'cents'), two);
    const dear = [at('JP', 1_000), at('KR', 20_000), at('JP-KR', 22_001)];
    const capped = { unserved: 0, purchases: 2, cents: 21_000, comparableCents: 22_000 };
    assert.deepEqual(sums(dear, asked('JP', 'KR'), 'comparableCents'), capped);
  });

  test('a third purchase adds another percentage, so that three purchases are rarely the best', () => {
    const plans = [at('JP', 800), at('KR', 800), at('TW', 800), at('JP-KR-TW', 3_000)];
    const one = { unserved: 0, purchases: 1, cents: 3_000, comparableCents: 3_000 };
    assert.deepEqual(sums(plans, asked('JP', 'KR', 'TW'), 'comparableCents'), one);
    const withThree = 2_400 + Math.min(share(THREE, 2_400), 2 * PURCHASES.mostCentsEach);
    const three = { unserved: 0, purchases: 3, cents: 2_400, comparableCents: withThree };
    assert.deepEqual(sums(plans, asked('JP', 'KR', 'TW'), 'cents'), three);
  });

  test('a stop without plans does not affect the other stops, and a plan that meets the need is preferred', () => {
    const half = { unserved: 1, purchases: 1, cents: 1_000, comparableCents: 1_000 };
    assert.deepEqual(sums([at('JP', 1_000)], asked('JP', 'KR'), 'cents'), half);
    const short = [at('JP', 100), at('KR', 100, { megabytes: 100 }), at('JP-KR', 9_000)];
    const whole = { unserved: 0, purchases: 1, cents: 9_000, comparableCents: 9_000 };
    assert.deepEqual(sums(short, asked('JP', 'KR'), 'cents'), whole);
  });
});
