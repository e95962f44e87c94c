/**
 * The folder: the one way in. Every request of the public port takes these steps, in this order: shed → caps → who asks
 * → burst limit → route → body → handle → write. It imports `domain/`, `limits/`, `store/`, `catalogue/`, `wire/` and
 * `comparison/`. Its listener may be called at any time once routes are there; it knows none by name: what a path does
 * stands in `router.ts`, what is said of sockets in `connections.ts`.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Limiter } from '../limits/limiter.ts';
import type { Connection, Connections } from './connections.ts';
import type { HeaderSets } from './headers.ts';
import { burstProblem, type Problem } from './problems.ts';
import type { ErrorFormat, HttpAnswer, RequestFacts } from './router.ts';
import { errorFormatOf, type createRouter } from './router.ts';
import { OVERLOADED } from './overload.ts';

/** One renderer for every error, in the form of its area; pages speak the language that the request asks for. */
export type RenderProblem = (
  area: ErrorFormat,
  problem: Problem,
  request?: Pick<RequestFacts, 'headers'> & { readonly url?: string | undefined },
) => HttpAnswer;

/** What is found at a path and how errors look. Both tell the limits, so both are replaced where those change. */
export interface Site {
  find: ReturnType<typeof createRouter>;
  render: RenderProblem;
}

export interface ListenerOptions {
  readonly site: Site;
  readonly limiter: Pick<Limiter, 'identify' | 'burst'>;
  readonly headers: HeaderSets;
  readonly connections: Connections;
  /** True while the process cannot keep up: everything is refused, cheaply. */
  readonly isOverloaded: () => boolean;
  readonly requestId: () => string;
  readonly onFault: (error: unknown) => void;
  readonly counts: Pick<AnswerCounts, 'add'>;
  readonly stalledMs?: number;
}

/** Nothing taken for so long: a client that never reads its answer is let go. */
export const STALLED_MS = 5_000;

/** A browser sends about 20, a proxy adds some. */
export const MAX_HEADERS = 64;
/** Ten times the longest address that the service hands out. */
const MAX_URL_LENGTH = 4_096;
/** A client that never lets go is made to reconnect now and then; it spreads load after a deploy. */
const MAX_REQUESTS_PER_SOCKET = 10_000;
const NO_BODY = Buffer.alloc(0);

export function createListener(options: ListenerOptions): RequestListener {
  const { site, limiter, headers, connections, isOverloaded, requestId, onFault, counts } = options;
  const { stalledMs = STALLED_MS } = options;
  const constant = {
    api: Object.entries(headers.api).flat(),
    mcp: Object.entries(headers.mcp).flat(),
    page: Object.entries(headers.page).flat(),
  };

  return (request, response) => {
    const connection = connections.of(request.socket);
    if (connection === undefined || connection.isDismissed) return;
    connection.requests += 1;
    connection.owed = response;
    const { method = 'GET', url = '/' } = request;
    const begun = performance.now();
    let path: string | null = null;

    const write = (area: ErrorFormat, answer: HttpAnswer, closes = false) => {
      // Its body was broken, and it was told so.
      if (response.headersSent) return;
      const isEnding = closes || isLastOf(connection, connections) || leavesMuch(request);
      connection.isDismissed ||= isEnding || !response.shouldKeepAlive;
      // Nothing more is read: a client that sends far ahead would otherwise be parsed and refused thousands of times.
      if (isEnding) request.socket.pause();
      const head = [...constant[area], 'X-Request-Id', requestId()];
      // What came behind it already is answered, too.
      if (isEnding && connection.owed === response) head.push('Connection', 'close');
      writeAnswer(response, method === 'HEAD', head, answer);
      connection.answeredBytes = request.socket.bytesRead;
      if (response.writableFinished) settle(connection, response);
      else {
        // The client has more to read first, or earlier answers stand before this one.
        response.on('finish', () => settle(connection, response));
        request.socket.setTimeout(stalledMs);
      }
      counts.add(area, answer.status, path, (performance.now() - begun) / 1000);
    };
    const refuse = (area: ErrorFormat, problem: Problem, closes = false) =>
      write(area, site.render(area, problem, request), closes);

    if (isOverloaded()) return refuse(errorFormatOf(url), OVERLOADED, true);

    // Node drops what is over its own count without a word, a proxy's X-Forwarded-For with it: nobody knows who asks.
    if (request.rawHeaders.length > MAX_HEADERS * 2) return refuse(errorFormatOf(url), TOO_MANY_HEADERS, true);

    const forwardedFor = request.headers['x-forwarded-for'];
    const caller = limiter.identify(request.socket.remoteAddress, forwardedFor, connection.peer);
    const burst = limiter.burst(caller, 1);
    if (!burst.admitted) return refuse(errorFormatOf(url), burstProblem(burst), true);

    const malformed = addressProblem(request, url);
    if (malformed !== null) return refuse(errorFormatOf(url), malformed);
    const found = site.find(method, url);
    if (found.kind === 'problem') return refuse(found.errorFormat, found.problem);
    if (found.kind === 'answer') return write(found.errorFormat, found.answer);
    const { route, params } = found;
    path = route.path;

    const fail = (error: unknown) => {
      onFault(error);
      refuse(route.errorFormat, FAULT);
    };
    const handle = (body: Buffer) => {
      try {
        const mark = url.indexOf('?');
        const query = mark === -1 ? '' : url.slice(mark + 1);
        const made = route.handle({ method, params, query, headers: request.headers, caller, body });
        if (made instanceof Promise) made.then((answer) => write(route.errorFormat, answer)).catch(fail);
        else write(route.errorFormat, made);
      } catch (error) {
        fail(error);
      }
    };
    if (route.method === 'GET') return handle(NO_BODY);
    readBody(request, (body) => (body === null ? refuse(route.errorFormat, BODY_TOO_LARGE, true) : handle(body)));
  };
}

/** One place for each, up to 599. */
const STATUSES = 600;
/** From a cached answer (a fraction of a millisecond) to what a caller would give up on. */
export const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Of one route: how many answers took no longer than each bucket says (and longer than the one before), and longer. */
export interface Durations {
  readonly counts: number[];
  /** Of all of them together, in seconds. */
  sum: number;
}

/** For the metrics: answers by area and status, and how long they took by route. Nothing else of a request is counted. */
export class AnswerCounts {
  readonly #counts: Readonly<Record<ErrorFormat, Float64Array>> = {
    api: new Float64Array(STATUSES),
    mcp: new Float64Array(STATUSES),
    page: new Float64Array(STATUSES),
  };
  readonly durations = new Map<string, Durations>();

  /** `route`: as the program writes it; null where none was found or looked for. */
  add(area: ErrorFormat, status: number, route: string | null, seconds: number): void {
    this.#counts[area][status]! += 1;
    if (route === null) return;
    let known = this.durations.get(route);
    if (known === undefined) {
      known = { counts: Array(DURATION_BUCKETS.length + 1).fill(0), sum: 0 };
      this.durations.set(route, known);
    }
    let bucket = 0;
    while (seconds > DURATION_BUCKETS[bucket]!) bucket += 1;
    known.counts[bucket]! += 1;
    known.sum += seconds;
  }

  *entries(): Generator<{ area: string; status: string; count: number }> {
    for (const [area, counts] of Object.entries(this.#counts)) {
      for (const [status, count] of counts.entries()) {
        if (count > 0) yield { area, status: String(status), count };
      }
    }
  }
}

/** A name for every request in our logs: unguessable for each process, counted within it. Nothing of the caller. */
export function requestIds(prefix: string = randomBytes(6).toString('base64url')): () => string {
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}

/** The system has taken all of it, as it mostly does at once. */
function settle(connection: Connection, response: ServerResponse): void {
  if (connection.owed === response) connection.owed = null;
}

const isLastOf = ({ requests }: Connection, { isDraining }: Connections): boolean =>
  isDraining || requests >= MAX_REQUESTS_PER_SOCKET;

/** Node would take two hosts, and refuse none without our headers. */
function addressProblem({ headers, rawHeaders, httpVersion }: IncomingMessage, url: string): Problem | null {
  if (url.length > MAX_URL_LENGTH) return TOO_LONG;
  if (headers.host === undefined) return httpVersion === '1.1' ? NO_HOST : null;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1 ? TWO_HOSTS : null;
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

/** The largest body that any route takes: an MCP message. */
const BODY_LIMIT_BYTES = 64 * 1024;

const BODY_TOO_LARGE: Problem = {
  code: 'payload_too_large',
  detail: `A body may have at most ${BODY_LIMIT_BYTES / 1024} KiB.`,
};

/** Whether answering now would leave more to be read than any route takes. */
const leavesMuch = ({ complete, headers }: IncomingMessage): boolean =>
  !complete &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > BODY_LIMIT_BYTES);

/**
 * Calls `done` once: with the body, or with null where it is larger than allowed, and then the rest is not read.
 * Where the client goes away in the middle, nothing is left to do and nothing is called.
 */
function readBody(request: IncomingMessage, done: (body: Buffer | null) => void): void {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > BODY_LIMIT_BYTES) {
    done(null);
    return;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > BODY_LIMIT_BYTES) {
      request.removeAllListeners('data').removeAllListeners('end').pause();
      done(null);
    } else chunks.push(chunk);
  });
  request.on('end', () => done(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
  // A client that goes away is no fault of ours, and anybody could fill the log with it.
  request.on('error', () => {});
}

/** `head` holds names and values in turn; the answer's own headers come after it. */
function writeAnswer(
  response: ServerResponse,
  isHead: boolean,
  head: string[],
  { status, headers, body }: HttpAnswer,
): void {
  for (const name in headers) head.push(name, headers[name]!);
  if (status === 304 || status === 204) {
    response.writeHead(status, head).end();
    return;
  }
  const bytes = byteLength(body);
  head.push('Content-Length', String(bytes));
  response.writeHead(status, head);
  if (isHead || body === null) response.end();
  // A text goes out in one piece with the head, which is quicker to send where no letter takes more than one byte.
  else if (typeof body === 'string') response.end(body, bytes === body.length ? 'latin1' : 'utf8');
  else if (Buffer.isBuffer(body)) response.end(body);
  else {
    for (const piece of body) response.write(piece);
    response.end();
  }
}

function byteLength(body: HttpAnswer['body']): number {
  if (body === null) return 0;
  if (typeof body === 'string' || Buffer.isBuffer(body)) return Buffer.byteLength(body);
  return body.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
}
