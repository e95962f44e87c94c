/**
 * The request listener of the public port. Every request takes these steps, in this order: overload → header count →
 * caller → burst limit → earlier requests of the connection → turn → route → body → handle → write. Pipelined requests
 * are handled one after another. `turns.ts` shares the event loop between callers, `router.ts` finds the route of a path,
 * and `connections.ts` limits connections.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Limiter } from '../limits/limiter.ts';
import type { Caller } from '../limits/port.ts';
import type { Connection, Connections } from './connections.ts';
import type { HeaderSets } from './headers.ts';
import { OVERLOADED } from './overload.ts';
import { burstProblem, type Problem, UNAVAILABLE_RETRY_SECONDS } from './problems.ts';
import type { createRouter, ErrorFormat, HttpAnswer, RequestFacts } from './router.ts';
import { bodyPieces, errorFormatOf } from './router.ts';

/** Renders every error in its format. Pages use the language of the request. */
export type RenderProblem = (
  format: ErrorFormat,
  problem: Problem,
  request?: Pick<RequestFacts, 'headers'> & { readonly url?: string | undefined },
) => HttpAnswer;

/** Routes and errors contain the limits, so both are replaced when the limits change. */
export interface Site {
  readonly find: ReturnType<typeof createRouter>;
  readonly render: RenderProblem;
}

/** `route`: the path as the router writes it, or null if no route was found. */
export type ObserveResponse = (
  format: ErrorFormat,
  status: number,
  route: string | null,
  seconds: number,
) => void;

interface ListenerOptions {
  /** The current one. */
  readonly site: () => Site;
  readonly limiter: Pick<Limiter, 'identify' | 'burst'>;
  readonly headers: HeaderSets;
  readonly connections: Connections;
  /** The response to a caller whose network the operator blocked. */
  readonly blocked: Problem;
  /** While true, every request is refused. */
  readonly isOverloaded: () => boolean;
  readonly requestId: () => string;
  readonly onFault: (error: unknown) => void;
  readonly observe: ObserveResponse;
}

/** A browser sends about 20 header fields, and a proxy adds some. */
export const MAX_HEADERS = 64;
/** Ten times the longest address in a link of the service. */
const MAX_URL_LENGTH = 4_096;
const NO_BODY = Buffer.alloc(0);

interface Reply {
  readonly format: ErrorFormat;
  readonly answer: HttpAnswer;
  /** The path of the route; null if no route handled the request. */
  readonly route: string | null;
}

/** The result of the checks that a request passes when it arrives. */
type Arrival =
  | { readonly isAdmitted: true; readonly caller: Caller }
  | { readonly isAdmitted: false; readonly problem: Problem };

export function createListener(options: ListenerOptions): RequestListener {
  const { site, limiter, headers, connections, blocked, isOverloaded, requestId, onFault, observe } = options;
  /** Names and values in turn, as Node takes them without a copy. */
  const constantHeaders = {
    api: Object.entries(headers.api).flat(),
    mcp: Object.entries(headers.mcp).flat(),
    page: Object.entries(headers.page).flat(),
  };

  return (request, response) => {
    const connection = connections.of(request.socket);
    if (connection === undefined || connection.isClosing) return;
    const isPipelined = connection.latest !== null;
    connection.latest = response;
    connection.isClosing = !response.shouldKeepAlive;
    const arrival = arrive(request, connection, isPipelined);
    const { key } = arrival.isAdmitted ? arrival.caller : connection.peer.caller;
    const start = () =>
      connections.turns.run(key, () => {
        respond(request, response, connection, arrival).catch((error: unknown) => {
          onFault(error);
          request.socket.destroy();
        });
      });
    // `finish` means that the system has the whole response, so a client that does not read delays its own requests.
    response.once('finish', () => {
      if (connection.latest === response) connection.latest = null;
      const next = connection.waiting.shift();
      // `setImmediate` lets the event loop serve other connections first.
      if (next !== undefined) setImmediate(next);
      if (connection.waiting.length === 0 && !connection.isClosing) request.socket.resume();
    });
    if (isPipelined) {
      connection.waiting.push(start);
      // Reading everything that clients send in advance would fill turns of the event loop, and memory. Node resumes
      // reading after each request, so this runs after the bytes that arrived together are parsed.
      process.nextTick(() => {
        if (connection.waiting.length > 0) request.socket.pause();
      });
    } else start();
  };

  /** The burst limit applies before a request waits, so that a caller cannot have more waiting requests than tokens. */
  function arrive(request: IncomingMessage, connection: Connection, isPipelined: boolean): Arrival {
    const refuseAndClose = (problem: Problem): Arrival => {
      connection.isClosing = true;
      request.socket.pause();
      return { isAdmitted: false, problem };
    };

    if (isOverloaded()) return refuseAndClose(OVERLOADED);
    // Node drops further fields without an error. The proxy's X-Forwarded-For may be one of them.
    if (request.rawHeaders.length > MAX_HEADERS * 2)
      return refuseAndClose(peerRefusal(limiter, connection) ?? TOO_MANY_HEADERS);

    const caller = limiter.identify(connection.peer, request.headers['x-forwarded-for']);
    const burst = limiter.burst(caller, 1);
    if (!burst.admitted) {
      if (!isPipelined) return { isAdmitted: false, problem: burstProblem(burst) };
      // A client that sends without waiting for responses would not slow down.
      connections.block(connection);
      return refuseAndClose(burstProblem(burst));
    }
    if (caller.isBlocked === true) return { isAdmitted: false, problem: blocked };
    // Two hosts are a sign of request smuggling: a proxy may have read this connection differently, so nothing after
    // this request can be trusted.
    if (countHosts(request.rawHeaders) > 1) return refuseAndClose(TWO_HOSTS);
    return { isAdmitted: true, caller };
  }

  async function respond(
    request: IncomingMessage,
    response: ServerResponse,
    connection: Connection,
    arrival: Arrival,
  ): Promise<void> {
    // The client has disconnected, or the body was malformed and the handler of client errors has responded.
    if (request.socket.destroyed || response.headersSent) return;
    const startedAt = performance.now();
    const reply = await replyTo(request, arrival);
    if (reply === null || response.headersSent) return;
    const { format, answer, route } = reply;
    const head = [...constantHeaders[format], 'X-Request-Id', requestId()];
    connection.isClosing ||= connections.isDraining && connection.latest === response;
    if (connection.isClosing && connection.latest === response) head.push('Connection', 'close');
    writeAnswer(response, request.method === 'HEAD', head, answer);
    observe(format, answer.status, route, (performance.now() - startedAt) / 1000);
  }

  /** Returns null if the client disconnected before its request was complete. */
  async function replyTo(request: IncomingMessage, arrival: Arrival): Promise<Reply | null> {
    const { method = 'GET', url = '/' } = request;
    const refuse = (problem: Problem, format = errorFormatOf(url)): Reply => ({
      format,
      answer: site().render(format, problem, request),
      route: null,
    });
    if (!arrival.isAdmitted) return refuse(arrival.problem);
    const malformed = addressProblem(request, url);
    if (malformed !== null) return refuse(malformed);
    const found = site().find(method, url);
    if (found.kind === 'problem') return refuse(found.problem, found.errorFormat);
    if (found.kind === 'answer') return { format: found.errorFormat, answer: found.answer, route: null };

    const { route, params } = found;
    const format = route.errorFormat;
    try {
      const body = route.method === 'GET' ? NO_BODY : await readBody(request);
      if (body === 'incomplete') return null;
      if (body === 'too large') return { ...refuse(BODY_TOO_LARGE, format), route: route.path };
      const { caller } = arrival;
      const nextTurn = () => new Promise<void>((resolve) => connections.turns.run(caller.key, resolve));
      // A body arrives after the turn in which its request began.
      if (body.length > 0) await nextTurn();
      const mark = url.indexOf('?');
      const query = mark === -1 ? '' : url.slice(mark + 1);
      const { headers } = request;
      const answer = await route.handle({ method, params, query, headers, caller, body, nextTurn });
      return { format, answer, route: route.path };
    } catch (error) {
      onFault(error);
      return { ...refuse(FAULT, format), route: route.path };
    }
  }
}

/**
 * Takes a token of the peer for a request whose own caller is not known, because its header fields were not all read.
 * Returns null if the request is admitted. A trusted proxy sends the requests of many callers, so it is not limited.
 */
export function peerRefusal(limiter: Pick<Limiter, 'burst'>, { peer }: Connection): Problem | null {
  if (peer.isProxy) return null;
  const burst = limiter.burst(peer.caller, 1);
  return burst.admitted ? null : burstProblem(burst);
}

/** Request ids: a random prefix for each process, then a counter. They contain nothing of the caller. */
export function requestIds(prefix: string = randomBytes(6).toString('base64url')): () => string {
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}

/** Node accepts several Host headers, and its parsed headers contain only the first one. */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}

/** Node would refuse a request without a host in its own format. */
function addressProblem({ headers, httpVersion }: IncomingMessage, url: string): Problem | null {
  if (url.length > MAX_URL_LENGTH) return TOO_LONG;
  return headers.host === undefined && httpVersion === '1.1' ? NO_HOST : null;
}

export const TOO_MANY_HEADERS: Problem = {
  code: 'headers_too_large',
  detail: `A request may have at most ${MAX_HEADERS} header fields.`,
};
export const TOO_LONG: Problem = {
  code: 'uri_too_long',
  detail: `An address may have at most ${MAX_URL_LENGTH} characters.`,
};
const NO_HOST: Problem = { code: 'bad_request', detail: 'A request must name its host.' };
export const TWO_HOSTS: Problem = {
  code: 'bad_request',
  detail: 'A request must name one host, not several.',
};

const FAULT: Problem = {
  code: 'unavailable',
  detail: 'Something went wrong on our side; it has been recorded. Try again shortly.',
  retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS,
};

/** The largest body that a route accepts, which is an MCP message. */
const BODY_LIMIT_BYTES = 64 * 1024;

const BODY_TOO_LARGE: Problem = {
  code: 'payload_too_large',
  detail: `A body may have at most ${BODY_LIMIT_BYTES / 1024} KiB.`,
};

/** If the body is too large, Node reads and discards the rest of it. `incomplete`: the client disconnected. */
async function readBody(request: IncomingMessage): Promise<Buffer | 'too large' | 'incomplete'> {
  if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) return 'too large';
  // Node emits no events for a request without a body.
  if (request.readableEnded) return NO_BODY;
  const chunks: Buffer[] = [];
  let length = 0;
  return await new Promise((resolve) => {
    const settle = (result: Buffer | 'too large' | 'incomplete') => {
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      resolve(result);
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length <= BODY_LIMIT_BYTES) chunks.push(chunk);
      else settle('too large');
    };
    // Most bodies arrive in one chunk. Copies of large bodies would start a collection of all garbage every few hundred requests.
    const onEnd = () => settle(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    const onClose = () => settle('incomplete');
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}

/** `head`: names and values of headers in turn. The headers of the answer are added to it. */
function writeAnswer(response: ServerResponse, isHead: boolean, head: string[], answer: HttpAnswer): void {
  const { status, headers } = answer;
  for (const name in headers) head.push(name, headers[name]!);
  if (status === 304 || status === 204) {
    response.writeHead(status, head).end();
    return;
  }
  const pieces = bodyPieces(answer);
  const bytes = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  head.push('Content-Length', String(bytes));
  response.writeHead(status, head);
  if (isHead) {
    response.end();
    return;
  }
  for (const piece of pieces.slice(0, -1)) response.write(piece);
  // Node sends a string in one write with the head. Latin-1 is faster, if every character is one byte.
  const last = pieces.at(-1) ?? '';
  response.end(last, bytes === last.length ? 'latin1' : 'utf8');
}
