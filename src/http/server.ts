/** The HTTP server of the public port: its timeouts, how it listens and how it stops. */
import type { IncomingMessage, RequestListener, Server, ServerOptions } from 'node:http';
import {
  type AddressInfo,
  createServer as createNetServer,
  Server as NetServer,
  type Socket,
} from 'node:net';
import type { ClientError } from './client-errors.ts';
import type { Connections } from './connections.ts';
import { MAX_HEADERS } from './listener.ts';
import { createServer } from './node-http.ts';

const OPTIONS: ServerOptions = {
  /** Queries are short. Browsers and proxies stay below 8 KiB of headers. */
  maxHeaderSize: 8 * 1024,
  noDelay: true,
  /** A request without a body needs no stream events, which saves work for every GET. */
  optimizeEmptyRequests: true,
  /** The listener checks it and refuses in our format. */
  requireHostHeader: false,
};

const TIMEOUTS = {
  /** For all headers of a request. They fit into a few packets, so only a client that holds the connection needs longer. */
  headersTimeout: 5_000,
  /** For a whole request with its body, at most 64 KiB: long enough for a slow mobile connection. */
  requestTimeout: 8_000,
  /** How often Node checks the two above. */
  connectionsCheckingInterval: 1_000,
  /** Longer than usual proxies keep a connection, so that the proxy closes first and no request is lost. */
  keepAliveTimeout: 65_000,
  /** For a client that does not read a response that is being sent, or does not send the rest of its request. */
  inactivityTimeout: 10_000,
} as const;

export type Timeouts = { readonly [name in keyof typeof TIMEOUTS]: number };

interface HttpServerOptions {
  readonly listener: RequestListener;
  readonly connections: Connections;
  /** Responds to a malformed request and closes the connection. */
  readonly onClientError: (error: ClientError, socket: Socket) => void;
  readonly timeouts?: Partial<Timeouts>;
}

export function createHttpServer(options: HttpServerOptions): Server {
  const { listener, connections, onClientError } = options;
  const { inactivityTimeout, ...timeouts } = { ...TIMEOUTS, ...options.timeouts };
  const server = createServer({ ...OPTIONS, ...timeouts }, listener);
  server.timeout = inactivityTimeout;
  // One more than allowed, so that the listener notices when there are too many.
  server.maxHeadersCount = MAX_HEADERS + 1;
  server.on('connection', (socket) => {
    if (!connections.admit(socket)) socket.destroy();
  });
  server.on('clientError', (error, socket) => {
    if ((error as ClientError).code === 'ERR_HTTP_REQUEST_TIMEOUT')
      closeUnlessHeard(socket as Socket, connections);
    else onClientError(error, socket as Socket);
  });
  server.on('timeout', (socket) => {
    const isWaitingForUs = heardOn(socket, connections) !== null && socket.writableLength === 0;
    if (!isWaitingForUs) closeUnlessHeard(socket, connections);
  });
  // HTTP allows a server to ignore unknown expectations. Node would refuse them in its own format.
  server.on('checkExpectation', listener);
  return server;
}

/**
 * Closes a connection whose time is over. The time also passes while this process is paused, and Node checks it before
 * it reads what has arrived meanwhile. So a request that arrived in time is read first, and keeps the connection.
 */
function closeUnlessHeard(socket: Socket, connections: Connections): void {
  const before = heardOn(socket, connections);
  // Sockets are read between a timer and `setImmediate`.
  setImmediate(() => {
    const heard = heardOn(socket, connections);
    if (heard === null || heard === before) socket.destroy();
  });
}

/** The newest request of a connection, if it has arrived completely and waits for its response. */
function heardOn(socket: Socket, connections: Connections): IncomingMessage | null {
  const request = connections.of(socket)?.latest?.req;
  return request?.complete === true ? request : null;
}

/** Where a server listens. */
interface ListenAddress {
  /** `localhost` means both loopback addresses, whatever the hosts file contains. */
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
}

interface Listening {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** For the admin port, which closes all connections at once. */
export async function listenPlainly(server: Server, at: ListenAddress): Promise<Listening> {
  const { port, listeners } = await bindAll(server, at);
  const close = async () => {
    for (const listening of listeners) listening.close();
    server.closeAllConnections();
  };
  return { port, close };
}

/** How long a stop may take, in milliseconds. The first two are part of `totalMs`, so that a stop takes less than 3 s. */
const STOP = {
  /** For accepting connections that the kernel has already established, because closing the port would refuse them. */
  acceptMs: 1_000,
  /** For idle connections, because a proxy may be about to reuse one. */
  idleMs: 1_000,
  /** Measured from the beginning of the stop. After it all connections are closed. */
  totalMs: 2_500,
} as const;

export type StopTimes = { readonly [name in keyof typeof STOP]: number };

export async function listen(
  server: Server,
  connections: Connections,
  at: ListenAddress,
  times: Partial<StopTimes> = {},
): Promise<Listening> {
  const { port, listeners } = await bindAll(server, at);
  const { acceptMs, idleMs, totalMs } = { ...STOP, ...times };
  const close = async (): Promise<void> => {
    const total = setTimeout(() => connections.closeAll(), totalMs);
    await acceptBacklog(server, acceptMs);
    // `close` of the HTTP server would also close idle connections, which a proxy may be about to reuse.
    for (const listening of listeners) NetServer.prototype.close.call(listening);
    // Not earlier, because a client that gets `Connection: close` connects again at once.
    connections.isDraining = true;
    // `setImmediate` lets the event loop read requests that have already arrived.
    const idle = setTimeout(() => setImmediate(() => connections.closeIdle()), idleMs);
    await connections.whenEmpty();
    clearTimeout(total);
    clearTimeout(idle);
    // Ends the timer that checks the timeouts of requests.
    server.close();
  };
  return { port, close };
}

/**
 * Accepts the connections that the kernel has already established. The event loop accepts at least one of them in each
 * iteration, so an iteration without a new connection means that none is left.
 */
async function acceptBacklog(server: Server, withinMs: number): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on('connection', count);
  const endsAt = performance.now() + withinMs;
  let before: number;
  // A signal is handled after this iteration polled the sockets, so it accepts nothing more and must not count.
  await new Promise((resolve) => setImmediate(resolve));
  do {
    before = accepted;
    await new Promise((resolve) => setImmediate(resolve));
  } while (accepted > before && performance.now() < endsAt);
  server.off('connection', count);
}

/** Rejects if the address cannot be bound. The address is free again afterwards. */
export async function expectFree({ host, port }: ListenAddress): Promise<void> {
  if (port === 0) return;
  const { listeners } = await bindAll(createNetServer(), { host, port });
  for (const listening of listeners) await new Promise((resolve) => listening.close(resolve));
}

const LOOPBACK = ['127.0.0.1', '::1'] as const;
/** The error codes of a machine without IPv6 or without IPv4. */
const NOT_AVAILABLE: ReadonlySet<string | undefined> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);
/** How many connections the kernel keeps until they are accepted: all clients may connect again after a restart. */
const BACKLOG = 4_096;
/** A free port of one address is seldom in use on the other one, so that ten tries never all fail. */
const FREE_PORT_TRIES = 10;

interface Bound {
  readonly port: number;
  readonly listeners: readonly NetServer[];
}

async function bindAll(server: NetServer, { host, port }: ListenAddress): Promise<Bound> {
  if (host !== 'localhost') return { port: await bind(server, host, port), listeners: [server] };
  for (let tries = 1; ; tries += 1) {
    try {
      return await bindLoopback(server, port);
    } catch (error) {
      // The port that is free on the first address may be in use on the second one.
      if (port !== 0 || tries === FREE_PORT_TRIES) throw error;
    }
  }
}

/**
 * Binds the loopback addresses that the machine has, or none if one of them is in use. The HTTP server itself binds the
 * first one, because its timeouts apply only while it listens. A second listener passes its connections on to it.
 */
async function bindLoopback(server: NetServer, wantedPort: number): Promise<Bound> {
  const listeners: NetServer[] = [];
  let port = wantedPort;
  let notAvailable: unknown;
  for (const address of LOOPBACK) {
    const listener = listeners.length === 0 ? server : forwardingTo(server);
    try {
      port = await bind(listener, address, port);
      listeners.push(listener);
    } catch (error) {
      notAvailable = error;
      if (NOT_AVAILABLE.has((error as NodeJS.ErrnoException).code)) continue;
      for (const listening of listeners) await new Promise((resolve) => listening.close(resolve));
      throw error;
    }
  }
  if (listeners.length === 0) throw notAvailable;
  return { port, listeners };
}

const forwardingTo = (server: NetServer): NetServer =>
  createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));

function bind(server: NetServer, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen({ port, host, backlog: BACKLOG }, () => {
      server.removeListener('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
