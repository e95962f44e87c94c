/** Small random markets with every kind of plan: few distinct values, so that ties and edge cases are common. */
import fc from 'fast-check';
import type { Coupon } from '../../coupon.ts';
import { type Breakout, CLOCK_STARTS, GENERATIONS, type NamedPlace, TAX_STATES } from '../../plan.ts';
import { NEEDS } from '../../trip.ts';
import { aCoupon, aListing, COUNTRY, HOUR_MS, type Listing, NOW } from '../builders.ts';
import type { Asked, Market } from './trip.ts';

const PROVIDERS = ['alder', 'birch', 'cedar'] as const;
/** The destinations of the trips. Most plans cover the first. */
export const PLACES = [COUNTRY, 'JP', 'KR'] as const;

/** Mostly `usual`, so that plans of one brand often differ in one field alone. */
function mostly<T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

const good = mostly<boolean | null>(true, null, false);
const bad = mostly<boolean | null>(false, null, true);
const unsaid = mostly<boolean | null>(null, true, false);

const NAMES: readonly (readonly NamedPlace[])[] = [
  [{ country: COUNTRY, part: null }],
  [{ country: COUNTRY, part: 'Cappadocia' }],
  [{ country: 'NO', part: 'Svalbard' }],
  PLACES.map((country) => ({ country, part: null })),
];

const shape = fc.record({
  provider: fc.constantFrom(...PROVIDERS),
  model: fc.constantFrom('total', 'total', 'per_day', 'unlimited'),
  cents: fc.oneof(
    fc.constantFrom(0, 1, 450, 500, 900, 1_000, 1_999, 2_000),
    fc.integer({ min: 1, max: 6_000 }),
  ),
  megabytes: fc.constantFrom(1, 300, 500, 1_000, 1_000, 1_500, 3_000, 5_000, 7_000, 8_000, 10_000, 20_000),
  periodDays: mostly<number | null>(null, 7, 30),
  days: fc.constantFrom(1, 5, 7, 7, 15, 30, 30, null),
  fullSpeedMbPerDay: fc.constantFrom(null, null, 500, 1_000, 1_700, 3_000, 6_000),
  uncapped: mostly<boolean | null>(null, true, false),
  afterCap: fc.constantFrom('stop', 'stop', 'throttle', 'unknown'),
  throttleKbps: fc.constantFrom(null, 128, 500, 999, 1_000, 3_000),
  maxKbps: mostly<number | null>(null, 512, 1_000, 9_999, 10_000, 20_000, 50_000),
  soldPerDay: mostly(false, true),
  starts: mostly(...(['first_use', ...CLOCK_STARTS] as const)),
});

const surroundings = fc.record({
  generation: mostly(...(['5G', ...GENERATIONS, null] as const)),
  networks: mostly(2, 0, 1, 3),
  networkGeneration: mostly<'3G' | '5G' | null>(null, '3G', '5G'),
  breakout: mostly<Breakout>('local', 'roaming', 'unknown'),
  exits: mostly<readonly string[] | null>(null, [COUNTRY], ['NL'], [...PLACES]),
  destinations: mostly<readonly string[]>([COUNTRY], [...PLACES], ['JP'], [COUNTRY, 'KR'], ['KR'], ['ZA']),
  named: mostly<readonly NamedPlace[]>([], ...NAMES),
  basis: mostly<'retail' | 'rrp'>('retail', 'rrp'),
  tax: mostly(...(['included', ...TAX_STATES] as const)),
  rate: mostly<string | null>(null, '1.1'),
  promoUsdCents: mostly<number | null>(null, 1, 400),
  ageHours: mostly(0, -3, 24, 25, 48, 49, 168, 169),
  facts: fc.record({
    hotspot: good,
    identityCheck: bad,
    topUp: unsaid,
    phoneNumber: unsaid,
    calls: unsaid,
    sms: unsaid,
    newCustomersOnly: bad,
    ads: bad,
    inStock: good,
  }),
});

function networksAt(destinations: readonly string[], count: number, generation: '3G' | '5G' | null) {
  // The last place has one network less, so that the stops differ.
  return Object.fromEntries(
    destinations.map((country, index) => [
      country,
      Array.from({ length: Math.max(0, count - (index > 1 ? 1 : 0)) }, (_, number) => ({
        name: `Network ${number}`,
        generation: index === 0 ? generation : null,
      })),
    ]),
  );
}

const listing: fc.Arbitrary<Listing> = fc.tuple(shape, surroundings).map(([it, around]) => {
  const model = it.model as 'total' | 'per_day' | 'unlimited';
  const { plan, observedAt } = aListing({
    provider: it.provider,
    cents: it.cents,
    megabytes: it.megabytes,
    days: it.days,
    ...(model === 'unlimited' && it.fullSpeedMbPerDay !== null
      ? { fullSpeedMbPerDay: it.fullSpeedMbPerDay }
      : {}),
    allowance: {
      model,
      periodDays: model === 'total' ? it.periodDays : null,
      afterCap: it.afterCap as 'stop' | 'throttle' | 'unknown',
      throttleKbps: it.throttleKbps,
      maxKbps: it.maxKbps,
      uncapped: model === 'unlimited' ? it.uncapped : null,
    },
    validity: { soldPerDay: it.soldPerDay, starts: it.starts },
    coverage: {
      destinations: [...around.destinations].sort(),
      generation: around.generation,
      networks: networksAt(around.destinations, around.networks, around.networkGeneration),
      breakout: around.breakout,
      exits: around.exits === null ? null : [...around.exits].sort(),
    },
    price: { basis: around.basis, tax: around.tax, rate: around.rate, promoUsdCents: around.promoUsdCents },
    facts: around.facts,
    observedAt: NOW - around.ageHours * HOUR_MS,
  });
  return { plan: { ...plan, named: around.named }, observedAt };
});

const coupon: fc.Arbitrary<Coupon> = fc
  .record({
    provider: fc.constantFrom(...PROVIDERS),
    discount: fc.oneof(
      fc.record({
        kind: fc.constant('percent' as const),
        basisPoints: fc.constantFrom(1, 333, 1_000, 1_500, 5_000, 10_000),
      }),
      fc.record({ kind: fc.constant('amount' as const), usdCents: fc.constantFrom(1, 300, 500, 2_500) }),
    ),
    audience: mostly('everyone' as const, 'new_customers' as const, 'app_only' as const),
    use: mostly('every_order' as const, 'first_order' as const),
    minimumSpendUsdCents: fc.constantFrom(null, null, 500, 1_000, 2_000, 5_000),
    maximumDiscountUsdCents: fc.constantFrom(null, null, 100, 500),
    countries: mostly<readonly string[] | null>(null, [COUNTRY], ['ZA']),
    plans: mostly<readonly string[] | null>(null, ['p0', 'p1', 'p2', 'p3'], ['p5']),
    excludedPlans: mostly<readonly string[]>([], ['p0', 'p4']),
    validFrom: mostly<number | null>(null, NOW - 1, NOW, NOW + 1),
    validUntil: mostly<number | null>(null, NOW - 1, NOW, NOW + 1),
  })
  .map((parts) => aCoupon(parts));

/** Two of three providers are sometimes one brand. */
const BRANDS: readonly Readonly<Record<string, string>>[] = [
  {},
  { alder: 'alder', birch: 'alder', cedar: 'cedar' },
];

export function markets(mostPlans = 30): fc.Arbitrary<Market> {
  return fc.record({
    listings: fc
      .array(listing, { maxLength: mostPlans, size: 'max' })
      .map((all) => all.map(({ plan, ...rest }, index) => ({ ...rest, plan: { ...plan, id: `p${index}` } }))),
    coupons: fc
      .array(coupon, { maxLength: 5 })
      .map((all) => all.map((one, index) => ({ ...one, id: `c${index}` }))),
    brands: fc.constantFrom(...BRANDS),
    now: fc.constant(NOW),
  });
}

const days = fc.oneof(fc.constantFrom(1, 7, 7, 10, 30, 90), fc.integer({ min: 1, max: 90 }));
const need = fc.constantFrom(...NEEDS);
const REQUIREMENTS = [
  'hotspot',
  'top_up',
  'phone_number',
  'no_identity_check',
  '5g',
  'local_exit',
  'uncapped',
  'one_purchase',
];

export const oneStop: fc.Arbitrary<Asked> = fc.record({
  stops: days.map((count) => [{ country: COUNTRY, days: count }]),
  need,
  require: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom(...REQUIREMENTS), { maxLength: 2 }) },
  ),
});

export const severalStops: fc.Arbitrary<Asked> = fc.record({
  stops: fc.array(fc.record({ country: fc.constantFrom(...PLACES), days: fc.integer({ min: 1, max: 15 }) }), {
    minLength: 2,
    maxLength: 6,
  }),
  need,
});
