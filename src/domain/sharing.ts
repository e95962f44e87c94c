/** Section 10 of docs/ranking.md: the best ways in which a group shares plans by hotspot, one plan for each leg. */
import { itineraryOf, type Split } from './itinerary/itinerary.ts';
import type { DestinationOf } from './itinerary/stops.ts';
import type { Instant, Plan } from './plan.ts';
import { dataNeededMb } from './ranking/need.ts';
import { type Filters, type StatedData, stopsOf, type Trip, totalDays, travellersOf } from './trip.ts';

export interface Sharing {
  /** The trip of one traveller who buys the plans, with the data of all travellers. */
  readonly trip: Trip;
  /** The lowest comparable price. */
  readonly recommended: Split;
  /** The lowest price. */
  readonly cheapest: Split;
}

/** null for one traveller, or if a stop has no plan that can be shared. */
export function sharingOf(
  destinationOf: DestinationOf,
  asked: Trip,
  now: Instant,
  filters: Filters,
): Sharing | null {
  const travellers = travellersOf(asked);
  if (travellers === 1) return null;
  const trip = groupTrip(asked, travellers);
  const { maxUsdCents } = filters;
  // `max_usd` is the budget of one traveller, and all of them pay for the plans together.
  const forAll = { ...filters, maxUsdCents: maxUsdCents === null ? null : maxUsdCents * travellers };
  const { recommended, cheapest } = itineraryOf(destinationOf, trip, now, forAll, {
    mayUse: ({ fit, entry }, leg) => fit.meetsNeed && canShare(entry.plan, leg),
  });
  if (recommended === null || cheapest === null || recommended.unserved > 0) return null;
  return { trip, recommended, cheapest };
}

/** Each plan is bought once, so this trip has one traveller. The need `unlimited` has no amount to multiply. */
function groupTrip(asked: Trip, travellers: number): Trip {
  const { travellers: _, ...trip } = asked;
  const days = totalDays(stopsOf(trip));
  const mb = dataNeededMb(trip.need, days, trip.data);
  return mb === null ? trip : { ...trip, data: { mb: mb * travellers, days } };
}

/** The hotspot must be stated to be allowed, for all data of the leg. */
function canShare({ facts, extras }: Plan, leg: Trip): boolean {
  if (facts.hotspot !== true) return false;
  return (
    extras.hotspotBytes === null || (leg.data !== undefined && covers(extras.hotspotBytes, leg, leg.data))
  );
}

/** Compares without rounding. The data is for `data.days` days, of which the leg has a part. */
const covers = (bytes: number, leg: Trip, { mb, days }: StatedData): boolean =>
  bytes * days >= mb * BYTES_PER_MB * totalDays(stopsOf(leg));

const BYTES_PER_MB = 1_000_000;
