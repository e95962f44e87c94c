/** How many offers each set of filters would leave. Used for the numbers beside filters that were not chosen yet. */
import type { Destination } from '../destination.ts';
import type { Instant } from '../plan.ts';
import type { Filters, Trip } from '../trip.ts';
import { passesAll } from './filters.ts';
import { priceOffers } from './score.ts';

export interface Matches {
  /** Offers that meet the need, as `considered.meetTheNeed` of a ranking with the same filters. */
  readonly count: number;
  /** The lowest trip price among them, of a plan that any traveller may buy if there is one. */
  readonly lowestCents: number | null;
}

/** Prices the offers once for all sets of filters. */
export function matchesOf(
  destination: Destination,
  trip: Trip,
  now: Instant,
  choices: readonly Filters[],
): Matches[] {
  const meeting = priceOffers(destination, trip, now).offers.filter(({ fit }) => fit.meetsNeed);
  return choices.map((filters) => {
    const passing = meeting.filter((offer) => passesAll(offer, filters));
    const forAnyone = passing.filter(({ newCustomersOnly }) => !newCustomersOnly);
    const cents = (forAnyone.length > 0 ? forAnyone : passing).map(({ price }) => price.cents);
    return { count: passing.length, lowestCents: cents.length === 0 ? null : Math.min(...cents) };
  });
}
