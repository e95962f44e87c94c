/** The listener's own protection: every figure is a bound on what one client may hold. */
import type { RequestListener, Server, ServerOptions } from 'node:http';
import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { MAX_HEADERS } from './caps.ts';

/** Queries are short; 8 KiB of headers is what browsers and proxies stay under. */
const MAX_HEADER_BYTES = 8 * 1024;
/** Time for all headers of a request; a slow sender is closed at the next check after it. */
const HEADERS_TIMEOUT_MS = 5_000;
const REQUEST_TIMEOUT_MS = 8_000;
/** Node looks for late connections only this often (30 s by default), so the two above would otherwise not bite. */
const CHECK_INTERVAL_MS = 1_000;
/** Nothing sent and nothing taken for so long: a client that never reads its answer is let go. */
const STALLED_MS = 5_000;
/** Longer than usual proxies keep theirs, so that the proxy closes first and no request is lost in between. */
const KEEP_ALIVE_MS = 65_000;
/** A client that never lets go is made to reconnect now and then; it spreads load after a deploy. */
const MAX_REQUESTS_PER_SOCKET = 10_000;
const MAX_CONNECTIONS = 10_000;

export const SERVER_OPTIONS: ServerOptions = {
  maxHeaderSize: MAX_HEADER_BYTES,
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: CHECK_INTERVAL_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  noDelay: true,
  // The front does it, in our own words.
  requireHostHeader: false,
};

export function createHttpServer(
  listener: RequestListener,
  onClientError: (error: Error, socket: Duplex) => void,
): Server {
  const server = createServer(SERVER_OPTIONS, listener);
  server.on('clientError', onClientError);
  // What a request expects beyond `100-continue` may be ignored; Node would refuse it without our headers.
  server.on('checkExpectation', listener);
  server.timeout = STALLED_MS;
  // One more than is taken, so that one too many can be told from just enough.
  server.maxHeadersCount = MAX_HEADERS + 1;
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_SOCKET;
  server.maxConnections = MAX_CONNECTIONS;
  return server;
}
