/** The one function that spells a result on the wire. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { DestinationView } from '../domain/columns.ts';
import { freshnessOf } from '../domain/freshness.ts';
import { centsToUsd, perDayCents, perGbCents } from '../domain/money.ts';
import { type Allowance, GENERATIONS, type Instant, type Plan } from '../domain/plan.ts';
import type { CouponOffer, Fit, Ranked, ScoreParts } from '../domain/ranking/ranked.ts';
import type { Trip } from '../domain/trip.ts';
import type { CouponOnWire, Result } from './schemas/result.ts';
import { couponConditions, discountText, reasonSentence } from './sentences.ts';

export interface ResultContext {
  readonly catalogue: Catalogue;
  readonly view: DestinationView;
  readonly trip: Trip;
  readonly now: Instant;
  readonly baseUrl: string;
}

/** Most plans of a source were seen at the same moment, so the last one is worth keeping. */
let lastInstant: Instant = Number.NaN;
let lastText = '';
export function iso(at: Instant): string {
  if (at !== lastInstant) {
    lastText = new Date(at).toISOString();
    lastInstant = at;
  }
  return lastText;
}
const isoOrNull = (at: Instant | null): string | null => (at === null ? null : iso(at));
const usdOrNull = (cents: number | null): number | null => (cents === null ? null : centsToUsd(cents));
const gbOfMb = (mb: number): number => mb / 1000;
/** Three decimals are a megabyte: finer than any plan is sold. */
const gbOfBytes = (bytes: number | null): number | null =>
  bytes === null ? null : Math.round(bytes / 1e6) / 1000;
const mbps = (kbps: number | null): number | null => (kbps === null ? null : kbps / 1000);

function data(allowance: Allowance, fit: Fit): Result['data'] {
  return {
    model: allowance.model,
    gb: gbOfBytes(allowance.bytes),
    gb_for_trip: fit.mbForTrip === null ? null : gbOfMb(fit.mbForTrip),
    full_speed_gb_per_day: gbOfBytes(allowance.fullSpeedBytesPerDay),
    after_cap: allowance.afterCap,
    throttle_kbps: allowance.throttleKbps,
    uncapped: allowance.uncapped,
  };
}

function speed(plan: Plan, context: ResultContext, posting: number): Result['speed'] {
  const generation = context.view.postings.generation[posting] ?? 0;
  return {
    generation: generation === 0 ? null : (GENERATIONS[generation - 2] ?? null),
    advertised_max_mbps: mbps(plan.allowance.maxKbps),
    networks: (plan.coverage.networks[context.trip.country] ?? []).map(({ name }) => name),
    breakout: plan.coverage.breakout,
    measured: false,
  };
}

function coupon({ coupon, cents, applied }: CouponOffer): CouponOnWire {
  return {
    code: coupon.code,
    discount: discountText(coupon),
    for: coupon.audience,
    applied_to_price: applied,
    usd: centsToUsd(cents),
    conditions: couponConditions(coupon),
    use: coupon.use,
    minimum_spend_usd: usdOrNull(coupon.minimumSpendUsdCents),
    maximum_discount_usd: usdOrNull(coupon.maximumDiscountUsdCents),
    valid_until: isoOrNull(coupon.validUntil),
    verified_at: iso(coupon.verifiedAt),
  };
}

/** An expired price is in no list, so the three words of the contract are all that can stand here. */
function freshness(observedAt: Instant, now: Instant): Result['freshness'] {
  const age_seconds = Math.max(0, Math.floor((now - observedAt) / 1000));
  const status = freshnessOf(age_seconds);
  return { observed_at: iso(observedAt), age_seconds, status: status === 'expired' ? 'stale' : status };
}

const SHARE = 10_000;
function why({ score, parts, reasons }: Ranked): Result['why'] {
  const share = (part: keyof ScoreParts) => Math.round(parts[part] / (SHARE / 1000)) / 1000;
  return {
    score: Math.round(score / 1000) / 10,
    parts: {
      price: share('price'),
      headroom: share('headroom'),
      speed: share('speed'),
      validity: share('validity'),
      certainty: share('certainty'),
      ease: share('ease'),
    },
    reasons: reasons.map(reasonSentence),
    reason_codes: reasons.map(({ code }) => code),
  };
}

function price(plan: Plan, ranked: Ranked, trip: Trip, isFresh: boolean): Result['price'] {
  const { fit, price: trip_ } = ranked;
  const converted = plan.price.rate !== null;
  const basis = plan.price.basis === 'rrp' ? 'rrp' : 'retail';
  const perGb =
    plan.allowance.model === 'unlimited' || !fit.mbForTrip ? null : perGbCents(trip_.cents, fit.mbForTrip);
  return {
    currency: 'USD',
    usd: centsToUsd(trip_.cents),
    list_usd: centsToUsd(trip_.listCents),
    per_gb_usd: usdOrNull(perGb),
    per_day_usd: centsToUsd(perDayCents(trip_.cents, trip.days)),
    tax: plan.price.tax,
    estimated: converted || basis === 'rrp' || !isFresh || trip_.offers.some(({ applied }) => applied),
    basis,
    converted_from: converted
      ? { currency: plan.price.currency, rate_date: plan.price.rateDate ?? '' }
      : null,
  };
}

function notes(plan: Plan, ranked: Ranked): string[] {
  const lines: string[] = [];
  if (plan.facts.newCustomersOnly === true) lines.push('Sold to new customers only, once');
  if (plan.coverage.exclusions.length > 0) lines.push(`Not valid in ${plan.coverage.exclusions.join(', ')}`);
  const unstated = ranked.reasons.some(({ code }) => code === 'fair_use_unstated');
  if (unstated) lines.push('Fair-use rule not stated; counted as 1 GB a day at full speed');
  return lines;
}

export function spellResult(ranked: Ranked, rank: number, context: ResultContext): Result {
  const { catalogue, trip, now, baseUrl } = context;
  const plan = catalogue.plan(ranked.row);
  const provider = catalogue.providers[context.view.columns.provider[ranked.row]!]!;
  const age = freshness(catalogue.observation(ranked.row).observedAt, now);
  const go = `/go/${plan.provider}/${plan.id}`;
  const { facts, validity } = plan;
  return {
    rank,
    plan: {
      id: plan.id,
      name: plan.name,
      scope: plan.coverage.scope,
      countries_covered: plan.coverage.destinations.length,
    },
    provider: { id: provider.id, name: provider.name },
    data: data(plan.allowance, ranked.fit),
    validity: {
      days: validity.soldPerDay ? trip.days - ranked.fit.shortByDays : validity.days,
      starts: validity.starts,
      install_within_days: validity.installWithinDays,
      sold_per_day: validity.soldPerDay,
    },
    copies: ranked.fit.copies,
    fits: {
      meets_need: ranked.fit.meetsNeed,
      short_by_gb: gbOfMb(ranked.fit.shortByMb),
      short_by_days: ranked.fit.shortByDays,
    },
    speed: speed(plan, context, ranked.posting),
    features: {
      hotspot: facts.hotspot,
      top_up: facts.topUp,
      phone_number: facts.phoneNumber,
      identity_check: facts.identityCheck,
      subscription: facts.subscription,
      ads: facts.ads,
    },
    price: price(plan, ranked, trip, age.status === 'fresh'),
    coupons: ranked.price.offers.map(coupon),
    eligibility: {
      new_customers_only: facts.newCustomersOnly,
      identity_check: facts.identityCheck,
      notes: notes(plan, ranked),
    },
    freshness: age,
    why: why(ranked),
    go,
    url: `${baseUrl}${go}`,
  };
}
