/** The only place that writes the caching and quota headers of a counted route. */
import type { Entry } from '../answers/cache.ts';
import { rateLimitHeaders } from '../limits/decision.ts';
import type { Admission } from '../limits/port.ts';
import { NO_STORE } from './headers.ts';
import { encodingFor } from './negotiate.ts';
import { NO_DATA_RETRY_SECONDS } from './problems.ts';
import type { HttpAnswer, RequestFacts } from './router.ts';

export interface Sendable {
  readonly entry: Entry;
  /** How long the response may be cached. */
  readonly leftSeconds: number;
  readonly decision: Admission;
  readonly status?: number | undefined;
  readonly type?: string | undefined;
  /** What else the response depends on. */
  readonly vary?: 'Accept' | undefined;
  /** The name under which a browser saves the response. */
  readonly fileName?: string | undefined;
}

const JSON_TYPE = 'application/json; charset=utf-8';
export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/** A counted 200 or 304, or a failing health document. Only the client may cache it, until the entry expires. */
export function sendCounted(
  { entry, leftSeconds, decision, status = 200, type = JSON_TYPE, vary, fileName }: Sendable,
  request: Pick<RequestFacts, 'headers'>,
): Promise<HttpAnswer> {
  const headers = rateLimitHeaders(decision);
  if (status !== 200) {
    // Only a failing health document has another status.
    headers['Retry-After'] = String(NO_DATA_RETRY_SECONDS);
    Object.assign(headers, NO_STORE, { 'Content-Type': JSON_TYPE });
    return Promise.resolve({ status, headers, body: entry.bytes });
  }
  headers['Cache-Control'] = `private, max-age=${leftSeconds}`;
  headers['Vary'] = vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`;
  if (fileName !== undefined) headers['Content-Disposition'] = `attachment; filename="${fileName}"`;
  return sendEncoded(entry, request, headers, type);
}

/** Sends the best encoding that the client accepts, or a 304 if the client already has this body. */
export async function sendEncoded(
  entry: Entry,
  { headers: requestHeaders }: Pick<RequestFacts, 'headers'>,
  headers: Readonly<Record<string, string>>,
  type: string,
): Promise<HttpAnswer> {
  const allHeaders: Record<string, string> = { ...headers, ETag: entry.etag };
  if (matches(requestHeaders['if-none-match'], entry.etag))
    return { status: 304, headers: allHeaders, body: null };
  const { bytes, encoding } = await entry.body(encodingFor(requestHeaders));
  if (encoding !== 'identity') allHeaders['Content-Encoding'] = encoding;
  allHeaders['Content-Type'] = type;
  return { status: 200, headers: allHeaders, body: bytes };
}

/** Weak comparison (RFC 9110, 13.1.2) with a list of tags or `*`. */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}
