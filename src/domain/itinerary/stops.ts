/** Combines several stops into one destination: the plans that cover all of them, with the worst facts of any stop. */
import type { Destination, DestinationEntry, Naming } from '../destination.ts';
import type { Breakout, CountryCode, Generation, Plan } from '../plan.ts';
import { generationPercent } from '../ranking/drawbacks.ts';
import type { Stop } from '../trip.ts';

export type DestinationOf = (country: CountryCode) => Destination | null;

/** null if a stop has no plans. */
export function destinationOfStops(destinationOf: DestinationOf, stops: readonly Stop[]): Destination | null {
  const countries = [...new Set(stops.map(({ country }) => country))];
  return countries.map(destinationOf).reduce((all, next) => all && next && joinWith(next)(all));
}

/** Returns a function that joins a destination with one more stop: the plans that cover both. */
export function joinWith(stop: Destination): (all: Destination) => Destination {
  const there = new Map<Plan, DestinationEntry>();
  for (const entry of stop.entries) there.set(entry.plan, entry);
  return (all) => {
    if (all.entries === stop.entries) return all;
    const entries: DestinationEntry[] = [];
    for (const entry of all.entries) {
      const next = there.get(entry.plan);
      if (next !== undefined) entries.push(worstOf(entry, next));
    }
    return { ...all, entries };
  };
}

function worstOf(one: DestinationEntry, other: DestinationEntry): DestinationEntry {
  return {
    plan: one.plan,
    observation: one.observation,
    brand: one.brand,
    generation: worseGeneration(one.generation, other.generation),
    networks: one.networks.length <= other.networks.length ? one.networks : other.networks,
    breakout: worseBreakout(one.breakout, other.breakout),
    naming: worseNaming(one.naming, other.naming),
  };
}

const worseGeneration = (one: Generation | null, other: Generation | null): Generation | null =>
  generationPercent(one) >= generationPercent(other) ? one : other;

/** Local only if it is local at both stops. A known exit elsewhere is worse than an unknown one. */
function worseBreakout(one: Breakout, other: Breakout): Breakout {
  if (one === 'local') return other;
  return one === 'roaming' || other === 'local' ? one : other;
}

/** `elsewhere` at one stop is worse than `none`, which is worse than `country` at both. */
function worseNaming(one: Naming, other: Naming): Naming {
  if (one === 'elsewhere' || other === 'elsewhere') return 'elsewhere';
  return one === 'none' || other === 'none' ? 'none' : 'country';
}
