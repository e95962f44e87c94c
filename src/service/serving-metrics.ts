/**
 * What is counted with every request. The counts are kept in maps, because prom-client is loaded only if the operator can
 * read the metrics.
 */
import { LOOKUP_OUTCOMES, type LookupOutcome } from '../answers/answers.ts';
import type { ObserveResponse } from '../http/listener.ts';

export type Labelled = readonly [labels: Record<string, string>, value: number];

type ObserveDuration = (route: string, seconds: number) => void;

export type ServingMetrics = ReturnType<typeof createServingMetrics>;

export function createServingMetrics() {
  /** For each error format, the number of responses by status. */
  const responses = {
    api: new Map<number, number>(),
    mcp: new Map<number, number>(),
    page: new Map<number, number>(),
  };
  let observeDuration: ObserveDuration | null = null;
  // Every outcome starts at 0, because Prometheus computes no rate for a counter that appears with its first event.
  const lookups = new Map<LookupOutcome, number>(LOOKUP_OUTCOMES.map((outcome) => [outcome, 0]));
  const observeResponse: ObserveResponse = (format, status, route, seconds) => {
    const byStatus = responses[format];
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    if (route !== null) observeDuration?.(route, seconds);
  };
  return {
    observeResponse,
    observeLookup: (outcome: LookupOutcome) => void lookups.set(outcome, (lookups.get(outcome) ?? 0) + 1),
    responses: (): readonly Labelled[] =>
      Object.entries(responses).flatMap(([format, byStatus]) =>
        Array.from(byStatus, ([status, count]): Labelled => [{ format, status: String(status) }, count]),
      ),
    lookups: (): readonly Labelled[] => Array.from(lookups, ([outcome, count]) => [{ outcome }, count]),
    /** Passes the duration of every later response on. */
    measureDurations(observe: ObserveDuration): void {
      observeDuration = observe;
    },
  };
}
