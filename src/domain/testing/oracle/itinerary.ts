/** The oracle's itinerary: every way to cut the stops into runs of neighbours is tried, with every plan in each run. */
import { furtherLegCents } from './drawbacks.ts';
import { type Candidate, candidatesOf, sortMisses } from './oracle.ts';
import type { Asked, Market, Stop } from './trip.ts';

export interface OracleLeg {
  readonly stops: readonly Stop[];
  /** null: nothing is sold for this run. */
  readonly result: Candidate | null;
  readonly cents: number;
  /** With what a further purchase is worth, from the second leg on. */
  readonly comparableCents: number;
}

export interface OracleItinerary {
  readonly legs: readonly OracleLeg[];
  readonly cents: number;
  readonly comparableCents: number;
  readonly purchases: number;
}

type By = 'comparableCents' | 'cents';

/** All ways to cut a list into runs: a cut or none after each stop but the last. */
export function splitsOf(stops: readonly Stop[]): Stop[][][] {
  if (stops.length === 0) return [[]];
  return stops.flatMap((_, index) =>
    splitsOf(stops.slice(index + 1)).map((rest) => [stops.slice(0, index + 1), ...rest]),
  );
}

function legOf(market: Market, asked: Asked, isFirst: boolean, by: By): OracleLeg {
  const { kept } = candidatesOf(market, asked);
  const open = kept.filter(({ plan }) => plan.facts.newCustomersOnly !== true);
  const priced = (it: Candidate): OracleLeg => ({
    stops: asked.stops,
    result: it,
    cents: it.cents,
    comparableCents: it.comparableCents + (isFirst ? 0 : furtherLegCents(it.cents)),
  });
  const meeting = open.filter(({ meets }) => meets).map(priced);
  const best = meeting.toSorted((a, b) => a[by] - b[by])[0];
  if (best !== undefined) return best;
  const closest = sortMisses(open)[0];
  return closest === undefined
    ? { stops: asked.stops, result: null, cents: 0, comparableCents: 0 }
    : priced(closest);
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** What makes one split better than another, before the price: first what is unanswered, then what is missed. */
function faultsOf(legs: readonly OracleLeg[]): readonly [number, number] {
  return [
    sum(legs, ({ result, stops }) => (result === null ? stops.length : 0)),
    sum(legs, ({ result }) => (result !== null && !result.meets ? 1 : 0)),
  ];
}

export function oracleItinerary(market: Market, asked: Asked, by: By): OracleItinerary {
  const ways = splitsOf(asked.stops)
    .filter((way) => !asked.require?.includes('one_purchase') || way.length === 1)
    .map((way) => way.map((stops, index) => legOf(market, { ...asked, stops }, index === 0, by)));
  const keys = (legs: readonly OracleLeg[]) => [...faultsOf(legs), sum(legs, (leg) => leg[by])];
  const legs = ways.toSorted((a, b) => {
    const other = keys(b);
    return (
      keys(a)
        .map((key, index) => key - other[index]!)
        .find((difference) => difference !== 0) ?? 0
    );
  })[0]!;
  return {
    legs,
    cents: sum(legs, ({ cents }) => cents),
    comparableCents: sum(legs, ({ comparableCents }) => comparableCents),
    purchases: sum(legs, ({ result }) => result?.copies ?? 0),
  };
}
