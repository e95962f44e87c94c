import type { Area } from './route.ts';

/** Answers by area and status. */
export class AnswerCounts {
  readonly #counts: Readonly<Record<Area, Map<number, number>>> = {
    api: new Map(),
    mcp: new Map(),
    page: new Map(),
  };

  add(area: Area, status: number): void {
    const counts = this.#counts[area];
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }

  *entries(): Generator<{ area: string; status: string; count: number }> {
    for (const [area, counts] of Object.entries(this.#counts)) {
      for (const [status, count] of counts) yield { area, status: String(status), count };
    }
  }
}
