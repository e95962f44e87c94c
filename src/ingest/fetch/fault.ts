import { FeedError } from '../adapter.ts';

export const FETCH_FAULTS = [
  'bad_address',
  'refused_address',
  'unreachable',
  'timeout',
  'too_large',
  'bad_encoding',
  'redirect',
  'status',
  'wait',
] as const;
export type FetchFaultCode = (typeof FETCH_FAULTS)[number];

/** A request that gave nothing usable. Its text names no host, no query and no credential: it is logged and stored. */
export class FetchFault extends FeedError {
  readonly code: FetchFaultCode;
  /** How long the feed asked us to stay away, where it did. */
  readonly retryAfterMs: number | null;
  constructor(code: FetchFaultCode, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Not a failure: the feed says that nothing has changed since its last good answer. */
export class FeedUnchanged extends Error {
  override readonly name = 'FeedUnchanged';
  constructor() {
    super('the feed has not changed');
  }
}
