/** When a source is read next. Spread out, so that sources and processes that began together do not stay together. */

/** A first failure is tried again soon; each further one waits twice as long, up to the usual cadence. */
const FAILURE_FIRST_MS = 5 * 60_000;
const JITTER = 0.1;

export function nextRunAt(
  now: number,
  everyMs: number,
  failures: number,
  retryAfterMs: number | null,
  random: () => number,
): number {
  const backoffMs = failures === 0 ? everyMs : FAILURE_FIRST_MS * 2 ** Math.min(failures - 1, 20);
  const spread = 1 - JITTER + 2 * JITTER * random();
  const waitMs = Math.min(everyMs, backoffMs) * spread;
  // What the feed itself asked for comes first, even beyond the usual cadence.
  return Math.round(now + Math.max(waitMs, retryAfterMs ?? 0));
}
