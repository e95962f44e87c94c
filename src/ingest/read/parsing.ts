/**
 * The processor time that the rows of a source may take. Several sources are read at once in one thread, but the rows of
 * only one are parsed at a time. So the time of the thread is the time of that source, and only one document is in memory.
 */
import { FeedError } from '../adapter.ts';

/** 300,000 rows may take 150 s. A usual row takes less than 0.1 ms. */
const BASE_MS = 60_000;
const MS_PER_ROW = 0.3;
const MICROSECONDS_PER_MS = 1000;

/** The source fails, and the other sources are published. */
export class TooSlow extends FeedError {}

/** The processor time of this thread, in milliseconds. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / MICROSECONDS_PER_MS;
}

export type Parser = ReturnType<typeof createParser>;

/** The parser of all sources of a run. `processorMs` is the processor time that the thread has used so far. */
export function createParser(processorMs: () => number = threadMs) {
  let last: Promise<unknown> = Promise.resolve();
  return {
    processorMs,
    /** Runs a task after all earlier ones have ended. */
    alone<T>(task: () => Promise<T>): Promise<T> {
      const done = last.then(task);
      last = done.catch(() => {});
      return done;
    },
  };
}

/** Measures the parsing of one source. `maximumSeconds` is the limit that the operator has set. */
export function createParsingTime({ processorMs }: Parser, maximumSeconds: number | null) {
  let earlierMs = 0;
  let startedMs = 0;
  return {
    start(): void {
      startedMs = processorMs();
    },
    stop(): void {
      earlierMs += processorMs() - startedMs;
    },
    /** Throws if the rows so far took too long. Called between `start` and `stop`. */
    check(rows: number): void {
      const limitMs = maximumSeconds === null ? BASE_MS + MS_PER_ROW * rows : maximumSeconds * 1000;
      if (earlierMs + processorMs() - startedMs <= limitMs) return;
      throw new TooSlow(
        `${rows.toLocaleString('en')} rows took more than ${Math.round(limitMs / 1000)} s of processor time: set "maximumSeconds" if that is right`,
      );
    },
  };
}
