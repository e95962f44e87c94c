/**
 * Routes as data, for REST, MCP and pages alike: functions from a request's facts to an answer. This is the one place
 * that says what a path does with a method: HEAD, OPTIONS and 405 are decided here.
 */
import type { IncomingHttpHeaders } from 'node:http';
import findMyWay from 'find-my-way';
import type { Caller } from '../limits/port.ts';
import { NO_STORE, PREFLIGHT } from './headers.ts';
import type { Problem } from './problems.ts';

export interface RequestFacts {
  readonly method: string;
  /** Decoded by the router, for the routes that have any. */
  readonly params: Readonly<Record<string, string>>;
  /** What stands behind the question mark, as it came. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly caller: Caller;
  /** Empty but for POST. */
  readonly body: Buffer;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text is sent as UTF-8. Several pieces go out one after the other, uncopied. */
  readonly body: Buffer | string | readonly (Buffer | string)[] | null;
}

/** A body of text in one piece. */
export const bodyText = ({ body }: Pick<HttpAnswer, 'body'>): string => [body ?? ''].flat().join('');

/** The format of the errors of a path: problem documents, JSON-RPC or HTML. */
export type ErrorFormat = 'api' | 'mcp' | 'page';

export interface Route {
  /** As the router writes it: `/go/:provider/:plan`. */
  readonly path: string;
  /** GET routes answer HEAD as well. */
  readonly method: 'GET' | 'POST';
  readonly errorFormat: ErrorFormat;
  readonly handle: (request: RequestFacts) => Promise<HttpAnswer>;
}

export type Found =
  | { readonly kind: 'route'; readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'answer'; readonly errorFormat: ErrorFormat; readonly answer: HttpAnswer }
  | { readonly kind: 'problem'; readonly errorFormat: ErrorFormat; readonly problem: Problem };

/** Longer than any path parameter that the service itself hands out. */
const MAX_PARAMETER_LENGTH = 200;

export function createRouter(routes: readonly Route[]): (method: string, url: string) => Found {
  const router = findMyWay({
    maxParamLength: MAX_PARAMETER_LENGTH,
    // Routes read their own query.
    querystringParser: () => ({}),
    // Without it a broken path would look like an unknown one; its result has no store.
    onBadUrl: () => {},
  });
  const byPath = Map.groupBy(routes, ({ path }) => path);
  // One tree for all methods: the path is found first, then its methods are looked at.
  for (const [path, atPath] of byPath) router.on('GET', path, () => {}, atPath);

  return (method, url) => {
    const found = router.find('GET', url);
    if (found === null) return notFound(url);
    const atPath = found.store as readonly Route[] | null;
    if (atPath === null) return { kind: 'problem', errorFormat: errorFormatOf(url), problem: BROKEN_PATH };
    const wanted = method === 'HEAD' ? 'GET' : method;
    const route = atPath.find((known) => known.method === wanted);
    if (route !== undefined) {
      return { kind: 'route', route, params: found.params as Record<string, string> };
    }
    const errorFormat = atPath[0]?.errorFormat ?? 'page';
    if (method === 'OPTIONS' && errorFormat === 'api')
      return { kind: 'answer', errorFormat, answer: PREFLIGHT_ANSWER };
    return { kind: 'problem', errorFormat, problem: methodProblem(atPath) };
  };
}

const PREFLIGHT_ANSWER: HttpAnswer = { status: 204, headers: PREFLIGHT, body: null };

const BROKEN_PATH: Problem = { code: 'bad_request', detail: 'The path has a broken percent-encoding.' };

const NOT_FOUND: Problem = {
  code: 'not_found',
  detail: 'There is nothing at this path. The documentation is at /docs.',
};

/** Programs that look whether they must log in ask for these; a page of words would be wasted on them. */
const PROBES = /^\/(?:\.well-known\/oauth-|register(?:[?/]|$))/;
const NO_LOGIN: HttpAnswer = {
  status: 404,
  headers: { ...NO_STORE, 'Content-Type': 'text/plain; charset=utf-8' },
  body: 'no login is needed here\n',
};

const notFound = (url: string): Found =>
  PROBES.test(url)
    ? { kind: 'answer', errorFormat: 'page', answer: NO_LOGIN }
    : { kind: 'problem', errorFormat: errorFormatOf(url), problem: NOT_FOUND };

function methodProblem(routes: readonly Route[]): Problem {
  const methods = routes.flatMap(({ method, errorFormat }) => {
    if (method === 'POST') return ['POST'];
    return errorFormat === 'api' ? ['GET', 'HEAD', 'OPTIONS'] : ['GET', 'HEAD'];
  });
  const allow = methods.join(', ');
  return { code: 'method_not_allowed', detail: `Use ${allow}.`, headers: { Allow: allow } };
}

/** The error format of an address for which no route was found or looked up. */
export function errorFormatOf(url: string): ErrorFormat {
  if (/^\/mcp(?:[?/]|$)/.test(url)) return 'mcp';
  return /^\/(?:api\/|health|openapi\.json|server\.json)/.test(url) ? 'api' : 'page';
}
