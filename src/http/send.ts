/** From outcomes and problems to answers: the only place that spells caching and quota headers of a counted route. */
import type { Body, Representation } from '../comparison/answer.ts';
import type { Admitted, Refused } from '../comparison/answers.ts';
import { toBinary } from '../comparison/binary.ts';
import type { BurstDecision } from '../limits/burst.ts';
import { limitBody, rateLimitHeaders } from '../limits/headers.ts';
import { encodingFor } from './encoding.ts';
import { type FixedHeaders, fixedHeaders } from './fixed.ts';
import { NO_STORE } from './headers.ts';
import type { Problem } from './problems.ts';
import type { HttpAnswer, RequestFacts } from './route.ts';

export type BurstRefused = Extract<BurstDecision, { admitted: false }>;

export interface Sendable {
  readonly representation: Representation;
  readonly expiresAt: number;
  readonly decision: Admitted;
  readonly status?: number;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** A counted 200 (or 304, which costs the same): private, for as long as the entry still lives. */
export function sendRepresentation(
  { representation, expiresAt, decision, status = 200 }: Sendable,
  { headers }: Pick<RequestFacts, 'headers'>,
  now: number,
): HttpAnswer {
  const quota = rateLimitHeaders(decision);
  if (status !== 200) {
    const { bytes } = representation.body('identity');
    return { status, headers: { ...quota, ...NO_STORE, 'Content-Type': JSON_TYPE }, body: bytes };
  }
  const { etag } = representation;
  const maxAge = Math.max(0, Math.ceil((expiresAt - now) / 1000));
  const head = { ...quota, 'Cache-Control': `private, max-age=${maxAge}` };
  const body = representation.body(encodingFor(headers['accept-encoding'] as string | undefined));
  const fixed = describe(body, etag);
  if (matches(headers['if-none-match'], etag))
    return { status: 304, headers: head, fixed: fixed.always, body: null };
  const { bytes, piece } = body;
  return piece === null
    ? { status, headers: head, fixed: fixed.withBody, body: bytes }
    : { status, headers: head, fixed: fixed.withBody, body: piece, isBinary: true };
}

interface Description {
  /** With 304 too. */
  readonly always: FixedHeaders;
  readonly withBody: FixedHeaders;
}
const described = new WeakMap<Body, Description>();

/** What is said of a body whenever it is sent. Said once for as long as the entry lives. */
function describe(body: Body, etag: string): Description {
  const known = described.get(body);
  if (known !== undefined) return known;
  const always = { ETag: etag, Vary: 'Accept-Encoding' };
  const coding: Record<string, string> =
    body.encoding === 'identity' ? {} : { 'Content-Encoding': body.encoding };
  const made = {
    always: fixedHeaders(always),
    withBody: fixedHeaders({ ...always, 'Content-Type': JSON_TYPE, ...coding }),
  };
  described.set(body, made);
  return made;
}

/** For an answer that is spelled once and sent often. */
export function inOnePiece(answer: HttpAnswer): HttpAnswer {
  if (answer.body === null || answer.isBinary) return answer;
  const fixed = fixedHeaders(answer.headers);
  return { status: answer.status, headers: {}, fixed, body: toBinary(answer.body), isBinary: true };
}

/** Weak comparison, as GET asks for: a list of tags, or anything at all. */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}

export function refusedProblem(decision: Refused, contact: string): Problem {
  const { window, retryAfterSeconds } = decision;
  const uncached = window.name === 'comparison.uncached.day' || window.name === 'health.uncached.day';
  const whose = uncached
    ? 'The day’s budget for new computations is spent; your own quota remains, and what is cached is still answered.'
    : 'Limits are shared by everyone behind one network address, over every route and client.';
  const detail = `The limit ${window.name} (${window.limit}) is reached. Wait ${retryAfterSeconds} s and do not retry in a loop. ${whose} For more, write first: ${contact}`;
  return refusal(detail, decision);
}

/** What two refusals must share to be the same answer. In a flood, all of one second do. */
export const refusalKey = ({ window, retryAfterSeconds }: Refused | BurstRefused): string =>
  `${window.name} ${window.limit} ${retryAfterSeconds} ${Math.ceil(window.resetAt / 1000)}`;

/** The guard against floods: refused before anything is parsed, and nothing of any quota is taken. */
export function burstProblem(decision: BurstRefused): Problem {
  const detail = `Too many requests at once. Wait ${decision.retryAfterSeconds} s and slow down; your quotas are untouched.`;
  return refusal(detail, decision);
}

const refusal = (detail: string, decision: Refused | BurstRefused): Problem => ({
  code: 'rate_limited',
  detail,
  limit: limitBody(decision.window),
  retryAfterSeconds: decision.retryAfterSeconds,
  headers: rateLimitHeaders(decision),
});
