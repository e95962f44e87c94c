/** Keeps the catalogue fresh: ingests every source that is due, then waits until the next one is. */
import type { IngestReport } from './report.ts';

interface SchedulerOptions {
  /** Ingests all sources that are due. In production it calls `ingestInWorker`. Rejects if the ingest failed. */
  readonly ingestDue: (signal: AbortSignal) => Promise<IngestReport>;
  readonly clock: () => number;
  readonly random: () => number;
  /** Runs a task once after a delay. Returns a function that cancels it. */
  readonly later?: (task: () => void, ms: number) => () => void;
  readonly onEvent: (event: SchedulerEvent) => void;
}

export type SchedulerEvent =
  | { readonly type: 'ingested'; readonly report: IngestReport }
  | { readonly type: 'failed'; readonly message: string };

/** The wait while another process ingests. When it is done, most sources are no longer due. */
const BUSY_MS = 60_000;
const FAILURE_FIRST_MS = 60_000;
const FAILURE_MAX_MS = 60 * 60_000;
/** The limits of every wait, whatever a report states. */
const WAIT_MIN_MS = 1000;
const WAIT_MAX_MS = 60 * 60_000;

const laterByTimer = (task: () => void, ms: number) => {
  const timer = setTimeout(task, ms).unref();
  return () => clearTimeout(timer);
};

export function createScheduler(options: SchedulerOptions) {
  const { ingestDue, clock, random, later = laterByTimer, onEvent } = options;
  const stopping = new AbortController();
  let failures = 0;
  let working: Promise<void> | null = null;
  let isAsleep = false;
  let cancel = () => {};
  let isAskedAgain = false;

  async function work(): Promise<void> {
    try {
      const report = await ingestDue(stopping.signal);
      failures = 0;
      if (stopping.signal.aborted) return;
      onEvent({ type: 'ingested', report });
      sleep(waitAfter(report));
    } catch (error) {
      if (stopping.signal.aborted) return;
      failures++;
      const waitMs = Math.min(FAILURE_MAX_MS, FAILURE_FIRST_MS * 2 ** (failures - 1));
      const message = error instanceof Error ? error.message : 'unknown error';
      onEvent({ type: 'failed', message });
      sleep(spread(waitMs));
    }
  }

  /** Between half of the wait and the whole wait, so that several processes do not try at the same moment. */
  const spread = (waitMs: number): number => waitMs * (0.5 + random() / 2);

  function waitAfter({ status, nextRuns }: IngestReport): number {
    if (status === 'busy' || status === 'interrupted') return spread(BUSY_MS);
    const times = Object.values(nextRuns);
    return times.length === 0 ? WAIT_MAX_MS : Math.min(...times) - clock();
  }

  function sleep(waitMs: number): void {
    const ms = isAskedAgain ? WAIT_MIN_MS : Math.min(WAIT_MAX_MS, Math.max(WAIT_MIN_MS, waitMs));
    isAskedAgain = false;
    isAsleep = true;
    cancel = later(begin, ms);
  }

  function begin(): void {
    isAsleep = false;
    const own = work().finally(() => {
      // `work` calls `sleep` before this promise settles, so a wake may have begun the next work in between.
      if (working === own) working = null;
    });
    working = own;
  }

  return {
    /** Starts at once, or after this time. Only sources that are due are read. */
    start(afterMs = 0): void {
      if (working !== null || isAsleep || stopping.signal.aborted) return;
      if (afterMs > 0) sleep(afterMs);
      else begin();
    },
    /** Ingests due sources now, or again after an ingest that is running. Before `start` and after `stop`, it does nothing. */
    wake(): void {
      if (isAsleep) {
        cancel();
        begin();
      } else if (working !== null) isAskedAgain = true;
    },
    /** Resolves when no ingest is running any more. */
    async stop(): Promise<void> {
      stopping.abort();
      cancel();
      isAsleep = false;
      await working;
    },
  };
}
