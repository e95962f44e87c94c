/** Combines several stops into one destination: the plans that cover all of them, with the worst facts of any stop. */
import type { Destination, DestinationEntry, Naming, PlaceFacts } from '../destination.ts';
import type { Breakout, CountryCode, Generation, Plan } from '../plan.ts';
import { generationPercent } from '../ranking/drawbacks.ts';
import type { Stop } from '../trip.ts';

export type DestinationOf = (country: CountryCode) => Destination | null;

/** null if a stop has no plans. */
export function destinationOfStops(destinationOf: DestinationOf, stops: readonly Stop[]): Destination | null {
  const countries = [...new Set(stops.map(({ country }) => country))];
  const [first, ...others] = countries.map(destinationOf);
  let joined = first ?? null;
  for (const next of others) joined = joined && next && joinWith(next)(joined);
  return joined;
}

/**
 * Returns a function that joins a destination with a stop in another country: the plans that cover both. An itinerary joins
 * the same stop with several destinations, so the table of the stop is created once. It has only plans for several
 * countries, because no other plan can cover both. All destinations share their coupons.
 */
export function joinWith(stop: Destination): (all: Destination) => Destination {
  const entriesAtStop = new Map<Plan, DestinationEntry>();
  for (const entry of stop.entries) if (isForSeveral(entry)) entriesAtStop.set(entry.plan, entry);
  return (all) => {
    const entries: DestinationEntry[] = [];
    for (const entry of all.entries) {
      const atStop = isForSeveral(entry) ? entriesAtStop.get(entry.plan) : undefined;
      if (atStop !== undefined) entries.push(worstOf(entry, atStop));
    }
    return { ...all, entries };
  };
}

const isForSeveral = ({ plan }: DestinationEntry): boolean => plan.coverage.destinations.length > 1;

/** The same plan at both destinations, with the worse fact of each pair. */
const worstOf = (one: DestinationEntry, other: DestinationEntry): DestinationEntry => ({
  plan: one.plan,
  observation: one.observation,
  brand: one.brand,
  ...worstFactsOf(one, other),
  naming: worseNaming(one.naming, other.naming),
  // A region is the only destination of its trip, so both are countries.
  cover: null,
});

/** The worse fact of each pair. */
export const worstFactsOf = (one: PlaceFacts, other: PlaceFacts): PlaceFacts => ({
  generation: worseGeneration(one.generation, other.generation),
  networks: one.networks.length <= other.networks.length ? one.networks : other.networks,
  breakout: worseOf(WORST_BREAKOUTS, one.breakout, other.breakout),
});

export const worseNaming = (one: Naming, other: Naming): Naming => worseOf(WORST_NAMINGS, one, other);

/** The worse generation has the larger drawback. */
const worseGeneration = (one: Generation | null, other: Generation | null): Generation | null =>
  generationPercent(one) >= generationPercent(other) ? one : other;

/** The worst one first. A known exit elsewhere is worse than an unknown one. */
const WORST_BREAKOUTS: readonly Breakout[] = ['roaming', 'unknown', 'local'];
/** The worst one first: named for another place, for no place, for the whole country. */
const WORST_NAMINGS: readonly Naming[] = ['elsewhere', 'none', 'country'];

const worseOf = <T>(worst: readonly T[], one: T, other: T): T =>
  worst.indexOf(one) < worst.indexOf(other) ? one : other;
