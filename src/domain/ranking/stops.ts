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
  const views = countries.map(viewOf);
  const [first, ...others] = views;
  if (first === undefined || first === null) return null;
  let postings = first.postings;
  for (const other of others) {
    if (other === null) return null;
    postings = join(postings, other.postings);
  }
  return { ...first, postings };
}

const LOCAL = BREAKOUTS.indexOf('local');
const ROAMING = BREAKOUTS.indexOf('roaming');

/** Both ascend by row, so one pass finds the rows that are in both. */
function join(a: DestinationPostings, b: DestinationPostings): DestinationPostings {
  const pairs: (readonly [number, number])[] = [];
  for (let left = 0, right = 0; left < a.rows.length && right < b.rows.length; ) {
    const difference = a.rows[left]! - b.rows[right]!;
    if (difference === 0) pairs.push([left, right]);
    if (difference <= 0) left += 1;
    if (difference >= 0) right += 1;
  }
  const both = (field: keyof DestinationPostings, worse: (one: number, other: number) => number) =>
    Uint8Array.from(pairs, ([left, right]) => worse(a[field][left]!, b[field][right]!));
  return {
    rows: Uint32Array.from(pairs, ([left]) => a.rows[left]!),
    generation: both('generation', (one, other) =>
      generationPercent(one) >= generationPercent(other) ? one : other,
    ),
    networks: both('networks', Math.min),
    breakout: both('breakout', worseExit),
    naming: both('naming', worseNaming),
  };
}

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
