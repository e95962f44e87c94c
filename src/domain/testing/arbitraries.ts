/** Markets for property tests: few distinct values, so that ties and edge cases are common. */
import fc from 'fast-check';
import type { Coupon } from '../coupon.ts';
import { eachFact } from '../facts.ts';
import { BREAKOUTS, CLOCK_STARTS, GENERATIONS, type Plan, TAX_STATES } from '../plan.ts';
import {
  type Filters,
  NEEDS,
  type Need,
  REQUIREMENTS,
  type Requirement,
  type Stop,
  type Trip,
  tripOf,
} from '../trip.ts';
import { aCoupon, aListing, COUNTRY, HOUR_MS, type Listing, NOW } from './builders.ts';

const PROVIDERS = ['alder', 'birch', 'cedar'] as const;

/** Mostly `usual`, so that plans of one provider often differ in one field alone. */
function mostly<T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

const threeState = mostly<boolean | null>(null, true, false);

const network = fc.record({
  name: fc.constantFrom('North', 'South'),
  generation: fc.constantFrom(null, ...GENERATIONS),
});

/** The id is set by the market, which keeps it unique. */
const listingArbitrary: fc.Arbitrary<Listing> = fc
  .record({
    provider: fc.constantFrom(...PROVIDERS),
    model: fc.constantFrom('total', 'total', 'per_day', 'unlimited'),
    cents: fc.oneof(
      fc.constantFrom(0, 450, 500, 900, 1_000, 1_999, 2_000),
      fc.integer({ min: 1, max: 6_000 }),
    ),
    megabytes: fc.constantFrom(1, 300, 500, 1_000, 1_000, 3_000, 5_000, 7_000, 10_000, 20_000),
    days: fc.constantFrom(1, 5, 7, 7, 15, 30, 30, null),
    periodDays: mostly<number | null>(null, 1, 7, 30),
    fullSpeedMbPerDay: fc.constantFrom(null, null, 500, 1_000, 3_000, 6_000),
    uncapped: mostly<boolean | null>(null, true, false),
    afterCap: fc.constantFrom('stop', 'stop', 'throttle', 'unknown'),
    throttleKbps: fc.constantFrom(null, 128, 999, 1_000, 5_000),
    maxKbps: mostly<number | null>(null, 512, 1_000, 20_000, 50_000, 150_000),
    soldPerDay: mostly(false, true),
    starts: mostly(...(['first_use', ...CLOCK_STARTS] as const)),
    installWithinDays: mostly<number | null>(null, 30, 180),
    generation: fc.constantFrom(null, ...GENERATIONS, '4G', '5G'),
    networks: mostly<number>(0, 1, 2, 3),
    network,
    breakout: mostly(...(['roaming', ...BREAKOUTS] as const)),
    exits: mostly<readonly string[] | null>(null, [COUNTRY], ['GB'], [COUNTRY, 'GB'].toSorted()),
    named: mostly<Plan['named']>(
      [],
      [{ country: COUNTRY, part: null }],
      [{ country: COUNTRY, part: 'Cappadocia' }],
      [{ country: 'GB', part: null }],
    ),
    promoUsdCents: mostly<number | null>(null, 100, 900),
    countries: mostly(1, 2, 5),
    there: mostly(true, false),
    basis: mostly('retail' as const, 'rrp' as const),
    tax: mostly(...(['included', ...TAX_STATES] as const)),
    converted: mostly(false, true),
    ageHours: mostly(0, -3, 24, 25, 48, 49, 168, 169),
    facts: fc.record(eachFact(() => threeState)),
    hotspotBytes: mostly<number | null>(null, 0, 1_000_000_000, 5_000_000_000),
  })
  .map((it) =>
    aListing({
      provider: it.provider,
      named: it.named,
      cents: it.cents,
      megabytes: it.megabytes,
      days: it.days,
      ...(it.model === 'unlimited' && it.fullSpeedMbPerDay !== null
        ? { fullSpeedMbPerDay: it.fullSpeedMbPerDay }
        : {}),
      allowance: {
        model: it.model as 'total' | 'per_day' | 'unlimited',
        periodDays: it.model === 'total' ? it.periodDays : null,
        afterCap: it.afterCap as 'stop' | 'throttle' | 'unknown',
        throttleKbps: it.throttleKbps,
        maxKbps: it.maxKbps,
        uncapped: it.model === 'unlimited' ? it.uncapped : null,
      },
      validity: {
        soldPerDay: it.soldPerDay,
        starts: it.starts,
        installWithinDays: it.installWithinDays,
      },
      coverage: {
        destinations: ['DE', 'FR', 'GB', 'IT', 'US']
          .slice(0, it.countries - 1)
          .concat(it.there ? COUNTRY : 'ZA'),
        generation: it.generation as (typeof GENERATIONS)[number] | null,
        networks:
          it.networks === 0 ? {} : { [COUNTRY]: Array.from({ length: it.networks }, () => it.network) },
        breakout: it.breakout,
        exits: it.exits,
      },
      price: {
        basis: it.basis,
        tax: it.tax,
        rate: it.converted ? '1.1' : null,
        promoUsdCents: it.promoUsdCents,
      },
      facts: it.facts,
      extras: { hotspotBytes: it.hotspotBytes },
      observedAt: NOW - it.ageHours * HOUR_MS,
    }),
  );

export function withId(listing: Listing, id: string): Listing {
  return { ...listing, plan: { ...listing.plan, id } };
}

export function listings(maxLength = 40): fc.Arbitrary<Listing[]> {
  return fc
    .array(listingArbitrary, { maxLength, size: 'max' })
    .map((all) => all.map((listing, index) => withId(listing, `p${index}`)));
}

export const couponArbitrary: fc.Arbitrary<Coupon> = fc
  .record({
    provider: fc.constantFrom(...PROVIDERS),
    discount: fc.oneof(
      fc.record({
        kind: fc.constant('percent' as const),
        basisPoints: fc.constantFrom(1, 333, 1_000, 1_500, 5_000, 10_000),
      }),
      fc.record({
        kind: fc.constant('amount' as const),
        usdCents: fc.constantFrom(1, 300, 500, 1_000, 2_500),
      }),
    ),
    audience: mostly('everyone' as const, 'new_customers' as const, 'app_only' as const),
    use: fc.constantFrom('every_order' as const, 'every_order' as const, 'first_order' as const),
    minimumSpendUsdCents: fc.constantFrom(null, null, 500, 1_000, 2_000, 5_000),
    maximumDiscountUsdCents: fc.constantFrom(null, null, 100, 500),
    countries: mostly<readonly string[] | null>(null, [COUNTRY], ['ZA']),
    plans: mostly<readonly string[] | null>(null, ['p0', 'p1', 'p2', 'p3'], ['p5']),
    validFrom: mostly<number | null>(null, NOW - 1, NOW, NOW + 1),
    validUntil: mostly<number | null>(null, NOW - 1, NOW, NOW + 1),
    confirmed: fc.boolean(),
    verifiedAt: mostly(
      NOW,
      ...[8, 31, 91].flatMap((days) => [NOW - days * 24 * HOUR_MS, NOW - days * 24 * HOUR_MS + 1]),
    ),
  })
  .map((parts) => aCoupon(parts));

export const coupons: fc.Arbitrary<Coupon[]> = fc
  .array(couponArbitrary, { maxLength: 7 })
  .map((all) => all.map((coupon, index) => ({ ...coupon, id: `c${index}` })));

/** Two providers of one brand, in some markets. */
export const brands: fc.Arbitrary<Readonly<Record<string, string>>> = fc.constantFrom({}, { birch: 'alder' });

/** Stops of which most plans of these markets cover several. */
export const severalStops: fc.Arbitrary<readonly Stop[]> = fc.array(
  fc.record(
    {
      country: fc.constantFrom(COUNTRY, COUNTRY, 'DE', 'FR', 'ZA'),
      days: fc.integer({ min: 1, max: 9 }),
    },
    { noNullPrototype: true },
  ),
  { minLength: 1, maxLength: 4 },
);

export const requirements: fc.Arbitrary<readonly Requirement[]> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.subarray([...REQUIREMENTS], { minLength: 1, maxLength: 2 }) },
);

/** Data for a whole trip in megabytes, at and near the sizes of plans; null: the rate of the need applies. */
export const statedData: fc.Arbitrary<number | null> = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom(100, 1_000, 5_000, 7_000, 10_000, 20_000) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 500 }).map((tenths) => tenths * 100) },
);

/** The need `unlimited` has no stated data. */
export const tripFor = (stops: readonly Stop[], need: Need, dataMb: number | null): Trip =>
  tripOf(stops as readonly [Stop, ...Stop[]], need, need === 'unlimited' ? null : dataMb);

export const filters: fc.Arbitrary<Filters> = fc.record({
  require: requirements,
  maxUsdCents: mostly<number | null>(null, 1, 900, 1_000, 2_500, 6_000),
  avoidExits: mostly<readonly string[]>([], ['GB'], [COUNTRY, 'GB']),
  providers: mostly<readonly string[]>([], PROVIDERS.slice(0, 1), PROVIDERS.slice(1)),
  avoidProviders: mostly<readonly string[]>([], PROVIDERS.slice(1, 2), [...PROVIDERS]),
});

export const trips: fc.Arbitrary<Trip> = fc
  .record({
    days: fc.oneof(fc.constantFrom(1, 7, 7, 10, 30, 90), fc.integer({ min: 1, max: 90 })),
    need: fc.constantFrom(...NEEDS),
    dataMb: statedData,
  })
  .map(({ days, need, dataMb }) => tripFor([{ country: COUNTRY, days }], need, dataMb));
