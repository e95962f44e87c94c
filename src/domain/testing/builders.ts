/** Plans and coupons for tests. A test states only the fields that it is about. */
import type { Coupon } from '../coupon.ts';
import { eachFact } from '../facts.ts';
import type { Allowance, Coverage, Extras, Facts, Instant, Plan, Price, Validity } from '../plan.ts';

/** 2026-06-01T12:00:00Z */
export const NOW: Instant = 1_780_315_200_000;
export const COUNTRY = 'TR';
export const HOUR_MS = 3_600_000;
const BYTES_PER_MB = 1_000_000;

export const UNKNOWN_FACTS: Facts = eachFact(() => null);

export const UNKNOWN_EXTRAS: Extras = { hotspotBytes: null, callMinutes: null, textMessages: null };

/** A plan and the time at which its price was read. */
export interface Listing {
  readonly plan: Plan;
  readonly observedAt: Instant;
}

export interface ListingParts {
  readonly id?: string;
  readonly provider?: string;
  readonly name?: string;
  readonly named?: Plan['named'];
  readonly coverage?: Partial<Coverage>;
  readonly allowance?: Partial<Allowance>;
  /** Shorthand for `allowance.bytes`. */
  readonly megabytes?: number;
  readonly fullSpeedMbPerDay?: number;
  readonly validity?: Partial<Validity>;
  /** Shorthand for `validity.days`. */
  readonly days?: number | null;
  readonly price?: Partial<Price>;
  /** Shorthand for the price in USD. */
  readonly cents?: number;
  readonly facts?: Partial<Facts>;
  readonly extras?: Partial<Extras>;
  readonly observedAt?: Instant;
}

export function aListing(parts: ListingParts = {}): Listing {
  const cents = parts.cents ?? 1_000;
  const model = parts.allowance?.model ?? 'total';
  const fullSpeed = parts.fullSpeedMbPerDay;
  return {
    observedAt: parts.observedAt ?? NOW,
    plan: {
      id: parts.id ?? 'plan',
      provider: parts.provider ?? 'alder',
      source: 'source',
      externalId: parts.id ?? 'plan',
      name: parts.name ?? 'Plan',
      named: parts.named ?? [],
      coverage: {
        scope: 'country',
        destinations: [COUNTRY],
        exclusions: [],
        networks: {},
        generation: '4G',
        breakout: 'roaming',
        exits: null,
        ...parts.coverage,
      },
      allowance: {
        model,
        bytes: model === 'unlimited' ? null : (parts.megabytes ?? 10_000) * BYTES_PER_MB,
        periodDays: null,
        afterCap: 'stop',
        throttleKbps: null,
        fullSpeedBytesPerDay: fullSpeed === undefined ? null : fullSpeed * BYTES_PER_MB,
        uncapped: null,
        maxKbps: null,
        ...parts.allowance,
      },
      validity: {
        days: parts.days === undefined ? 30 : parts.days,
        starts: 'first_use',
        installWithinDays: null,
        soldPerDay: false,
        ...parts.validity,
      },
      price: {
        minor: cents,
        currency: 'USD',
        basis: 'retail',
        tax: 'included',
        usdCents: cents,
        rate: null,
        rateDate: null,
        promoUsdCents: null,
        ...parts.price,
      },
      facts: { ...UNKNOWN_FACTS, ...parts.facts },
      extras: { ...UNKNOWN_EXTRAS, ...parts.extras },
      link: 'https://shop.example/plan',
    },
  };
}

/** By default, 10% for everyone on every order. */
export function aCoupon(parts: Partial<Coupon> = {}): Coupon {
  return {
    id: 'coupon',
    provider: 'alder',
    code: 'CODE',
    discount: { kind: 'percent', basisPoints: 1_000 },
    audience: 'everyone',
    use: 'every_order',
    minimumSpendUsdCents: null,
    maximumDiscountUsdCents: null,
    countries: null,
    plans: null,
    validFrom: null,
    validUntil: null,
    verifiedAt: NOW,
    ...parts,
  };
}
