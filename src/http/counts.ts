import { Histogram } from 'prom-client';
import type { OnAnswer } from './listener.ts';
import type { Area } from './route.ts';

/** From a cached answer (a fraction of a millisecond) to what a caller would give up on. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Answers by area and status, and how long they took by route. */
export class AnswerCounts {
  readonly durations = new Histogram({
    name: 'esim_http_duration_seconds',
    help: 'From a request’s head to its answer handed to the system, by route; where a route was found.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers: [],
  });
  readonly #counts: Readonly<Record<Area, Map<number, number>>> = {
    api: new Map(),
    mcp: new Map(),
    page: new Map(),
  };
  readonly #routes = new Map<string, Histogram.Internal<'route'>>();

  readonly add: OnAnswer = (area, status, route, seconds) => {
    const counts = this.#counts[area];
    counts.set(status, (counts.get(status) ?? 0) + 1);
    if (route === null) return;
    const known = this.#routes.get(route) ?? this.durations.labels(route);
    this.#routes.set(route, known);
    known.observe(seconds);
  };

  *entries(): Generator<{ area: string; status: string; count: number }> {
    for (const [area, counts] of Object.entries(this.#counts)) {
      for (const [status, count] of counts) yield { area, status: String(status), count };
    }
  }
}
