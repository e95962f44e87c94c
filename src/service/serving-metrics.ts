/**
 * The counts that are updated with every request. They are kept in maps and arrays, because a labelled metric of
 * prom-client takes microseconds, and because prom-client is loaded only if the operator can read the metrics.
 */
import { LOOKUP_OUTCOMES, type LookupOutcome } from '../answers/answers.ts';
import type { ObserveResponse } from '../http/listener.ts';

/** The upper limits in seconds: from a cached response, below a millisecond, to the usual timeout of clients. */
export const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export type Labelled = readonly [labels: Record<string, string>, value: number];

/** The durations of one route. The last bucket has those above all limits. */
interface Durations {
  readonly buckets: number[];
  sum: number;
}

export type ServingMetrics = ReturnType<typeof createServingMetrics>;

export function createServingMetrics() {
  /** For each error format, the number of responses by status. */
  const responses = {
    api: new Map<number, number>(),
    mcp: new Map<number, number>(),
    page: new Map<number, number>(),
  };
  const durations = new Map<string, Durations>();
  // Every outcome starts at 0, because Prometheus computes no rate for a counter that appears with its first event.
  const lookups = new Map<LookupOutcome, number>(LOOKUP_OUTCOMES.map((outcome) => [outcome, 0]));
  const addDuration = (route: string, seconds: number): void => {
    let counted = durations.get(route);
    if (counted === undefined) {
      counted = { buckets: Array(DURATION_BUCKETS.length + 1).fill(0), sum: 0 };
      durations.set(route, counted);
    }
    const bucket = DURATION_BUCKETS.findIndex((limit) => seconds <= limit);
    counted.buckets[bucket === -1 ? DURATION_BUCKETS.length : bucket]! += 1;
    counted.sum += seconds;
  };
  const observeResponse: ObserveResponse = (format, status, route, seconds) => {
    const byStatus = responses[format];
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    if (route !== null) addDuration(route, seconds);
  };
  return {
    observeResponse,
    observeLookup: (outcome: LookupOutcome) => void lookups.set(outcome, (lookups.get(outcome) ?? 0) + 1),
    responses: (): readonly Labelled[] =>
      Object.entries(responses).flatMap(([format, byStatus]) =>
        Array.from(byStatus, ([status, count]): Labelled => [{ format, status: String(status) }, count]),
      ),
    lookups: (): readonly Labelled[] => Array.from(lookups, ([outcome, count]) => [{ outcome }, count]),
    /** By route. */
    durations: durations as ReadonlyMap<string, Durations>,
  };
}
