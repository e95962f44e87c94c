/** A destination's columns straight from plain plans, small and slow, for tests. */
import { type DestinationView, FACT, NONE, namingOf, type PlanColumns } from '../columns.ts';
import type { Coupon } from '../coupon.ts';
import {
  AFTER_CAP,
  ALLOWANCE_MODELS,
  BREAKOUTS,
  CLOCK_STARTS,
  type CountryCode,
  type Facts,
  type Generation,
  type Plan,
  PRICE_BASES,
  SCOPES,
  TAX,
  type ThreeState,
} from '../plan.ts';
import { COUNTRY, type Listing } from './builders.ts';

const BYTES_PER_MB = 1_000_000;

function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function inRowOrder(listings: readonly Listing[]): readonly Listing[] {
  return listings.toSorted(
    (a, b) => compareIds(a.plan.provider, b.plan.provider) || compareIds(a.plan.id, b.plan.id),
  );
}

export function generationThere(plan: Plan, country: CountryCode): number {
  const there = plan.coverage.networks[country] ?? [];
  const stated = there.map((network) => network.generation).filter((generation) => generation !== null);
  const all: readonly (Generation | null)[] = stated.length > 0 ? stated : [plan.coverage.generation];
  return Math.max(...all.map((generation) => (generation === null ? 0 : Number(generation[0]))));
}

export function networksThere(plan: Plan, country: CountryCode): number {
  return (plan.coverage.networks[country] ?? []).length;
}

function factBits(facts: Facts, roaming: ThreeState, wanted: (value: ThreeState) => boolean): number {
  const all: Readonly<Record<keyof typeof FACT, ThreeState>> = { ...facts, roaming };
  let bits = 0;
  for (const [name, bit] of Object.entries(FACT)) {
    if (wanted(all[name as keyof typeof FACT])) bits |= bit;
  }
  return bits;
}

const orNone = (value: number | null): number => value ?? NONE;
const megabytes = (bytes: number | null): number =>
  bytes === null ? NONE : Math.floor(bytes / BYTES_PER_MB);

function columnsOf(listings: readonly Listing[], providers: readonly string[]): PlanColumns {
  const plans = listings.map((listing) => listing.plan);
  const u8 = (pick: (plan: Plan) => number) => Uint8Array.from(plans, pick);
  const u16 = (pick: (plan: Plan) => number) => Uint16Array.from(plans, pick);
  const u32 = (pick: (plan: Plan) => number) => Uint32Array.from(plans, pick);
  return {
    count: plans.length,
    provider: u16((plan) => providers.indexOf(plan.provider)),
    usdCents: u32((plan) => plan.price.usdCents),
    promoUsdCents: u32((plan) => orNone(plan.price.promoUsdCents)),
    model: u8((plan) => ALLOWANCE_MODELS.indexOf(plan.allowance.model)),
    megabytes: u32((plan) => megabytes(plan.allowance.bytes)),
    periodDays: u32((plan) => orNone(plan.allowance.periodDays)),
    fullSpeedMbPerDay: u32((plan) => megabytes(plan.allowance.fullSpeedBytesPerDay)),
    uncapped: u8((plan) => (plan.allowance.uncapped === null ? 2 : Number(plan.allowance.uncapped))),
    afterCap: u8((plan) => AFTER_CAP.indexOf(plan.allowance.afterCap)),
    throttleKbps: u32((plan) => orNone(plan.allowance.throttleKbps)),
    maxKbps: u32((plan) => orNone(plan.allowance.maxKbps)),
    validityDays: u32((plan) => orNone(plan.validity.days)),
    soldPerDay: u8((plan) => Number(plan.validity.soldPerDay)),
    starts: u8((plan) => CLOCK_STARTS.indexOf(plan.validity.starts)),
    installWithinDays: u32((plan) => orNone(plan.validity.installWithinDays)),
    scope: u8((plan) => SCOPES.indexOf(plan.coverage.scope)),
    countriesCovered: u16((plan) => plan.coverage.destinations.length),
    factsKnown: u16((plan) => factBits(plan.facts, plan.coverage.roaming, (value) => value !== null)),
    factsTrue: u16((plan) => factBits(plan.facts, plan.coverage.roaming, (value) => value === true)),
    basis: u8((plan) => PRICE_BASES.indexOf(plan.price.basis)),
    tax: u8((plan) => TAX.indexOf(plan.price.tax)),
    converted: u8((plan) => Number(plan.price.rate !== null)),
    observedAtSeconds: Uint32Array.from(listings, (listing) => Math.floor(listing.observedAt / 1_000)),
  };
}

function breakoutThere({ coverage }: Plan, country: CountryCode): number {
  const { exits, breakout } = coverage;
  const there = exits === null ? breakout : exits.includes(country) ? 'local' : 'roaming';
  return BREAKOUTS.indexOf(there);
}

export function viewOf(
  listings: readonly Listing[],
  coupons: readonly Coupon[] = [],
  country: CountryCode = COUNTRY,
  /** Brand by provider id; a provider that is not named is its own. */
  brandOf: Readonly<Record<string, string>> = {},
): DestinationView {
  const sorted = inRowOrder(listings);
  const providers = [...new Set(sorted.map((listing) => listing.plan.provider))];
  const brands = [...new Set(providers.map((id) => brandOf[id] ?? id))];
  const rows = sorted.flatMap(({ plan }, row) => (plan.coverage.destinations.includes(country) ? [row] : []));
  const byProvider = Map.groupBy(coupons, (coupon) => providers.indexOf(coupon.provider));
  const sortedCoupons = [...byProvider].map(
    ([provider, list]) => [provider, list.toSorted((a, b) => compareIds(a.id, b.id))] as const,
  );
  return {
    columns: columnsOf(sorted, providers),
    postings: {
      rows: Uint32Array.from(rows),
      generation: Uint8Array.from(rows, (row) => generationThere(sorted[row]!.plan, country)),
      networks: Uint8Array.from(rows, (row) => networksThere(sorted[row]!.plan, country)),
      breakout: Uint8Array.from(rows, (row) => breakoutThere(sorted[row]!.plan, country)),
      naming: Uint8Array.from(rows, (row) => namingOf(sorted[row]!.plan.named, country)),
    },
    coupons: new Map(sortedCoupons),
    brands: Uint16Array.from(providers, (id) => brands.indexOf(brandOf[id] ?? id)),
    planId: (row) => sorted[row]!.plan.id,
  };
}
