/** Spells a problem as `application/problem+json` (RFC 9457). */
import { NO_STORE } from './headers.ts';
import { PROBLEMS, type Problem } from './problems.ts';
import type { HttpAnswer } from './route.ts';

export const problemType = (baseUrl: string, code: Problem['code']): string =>
  `${baseUrl}/docs/errors#${code}`;

export const problemHeaders = ({ headers, retryAfterSeconds }: Problem): Record<string, string> => ({
  ...NO_STORE,
  ...headers,
  ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
});

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
