/** From outcomes and problems to answers: the only place that says caching and quota headers of a counted route. */
import type { Encoding, Representation } from '../comparison/answer.ts';
import type { Admitted, Refused } from '../comparison/answers.ts';
import type { BurstDecision } from '../limits/burst.ts';
import { limitBody, rateLimitHeaders } from '../limits/headers.ts';
import { isServiceWindow } from '../limits/policies.ts';
import { NO_STORE } from './headers.ts';
import type { Problem } from './problems.ts';
import type { HttpAnswer, RequestFacts } from './route.ts';

export type BurstRefused = Extract<BurstDecision, { admitted: false }>;

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
  { headers }: Pick<RequestFacts, 'headers'>,
): HttpAnswer {
  const quota = rateLimitHeaders(decision);
  if (status !== 200) {
    const { bytes } = representation.body('identity');
    return { status, headers: { ...quota, ...NO_STORE, 'Content-Type': JSON_TYPE }, body: bytes };
  }
  const caching = { ...quota, 'Cache-Control': `private, max-age=${leftSeconds}` };
  return sendEncoded(representation, { headers }, { ...caching, Vary: 'Accept-Encoding' }, JSON_TYPE);
}

/** In the best encoding that the client takes, or as 304 where it has it already. */
export function sendEncoded(
  representation: Representation,
  { headers: asked }: Pick<RequestFacts, 'headers'>,
  headers: Readonly<Record<string, string>>,
  type: string,
): HttpAnswer {
  const { etag } = representation;
  const always = { ...headers, ETag: etag };
  if (matches(asked['if-none-match'], etag)) return { status: 304, headers: always, body: null };
  const { bytes, encoding } = representation.body(
    encodingFor(asked['accept-encoding'] as string | undefined),
  );
  const described = encoding === 'identity' ? {} : { 'Content-Encoding': encoding };
  return { status: 200, headers: { ...always, ...described, 'Content-Type': type }, body: bytes };
}

/** The best encoding that a client takes: brotli, then gzip, then none. */
export function encodingFor(accept: string | undefined): Encoding {
  if (accept === undefined) return 'identity';
  const quality = new Map<string, number>();
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    quality.set(name, q === undefined ? 1 : Number(q.slice(2)) || 0);
  }
  const takes = (name: string) => (quality.get(name) ?? quality.get('*') ?? 0) > 0;
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
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
  const whose = whoseOf(window);
  const detail = `The limit ${window.name} (${window.limit}) is reached. Wait ${retryAfterSeconds} s and do not retry in a loop. ${whose} For more, write first: ${contact}`;
  return refusal(detail, decision);
}

/** Whose allowance is spent. */
function whoseOf({ name, together }: Refused['window']): string {
  if (name === 'comparison.uncached.day' || name === 'health.uncached.day')
    return 'The day’s budget for new computations is spent; your own quota remains, and what is cached is still answered.';
  if (isServiceWindow(name))
    return 'This is the whole service’s allowance for the day, spent by everybody together; your own quota remains.';
  if (together) return 'This is what your whole network may take together under its agreement.';
  return 'This is your own allowance; it is shared by everyone behind one network address, over every route and client.';
}

/** The guard against floods: refused before anything is parsed, and nothing of any quota is taken. */
export function burstProblem(decision: BurstRefused): Problem {
  const detail = `Too many requests at once. Wait ${decision.retryAfterSeconds} s and slow down; your quotas are untouched.`;
  return refusal(detail, decision);
}

/** How long a caller with too many sockets is told to wait. */
const SOCKETS_RETRY_SECONDS = 5;

export function tooManySocketsProblem(limit: number, now: number): Problem {
  const resetAt = now + SOCKETS_RETRY_SECONDS * 1000;
  const detail = `Your network holds ${limit} connections, as many as it may. Close some, or wait ${SOCKETS_RETRY_SECONDS} s; your quotas are untouched.`;
  return refusal(detail, {
    admitted: false,
    window: { name: 'burst', limit, remaining: 0, resetAt },
    now,
    retryAfterSeconds: SOCKETS_RETRY_SECONDS,
  });
}

const refusal = (detail: string, decision: Refused | BurstRefused): Problem => ({
  code: 'rate_limited',
  detail,
  limit: limitBody(decision.window),
  retryAfterSeconds: decision.retryAfterSeconds,
  headers: rateLimitHeaders(decision),
});
