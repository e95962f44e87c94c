/** Everything that is computed for one trip: the three lists, the itinerary, other lengths and stops without plans. */
import type { Destination } from './destination.ts';
import { type Itinerary, itineraryOf, type Split } from './itinerary/itinerary.ts';
import { type DestinationOf, destinationOfStops } from './itinerary/stops.ts';
import type { CountryCode, Instant } from './plan.ts';
import {
  type EmptyingFilters,
  emptyingFilters,
  type FilterPart,
  fewestToLeaveOut,
  withoutParts,
} from './ranking/emptied.ts';
import { cheapestFor, NOTHING_RANKED, rank } from './ranking/rank.ts';
import type { RankedOffer, Ranking } from './ranking/ranked.ts';
import { type EmptyCause, priceOffers } from './ranking/score.ts';
import { nextCouponChange } from './ranking/trip-price.ts';
import { variantDays } from './ranking/variants.ts';
import { type Sharing, sharingOf } from './sharing.ts';
import {
  type Filters,
  hasFilters,
  NO_FILTERS,
  type Stop,
  stopsOf,
  type Trip,
  travellersOf,
  withDays,
  withStops,
} from './trip.ts';

/** The cheapest offer for another length of the trip. */
export interface Variant {
  readonly trip: Trip;
  readonly best: RankedOffer | null;
}

interface Emptied extends EmptyingFilters {
  /** The first price of Cheapest without `max_usd`; null: the other filters leave nothing, or there is no `max_usd`. */
  readonly lowestCents: number | null;
  /** The first of Recommended after leaving out the fewest filters. */
  readonly closest: Closest | null;
}

interface OnlyMisses {
  /** The first price of Cheapest without `max_usd`; null: the other filters leave only misses too, or there is no `max_usd`. */
  readonly lowestCents: number | null;
}

export interface Closest {
  readonly ranked: RankedOffer;
  /** The filters that it fails. */
  readonly fails: readonly FilterPart[];
}

export interface TripComparison {
  readonly ranking: Ranking;
  /** null: the trip has one stop. */
  readonly itinerary: Itinerary | null;
  /** Empty if the trip has several stops, or if no plan covers its stop. */
  readonly variants: readonly Variant[];
  /** The filters that removed every plan; null: at least one plan is left, or there is another cause. */
  readonly emptied: Emptied | null;
  /** The filters removed every offer that meets the need, and left others; null: otherwise. */
  readonly onlyMisses: OnlyMisses | null;
  /** One plan for each leg that all travellers use together; null: a leg has none, or there is one traveller. */
  readonly sharing: Sharing | null;
  /** Stops that the itinerary leaves out, because no plan for such a stop alone can be bought by any traveller. */
  readonly stopsWithoutPlans: readonly StopWithoutPlans[];
  /** The next time at which a coupon at one of the stops starts, ends or ages; null if there is none. */
  readonly nextCouponChange: Instant | null;
}

export interface StopWithoutPlans {
  readonly country: CountryCode;
  readonly cause: EmptyCause | 'new_customers_only';
}

export function compareTrip(
  destinationOf: DestinationOf,
  trip: Trip,
  now: Instant,
  filters: Filters = NO_FILTERS,
): TripComparison {
  const stops = stopsOf(trip);
  const destination = destinationOfStops(destinationOf, stops);
  // Reasons compare the price of an offer with those of the other ways to buy.
  const sharing = sharingOf(destinationOf, trip, now, filters);
  const sharedCentsEach = sharing && sharing.cheapest.cents / travellersOf(trip);
  const itinerary =
    stops.length === 1 ? null : itineraryOf(destinationOf, trip, now, filters, { sharedCentsEach });
  const splitCents = itinerary?.cheapest ? completeCents(itinerary.cheapest) : null;
  const otherWays = { splitCents, sharedCentsEach };
  const ranking = destination === null ? NOTHING_RANKED : rank(destination, trip, now, filters, otherWays);
  return {
    ranking,
    itinerary,
    variants:
      destination === null || itinerary !== null
        ? []
        : variantDays(trip.days).map((days): Variant => {
            const variant = withDays(trip, days);
            const isAsked = days === trip.days;
            const best = isAsked
              ? (ranking.cheapest[0] ?? null)
              : cheapestFor(destination, variant, now, filters);
            return { trip: variant, best };
          }),
    emptied:
      destination !== null && ranking.emptyCause === 'filters'
        ? emptiedBy(destination, trip, now, filters)
        : null,
    onlyMisses:
      destination !== null && ranking.emptyCause === null && ranking.considered.meetTheNeed === 0
        ? onlyMissesLeftBy(destination, trip, now, filters)
        : null,
    sharing,
    stopsWithoutPlans: stopsWithoutPlans(destinationOf, trip, now, itinerary, filters),
    nextCouponChange: earliest(stops.map(({ country }) => couponChangeAt(destinationOf, country, now))),
  };
}

/** The price of a split; null if it does not meet the need at every stop. */
const completeCents = ({ cents, unserved, misses }: Split): number | null =>
  unserved === 0 && misses === 0 ? cents : null;

function emptiedBy(destination: Destination, trip: Trip, now: Instant, filters: Filters): Emptied {
  const { offers } = priceOffers(destination, trip, now);
  const lowest =
    filters.maxUsdCents === null
      ? null
      : cheapestFor(destination, trip, now, { ...filters, maxUsdCents: null });
  const fails = fewestToLeaveOut(offers, filters);
  const [closest] = rank(destination, trip, now, withoutParts(filters, fails)).recommended;
  return {
    ...emptyingFilters(offers, filters),
    lowestCents: lowest?.price.cents ?? null,
    closest: closest === undefined ? null : { ranked: closest, fails },
  };
}

/** `filters`: they leave only misses. */
function onlyMissesLeftBy(
  destination: Destination,
  trip: Trip,
  now: Instant,
  filters: Filters,
): OnlyMisses | null {
  const lowestCents = (left: Filters): number | null => {
    const cheapest = cheapestFor(destination, trip, now, left);
    return cheapest?.fit.meetsNeed === true ? cheapest.price.cents : null;
  };
  if (!hasFilters(filters) || lowestCents(NO_FILTERS) === null) return null;
  return {
    lowestCents: filters.maxUsdCents === null ? null : lowestCents({ ...filters, maxUsdCents: null }),
  };
}

function stopsWithoutPlans(
  destinationOf: DestinationOf,
  trip: Trip,
  now: Instant,
  itinerary: Itinerary | null,
  filters: Filters,
): StopWithoutPlans[] {
  const leftOut = (itinerary?.recommended?.legs ?? [])
    .filter(({ ranked }) => ranked === null)
    .flatMap(({ stops }) => stops);
  const causeAt = (stop: Stop): StopWithoutPlans['cause'] | null => {
    const destination = destinationOf(stop.country);
    if (destination === null) return 'no_plans';
    const { offers, emptyCause } = priceOffers(destination, withStops(trip, [stop]), now, filters);
    if (emptyCause !== null) return emptyCause;
    // A plan for any traveller exists, so the stop was not left out for a lack of plans.
    if (offers.some(({ newCustomersOnly }) => !newCustomersOnly)) return null;
    // With filters, the plans for any traveller may have been removed by them.
    return hasFilters(filters) ? 'filters' : 'new_customers_only';
  };
  const causes = new Map(leftOut.map((stop) => [stop.country, causeAt(stop)]));
  return [...causes].flatMap(([country, cause]) => (cause === null ? [] : [{ country, cause }]));
}

function couponChangeAt(destinationOf: DestinationOf, country: CountryCode, now: Instant): Instant | null {
  const destination = destinationOf(country);
  return destination && nextCouponChange(destination, now);
}

const earliest = (times: readonly (Instant | null)[]): Instant | null => {
  const known = times.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
};
