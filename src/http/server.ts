/** Where the public port listens, what one client may hold of it, and how it is let go again. */
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import {
  type AddressInfo,
  createServer as createNetServer,
  Server as NetServer,
  type Socket,
} from 'node:net';
import type { Duplex } from 'node:stream';
import type { Connection, Connections } from './connections.ts';
import { MAX_HEADERS } from './listener.ts';

const OPTIONS: ServerOptions = {
  /** Queries are short; 8 KiB of headers is what browsers and proxies stay under. */
  maxHeaderSize: 8 * 1024,
  /** Time for all headers of a request; a slow sender is closed at the next check after it. */
  headersTimeout: 5_000,
  requestTimeout: 8_000,
  /** Node looks for late connections only this often (30 s by default), so the two above would otherwise not bite. */
  connectionsCheckingInterval: 1_000,
  /** Longer than usual proxies keep theirs, so that the proxy closes first and no request is lost in between. */
  keepAliveTimeout: 65_000,
  noDelay: true,
  /** The listener does it, in our own words. */
  requireHostHeader: false,
};
/** How long one socket too many may take to ask, so that it can be told. */
const REFUSED_MS = 1_000;
/** How long and how much a client may go on sending after its last answer before it is cut. */
const LINGER_MS = 1_000;
const LINGER_BYTES = 1024 * 1024;
/** A proxy may be about to reuse an idle connection: it is answered once more, and told that it was the last time. */
const GRACE_MS = 1_000;
/** What runs is given this long; whoever still sends or waits is cut. */
const DRAIN_MS = 2_500;

export interface HttpServerOptions {
  readonly listener: RequestListener;
  readonly connections: Connections;
  /** Answers bytes that are no request and closes. */
  readonly onClientError: (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Duplex) => void;
  /** Answers a caller that holds too many sockets, by the beginning of its request, and closes. */
  readonly onTooMany: (socket: Socket, begun: Buffer) => void;
}

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

export function createHttpServer({
  listener,
  connections,
  onClientError,
  onTooMany,
}: HttpServerOptions): Server {
  const server = createServer(OPTIONS, listener);
  const refuse = (error: Error, socket: Duplex) => {
    // Else its last answer is on the way, and the end with it.
    if (!connections.of(socket as Socket)?.isDismissed) onClientError(error, socket);
  };
  server.on('clientError', refuse);
  // Node has let go of the socket, and would close it without a word.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => {}).on('timeout', () => socket.destroy());
    refuse(new Error('there are no tunnels'), socket);
  });
  // Never within an answer that is still going out: a client that is not asked sends its body after a moment.
  server.on('checkContinue', (request, response) => {
    if (connections.of(request.socket)?.owed === null) response.writeContinue();
    listener(request, response);
  });
  // What a request expects beyond that may be ignored; Node would refuse it without our headers.
  server.on('checkExpectation', listener);
  // A client that has said all that it wants to say still gets its answers. Node has this name, but its types do not.
  Object.assign(server, { httpAllowHalfOpen: true });
  // One more than is taken, so that one too many can be told from just enough.
  server.maxHeadersCount = MAX_HEADERS + 1;

  // Node's own handler of connections gets only those that are admitted: what a refused one sends is never parsed.
  const [serve] = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    const admitted = connections.admit(socket);
    if (admitted === 'serve') {
      serve?.call(server, socket);
      const connection = connections.of(socket)!;
      // A trusted proxy sends one request after the other, and Node alone reads those with less work.
      if (!connection.peer.isProxy) parseInSlices(socket, connection);
      closeGently(socket, connection);
    }
    if (admitted === 'drop') socket.destroy();
    if (admitted === 'refuse') {
      socket.on('error', () => {});
      socket.setTimeout(REFUSED_MS, () => socket.destroy());
      socket.once('data', (begun: Buffer) => onTooMany(socket, begun));
    }
  });
  return server;
}

/** About twenty requests. */
const SLICE_BYTES = 2 * 1024;
/** Enough for a method and the part of a path that tells its area. */
const BEGUN_BYTES = 64;

/**
 * Node's parser takes all that came in one read, up to 64 KB and a thousand requests, and cannot be stopped in between.
 * In slices it stops where a connection is dismissed: the rest is not even parsed.
 */
function parseInSlices(socket: Socket, connection: Connection): void {
  const [parse] = socket.listeners('data') as ((chunk: Buffer) => void)[];
  socket.removeAllListeners('data').on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length && !connection.isDismissed; at += SLICE_BYTES) {
      // Node has more to send than the client takes: it goes on when that is gone.
      if (socket.isPaused()) return socket.unshift(chunk.subarray(at));
      const slice = chunk.subarray(at, at + SLICE_BYTES);
      const { requests } = connection;
      connection.begun ??= slice;
      parse?.(slice);
      // A small copy: what is kept must not keep the whole read.
      const isTaken = connection.requests !== requests;
      connection.begun = isTaken ? null : Buffer.from(connection.begun.subarray(0, BEGUN_BYTES));
    }
  });
}

/**
 * What is unread when a socket closes makes the kernel drop what the client has not taken yet, answers and all. So a
 * dismissed one is told that nothing more comes, and what it still sends is read and thrown away, for a moment.
 */
function closeGently(socket: Socket, connection: Connection): void {
  const close = socket.destroySoon.bind(socket);
  let isClosing = false;
  socket.destroySoon = () => {
    if (!connection.isDismissed) return close();
    if (isClosing) return;
    isClosing = true;
    socket.end(() => {
      if (socket.destroyed || socket.readableEnded) return close();
      const mostRead = socket.bytesRead + LINGER_BYTES;
      socket.on('data', () => {
        if (socket.bytesRead > mostRead) socket.destroy();
      });
      socket.once('end', close).resume();
      const timer = setTimeout(close, LINGER_MS);
      socket.once('close', () => clearTimeout(timer));
    });
  };
}

/** For a port of the operator's own, where nobody has to be waited for. */
export async function listenPlainly(server: Server, at: Address): Promise<Listening> {
  const { port, listeners } = await bindAll(server, at);
  const close = async () => {
    for (const listening of listeners) listening.close();
    server.closeAllConnections();
  };
  return { port, close };
}

export async function listen(
  server: Server,
  connections: Connections,
  at: Address,
  graceMs = GRACE_MS,
): Promise<Listening> {
  const { port, listeners } = await bindAll(server, at);
  const close = async (): Promise<void> => {
    await takeIn(connections);
    // The HTTP server's own `close` would cut idle connections at once.
    for (const listening of listeners) NetServer.prototype.close.call(listening);
    // Only now: who is told that a connection closes opens another one, and that would come too late.
    connections.isDraining = true;
    // After a look at the sockets, not before: a request may have come that nobody has read yet.
    const grace = setTimeout(() => setImmediate(() => connections.closeIdle()), graceMs);
    const cut = setTimeout(() => connections.closeAll(), DRAIN_MS);
    await connections.empty();
    clearTimeout(grace);
    clearTimeout(cut);
    server.close();
  };
  return { port, close };
}

/** More than the kernel keeps. */
const TURNS_MAX = 5_000;

/** Whoever has connected already is taken in, one in each turn of the loop: what the kernel still keeps at a close is lost. */
async function takeIn(connections: Connections): Promise<void> {
  // To the end of the turn that a signal came in: nobody is taken in before the next one.
  await new Promise((resolve) => setImmediate(resolve));
  let seen = -1;
  for (let turn = 0; turn < TURNS_MAX && connections.seen !== seen; turn += 1) {
    seen = connections.seen;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Rejects as listening would; nothing listens afterwards. */
export async function expectFree({ host, port }: Address): Promise<void> {
  if (port === 0) return;
  const { listeners } = await bindAll(createNetServer(), { host, port });
  for (const listening of listeners) await new Promise((resolve) => listening.close(resolve));
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** `localhost` is both loopback addresses, whatever a hosts file says. */
const LOOPBACK = ['127.0.0.1', '::1'] as const;
/** What a machine says that has no IPv6, or no IPv4. */
const NOT_HERE: ReadonlySet<string | undefined> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);
/** Newcomers that the kernel keeps until we take them in; beyond it they wait for a second. Node's default is 511. */
const BACKLOG = 4_096;
/** A free port of one address may be taken at the other. */
const FREE_PORT_TRIES = 10;

/** Further addresses hand their sockets to the one server, which has the bounds in time. */
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
        if (!NOT_HERE.has((error as NodeJS.ErrnoException).code)) throw error;
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
