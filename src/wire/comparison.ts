/**
 * The folder: the form of answers, the same for REST, MCP, page and command line. This file has one trip's whole answer,
 * from a catalogue and a clock. It imports `domain/`, `limits/`, `store/` and `catalogue/`. Pure, and may be called at
 * any time.
 */
import type { Catalogue } from '../catalogue/catalogue.ts';
import { countryName, countryOf, suggestCountry } from '../domain/countries.ts';
import { centsToUsd } from '../domain/money.ts';
import type { Instant } from '../domain/plan.ts';
import { type Itinerary, itineraryOf, type Way } from '../domain/ranking/itinerary.ts';
import { dataNeededMb } from '../domain/ranking/need.ts';
import { cheapestFor, rank } from '../domain/ranking/rank.ts';
import type { Ranked, Ranking } from '../domain/ranking/ranked.ts';
import { viewOfStops } from '../domain/ranking/stops.ts';
import { nextCouponChange } from '../domain/ranking/trip-price.ts';
import { variantDays } from '../domain/ranking/variants.ts';
import { type Requirement, type Stop, stopsOf, type Trip, totalDays } from '../domain/trip.ts';
import { attributionOf } from './attribution.ts';
import { iso, type ResultContext, serialiseResult } from './result.ts';
import type { Comparison, ItineraryOnWire, NoticeCode, Variant } from './schemas/comparison.ts';
import type { Result } from './schemas/result.ts';
import { noticeSentence } from './sentences.ts';

export interface Identity {
  readonly serviceName: string;
  readonly baseUrl: string;
}

export interface SerialiseOptions {
  readonly identity: Identity;
  readonly now: Instant;
  readonly freshUntil: Instant;
  /** What a plan must be stated to have. */
  readonly require?: readonly Requirement[];
}

/** Whole, `variants` included; the plain form leaves those out. It holds until `query.fresh_until`. */
export function serialiseComparison(
  catalogue: Catalogue,
  trip: Trip,
  { identity, now, freshUntil, require = [] }: SerialiseOptions,
): Comparison {
  const stops = stopsOf(trip);
  const viewOf = (country: string) => catalogue.view(country);
  const view = viewOfStops(viewOf, stops);
  const ranking = view && rank(view, trip, now, require);
  const itinerary = stops.length === 1 ? null : itineraryOf(viewOf, trip, now, require);
  const common = { catalogue, now, baseUrl: identity.baseUrl };
  const context = view && { ...common, view, trip };
  const results = context === null ? () => [] : resultsOf(context);
  const needed = dataNeededMb(trip.need, totalDays(stops));
  const country = countryOf(trip.country);
  const notices = noticesOf(catalogue, stops, { ranking, itinerary, require });
  return {
    attribution: attributionOf(identity.serviceName, identity.baseUrl),
    country: trip.country,
    destination: { code: trip.country, name: country?.name ?? null, region: country?.region ?? null },
    query: {
      country: trip.country,
      days: trip.days,
      need: trip.need,
      include: 'variants',
      then: stops.slice(1).map(onWire),
      require: [...require],
      days_total: totalDays(stops),
      data_needed_gb: needed === null ? null : needed / 1000,
      computed_at: iso(now),
      fresh_until: iso(endOf(catalogue, stops, now, freshUntil)),
      catalogue: catalogue.version,
    },
    considered: {
      plans: ranking?.considered.plans ?? 0,
      meet_the_need: ranking?.considered.meetTheNeed ?? 0,
      left_out_by_require: { ...(ranking?.considered.leftOutByRequire ?? { no: 0, unknown: 0 }) },
    },
    orders: {
      Recommended: results(ranking?.recommended ?? []),
      Cheapest: results(ranking?.cheapest ?? []),
      Fastest: results(ranking?.fastest ?? []),
    },
    variants:
      context === null || itinerary !== null
        ? []
        : variantsOf(context, require, ranking?.cheapest[0] ?? null),
    ...(itinerary === null ? {} : { itinerary: itineraryOnWire(itinerary, trip, common) }),
    notices: notices.map(({ text }) => text),
    notice_codes: notices.map(({ code }) => code),
  };
}

const onWire = ({ country, days }: Stop) => ({ country, days });

/** An answer ends early where a coupon begins or ends. */
function endOf(catalogue: Catalogue, stops: readonly Stop[], now: Instant, freshUntil: Instant): Instant {
  const changes = stops.map(({ country }) => {
    const view = catalogue.view(country);
    return (view && nextCouponChange(view, now)) ?? freshUntil;
  });
  return Math.min(freshUntil, ...changes);
}

/** A plan that stands in several lists is put into words once; only its place differs. */
function resultsOf(context: ResultContext): (list: readonly Ranked[]) => Result[] {
  const known = new Map<Ranked, Result>();
  return (list) =>
    list.map((ranked, index) => {
      const result = known.get(ranked) ?? serialiseResult(ranked, 1, context);
      known.set(ranked, result);
      return { ...result, rank: index + 1 };
    });
}

function itineraryOnWire(
  itinerary: Itinerary,
  trip: Trip,
  common: Omit<ResultContext, 'view' | 'trip'>,
): ItineraryOnWire {
  const way = ({ cents, comparableCents, purchases, legs }: Way) => ({
    usd: centsToUsd(cents),
    comparable_usd: centsToUsd(comparableCents),
    purchases,
    legs: legs.map(({ stops, ranked, view }) => {
      const [{ country, days }, ...then] = stops as [Stop, ...Stop[]];
      const context = view && { ...common, view, trip: { country, days, need: trip.need, then } };
      return { stops: stops.map(onWire), result: context && ranked && serialiseResult(ranked, 1, context) };
    }),
  });
  return { recommended: way(itinerary.recommended), cheapest: way(itinerary.cheapest) };
}

interface Found {
  readonly ranking: Ranking | null;
  readonly itinerary: Itinerary | null;
  readonly require: readonly Requirement[];
}

function noticesOf(
  catalogue: Catalogue,
  stops: readonly Stop[],
  { ranking, itinerary, require }: Found,
): { readonly code: NoticeCode; readonly text: string }[] {
  const notices: { code: NoticeCode; text: string }[] = [];
  const unserved = (itinerary?.recommended.legs ?? [])
    .filter((leg) => leg.ranked === null)
    .flatMap((leg) => leg.stops.map(({ country }) => countryName(country)));
  const say = (code: NoticeCode, country = stops[0]!.country) => {
    notices.push({ code, text: noticeSentence(code, { ...placeFacts(country), unserved }) });
  };
  if (catalogue.sample) say('sample_data');
  const countries = [...new Set(stops.map(({ country }) => country))];
  for (const country of countries) {
    if (countryOf(country) === null) say('not_a_country', country);
    else if (catalogue.view(country) === null) say('no_plans_for_country', country);
  }
  if (itinerary !== null && unserved.length > 0) say('stop_without_plans');
  if (itinerary !== null && (ranking?.recommended.length ?? 0) === 0) say('no_plan_for_all_stops');
  if (ranking !== null) {
    const isEmpty = ranking.recommended.length === 0;
    if (require.length > 0 && isEmpty) say('nothing_qualifies');
    if (ranking.considered.meetTheNeed === 0 && !isEmpty) say('nothing_meets_need');
    if (!ranking.statesGenerations && !isEmpty) say('fastest_means_little');
  }
  if (itinerary !== null) say('no_variants_with_then');
  if (countries.some((country) => catalogue.view(country) !== null)) {
    say('keep_conditions');
    say('speeds_are_advertised');
  }
  say('prices_are_estimates');
  return notices;
}

function placeFacts(code: string) {
  const name = countryOf(code)?.name ?? null;
  const near = name === null ? suggestCountry(code) : null;
  const nearName = near === null ? null : countryOf(near)?.name;
  return { country: code, name, suggestion: near && nearName ? { code: near, name: nearName } : null };
}

function variantsOf(
  context: ResultContext,
  require: readonly Requirement[],
  asked: Ranked | null,
): Variant[] {
  return variantDays(context.trip.days).map((days) => {
    const trip = { ...context.trip, days };
    const isAsked = days === context.trip.days;
    const best = isAsked ? asked : cheapestFor(context.view, trip, context.now, require);
    return {
      days,
      best: best && serialiseResult(best, 1, { ...context, trip }),
      difference_usd: best && asked && centsToUsd(best.price.cents - asked.price.cents),
    };
  });
}

/** The same answer without the duration comparison, and without a word on why there is none. */
export function withoutVariants(comparison: Comparison): Comparison {
  const isSaid = comparison.notice_codes.map((code) => code !== 'no_variants_with_then');
  const plain = {
    ...comparison,
    query: { ...comparison.query, include: null },
    notices: comparison.notices.filter((_text, at) => isSaid[at]),
    notice_codes: comparison.notice_codes.filter((_code, at) => isSaid[at]),
  };
  delete plain.variants;
  return plain;
}
