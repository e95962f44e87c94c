/** The HTTP server of the public port: its timeouts, how it listens and how it stops. */
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import {
  type AddressInfo,
  createServer as createNetServer,
  Server as NetServer,
  type Socket,
} from 'node:net';
import type { ClientError } from './client-errors.ts';
import type { Connections } from './connections.ts';
import { MAX_HEADERS } from './listener.ts';

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
  /** For all headers of a request. */
  headersTimeout: 5_000,
  /** For a whole request with its body. */
  requestTimeout: 8_000,
  /** How often Node checks the two above. */
  connectionsCheckingInterval: 1_000,
  /** Longer than usual proxies keep a connection, so that the proxy closes first and no request is lost. */
  keepAliveTimeout: 65_000,
  /** For a client that does not read its responses. */
  inactivityTimeout: 10_000,
} as const;

export type Timeouts = { readonly [name in keyof typeof TIMEOUTS]: number };

export interface HttpServerOptions {
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
  server.on('clientError', (error, socket) => onClientError(error, socket as Socket));
  // HTTP allows a server to ignore unknown expectations. Node would refuse them in its own format.
  server.on('checkExpectation', listener);
  return server;
}

export interface Listening {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** For the admin port, which closes all connections at once. */
export async function listenPlainly(server: Server, at: Address): Promise<Listening> {
  const { port, listeners } = await bindAll(server, at);
  const close = async () => {
    for (const listening of listeners) listening.close();
    server.closeAllConnections();
  };
  return { port, close };
}

/** How long a stop may take, in milliseconds. All three together stay below 3 s. */
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
  at: Address,
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
    await connections.empty();
    clearTimeout(total);
    clearTimeout(idle);
    server.close();
  };
  return { port, close };
}

/** The event loop accepts at least one connection in each iteration, until the kernel has no more. */
async function acceptBacklog(server: Server, withinMs: number): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on('connection', count);
  const endsAt = performance.now() + withinMs;
  let before: number;
  // The first iteration has already polled the sockets when the signal is handled.
  await new Promise((resolve) => setImmediate(resolve));
  do {
    before = accepted;
    await new Promise((resolve) => setImmediate(resolve));
  } while (accepted > before && performance.now() < endsAt);
  server.off('connection', count);
}

/** Rejects if the address cannot be bound. The address is free again afterwards. */
export async function expectFree({ host, port }: Address): Promise<void> {
  if (port === 0) return;
  const { listeners } = await bindAll(createNetServer(), { host, port });
  for (const listening of listeners) await new Promise((resolve) => listening.close(resolve));
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** `localhost` means both loopback addresses, whatever the hosts file contains. */
const LOOPBACK = ['127.0.0.1', '::1'] as const;
/** The error codes of a machine without IPv6 or without IPv4. */
const NOT_AVAILABLE: ReadonlySet<string | undefined> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);
/** How many connections the kernel keeps until they are accepted. Node's default is 511. */
const BACKLOG = 4_096;
/** A port that is free on one address may be in use on the other. */
const FREE_PORT_TRIES = 10;

/**
 * The HTTP server itself binds the first address, because its timeouts apply only while it listens. A second listener
 * passes its connections on to the HTTP server.
 */
async function bindAll(
  server: NetServer,
  { host, port }: Address,
  tries = FREE_PORT_TRIES,
): Promise<{ port: number; listeners: NetServer[] }> {
  if (host !== 'localhost') return { port: await bind(server, host, port), listeners: [server] };
  const twin = createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.emit('connection', socket),
  );
  const listeners: NetServer[] = [];
  let bound = port;
  let missing: unknown;
  try {
    for (const address of LOOPBACK) {
      const next = listeners.length === 0 ? server : twin;
      try {
        bound = await bind(next, address, bound);
        listeners.push(next);
      } catch (error) {
        if (!NOT_AVAILABLE.has((error as NodeJS.ErrnoException).code)) throw error;
        missing = error;
      }
    }
  } catch (error) {
    for (const listening of listeners) await new Promise((resolve) => listening.close(resolve));
    if (port === 0 && tries > 1) return bindAll(server, { host, port }, tries - 1);
    throw error;
  }
  if (listeners.length === 0) throw missing;
  return { port: bound, listeners };
}

function bind(server: NetServer, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen({ port, host, backlog: BACKLOG }, () => {
      server.removeListener('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
