/**
 * Fills a result. REST sends it complete, and MCP rows, the pages and the command line use its values, so that a new
 * field is added in one place.
 */
import type { Catalogue } from '../catalogue/catalogue.ts';
import { isoTime } from '../domain/calendar.ts';
import type { DestinationEntry } from '../domain/destination.ts';
import { eachFeature } from '../domain/facts.ts';
import { ageSecondsOf, DAY_MS, freshnessOf } from '../domain/freshness.ts';
import { centsToUsd, dollarsOfCents, perDayCents, perGbCents } from '../domain/money.ts';
import type { Allowance, Instant, Observation, Plan, Provider } from '../domain/plan.ts';
import type { Fit } from '../domain/ranking/fit.ts';
import type { RankedOffer } from '../domain/ranking/ranked.ts';
import type { CouponOffer } from '../domain/ranking/trip-price.ts';
import { stopsOf, type Trip, totalDays } from '../domain/trip.ts';
import { ENGLISH } from '../texts/texts.ts';
import { COUNTRIES_MAX, type CouponOnWire, type Result } from './schemas/result.ts';
import { type Note, notesOf } from './sentences/notes.ts';
import {
  type Condition,
  conditionSentence,
  conditionsOf,
  destinationLimit,
  discountText,
  drawbackSentence,
  reasonOnWire,
} from './sentences/offers.ts';

export interface ResultContext {
  readonly catalogue: Catalogue;
  readonly trip: Trip;
  readonly now: Instant;
  readonly baseUrl: string;
}

/** Identifies a plan among all providers, in URLs and on the command line: `provider/plan`. */
export const fullPlanId = ({ provider, plan }: Result): string => `${provider.id}/${plan.id}`;

const isoOrNull = (at: Instant | null): string | null => (at === null ? null : isoTime(at));
const usdOrNull = (cents: number | null): number | null => (cents === null ? null : centsToUsd(cents));
const gbOfMb = (mb: number): number => mb / 1000;
/** Three decimals, because a megabyte is smaller than any amount that is sold. */
const gbOfBytes = (bytes: number | null): number | null =>
  bytes === null ? null : Math.round(bytes / 1e6) / 1000;
const mbps = (kbps: number | null): number | null => (kbps === null ? null : kbps / 1000);

function dataOnWire(allowance: Allowance, fit: Fit): Result['data'] {
  return {
    model: allowance.model,
    gb: gbOfBytes(allowance.bytes),
    period_days: allowance.periodDays,
    gb_for_trip: fit.mbForTrip === null ? null : gbOfMb(fit.mbForTrip),
    full_speed_gb_per_day: gbOfBytes(allowance.fullSpeedBytesPerDay),
    after_cap: allowance.afterCap,
    throttle_kbps: allowance.throttleKbps,
    uncapped: allowance.uncapped,
  };
}

function speedOnWire(
  { plan, generation, networks, breakout }: DestinationEntry,
  countries: readonly string[],
): Result['speed'] {
  const { exits, networks: byCountry } = plan.coverage;
  const namesIn = (country: string) => (byCountry[country] ?? []).map(({ name }) => name);
  return {
    generation,
    advertised_max_mbps: mbps(plan.allowance.maxKbps),
    networks: networks.map(({ name }) => name),
    breakout,
    exits: exits === null ? null : [...exits],
    ...(countries.length > 1 && {
      networks_by_country: Object.fromEntries(countries.map((country) => [country, namesIn(country)])),
    }),
  };
}

/** The end of a coupon is exclusive, but a response has its last valid second. */
const lastSecondOf = (end: Instant | null): Instant | null =>
  end === null ? null : Math.floor((end - 1) / 1000) * 1000;

function limitedTo(
  coupon: CouponOffer['coupon'],
  stops: readonly string[],
): Pick<CouponOnWire, 'limited_to'> {
  const limits = [
    ...(coupon?.countries == null ? [] : [destinationLimit(coupon.countries, stops)]),
    ...(coupon?.plans == null ? [] : (['plans'] as const)),
  ];
  return limits.length === 0 ? {} : { limited_to: limits };
}

const conditionsOnWire = (
  conditions: readonly Condition[],
): Pick<CouponOnWire, 'conditions' | 'condition_codes'> => ({
  conditions: conditions.map(conditionSentence),
  condition_codes: [...conditions],
});

/** Without a coupon, it is the promotional price of the feed. */
export const couponOnWire = (
  { coupon, cents, applied }: CouponOffer,
  listCents: number,
  readAt: Instant,
  stops: readonly string[],
): CouponOnWire => ({
  code: coupon?.code ?? null,
  discount: coupon === null ? dollarsOfCents(listCents - cents) : discountText(coupon),
  for: coupon?.audience ?? null,
  applied_to_price: applied,
  usd: centsToUsd(cents),
  ...conditionsOnWire(conditionsOf(coupon, stops)),
  use: coupon?.use ?? null,
  minimum_spend_usd: usdOrNull(coupon?.minimumSpendUsdCents ?? null),
  maximum_discount_usd: usdOrNull(coupon?.maximumDiscountUsdCents ?? null),
  ...limitedTo(coupon, stops),
  ...(coupon?.verification === 'lapsed' && { unconfirmed: true }),
  valid_until: isoOrNull(lastSecondOf(coupon?.validUntil ?? null)),
  verified_at: isoTime(coupon?.verifiedAt ?? readAt),
});

/** A response has no `expired`: a price that expires while its response is cached is reported as stale. */
export function freshnessOnWire(observedAt: Instant, now: Instant): Result['freshness'] {
  const age_seconds = ageSecondsOf(observedAt, now);
  const status = freshnessOf(age_seconds);
  return { observed_at: isoTime(observedAt), age_seconds, status: status === 'expired' ? 'stale' : status };
}

function whyOnWire({ entry, comparableCents, drawbacks, reasons }: RankedOffer): Result['why'] {
  return {
    comparable_usd: centsToUsd(comparableCents),
    drawbacks: drawbacks.map(({ code, percent, cents }) => ({
      code,
      percent,
      usd: centsToUsd(cents),
      text: drawbackSentence(code),
    })),
    reasons: reasons.map((reason) => reasonOnWire(reason, entry.cover)),
  };
}

/** null on the day on which a plan was first seen. */
function historyOnWire({
  observedAt,
  firstSeenAt,
  priceChangedAt,
  lowestCents,
  highestCents,
}: Observation): Result['price']['history'] {
  if (Math.floor(observedAt / DAY_MS) === Math.floor(firstSeenAt / DAY_MS)) return null;
  return {
    lowest_30d_usd: centsToUsd(lowestCents),
    highest_30d_usd: centsToUsd(highestCents),
    changed_at: isoOrNull(priceChangedAt),
    first_seen_at: isoTime(firstSeenAt),
  };
}

function priceOnWire(
  plan: Plan,
  ranked: RankedOffer,
  trip: Trip,
  observation: Observation,
  isFresh: boolean,
): Result['price'] {
  const { fit, price } = ranked;
  const converted = plan.price.rate !== null;
  const basis = plan.price.basis === 'rrp' ? 'rrp' : 'retail';
  const perGb =
    plan.allowance.model === 'unlimited' || !fit.mbForTrip ? null : perGbCents(price.cents, fit.mbForTrip);
  const caveats: Result['price']['caveats'] = [];
  if (converted) caveats.push('converted');
  if (basis === 'rrp') caveats.push('suggested');
  if (!isFresh) caveats.push('not_fresh');
  if (price.coupon !== null) caveats.push('coupon');
  // A coupon whose verification has lapsed sets no price. It has the member `unconfirmed` instead.
  if (price.coupon?.verification === 'aging') caveats.push('coupon_unverified');
  return {
    currency: 'USD',
    usd: centsToUsd(price.cents),
    list_usd: centsToUsd(price.listCents),
    group_usd: groupUsd(price.cents, trip),
    per_gb_usd: usdOrNull(perGb),
    per_day_usd: centsToUsd(perDayCents(price.cents, totalDays(stopsOf(trip)))),
    tax: plan.price.tax,
    estimated: true,
    caveats,
    basis,
    converted_from: converted
      ? { currency: plan.price.currency, rate_date: plan.price.rateDate ?? '' }
      : null,
    history: historyOnWire(observation),
  };
}

/** null for one traveller. */
export const groupUsd = (cents: number, { travellers }: Trip): number | null =>
  travellers === undefined ? null : centsToUsd(cents * travellers);

const notesOnWire = (notes: readonly Note[]): Pick<Result['eligibility'], 'notes' | 'note_codes'> => ({
  notes: notes.map(({ text }) => text),
  note_codes: notes.map(({ code, value }) => (value === undefined ? { code } : { code, value })),
});

/** The daily amount of a daily plan, or the daily full-speed amount of an unlimited plan. */
export const gbPerDayOf = (data: Result['data']): number | null =>
  data.model === 'per_day' ? data.gb : data.full_speed_gb_per_day;

/** A refund rule in words, with its date, because a shop may change it; null if none is known. */
export const refundText = ({ refund }: Result['provider']): string | null =>
  refund && ENGLISH.card.shopStates({ date: refund.checked_on, text: refund.text });

const refundOnWire = (refund: Provider['refund']): Result['provider']['refund'] =>
  refund === undefined ? null : { text: refund.text, url: refund.url, checked_on: refund.checkedOn };

function featuresOnWire({ facts, extras }: Plan): Result['features'] {
  const { hotspot, ...others } = eachFeature((name) => facts[name]);
  return { hotspot, hotspot_gb: gbOfBytes(extras.hotspotBytes), ...others };
}

export const resultOf = (ranked: RankedOffer, rank: number, context: ResultContext): Result => ({
  rank,
  ...unlistedResultOf(ranked, context),
});

/** The result of an offer that is shown outside of a list. */
export function unlistedResultOf(
  ranked: RankedOffer,
  { catalogue, trip, now, baseUrl }: ResultContext,
): Omit<Result, 'rank'> {
  const { plan, observation } = ranked.entry;
  const { observedAt } = observation;
  const freshness = freshnessOnWire(observedAt, now);
  const { destinations } = plan.coverage;
  const [{ country: to }] = stopsOf(trip);
  const url = `${baseUrl}/go/${plan.provider}/${plan.id}?via=api&to=${to}`;
  const { facts, validity } = plan;
  const countries = [...new Set(stopsOf(trip).map(({ country }) => country))];
  return {
    plan: {
      id: plan.id,
      name: plan.name,
      scope: plan.coverage.scope,
      countries_covered: destinations.length,
      countries: destinations.length > COUNTRIES_MAX ? null : [...destinations],
    },
    provider: {
      id: plan.provider,
      name: catalogue.providerName(plan.provider),
      shop: plan.shop ?? null,
      refund: refundOnWire(catalogue.provider(plan.provider)?.refund),
    },
    data: dataOnWire(plan.allowance, ranked.fit),
    validity: {
      // A plan that is sold per day is bought for the days that it can cover.
      days: validity.soldPerDay ? totalDays(stopsOf(trip)) - ranked.fit.shortByDays : validity.days,
      starts: validity.starts,
      install_within_days: validity.installWithinDays,
      sold_per_day: validity.soldPerDay,
    },
    copies: ranked.fit.copies,
    fits: {
      meets_need: ranked.fit.meetsNeed,
      short_by_gb: gbOfMb(ranked.fit.shortByMb),
      short_by_days: ranked.fit.shortByDays,
      missing_countries: ranked.entry.cover === null ? null : [...ranked.entry.cover.missing],
    },
    speed: speedOnWire(ranked.entry, countries),
    features: featuresOnWire(plan),
    price: priceOnWire(plan, ranked, trip, observation, freshness.status === 'fresh'),
    coupons: ranked.coupons.map((offer) =>
      couponOnWire(offer, ranked.price.listCents, observedAt, countries),
    ),
    eligibility: {
      new_customers_only: facts.newCustomersOnly,
      identity_check: facts.identityCheck,
      ...(plan.coverage.exclusions.length > 0 && { excluded_countries: [...plan.coverage.exclusions] }),
      ...notesOnWire(notesOf(ranked, trip)),
    },
    freshness,
    why: whyOnWire(ranked),
    // Without the host, for the pages of this service behind any host.
    go: url.slice(new URL(url).origin.length),
    url,
  };
}

/** The outbound link of a result as another interface shows it. Clicks are counted by interface. */
export const linkVia = (link: string, via: 'mcp' | 'page'): string =>
  link.replace('?via=api&', `?via=${via}&`);
