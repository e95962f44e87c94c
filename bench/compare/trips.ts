/** The trips of the benchmarks: every need, usual lengths, and destinations by their number of plans. */
import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import { NEEDS, type Trip } from '../../src/domain/trip.ts';
import { createRandom } from './timing.ts';

export interface Band {
  readonly name: string;
  readonly countries: readonly string[];
  /** Median number of plans. */
  readonly plans: number;
}

/** The number of destinations in each group, so that no single one determines the result. */
const PER_BAND = 8;

function bandOf(name: string, chosen: readonly { code: string; plans: number }[]): Band {
  return { name, countries: chosen.map(({ code }) => code), plans: chosen[chosen.length >> 1]?.plans ?? 0 };
}

/** The smallest, the middle and the largest destinations, and all of them together. */
export function bandsOf({ destinations }: Catalogue): Band[] {
  const sorted = destinations.toSorted((a, b) => a.plans - b.plans);
  const middle = (sorted.length - PER_BAND) >> 1;
  return [
    bandOf('smallest', sorted.slice(0, PER_BAND)),
    bandOf('middle', sorted.slice(middle, middle + PER_BAND)),
    bandOf('largest', sorted.slice(-PER_BAND)),
    bandOf('all destinations', sorted),
  ];
}

const DAYS_MOST = 30;

export function tripsFor({ countries }: Band, count: number, seed = 1): Trip[] {
  const random = createRandom(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  return Array.from({ length: count }, () => ({
    country: pick(countries),
    days: 1 + Math.floor(random() * DAYS_MOST),
    need: pick(NEEDS),
  }));
}
