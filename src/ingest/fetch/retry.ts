/** When a request may be repeated, and how long to wait before that. */
import type { Exchanged } from './exchange.ts';
import { FetchFault } from './fault.ts';

export const ATTEMPTS_MAX = 3;
const BACKOFF_FIRST_MS = 1000;
/** A feed that wants us to stay away for longer is left alone until its next run. */
export const RETRY_AFTER_MAX_MS = 60_000;

/** Answers that may be different a moment later. */
const PASSING: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

export function isPassing(status: number): boolean {
  return PASSING.has(status);
}

export function isPassingFault(error: unknown): error is FetchFault {
  return error instanceof FetchFault && (error.code === 'unreachable' || error.code === 'timeout');
}

/** Between half and the whole of 1, 2, 4 … seconds: many services that failed together do not return together. */
export function backoffMs(attempt: number, random: () => number): number {
  return BACKOFF_FIRST_MS * 2 ** (attempt - 1) * (0.5 + random() / 2);
}

/** Seconds or a date, as milliseconds from now; null where the answer says nothing readable. */
export function retryAfterMs({ headers }: Pick<Exchanged, 'headers'>, now: number): number | null {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = /^[A-Z][a-z]{2},/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
