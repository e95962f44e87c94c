/** Failed requests to feeds, and when they may be repeated. */
import { FeedError, type FeedResponse } from '../adapter.ts';

type FetchFaultCode =
  | 'bad_address'
  /** The host is not at a public address. */
  | 'refused_address'
  | 'dns'
  | 'tls'
  | 'unreachable'
  | 'timeout'
  | 'too_large'
  | 'bad_encoding'
  | 'redirect'
  /** The status is transient, and every attempt got one. */
  | 'status'
  /** The feed asked for a wait that is too long for this run. */
  | 'wait';

/** A request without a usable response. Its message is logged and stored, so it has no host, query or credential. */
export class FetchFault extends FeedError {
  readonly code: FetchFaultCode;
  /** How long the feed asked us to wait. */
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

/** The error codes of Node and OpenSSL for an invalid certificate or a failed handshake. */
const TLS_FAULT =
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_|EPROTO)/;

/** Uses only the codes of network errors, because their messages contain addresses. */
export function faultOf(
  error: unknown,
  limits: { connectMs: number; totalMs: number; maxBytes: number },
): FetchFault {
  if (error instanceof FetchFault) return error;
  const { name, code = 'no code' } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError')
    return new FetchFault('timeout', `no complete response within ${limits.totalMs / 1000} s`);
  if (code === 'UND_ERR_CONNECT_TIMEOUT')
    return new FetchFault('timeout', `no connection within ${limits.connectMs / 1000} s`);
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || code === 'ERR_BUFFER_TOO_LARGE')
    return new FetchFault('too_large', `the response is larger than ${limits.maxBytes / 1_000_000} MB`);
  // The codes of zlib, and "ERR__ERROR_FORMAT_…" and others of Brotli.
  if (code.startsWith('Z_') || code.startsWith('ERR__ERROR') || code.includes('BROTLI'))
    return new FetchFault('bad_encoding', 'the compressed response is damaged');
  return new FetchFault(TLS_FAULT.test(code) ? 'tls' : 'unreachable', `the connection failed (${code})`);
}

export const ATTEMPTS_MAX = 3;
const BACKOFF_FIRST_MS = 1000;
/** If a feed asks for a longer wait, it is read again in a later run. */
export const RETRY_AFTER_MAX_MS = 60_000;

/** True if the response may be different a moment later. */
export const isTransientStatus = (status: number): boolean => [408, 429, 500, 502, 503, 504].includes(status);

/** True if there was no response, and there may be one a moment later. `isTransientStatus` is for responses. */
export const isTransientFault = (error: unknown): error is FetchFault =>
  error instanceof FetchFault && ['dns', 'unreachable', 'timeout'].includes(error.code);

/** Returns between half and all of 1, 2, 4 … seconds, so that many services do not retry at the same time. */
export function backoffMs(attempt: number, random: () => number): number {
  return BACKOFF_FIRST_MS * 2 ** (attempt - 1) * (0.5 + random() / 2);
}

/** Reads `Retry-After`, which has seconds or a date, as milliseconds from now. null if it is missing or unreadable. */
export function retryAfterMs({ headers }: Pick<FeedResponse, 'headers'>, now: number): number | null {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // `Date.parse` also reads texts that are no dates of HTTP, such as "1.5".
  const at = /^[A-Z][a-z]{2},/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
