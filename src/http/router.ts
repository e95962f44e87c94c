/**
 * The routes of REST, MCP and pages. A route is a function from the facts of a request to an answer. Only the router
 * decides which methods a path accepts: it handles HEAD, OPTIONS and 405.
 */
import type { IncomingHttpHeaders } from 'node:http';
import findMyWay from 'find-my-way';
import type { Entry } from '../answers/cache.ts';
import type { Caller } from '../limits/port.ts';
import { NO_STORE, PREFLIGHT } from './headers.ts';
import type { Problem } from './problems.ts';

export interface RequestFacts {
  readonly method: string;
  /** The parameters of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** The raw text after the question mark. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly caller: Caller;
  /** Empty except for POST. */
  readonly body: Buffer;
  /** Waits for another turn of the caller, before work that would be a request of its own. */
  readonly nextTurn: () => Promise<void>;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text is sent as UTF-8. Several pieces are sent one after the other, without a copy. */
  readonly body: Buffer | string | readonly (Buffer | string)[] | null;
}

export const bodyPieces = ({ body }: Pick<HttpAnswer, 'body'>): readonly (Buffer | string)[] =>
  [body ?? []].flat();

/** The format of the errors of a path: problem documents, JSON-RPC or HTML. */
export type ErrorFormat = 'api' | 'mcp' | 'page';

export interface Route {
  /** A pattern of the router: `/go/:provider/:plan`. */
  readonly path: string;
  /** GET routes also handle HEAD. */
  readonly method: 'GET' | 'POST';
  readonly errorFormat: ErrorFormat;
  readonly handle: (request: RequestFacts) => Promise<HttpAnswer>;
  /** Each function renders and caches one page of the route before a request needs it, unless it is cached already. */
  readonly prepare?: () => readonly (() => Entry)[];
}

export type Found =
  | { readonly kind: 'route'; readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'answer'; readonly errorFormat: ErrorFormat; readonly answer: HttpAnswer }
  | { readonly kind: 'problem'; readonly errorFormat: ErrorFormat; readonly problem: Problem };

/** Longer than any path parameter in a link of the service. */
const MAX_PARAMETER_LENGTH = 200;

export function createRouter(routes: readonly Route[]): (method: string, url: string) => Found {
  const router = findMyWay({
    maxParamLength: MAX_PARAMETER_LENGTH,
    // Routes read their own query.
    querystringParser: () => ({}),
    // Without this function, a malformed path would look like an unknown one. Its result has no `store`.
    onBadUrl: () => {},
  });
  const byPath = Map.groupBy(routes, ({ path }) => path);
  const fixedPaths = new Map([...byPath].filter(([path]) => !path.includes(':')));
  // All methods share one tree: the path is looked up first, and then the method.
  for (const [path, atPath] of byPath) router.on('GET', path, () => {}, atPath);

  /** Most paths have no parameters, so that a map finds them before the tree of patterns is searched. */
  const lookUp = (url: string) => {
    const mark = url.indexOf('?');
    const fixed = fixedPaths.get(mark === -1 ? url : url.slice(0, mark));
    return fixed === undefined ? router.find('GET', url) : { store: fixed, params: NO_PARAMS };
  };

  return (method, url) => {
    const found = lookUp(url) ?? lookUp(withoutSlash(url));
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

/** The address of an API route without the slash at the end of its path. Other addresses stay as they are. */
const withoutSlash = (url: string): string => url.replace(/^(\/(?:api\/v1\/\w+|health|mcp))\/(?=\?|$)/, '$1');

const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});

const PREFLIGHT_ANSWER: HttpAnswer = { status: 204, headers: PREFLIGHT, body: null };

const BROKEN_PATH: Problem = { code: 'bad_request', detail: 'The path has a broken percent-encoding.' };

export const NOT_FOUND: Problem = {
  code: 'not_found',
  detail: 'There is nothing at this path. The documentation is at /docs.',
};

/** Clients request these paths to find out whether they must log in. They get one line instead of a page. */
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

/** The error format of an address without a route, or whose route was not looked up. */
export function errorFormatOf(url: string): ErrorFormat {
  if (/^\/mcp(?:[?/]|$)/.test(url)) return 'mcp';
  return /^\/(?:api\/|health|openapi\.json|server\.json)/.test(url) ? 'api' : 'page';
}
