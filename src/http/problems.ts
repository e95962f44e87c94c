/** The one catalogue of errors. Every refusal of every route is one of these; docs/api.md explains each. */
import type { LimitBody } from '../limits/headers.ts';
import type { ProblemCode, QueryFault } from '../wire/schemas/problem.ts';
import { NO_STORE } from './headers.ts';
import type { HttpAnswer } from './route.ts';

export const PROBLEMS = {
  bad_request: { status: 400, title: 'The request is malformed' },
  forbidden_origin: { status: 403, title: 'This origin may not call' },
  not_found: { status: 404, title: 'Nothing is here' },
  method_not_allowed: { status: 405, title: 'This method is not offered here' },
  not_acceptable: { status: 406, title: 'None of the accepted types is offered' },
  plan_gone: { status: 410, title: 'This plan has left the catalogue' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  uri_too_long: { status: 414, title: 'The address is too long' },
  unsupported_media_type: { status: 415, title: 'This content type is not taken' },
  invalid_query: { status: 422, title: 'The query is not valid' },
  rate_limited: { status: 429, title: 'A limit is reached' },
  headers_too_large: { status: 431, title: 'The header fields are too large' },
  protection_unavailable: { status: 503, title: 'Requests cannot be counted at the moment' },
  data_unavailable: { status: 503, title: 'The catalogue is not available at the moment' },
  overloaded: { status: 503, title: 'The service is busy' },
  unavailable: { status: 503, title: 'The service cannot answer at the moment' },
} as const satisfies Record<ProblemCode, { status: number; title: string }>;

/** A refusal before it is rendered in the form of an area. */
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
        retryAfterSeconds: 60,
      };

export const problemType = (baseUrl: string, code: Problem['code']): string =>
  `${baseUrl}/docs/errors#${code}`;

export const problemHeaders = ({ headers, retryAfterSeconds }: Problem): Record<string, string> => ({
  ...NO_STORE,
  ...headers,
  ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
});

/** As `application/problem+json` (RFC 9457). */
export function renderProblem(problem: Problem, baseUrl: string): HttpAnswer {
  const { status, title } = PROBLEMS[problem.code];
  const { code, detail, errors, limit } = problem;
  const body = {
    type: problemType(baseUrl, code),
    title,
    status,
    detail,
    code,
    ...(errors === undefined ? {} : { errors }),
    ...(limit === undefined ? {} : { limit }),
  };
  return {
    status,
    headers: { ...problemHeaders(problem), 'Content-Type': 'application/problem+json; charset=utf-8' },
    body: JSON.stringify(body),
  };
}
