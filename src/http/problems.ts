/** Creates the errors of all routes and renders them as problem documents. docs/api.md explains each error. */
import { type LimitBody, limitBody, rateLimitHeaders } from '../limits/decision.ts';
import { DEFAULT_POLICIES } from '../limits/policies.ts';
import type { BurstRefusal, Caller, Refusal } from '../limits/port.ts';
import { PROBLEMS, type ProblemCode, type QueryFault } from '../wire/schemas/problem.ts';

/** An error before it is rendered in its format. */
export interface Problem {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly errors?: readonly QueryFault[];
  readonly limit?: LimitBody;
  /** Whole seconds; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** Further headers: `Allow`, the rate-limit family. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** How long to wait after a 503 that recovers by itself. */
export const UNAVAILABLE_RETRY_SECONDS = 5;

/** How long to wait if there is no usable catalogue. The feeds must be read first. */
export const NO_DATA_RETRY_SECONDS = 60;

export const unavailable = (cause: 'protection' | 'data'): Problem =>
  cause === 'protection'
    ? {
        code: 'protection_unavailable',
        detail: 'Limits cannot be counted just now, so nothing that counts is answered. Try again shortly.',
        retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS,
      }
    : {
        code: 'data_unavailable',
        detail: 'There is no usable catalogue just now. Try again later.',
        retryAfterSeconds: NO_DATA_RETRY_SECONDS,
      };

export const invalidQuery = (errors: readonly QueryFault[]): Problem => ({
  code: 'invalid_query',
  detail: errors.map(({ message }) => message).join(' '),
  errors,
});

const problemType = (baseUrl: string, code: Problem['code']): string => `${baseUrl}/docs/errors#${code}`;

export function problemHeaders({ headers, retryAfterSeconds }: Problem): Record<string, string> {
  const all: Record<string, string> = { ...headers, 'Cache-Control': 'no-store' };
  if (retryAfterSeconds !== undefined) all['Retry-After'] = String(retryAfterSeconds);
  return all;
}

/** As `application/problem+json` (RFC 9457). */
export function renderProblem(problem: Problem, baseUrl: string) {
  const { status, title } = PROBLEMS[problem.code];
  const { code, detail, errors, limit } = problem;
  const headers = problemHeaders(problem);
  headers['Content-Type'] = 'application/problem+json; charset=utf-8';
  return {
    status,
    headers,
    // Members that are undefined are left out.
    body: JSON.stringify({ type: problemType(baseUrl, code), title, status, detail, code, errors, limit }),
  };
}

/** `contact`: the address for requests for higher limits; our own terms page if the operator sets none. */
export function refusedProblem(decision: Refusal, contact: string, caller: Caller): Problem {
  const { window, retryAfterSeconds } = decision;
  const explanation = quotaSentence(window, caller);
  const detail = `The limit ${window.name} (${window.limit}) is reached. Wait ${retryAfterSeconds} s and do not retry in a loop. ${explanation}${isOwnPage(contact) ? '' : ` For more, write first: ${contact}`}`;
  return rateLimited(detail, decision);
}

/** The operator blocked the network of the caller. No wait changes it, so there is no `Retry-After`. */
export const blockedProblem = (contact: string): Problem => ({
  code: 'blocked',
  detail: `The operator of this service has blocked requests from your network. Waiting or retrying does not change that.${isOwnPage(contact) ? '' : ` If you think that this is a mistake, write to ${contact}`}`,
});

/** Without CONTACT, the terms page has no address, so no message may refer to it. */
export const isOwnPage = (contact: string): boolean => contact.endsWith('/terms#contact');

/** Explains which quota is used up. */
function quotaSentence({ name }: Refusal['window'], { per }: Caller): string {
  if (name === 'comparison.uncached.day' || name === 'health.uncached.day')
    return 'The day’s budget for new computations is spent; your own quota remains, and what is cached is still answered.';
  if (DEFAULT_POLICIES[name].scope === 'service')
    return 'This is the whole service’s allowance for the day, spent by everybody together; your own quota remains.';
  // Only an agreement is counted for its networks together.
  if (per === 'network')
    return 'This is the allowance of your agreement; all of its networks share it, over every route and client.';
  return 'This is your own allowance; it is shared by everyone behind one network address, over every route and client.';
}

/** The burst limit refuses a request before it is parsed and takes no quota. */
export function burstProblem(decision: BurstRefusal): Problem {
  const detail = `Too many requests at once. Wait ${decision.retryAfterSeconds} s and slow down; your quotas are untouched.`;
  return rateLimited(detail, decision);
}

const rateLimited = (detail: string, decision: Refusal | BurstRefusal): Problem => ({
  code: 'rate_limited',
  detail,
  limit: limitBody(decision.window),
  retryAfterSeconds: decision.retryAfterSeconds,
  headers: rateLimitHeaders(decision),
});
