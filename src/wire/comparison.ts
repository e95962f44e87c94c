/**
 * Creates the complete response for one trip from a catalogue and a time. REST, MCP, the pages and the command line
 * share it.
 */
import type { Catalogue } from '../catalogue/catalogue.ts';
import { countryOf } from '../domain/countries.ts';
import type { Destination } from '../domain/destination.ts';
import { type Itinerary, itineraryOf, type Split } from '../domain/itinerary/itinerary.ts';
import { destinationOfStops } from '../domain/itinerary/stops.ts';
import { centsToUsd } from '../domain/money.ts';
import type { Instant } from '../domain/plan.ts';
import { dataNeededMb } from '../domain/ranking/need.ts';
import { cheapestFor, rank } from '../domain/ranking/rank.ts';
import type { Considered, RankedOffer, Ranking } from '../domain/ranking/ranked.ts';
import { priceOffers } from '../domain/ranking/score.ts';
import { nextCouponChange } from '../domain/ranking/trip-price.ts';
import { variantDays } from '../domain/ranking/variants.ts';
import {
  type Filters,
  LIST_MAX,
  NO_FILTERS,
  type Stop,
  stopsOf,
  type Trip,
  totalDays,
  withDays,
} from '../domain/trip.ts';
import { attributionOf } from './attribution.ts';
import { iso, type ResultContext, resultOf } from './result.ts';
import type { Comparison, ItineraryOnWire, Notice, Variant } from './schemas/comparison.ts';
import { type NoticeCode, noticeOf } from './sentences.ts';

export interface Identity {
  readonly serviceName: string;
  readonly baseUrl: string;
}

export interface SerialiseOptions {
  readonly identity: Identity;
  readonly now: Instant;
  readonly freshUntil: Instant;
  /** Filters that remove offers before ranking. */
  readonly filters?: Filters;
}

/** The complete response, with `variants`. It is valid until `query.fresh_until`. */
export function serialiseComparison(
  catalogue: Catalogue,
  trip: Trip,
  { identity, now, freshUntil, filters = NO_FILTERS }: SerialiseOptions,
): Comparison {
  const stops = stopsOf(trip);
  const destinationOf = (code: string) => catalogue.destination(code);
  const destination = destinationOfStops(destinationOf, stops);
  const itinerary = stops.length === 1 ? null : itineraryOf(destinationOf, trip, now, filters);
  const ranking = destination && rank(destination, trip, now, filters, completeCents(itinerary));
  const context = { catalogue, trip, now, baseUrl: identity.baseUrl };
  const results = (list: readonly RankedOffer[] = []) =>
    list.map((ranked, index) => resultOf(ranked, index + 1, context));
  const needed = dataNeededMb(trip.need, totalDays(stops), trip.data);
  const country = countryOf(trip.country);
  const notices = noticesOf(catalogue, trip, now, { ranking, itinerary, filters });
  return {
    attribution: attributionOf(identity.serviceName, identity.baseUrl),
    country: trip.country,
    destination: { code: trip.country, name: country?.name ?? null, region: country?.region ?? null },
    query: {
      country: trip.country,
      days: trip.days,
      need: trip.need,
      include: 'variants',
      data_gb: trip.data === undefined ? null : trip.data.mb / 1000,
      then: stops.slice(1).map(onWire),
      require: [...filters.require],
      max_usd: filters.maxUsdCents === null ? null : centsToUsd(filters.maxUsdCents),
      avoid_exits: [...filters.avoidExits],
      limit: LIST_MAX,
      days_total: totalDays(stops),
      data_needed_gb: needed === null ? null : needed / 1000,
      computed_at: iso(now),
      fresh_until: iso(endOf(catalogue, stops, now, freshUntil)),
      catalogue: catalogue.version,
    },
    considered: consideredOnWire(ranking?.considered ?? NOTHING_CONSIDERED),
    orders: {
      Recommended: results(ranking?.recommended),
      Cheapest: results(ranking?.cheapest),
      Fastest: results(ranking?.fastest),
    },
    variants:
      destination === null || itinerary !== null
        ? []
        : variantsOf(destination, context, filters, ranking?.cheapest[0] ?? null),
    ...(itinerary === null ? {} : { itinerary: itineraryOnWire(itinerary, context) }),
    notices,
  };
}

/** The price of the cheapest itinerary, if it meets the need at every stop. */
function completeCents(itinerary: Itinerary | null): number | null {
  if (itinerary === null || itinerary.cheapest === null) return null;
  const { cents, unserved, misses } = itinerary.cheapest;
  return unserved + misses === 0 ? cents : null;
}

const onWire = ({ country, days }: Stop) => ({ country, days });

/** A response expires earlier if a coupon starts, ends or ages before. */
function endOf(catalogue: Catalogue, stops: readonly Stop[], now: Instant, freshUntil: Instant): Instant {
  const changes = stops.map(({ country }) => {
    const destination = catalogue.destination(country);
    return (destination && nextCouponChange(destination, now)) ?? freshUntil;
  });
  return Math.min(freshUntil, ...changes);
}

function itineraryOnWire(itinerary: Itinerary, context: ResultContext): ItineraryOnWire {
  const { need, data } = context.trip;
  const split = ({ cents, comparableCents, furtherPurchasesCents, purchases, legs }: Split) => ({
    usd: centsToUsd(cents),
    comparable_usd: centsToUsd(comparableCents),
    further_purchases_usd: centsToUsd(furtherPurchasesCents),
    purchases,
    legs: legs.map(({ stops, ranked }) => {
      const [{ country, days }, ...then] = stops as [Stop, ...Stop[]];
      const trip = { country, days, need, then, ...(data && { data }) };
      return { stops: stops.map(onWire), result: ranked && resultOf(ranked, 1, { ...context, trip }) };
    }),
  });
  const { recommended, cheapest } = itinerary;
  return { recommended: recommended && split(recommended), cheapest: cheapest && split(cheapest) };
}

interface Found {
  readonly ranking: Ranking | null;
  readonly itinerary: Itinerary | null;
  readonly filters: Filters;
}

function noticesOf(
  catalogue: Catalogue,
  trip: Trip,
  now: Instant,
  { ranking, itinerary, filters }: Found,
): Notice[] {
  const notices: Notice[] = [];
  const add = (code: NoticeCode, value?: string | string[]) => notices.push(noticeOf(code, value));
  const stops = stopsOf(trip);
  const countries = [...new Set(stops.map(({ country }) => country))];
  const where = countries.length === 1 ? countries[0]! : countries;
  if (catalogue.sample) add('sample_data');
  for (const country of countries) {
    if (countryOf(country) === null) add('not_a_country', country);
    else if (catalogue.destination(country) === null) add('no_plans_for_country', country);
  }
  if (itinerary !== null) {
    const unserved = unservedStops(catalogue, trip, now, itinerary, filters);
    if (unserved.length > 0) add('stop_without_plans', unserved);
    if (itinerary.cheapest === null && filters.maxUsdCents !== null)
      add('no_itinerary_within_price', String(centsToUsd(filters.maxUsdCents)));
  }
  const cause = ranking === null ? 'no_plans' : ranking.emptyCause;
  if (cause === 'no_plans' && stops.length > 1) add('no_plan_for_all_stops');
  if (cause === 'sold_out') add('all_sold_out', where);
  if (cause === 'too_old') add('all_prices_too_old', where);
  if (cause === 'sold_out_or_too_old') add('all_sold_out_or_too_old', where);
  if (cause === 'none_unlimited') add('no_unlimited_plans', where);
  if (cause === 'require' || cause === 'max_usd' || cause === 'avoid_exits') add('nothing_qualifies', cause);
  if (ranking !== null && cause === null) {
    if (ranking.considered.meetTheNeed === 0) add('nothing_meets_need');
    if (ranking.withoutGenerations !== null) add('fastest_means_little', [...ranking.withoutGenerations]);
  }
  if (itinerary !== null) add('no_variants_with_then');
  if (countries.some((country) => catalogue.destination(country) !== null)) {
    add('keep_conditions');
    add('speeds_are_advertised');
  }
  add('prices_are_estimates');
  return notices;
}

/** Countries of the stops that the itinerary leaves out, if no plan for such a stop alone is open to any traveller. */
function unservedStops(
  catalogue: Catalogue,
  { need, data }: Trip,
  now: Instant,
  { recommended }: Itinerary,
  filters: Filters,
): string[] {
  const left = (recommended?.legs ?? [])
    .filter(({ ranked }) => ranked === null)
    .flatMap(({ stops }) => stops);
  const isUnserved = (stop: Stop): boolean => {
    const destination = catalogue.destination(stop.country);
    if (destination === null) return true;
    const { offers } = priceOffers(destination, { ...stop, need, ...(data && { data }) }, now, filters);
    return offers.every(({ newCustomersOnly }) => newCustomersOnly);
  };
  return [...new Set(left.filter(isUnserved).map(({ country }) => country))];
}

function variantsOf(
  destination: Destination,
  context: ResultContext,
  filters: Filters,
  asked: RankedOffer | null,
): Variant[] {
  return variantDays(context.trip.days).map((days) => {
    const trip = withDays(context.trip, days);
    const isAsked = days === context.trip.days;
    const best = isAsked ? asked : cheapestFor(destination, trip, context.now, filters);
    return {
      days,
      best: best && resultOf(best, 1, { ...context, trip }),
      difference_usd: best && asked && centsToUsd(best.price.cents - asked.price.cents),
    };
  });
}

const NOTHING_CONSIDERED: Considered = {
  plans: 0,
  meetTheNeed: 0,
  leftOutByRequire: { no: 0, unknown: 0 },
  leftOutByMaxUsd: 0,
  leftOutByAvoidExits: { no: 0, unknown: 0 },
};

const consideredOnWire = (considered: Considered): Comparison['considered'] => ({
  plans: considered.plans,
  meet_the_need: considered.meetTheNeed,
  left_out_by_require: { ...considered.leftOutByRequire },
  left_out_by_max_usd: considered.leftOutByMaxUsd,
  left_out_by_avoid_exits: { ...considered.leftOutByAvoidExits },
});

/** The same response without `variants`, and without the notice about missing ones. */
export function withoutVariants(comparison: Comparison): Comparison {
  const plain = {
    ...comparison,
    query: { ...comparison.query, include: null },
    notices: comparison.notices.filter(({ code }) => code !== 'no_variants_with_then'),
  };
  delete plain.variants;
  return plain;
}

/** At most `limit` results in each list. */
export function shortened(comparison: Comparison, limit: number): Comparison {
  const { Recommended, Cheapest, Fastest } = comparison.orders;
  return {
    ...comparison,
    query: { ...comparison.query, limit },
    orders: {
      Recommended: Recommended.slice(0, limit),
      Cheapest: Cheapest.slice(0, limit),
      Fastest: Fastest.slice(0, limit),
    },
  };
}
