/** The real HTTP server and listener. The test sets the limits and responds to the requests itself. */
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { createClientErrorHandler } from '../../../src/http/client-errors.ts';
import { Connections } from '../../../src/http/connections.ts';
import { headerSets } from '../../../src/http/headers.ts';
import { createListener } from '../../../src/http/listener.ts';
import { blockedProblem, type Problem, renderProblem } from '../../../src/http/problems.ts';
import {
  createRouter,
  type ErrorFormat,
  type HttpAnswer,
  type RequestFacts,
} from '../../../src/http/router.ts';
import { createHttpServer, listen, type StopTimes, type Timeouts } from '../../../src/http/server.ts';
import type { Limiter } from '../../../src/limits/limiter.ts';
import { until } from '../../support/until.ts';

export interface EdgeOptions {
  /** How many requests the burst limit admits from each caller. */
  readonly burst?: number;
  readonly max?: number;
  readonly maxPerCaller?: number;
  /** The address of a trusted proxy. */
  readonly proxy?: string;
  readonly isOverloaded?: () => boolean;
  readonly now?: () => number;
  readonly timeouts?: Partial<Timeouts>;
  readonly stopTimes?: Partial<StopTimes>;
  /** Called with the address of the client for every handled request to `NOW` and `LARGE`. */
  readonly onHandled?: (address: string) => void;
}

export interface Edge {
  readonly port: number;
  readonly connections: Connections;
  /** The status of every response so far. */
  readonly statuses: readonly number[];
  /** Waits for a request to `HELD` and responds to the oldest one. */
  respond(body: string): Promise<void>;
  /** The number of requests without a response. */
  waiting(): number;
  /** The number of handled client errors. */
  clientErrors(): number;
  /** Of all connections. */
  bytesRead(): number;
  /** Stops as the service does. */
  stop(): Promise<void>;
}

/** Waits until the test responds. */
export const HELD = '/api/v1/plans';
/** Responds at once with `now`. */
export const NOW = '/api/v1/now';
export const LARGE = '/large';
export const LARGE_BODY = 'a'.repeat(1_000_000);

const ok = (body: string): HttpAnswer => ({ status: 200, headers: {}, body });

export async function startEdge(t: TestContext, options: EdgeOptions = {}): Promise<Edge> {
  const { burst = Number.POSITIVE_INFINITY, maxPerCaller = 100, proxy, isOverloaded = () => false } = options;
  const { onHandled = () => {} } = options;
  const waiting: ((response: HttpAnswer) => void)[] = [];
  const hold = () => new Promise<HttpAnswer>((resolve) => void waiting.push(resolve));
  const respondWith =
    (body: string) =>
    async ({ caller }: RequestFacts) => {
      onHandled(caller.key);
      return ok(body);
    };
  const statuses: number[] = [];
  const connections = new Connections({
    maxPerCaller,
    peerOf: (address = '') => ({
      address,
      caller: { key: address },
      isProxy: address === proxy,
      agreements: [],
    }),
    onCrowded: () => {},
    ...(options.max !== undefined && { max: options.max }),
    ...(options.now !== undefined && { now: options.now }),
  });
  const site = {
    find: createRouter([
      { path: HELD, method: 'GET', errorFormat: 'api', handle: hold },
      { path: NOW, method: 'GET', errorFormat: 'api', handle: respondWith('now') },
      { path: LARGE, method: 'GET', errorFormat: 'page', handle: respondWith(LARGE_BODY) },
      { path: '/mcp', method: 'POST', errorFormat: 'mcp', handle: hold },
    ]),
    // The formats themselves are tested elsewhere. Here a header has the name of the chosen one.
    render: (format: ErrorFormat, problem: Problem) => {
      const { status, headers, body } = renderProblem(problem, 'https://esim.example');
      return { status, headers: { ...headers, 'X-Error-Format': format }, body };
    },
  };
  const common = {
    site: () => site,
    limiter: burstLimit(burst),
    headers: headerSets('https://esim.example'),
    connections,
    requestId: () => 'id',
    observe: (_format: ErrorFormat, status: number) => void statuses.push(status),
  };
  const listener = createListener({
    blocked: blockedProblem('https://esim.example/contact'),
    ...common,
    isOverloaded,
    onFault: (error) => assert.fail(String(error)),
  });
  const onClientError = createClientErrorHandler(common);
  let clientErrors = 0;
  const server = createHttpServer({
    listener,
    connections,
    onClientError(error, socket: Socket) {
      onClientError(error, socket);
      clientErrors += 1;
    },
    timeouts: options.timeouts ?? {},
  });
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  const { port, close } = await listen(
    server,
    connections,
    { host: '127.0.0.1', port: 0 },
    options.stopTimes,
  );
  t.after(async () => {
    const closed = close();
    server.closeAllConnections();
    await closed;
  });
  return {
    port,
    connections,
    statuses,
    async respond(body) {
      await until('a request waits', () => waiting.length > 0);
      waiting.shift()!(ok(body));
    },
    waiting: () => waiting.length,
    clientErrors: () => clientErrors,
    bytesRead: () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    stop: close,
  };
}

/** Admits a number of requests from each caller and never refills. */
function burstLimit(capacity: number): Pick<Limiter, 'identify' | 'burst'> {
  const taken = new Map<string, number>();
  return {
    identify: ({ caller }) => caller,
    burst({ key }) {
      const used = taken.get(key) ?? 0;
      const window = { name: 'burst', seconds: 10, limit: 100, remaining: 0, resetAt: 0 } as const;
      if (used >= capacity) return { admitted: false, window, now: 0, retryAfterSeconds: 1 };
      taken.set(key, used + 1);
      return { admitted: true, window, now: 0 };
    },
  };
}
