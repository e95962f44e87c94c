/** Markets for tests: one plain plan as a template, and arbitrary markets for property tests. */
import fc from 'fast-check';
import { AUDIENCES, COUPON_USES, type Coupon } from '../../domain/coupon.ts';
import { compareStrings } from '../../domain/destination.ts';
import { eachFact } from '../../domain/facts.ts';
import {
  AFTER_CAPS,
  ALLOWANCE_MODELS,
  BREAKOUTS,
  CLOCK_STARTS,
  type Coverage,
  GENERATIONS,
  type NamedPlace,
  type Network,
  type Observation,
  type Plan,
  type Provider,
  SCOPES,
  TAX_STATES,
} from '../../domain/plan.ts';
import { UNKNOWN_EXTRAS, UNKNOWN_FACTS } from '../../domain/testing/builders.ts';
import type { Market, ObservedPlan, SourceState } from '../catalogue.ts';

export const NOON = Date.UTC(2026, 0, 15, 12);

export const PLAIN_PLAN: Plan = {
  id: 'tr-10gb-30d',
  provider: 'harbour',
  source: 'harbour-feed',
  externalId: 'HB-1001',
  name: 'Türkiye 10 GB / 30 days',
  named: [{ country: 'TR', part: null }],
  coverage: {
    scope: 'country',
    destinations: ['TR'],
    exclusions: [],
    networks: { TR: [{ name: 'Bosfor Mobil', generation: '5G' }] },
    generation: '4G',
    breakout: 'local',
    exits: ['TR'],
  },
  allowance: {
    model: 'total',
    bytes: 10_000_000_000,
    periodDays: null,
    afterCap: 'stop',
    throttleKbps: null,
    fullSpeedBytesPerDay: null,
    uncapped: null,
    maxKbps: null,
  },
  validity: { days: 30, starts: 'first_use', installWithinDays: null, soldPerDay: false },
  price: {
    minor: 1_400,
    currency: 'USD',
    basis: 'retail',
    tax: 'included',
    usdCents: 1_400,
    rate: null,
    rateDate: null,
    promoUsdCents: null,
  },
  facts: {
    ...UNKNOWN_FACTS,
    hotspot: true,
    topUp: true,
    phoneNumber: false,
    newCustomersOnly: false,
    inStock: true,
  },
  extras: UNKNOWN_EXTRAS,
  link: 'https://harbour.example/plans/tr-10gb-30d',
};

/** A source that was last read successfully at this age, at `NOON`. */
export const sourceRead = (id: string, ageMs = 0, status: SourceState['status'] = 'ok'): SourceState => ({
  id,
  status,
  lastSuccess: NOON - ageMs,
  plans: 1,
});

export const observedAt = (at: number): Observation => ({
  observedAt: at,
  firstSeenAt: at,
  priceChangedAt: null,
  lowestCents: 1_400,
  highestCents: 1_400,
});

export const observed = (plan: Plan, observation = observedAt(NOON)): ObservedPlan => ({ plan, observation });

interface MarketChanges extends Partial<Omit<Market, 'plans'>> {
  /** When each plan was observed. */
  readonly observation?: Observation;
}

/** A market with the given plans, and with their providers and sources. */
export function marketOf(plans: readonly Plan[], changes: MarketChanges = {}): Market {
  const { observation, ...facts } = changes;
  const providers = new Set(plans.map(({ provider }) => provider));
  const sources = new Set(plans.map(({ source }) => source));
  return {
    plans: plans.map((plan) => observed(plan, observation)),
    coupons: [],
    providers: Array.from(providers, (id) => ({
      id,
      name: `The ${id}`,
      homepage: `https://${id}.example/`,
      brand: id,
    })),
    sources: Array.from(sources, (id) => ({ id, status: 'ok', lastSuccess: NOON, plans: plans.length })),
    sample: true,
    ...facts,
  };
}

/** Few places, ids and names, so that equal and similar values are common. */
const place = fc.constantFrom('AE', 'DE', 'FR', 'GB', 'JP', 'TR', 'US', 'XK');
const places = (minLength: number) =>
  fc.uniqueArray(place, { minLength, maxLength: 6 }).map((list) => list.toSorted(compareStrings));
const id = fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,3}$/);
const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const threeState = fc.constantFrom(true, false, null);
const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record(model, { noNullPrototype: true }) as fc.Arbitrary<T>;
const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const generation = nullable(fc.constantFrom(...GENERATIONS));
const bytes = fc.oneof(
  fc.nat(50).map((gigabytes) => gigabytes * 1_000_000_000),
  fc.nat(4_000_000_000_000),
);
const wholeSeconds = fc.nat(4_000_000_000).map((seconds) => seconds * 1_000);

const network: fc.Arbitrary<Network> = record({ name: text, generation });
const coverage: fc.Arbitrary<Coverage> = record({
  scope: fc.constantFrom(...SCOPES),
  destinations: places(1),
  exclusions: places(0),
  networks: fc
    .uniqueArray(fc.tuple(place, fc.array(network, { maxLength: 3 })), {
      selector: ([code]) => code,
      maxLength: 4,
    })
    .map((pairs) => Object.fromEntries(pairs)),
  generation,
  breakout: fc.constantFrom(...BREAKOUTS),
  exits: nullable(places(1)),
});

const named = fc.array(
  record<NamedPlace>({ country: place, part: nullable(fc.constantFrom('Scotland', 'Madeira')) }),
  {
    maxLength: 2,
  },
);

const PROVIDERS: readonly Provider[] = ['a', 'a-b', 'a.b', 'z9'].map((provider) => ({
  id: provider,
  name: `The ${provider}`,
  homepage: `https://${provider}.example/`,
  brand: provider === 'a-b' ? 'a' : provider,
}));
const provider = fc.constantFrom(...PROVIDERS.map((known) => known.id));

const anyPlan: fc.Arbitrary<Plan> = record({
  id,
  provider,
  source: id,
  externalId: text,
  name: text,
  named,
  coverage,
  allowance: record({
    model: fc.constantFrom(...ALLOWANCE_MODELS),
    bytes: nullable(bytes),
    periodDays: nullable(fc.nat(365)),
    afterCap: fc.constantFrom(...AFTER_CAPS),
    throttleKbps: nullable(fc.nat()),
    fullSpeedBytesPerDay: nullable(bytes),
    uncapped: threeState,
    maxKbps: nullable(fc.nat()),
  }),
  validity: record({
    days: nullable(fc.nat()),
    starts: fc.constantFrom(...CLOCK_STARTS),
    installWithinDays: nullable(fc.nat()),
    soldPerDay: fc.boolean(),
  }),
  price: record({
    minor: fc.maxSafeNat(),
    currency: fc.constantFrom('USD', 'EUR', 'TRY'),
    basis: fc.constantFrom('retail', 'rrp'),
    tax: fc.constantFrom(...TAX_STATES),
    usdCents: fc.nat(),
    rate: nullable(fc.constantFrom('1.08', '0.029')),
    rateDate: nullable(fc.constantFrom('2026-01-14', '2026-01-15')),
    promoUsdCents: nullable(fc.nat()),
  }),
  facts: record(eachFact(() => threeState)),
  extras: record({
    hotspotBytes: nullable(bytes),
    callMinutes: nullable(fc.nat()),
    textMessages: nullable(fc.nat()),
  }),
  link: fc.tuple(provider, text).map(([host, rest]) => `https://${host}.example/plans/${rest}`),
});

const coupon: fc.Arbitrary<Coupon> = record({
  id,
  provider,
  code: nullable(text),
  discount: fc.oneof(
    record({ kind: fc.constant('percent' as const), basisPoints: fc.nat(10_000) }),
    record({ kind: fc.constant('amount' as const), usdCents: fc.nat() }),
  ),
  audience: fc.constantFrom(...AUDIENCES),
  use: fc.constantFrom(...COUPON_USES),
  minimumSpendUsdCents: nullable(fc.nat()),
  maximumDiscountUsdCents: nullable(fc.nat()),
  countries: nullable(places(1)),
  plans: nullable(fc.array(id, { maxLength: 3 })),
  validFrom: nullable(wholeSeconds),
  validUntil: nullable(wholeSeconds),
  verifiedAt: wholeSeconds,
});

const keyOf = (row: { provider: string; id: string }) => `${row.provider}/${row.id}`;

const observation: fc.Arbitrary<Observation> = record({
  observedAt: wholeSeconds,
  firstSeenAt: wholeSeconds,
  priceChangedAt: nullable(wholeSeconds),
  lowestCents: fc.nat(),
  highestCents: fc.nat(),
});

export const anyMarket: fc.Arbitrary<Market> = fc
  .uniqueArray(anyPlan, { selector: keyOf, maxLength: 12 })
  .chain((plans) =>
    record({
      plans: fc.tuple(...plans.map((plan) => observation.map((seen) => observed(plan, seen)))),
      coupons: fc.uniqueArray(coupon, { selector: keyOf, maxLength: 4 }),
      providers: fc.constant(PROVIDERS),
      sources: fc.uniqueArray(
        record({
          id,
          status: fc.constantFrom('ok' as const, 'kept' as const),
          lastSuccess: wholeSeconds,
          plans: fc.nat(),
        }),
        { selector: (source) => source.id, maxLength: 3 },
      ),
      sample: fc.boolean(),
    }),
  );
