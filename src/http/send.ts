/** From outcomes to answers: the only place that says caching and quota headers of a counted route. */

import type { Admitted } from '../comparison/answers.ts';
import type { Encoding, Representation } from '../comparison/cache.ts';
import { rateLimitHeaders } from '../limits/decision.ts';
import { NO_STORE } from './headers.ts';
import type { HttpAnswer, RequestFacts } from './router.ts';

export interface Sendable {
  readonly representation: Representation;
  /** For how long the answer may be kept. */
  readonly leftSeconds: number;
  readonly decision: Admitted;
  readonly status?: number;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** A counted 200 (or 304, which costs the same): private, for as long as the entry still lives. */
export function sendRepresentation(
  { representation, leftSeconds, decision, status = 200 }: Sendable,
  request: Pick<RequestFacts, 'headers'>,
): HttpAnswer {
  const headers = rateLimitHeaders(decision);
  if (status !== 200) {
    const { bytes } = representation.body('identity');
    return { status, headers: { ...headers, ...NO_STORE, 'Content-Type': JSON_TYPE }, body: bytes };
  }
  headers['Cache-Control'] = `private, max-age=${leftSeconds}`;
  headers['Vary'] = 'Accept-Encoding';
  return sendEncoded(representation, request, headers, JSON_TYPE);
}

/** In the best encoding that the client takes, or as 304 where it has it already. */
export function sendEncoded(
  representation: Representation,
  { headers: asked }: Pick<RequestFacts, 'headers'>,
  headers: Readonly<Record<string, string>>,
  type: string,
): HttpAnswer {
  const { etag } = representation;
  const described: Record<string, string> = { ...headers, ETag: etag };
  if (matches(asked['if-none-match'], etag)) return { status: 304, headers: described, body: null };
  const { bytes, encoding } = representation.body(
    encodingFor(asked['accept-encoding'] as string | undefined),
  );
  if (encoding !== 'identity') described['Content-Encoding'] = encoding;
  described['Content-Type'] = type;
  return { status: 200, headers: described, body: bytes };
}

/** The best encoding that a client takes: brotli, then gzip, then none. */
export function encodingFor(accept: string | undefined): Encoding {
  if (accept === undefined) return 'identity';
  const given = accept.toLowerCase().split(',');
  if (takes(given, 'br')) return 'br';
  return takes(given, 'gzip') ? 'gzip' : 'identity';
}

/** What is said of an encoding by its name goes before what is said of all. */
function takes(given: readonly string[], name: string): boolean {
  const said = given.find((part) => nameOf(part) === name) ?? given.find((part) => nameOf(part) === '*');
  if (said === undefined) return false;
  const quality = QUALITY.exec(said)?.[1];
  return quality === undefined || Number(quality) > 0;
}

const QUALITY = /;\s*q=([^;]*)/;
const nameOf = (part: string): string =>
  (part.includes(';') ? part.slice(0, part.indexOf(';')) : part).trim();

/** Weak comparison, as GET asks for: a list of tags, or anything at all. */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}
