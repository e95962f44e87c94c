/** Several stops as one place: the plans that work at all of them, each with the worst row of any stop. */
import { type DestinationPostings, type DestinationView, NAMING } from '../columns.ts';
import { BREAKOUTS } from '../plan.ts';
import { type Stop, stopsOf, type Trip } from '../trip.ts';
import { generationPercent } from './drawbacks.ts';

export type ViewOf = (country: string) => DestinationView | null;

/** null where nothing is sold for one of the stops. */
export function viewOfTrip(viewOf: ViewOf, trip: Trip): DestinationView | null {
  return viewOfStops(viewOf, stopsOf(trip));
}

export function viewOfStops(viewOf: ViewOf, stops: readonly Stop[]): DestinationView | null {
  const countries = [...new Set(stops.map(({ country }) => country))];
  return countries.map(viewOf).reduce((all, next) => all && next && viewOfBoth(all, next));
}

export const viewOfBoth = (one: DestinationView, other: DestinationView): DestinationView =>
  one.postings === other.postings ? one : { ...one, postings: join(one.postings, other.postings) };

const LOCAL = BREAKOUTS.indexOf('local');
const ROAMING = BREAKOUTS.indexOf('roaming');

/** Both ascend by row, so one pass finds the rows that are in both. */
function join(a: DestinationPostings, b: DestinationPostings): DestinationPostings {
  const most = Math.min(a.rows.length, b.rows.length);
  const rows = new Uint32Array(most);
  const generation = new Uint8Array(most);
  const networks = new Uint8Array(most);
  const breakout = new Uint8Array(most);
  const naming = new Uint8Array(most);
  let count = 0;
  for (let left = 0, right = 0; left < a.rows.length && right < b.rows.length; ) {
    const difference = a.rows[left]! - b.rows[right]!;
    if (difference === 0) {
      rows[count] = a.rows[left]!;
      generation[count] = worseGeneration(a.generation[left]!, b.generation[right]!);
      networks[count] = Math.min(a.networks[left]!, b.networks[right]!);
      breakout[count] = worseExit(a.breakout[left]!, b.breakout[right]!);
      naming[count] = worseNaming(a.naming[left]!, b.naming[right]!);
      count += 1;
    }
    if (difference <= 0) left += 1;
    if (difference >= 0) right += 1;
  }
  return {
    rows: rows.subarray(0, count),
    generation: generation.subarray(0, count),
    networks: networks.subarray(0, count),
    breakout: breakout.subarray(0, count),
    naming: naming.subarray(0, count),
  };
}

const worseGeneration = (one: number, other: number): number =>
  generationPercent(one) >= generationPercent(other) ? one : other;

/** Local only where it is so at both; what is known to leave elsewhere is worse than what nobody says. */
function worseExit(one: number, other: number): number {
  if (one === LOCAL) return other;
  return one === ROAMING || other === LOCAL ? one : other;
}

/** Named for the whole of both, or for neither, or for another place at one of them. */
function worseNaming(one: number, other: number): number {
  if (one === NAMING.elsewhere || other === NAMING.elsewhere) return NAMING.elsewhere;
  return Math.min(one, other);
}
