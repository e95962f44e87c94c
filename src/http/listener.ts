/**
 * The one way in. Every request of the public port takes these steps, in this order:
 * shed → caps → who asks → burst guard → route → body → handle → write.
 * It knows no route by name; what a path does stands in `router.ts`, what is said of sockets in `connections.ts`.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Guard } from '../limits/guard.ts';
import { BODY_TOO_LARGE, leavesMuch, readBody } from './body.ts';
import type { Connection, Connections } from './connections.ts';
import type { HeaderSets } from './headers.ts';
import type { Problem } from './problems.ts';
import type { Area, HttpAnswer, RequestFacts, Route } from './route.ts';
import { areaOf, createRouter } from './router.ts';
import { burstProblem } from './send.ts';
import { OVERLOADED } from './shed.ts';
import { writeAnswer } from './write.ts';

/** One renderer for every error, in the form of its area; pages speak the language that the request asks for. */
export type RenderProblem = (
  area: Area,
  problem: Problem,
  request?: Pick<RequestFacts, 'headers'> & { readonly url?: string | undefined },
) => HttpAnswer;

/**
 * For the metrics: nothing of the request but its area, the answer's status, the route as the program writes it (none
 * where no route was found or looked for), and how long the answer took until it was handed to the system.
 */
export type OnAnswer = (area: Area, status: number, route: string | null, seconds: number) => void;

export interface ListenerOptions {
  readonly guard: Pick<Guard, 'identify' | 'burst'>;
  readonly routes: readonly Route[];
  readonly render: RenderProblem;
  readonly headers: HeaderSets;
  readonly connections: Connections;
  /** True while the process cannot keep up: everything is refused, cheaply. */
  readonly isOverloaded: () => boolean;
  readonly requestId: () => string;
  readonly onFault: (error: unknown) => void;
  readonly onAnswer: OnAnswer;
}

/** A browser sends about 20, a proxy adds some. */
export const MAX_HEADERS = 64;
/** Ten times the longest address that the service hands out. */
const MAX_URL_LENGTH = 4_096;
/** A client that never lets go is made to reconnect now and then; it spreads load after a deploy. */
const MAX_REQUESTS_PER_SOCKET = 10_000;
const NO_BODY = Buffer.alloc(0);

export function createListener(options: ListenerOptions): RequestListener {
  const { guard, render, headers, connections, isOverloaded, requestId, onFault, onAnswer } = options;
  const find = createRouter(options.routes);
  const constant = {
    api: Object.entries(headers.api).flat(),
    mcp: Object.entries(headers.mcp).flat(),
    page: Object.entries(headers.page).flat(),
  };

  return (request, response) => {
    const connection = connections.of(request.socket);
    if (connection.isDismissed) return;
    connection.requests += 1;
    connection.running += 1;
    const { method = 'GET', url = '/' } = request;
    const begun = performance.now();
    let path: string | null = null;

    const write = (area: Area, answer: HttpAnswer, closes = false) => {
      const isLast = closes || isLastOf(connection, connections) || leavesMuch(request);
      connection.isDismissed ||= isLast || !response.shouldKeepAlive;
      // Nothing more is read: a client that sends far ahead would otherwise be parsed and refused thousands of times.
      if (isLast) request.socket.pause();
      const head = [...constant[area], 'X-Request-Id', requestId()];
      if (isLast) head.push('Connection', 'close');
      writeAnswer(response, method === 'HEAD', head, answer);
      connection.running -= 1;
      onAnswer(area, answer.status, path, (performance.now() - begun) / 1000);
    };
    const refuse = (area: Area, problem: Problem, closes = false) =>
      write(area, render(area, problem, request), closes);

    if (isOverloaded()) return refuse(areaOf(url), OVERLOADED, true);

    // Node drops what is over its own count without a word, a proxy's X-Forwarded-For with it: nobody knows who asks.
    if (request.rawHeaders.length > MAX_HEADERS * 2) return refuse(areaOf(url), TOO_MANY_HEADERS, true);

    const caller = guard.identify(request.socket.remoteAddress, request.headers['x-forwarded-for']);
    const burst = guard.burst(caller, 1);
    if (!burst.admitted) return refuse(areaOf(url), burstProblem(burst), true);

    const malformed = addressProblem(request, url);
    if (malformed !== null) return refuse(areaOf(url), malformed);
    const found = find(method, url);
    if (found.kind === 'problem') return refuse(found.area, found.problem);
    if (found.kind === 'answer') return write(found.area, found.answer);
    const { route, params } = found;
    path = route.path;

    const handle = (body: Buffer) => {
      const fail = (error: unknown) => {
        onFault(error);
        refuse(route.area, FAULT);
      };
      const send = (answer: HttpAnswer) => write(route.area, answer);
      try {
        const mark = url.indexOf('?');
        const query = mark === -1 ? '' : url.slice(mark + 1);
        const made = route.handle({ method, params, query, headers: request.headers, caller, body });
        if (made instanceof Promise) made.then(send).catch(fail);
        else send(made);
      } catch (error) {
        fail(error);
      }
    };
    if (route.method === 'GET') return handle(NO_BODY);
    readBody(request, (body) => (body === null ? refuse(route.area, BODY_TOO_LARGE, true) : handle(body)));
  };
}

/** A name for every request in our logs: unguessable for each process, counted within it. Nothing of the caller. */
export function requestIds(prefix: string = randomBytes(6).toString('base64url')): () => string {
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}

const isLastOf = ({ requests }: Connection, { isDraining }: Connections): boolean =>
  isDraining || requests >= MAX_REQUESTS_PER_SOCKET;

/** Node would take two hosts, and refuse none without our headers. */
function addressProblem({ headers, rawHeaders, httpVersion }: IncomingMessage, url: string): Problem | null {
  if (url.length > MAX_URL_LENGTH) return TOO_LONG;
  if (headers.host === undefined) return httpVersion === '1.1' ? NO_HOST : null;
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  return hosts.length > 1 ? TWO_HOSTS : null;
}

const TOO_MANY_HEADERS: Problem = {
  code: 'headers_too_large',
  detail: `A request may have at most ${MAX_HEADERS} header fields.`,
};
const TOO_LONG: Problem = {
  code: 'uri_too_long',
  detail: `An address may have at most ${MAX_URL_LENGTH} characters.`,
};
const NO_HOST: Problem = { code: 'bad_request', detail: 'A request must name its host.' };
const TWO_HOSTS: Problem = { code: 'bad_request', detail: 'A request must name one host, not several.' };

const FAULT: Problem = {
  code: 'unavailable',
  detail: 'Something went wrong on our side; it has been recorded. Try again shortly.',
  retryAfterSeconds: 5,
};
