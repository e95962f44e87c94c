/** Section 10 of docs/ranking.md: one plan whose hotspot a group of travellers uses together. */
import type { Destination } from './destination.ts';
import { itineraryOf } from './itinerary/itinerary.ts';
import type { DestinationOf } from './itinerary/stops.ts';
import type { Instant, Plan } from './plan.ts';
import { dataNeededMb } from './ranking/need.ts';
import { firstRecommended } from './ranking/order.ts';
import { explainer } from './ranking/rank.ts';
import type { RankedOffer } from './ranking/ranked.ts';
import { score } from './ranking/score.ts';
import { type Filters, stopsOf, type Trip, totalDays, travellersOf } from './trip.ts';

export interface Sharing {
  /** The trip with the data of all travellers. */
  readonly trip: Trip;
  /** The data of all travellers in decimal megabytes; null for the need `unlimited`. */
  readonly mb: number | null;
  readonly ranked: RankedOffer;
}

/** null for one traveller, or if no plan can be shared. */
export function sharingOf(
  destinationOf: DestinationOf,
  destination: Destination,
  asked: Trip,
  now: Instant,
  filters: Filters,
): Sharing | null {
  const travellers = travellersOf(asked);
  if (travellers === 1) return null;
  // The plan is bought once, so its trip has one traveller and no group price.
  const { travellers: _, ...trip } = groupTrip(asked, travellers);
  const { maxUsdCents } = filters;
  // `max_usd` is the budget of one traveller, and all of them pay for the plan together.
  const forAll = { ...filters, maxUsdCents: maxUsdCents === null ? null : maxUsdCents * travellers };
  const mb = trip.data?.mb ?? null;
  const scored = score(destination, trip, now, forAll);
  // Whichever traveller buys the plan must be able to.
  const first = firstRecommended(
    scored.offers,
    ({ newCustomersOnly, entry }) => !newCustomersOnly && canShare(entry.plan, mb),
  );
  if (first === null) return null;
  // The reasons state how the plan compares with several plans, one for each part of the route.
  const itinerary = stopsOf(trip).length === 1 ? null : itineraryOf(destinationOf, trip, now, forAll);
  const splitCents = itinerary?.cheapest?.cents ?? null;
  return { trip, mb, ranked: explainer(scored, splitCents)(first) };
}

/** The need `unlimited` has no amount that could be multiplied. */
function groupTrip(trip: Trip, travellers: number): Trip {
  const days = totalDays(stopsOf(trip));
  const mb = dataNeededMb(trip.need, days, trip.data);
  return mb === null ? trip : { ...trip, data: { mb: mb * travellers, days } };
}

/** The hotspot must be stated to be allowed, for all of the data. A stated cap is never enough for `unlimited`. */
function canShare({ facts, extras }: Plan, mb: number | null): boolean {
  if (facts.hotspot !== true) return false;
  return extras.hotspotBytes === null || (mb !== null && extras.hotspotBytes >= mb * BYTES_PER_MB);
}

const BYTES_PER_MB = 1_000_000;
