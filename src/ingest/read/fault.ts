import { type FeedAnswer, FeedError } from '../types.ts';

type FetchFaultCode =
  | 'bad_address'
  | 'refused_address'
  | 'dns'
  | 'tls'
  | 'unreachable'
  | 'timeout'
  | 'too_large'
  | 'bad_encoding'
  | 'redirect'
  | 'status'
  | 'wait';

/** A request that gave nothing usable. Its text names no host, no query and no credential: it is logged and stored. */
export class FetchFault extends FeedError {
  readonly code: FetchFaultCode;
  /** How long the feed asked us to stay away, where it did. */
  readonly retryAfterMs: number | null;
  constructor(
    code: FetchFaultCode,
    message: string,
    retryAfterMs: number | null = null,
    status: number | null = null,
  ) {
    super(message, status);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Not a failure: the feed says that nothing has changed since its last good answer. */
export class FeedUnchanged extends Error {
  override readonly name = 'FeedUnchanged';
}

// When a request may be repeated, and how long to wait before that.

export const ATTEMPTS_MAX = 3;
const BACKOFF_FIRST_MS = 1000;
/** A feed that wants us to stay away for longer is left alone until its next run. */
export const RETRY_AFTER_MAX_MS = 60_000;

/** Answers that may be different a moment later. */
export const isPassing = (status: number): boolean => [408, 429, 500, 502, 503, 504].includes(status);

export const isPassingFault = (error: unknown): error is FetchFault =>
  error instanceof FetchFault && ['dns', 'unreachable', 'timeout'].includes(error.code);

/** Between half and the whole of 1, 2, 4 … seconds: many services that failed together do not return together. */
export function backoffMs(attempt: number, random: () => number): number {
  return BACKOFF_FIRST_MS * 2 ** (attempt - 1) * (0.5 + random() / 2);
}

/** Seconds or a date, as milliseconds from now; null where the answer says nothing readable. */
export function retryAfterMs({ headers }: Pick<FeedAnswer, 'headers'>, now: number): number | null {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = /^[A-Z][a-z]{2},/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
