/**
 * What happens before the framework: who asks, the burst guard (before any parsing), and the hot path of the routes
 * that are asked for most, which need no router. Everything else goes on to Fastify.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Caller, Guard } from '../limits/guard.ts';
import { Recent, remembered } from '../limits/recent.ts';
import { BODY_LIMIT_BYTES, readBody } from './body.ts';
import { headerCountProblem, hostProblem, urlProblem } from './caps.ts';
import { fixedHeaders } from './fixed.ts';
import type { HeaderSets } from './headers.ts';
import type { Problem } from './problems.ts';
import type { Area, HttpAnswer, RequestFacts, Route } from './route.ts';
import { type BurstRefused, burstProblem, inOnePiece, refusalKey } from './send.ts';
import { OVERLOADED } from './shed.ts';
import { writeAnswer } from './write.ts';

export type RenderProblem = (
  area: Area,
  problem: Problem,
  request?: Pick<RequestFacts, 'headers'>,
) => HttpAnswer;

export interface FrontOptions {
  readonly guard: Guard;
  readonly routes: readonly Route[];
  readonly render: RenderProblem;
  readonly headers: HeaderSets;
  /** True while the process cannot keep up; see `shed.ts`. */
  readonly isOverloaded?: () => boolean;
  readonly requestId: () => string;
  readonly onFault: (error: unknown) => void;
  readonly onAnswer: (area: Area, status: number) => void;
}

/** A request that goes on to the framework carries who asks and how its answer is named. */
export interface FrontedRequest extends IncomingMessage {
  readonly caller: Caller;
  readonly requestId: string;
}

/** Asked for most, and answered from memory: a router and its hooks would cost more than the answer. */
const HOT_PATHS: readonly string[] = ['/api/v1/plans', '/mcp'];
/** A flood is refused many times a second in the same words; they are spelled once. */
const RECENT_REFUSALS = 300;
/** Callers ask for the same trips in the same spelling. At most 8 MB of the longest addresses there are. */
const RECENT_URLS = 2_000;
const NO_BODY = Buffer.alloc(0);
const NO_PARAMS = Object.freeze({});

export function createFront(options: FrontOptions, next: RequestListener): RequestListener {
  const { guard, routes, render, headers, requestId, onFault, onAnswer } = options;
  const { isOverloaded = () => false } = options;
  const hot = new Map(
    routes.filter(({ path }) => HOT_PATHS.includes(path)).map((route) => [route.path, route]),
  );
  const aimOf = remembered(RECENT_URLS, (url) => {
    const mark = url.indexOf('?');
    const path = mark === -1 ? url : url.slice(0, mark);
    return { route: hot.get(path), query: mark === -1 ? '' : url.slice(mark + 1) };
  });

  const constant = {
    api: fixedHeaders(headers.api),
    mcp: fixedHeaders(headers.mcp),
    page: fixedHeaders(headers.page),
  };
  const write = (request: IncomingMessage, response: ServerResponse, area: Area, answer: HttpAnswer) => {
    onAnswer(area, answer.status);
    writeAnswer(response, request.method === 'HEAD', constant[area], answer, requestId());
  };

  /** At once where nothing has to be waited for: the hot path of the service. */
  const respond = (route: Route, request: IncomingMessage, response: ServerResponse, facts: RequestFacts) => {
    const { area } = route;
    const fail = (error: unknown) => {
      onFault(error);
      write(request, response, area, render(area, FAULT));
    };
    try {
      const answer = route.handle(facts);
      if (answer instanceof Promise) answer.then((made) => write(request, response, area, made)).catch(fail);
      else write(request, response, area, answer);
    } catch (error) {
      fail(error);
    }
  };

  const refuse = (request: IncomingMessage, response: ServerResponse, problem: Problem) => {
    const area = areaOf(request.url ?? '/');
    write(request, response, area, render(area, problem, request));
  };
  const floods = new Recent<HttpAnswer>(RECENT_REFUSALS);
  const floodAnswer = (area: Area, burst: BurstRefused, request: IncomingMessage): HttpAnswer => {
    // Pages speak the visitor's language, so theirs are not shared.
    if (area === 'page') return render(area, burstProblem(burst), request);
    const key = `${area} ${refusalKey(burst)}`;
    const known = floods.get(key);
    if (known !== undefined) return known;
    const answer = inOnePiece(render(area, burstProblem(burst)));
    floods.set(key, answer);
    return answer;
  };
  const busy = constantAnswers((area) => withClose(render(area, OVERLOADED)));
  /** Connections that were told to go: whatever else they had sent ahead is neither done nor answered. */
  const dismissed = new WeakSet<object>();

  return (request, response) => {
    if (dismissed.has(request.socket)) return;
    if (isOverloaded()) {
      dismissed.add(request.socket);
      const area = areaOf(request.url ?? '/');
      return write(request, response, area, busy(area));
    }
    const tooMany = headerCountProblem(request.rawHeaders);
    if (tooMany !== null) return refuse(request, response, tooMany);
    const caller = guard.identify(request.socket.remoteAddress, request.headers['x-forwarded-for']);
    const url = request.url ?? '/';
    const burst = guard.burst(caller, 1);
    if (!burst.admitted) {
      const area = areaOf(url);
      return write(request, response, area, floodAnswer(area, burst, request));
    }
    const malformed = urlProblem(url) ?? hostProblem(request.headers.host, request.httpVersion);
    if (malformed !== null) return refuse(request, response, malformed);
    const { route, query } = aimOf(url);
    if (route === undefined || !takes(route, request.method)) {
      return next(Object.assign(request, { caller, requestId: requestId() }), response);
    }
    const facts: RequestFacts = {
      method: request.method ?? 'GET',
      params: NO_PARAMS,
      query,
      headers: request.headers,
      caller,
      body: NO_BODY,
    };
    if (route.method === 'GET') return respond(route, request, response, facts);
    readBody(request, (body) => {
      const { area } = route;
      if (body === null) write(request, response, area, withClose(render(area, BODY_TOO_LARGE)));
      else respond(route, request, response, { ...facts, body });
    });
  };
}

const takes = ({ method }: Route, asked: string | undefined): boolean =>
  asked === method || (asked === 'HEAD' && method === 'GET');

export const BODY_TOO_LARGE: Problem = {
  code: 'payload_too_large',
  detail: `A body may have at most ${BODY_LIMIT_BYTES / 1024} KiB.`,
};

/** A client that sends far ahead would otherwise be refused thousands of times in one go. */
const withClose = (answer: HttpAnswer): HttpAnswer => ({
  ...answer,
  headers: { ...answer.headers, Connection: 'close' },
});

/** Spelled once for each area, so that a refusal costs no more than sending it. */
function constantAnswers(make: (area: Area) => HttpAnswer): (area: Area) => HttpAnswer {
  const made = new Map<Area, HttpAnswer>();
  return (area) => {
    const known = made.get(area) ?? make(area);
    made.set(area, known);
    return known;
  };
}

export const FAULT: Problem = {
  code: 'unavailable',
  detail: 'Something went wrong on our side; it has been recorded. Try again shortly.',
  retryAfterSeconds: 5,
};

/** Which language an error speaks, from the path alone: the router has not run yet. */
export function areaOf(url: string): Area {
  if (
    url.startsWith('/api/') ||
    url.startsWith('/health') ||
    url.startsWith('/openapi.json') ||
    url.startsWith('/server.json')
  )
    return 'api';
  return /^\/mcp(?:[?/]|$)/.test(url) ? 'mcp' : 'page';
}
