/** Describes responses in the OpenAPI document, with examples that the service itself renders. */
import { EXAMPLE_IDENTITY } from '../../wire/examples.ts';
import type { HEADERS } from '../../wire/schemas/headers.ts';
import { TOO_LONG, TOO_MANY_HEADERS, TWO_HOSTS } from '../listener.ts';
import { blockedProblem, type Problem, refusedProblem, renderProblem, unavailable } from '../problems.ts';
import { type Json, ref } from './schemas.ts';

export type HeaderName = keyof typeof HEADERS;

/** The headers of a response that takes quota, or that a limit refuses. */
export const RATE_LIMIT = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const;
/** The headers of every response of the API. */
export const API = ['Access-Control-Allow-Origin', 'X-Request-Id'] as const;
/** The headers of a successful response. */
export const RESPONSE = [...API, ...RATE_LIMIT, 'Cache-Control', 'ETag', 'Vary'] as const;

const headerRefs = (names: readonly HeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const response = (description: string, headers: readonly HeaderName[], content?: Json): Json => ({
  description,
  headers: headerRefs(headers),
  ...(content && { content }),
});
export const json = (schema: string, example: object): Json => ({
  'application/json': { schema: ref(schema), example },
});
export const problemJson = (problem: Problem): Json => {
  const { body } = renderProblem(problem, EXAMPLE_IDENTITY.baseUrl);
  return { 'application/problem+json': { schema: ref('Problem'), example: JSON.parse(String(body)) } };
};
export const problem = (description: string, example: Problem, ...headers: readonly HeaderName[]): Json =>
  response(description, [...API, 'Cache-Control', ...headers], problemJson(example));

export const refused = (description: string, kind: 'comparison' | 'list', limit: number): Json => {
  // The value that `wire/schemas/headers.ts` has as the example of `Retry-After`.
  const retryAfterSeconds = 17;
  // Any moment. A fixed one keeps the document the same at every start.
  const now = Date.parse('2026-11-15T03:00:43Z');
  const window = {
    name: `${kind}.minute` as const,
    limit,
    remaining: 0,
    resetAt: now + retryAfterSeconds * 1000,
  };
  const decision = { admitted: false, window, windows: [window], now, retryAfterSeconds } as const;
  const example = refusedProblem(decision, 'https://esim.example/contact', { key: '' });
  return problem(description, example, 'Retry-After', ...RATE_LIMIT);
};

/** The responses that every route of the API can give. */
export const ANY_REQUEST: Json = {
  304: response('The copy that If-None-Match names is still valid. Counts like a 200.', RESPONSE),
  400: problem('The request names no host or several, or is not HTTP', TWO_HOSTS),
  403: problem(
    'The operator blocked the network of the caller',
    blockedProblem('https://esim.example/contact'),
  ),
  405: problem(
    'Another method than GET, HEAD or OPTIONS',
    { code: 'method_not_allowed', detail: 'Use GET, HEAD, OPTIONS.' },
    'Allow',
  ),
  414: problem('The address is too long', TOO_LONG),
  431: problem('Too many header fields, or more than 8 KiB of them', TOO_MANY_HEADERS),
};
export const UNAVAILABLE = problem(
  'Requests cannot be counted, or there is no catalogue',
  unavailable('data'),
  'Retry-After',
);
