/**
 * The folder: the form of answers, the same for REST, MCP, page and command line. This file has one trip's whole answer,
 * from a catalogue and a clock. It imports `domain/`, `limits/`, `store/` and `catalogue/`. Pure, and may be called at
 * any time.
 */
import type { Catalogue } from '../catalogue/catalogue.ts';
import { countryOf } from '../domain/countries.ts';
import type { Destination } from '../domain/destination.ts';
import { centsToUsd } from '../domain/money.ts';
import type { Instant } from '../domain/plan.ts';
import { type Itinerary, itineraryOf, type Split } from '../domain/ranking/itinerary.ts';
import { dataNeededMb } from '../domain/ranking/need.ts';
import { cheapestFor, rank } from '../domain/ranking/rank.ts';
import type { RankedOffer, Ranking } from '../domain/ranking/ranked.ts';
import { destinationOfStops } from '../domain/ranking/stops.ts';
import { nextCouponChange } from '../domain/ranking/trip-price.ts';
import { variantDays } from '../domain/ranking/variants.ts';
import { LIST_MAX, type Requirement, type Stop, stopsOf, type Trip, totalDays } from '../domain/trip.ts';
import { attributionOf } from './attribution.ts';
import { iso, type ResultContext, resultOf } from './result.ts';
import type { Comparison, ItineraryOnWire, Notice, NoticeCode, Variant } from './schemas/comparison.ts';
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
  const destinationOf = (code: string) => catalogue.destination(code);
  const destination = destinationOfStops(destinationOf, stops);
  const ranking = destination && rank(destination, trip, now, require);
  const itinerary = stops.length === 1 ? null : itineraryOf(destinationOf, trip, now, require);
  const context = { catalogue, trip, now, baseUrl: identity.baseUrl };
  const results = resultsOf(context);
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
      data_gb: null,
      then: stops.slice(1).map(onWire),
      require: [...require],
      max_usd: null,
      avoid_exits: [],
      limit: LIST_MAX,
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
      destination === null || itinerary !== null
        ? []
        : variantsOf(destination, context, require, ranking?.cheapest[0] ?? null),
    ...(itinerary === null ? {} : { itinerary: itineraryOnWire(itinerary, context) }),
    notices,
  };
}

const onWire = ({ country, days }: Stop) => ({ country, days });

/** An answer ends early where a coupon begins or ends. */
function endOf(catalogue: Catalogue, stops: readonly Stop[], now: Instant, freshUntil: Instant): Instant {
  const changes = stops.map(({ country }) => {
    const destination = catalogue.destination(country);
    return (destination && nextCouponChange(destination, now)) ?? freshUntil;
  });
  return Math.min(freshUntil, ...changes);
}

/** A plan that stands in several lists is put into words once; only its place differs. */
function resultsOf(context: ResultContext): (list: readonly RankedOffer[]) => Result[] {
  const known = new Map<RankedOffer, Result>();
  return (list) =>
    list.map((ranked, index) => {
      const result = known.get(ranked) ?? resultOf(ranked, 1, context);
      known.set(ranked, result);
      return { ...result, rank: index + 1 };
    });
}

function itineraryOnWire(itinerary: Itinerary, context: ResultContext): ItineraryOnWire {
  const { need } = context.trip;
  const split = ({ cents, comparableCents, purchases, legs }: Split) => ({
    usd: centsToUsd(cents),
    comparable_usd: centsToUsd(comparableCents),
    further_purchases_usd: centsToUsd(comparableCents - withoutPurchases(legs)),
    purchases,
    legs: legs.map(({ stops, ranked }) => {
      const [{ country, days }, ...then] = stops as [Stop, ...Stop[]];
      const trip = { country, days, need, then };
      return { stops: stops.map(onWire), result: ranked && resultOf(ranked, 1, { ...context, trip }) };
    }),
  });
  return { recommended: split(itinerary.recommended), cheapest: split(itinerary.cheapest) };
}

/** The comparable prices of the legs without their own purchases rows. */
const withoutPurchases = (legs: Split['legs']): number =>
  legs.reduce((sum, { ranked }) => {
    const own = ranked?.drawbacks.find(({ code }) => code === 'further_purchases');
    return sum + (ranked?.comparableCents ?? 0) - (own?.cents ?? 0);
  }, 0);

interface Found {
  readonly ranking: Ranking | null;
  readonly itinerary: Itinerary | null;
  readonly require: readonly Requirement[];
}

function noticesOf(
  catalogue: Catalogue,
  stops: readonly Stop[],
  { ranking, itinerary, require }: Found,
): Notice[] {
  const notices: Notice[] = [];
  const unserved = (itinerary?.recommended.legs ?? [])
    .filter((leg) => leg.ranked === null)
    .flatMap((leg) => leg.stops.map(({ country }) => country));
  const say = (code: NoticeCode, value?: string | string[]) => {
    const text = noticeSentence(code, value);
    notices.push(value === undefined ? { code, text } : { code, value, text });
  };
  if (catalogue.sample) say('sample_data');
  const countries = [...new Set(stops.map(({ country }) => country))];
  for (const country of countries) {
    if (countryOf(country) === null) say('not_a_country', country);
    else if (catalogue.destination(country) === null) say('no_plans_for_country', country);
  }
  if (itinerary !== null && unserved.length > 0) say('stop_without_plans', [...new Set(unserved)]);
  if (itinerary !== null && (ranking?.recommended.length ?? 0) === 0) say('no_plan_for_all_stops');
  if (ranking !== null) {
    const isEmpty = ranking.recommended.length === 0;
    if (require.length > 0 && isEmpty) say('nothing_qualifies');
    if (ranking.considered.meetTheNeed === 0 && !isEmpty) say('nothing_meets_need');
    if (!ranking.statesGenerations && !isEmpty) say('fastest_means_little');
  }
  if (itinerary !== null) say('no_variants_with_then');
  if (countries.some((country) => catalogue.destination(country) !== null)) {
    say('keep_conditions');
    say('speeds_are_advertised');
  }
  say('prices_are_estimates');
  return notices;
}

function variantsOf(
  destination: Destination,
  context: ResultContext,
  require: readonly Requirement[],
  asked: RankedOffer | null,
): Variant[] {
  return variantDays(context.trip.days).map((days) => {
    const trip = { ...context.trip, days };
    const isAsked = days === context.trip.days;
    const best = isAsked ? asked : cheapestFor(destination, trip, context.now, require);
    return {
      days,
      best: best && resultOf(best, 1, { ...context, trip }),
      difference_usd: best && asked && centsToUsd(best.price.cents - asked.price.cents),
    };
  });
}

/** The same answer without the duration comparison, and without a word on why there is none. */
export function withoutVariants(comparison: Comparison): Comparison {
  const plain = {
    ...comparison,
    query: { ...comparison.query, include: null },
    notices: comparison.notices.filter(({ code }) => code !== 'no_variants_with_then'),
  };
  delete plain.variants;
  return plain;
}
