/** Responds to input that Node's parser cannot turn into a request: malformed bytes, and headers that are too large. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Limiter } from '../limits/limiter.ts';
import type { Connections } from './connections.ts';
import type { HeaderSets } from './headers.ts';
import { type ObserveResponse, peerRefusal, type Site } from './listener.ts';
import { STATUS_CODES } from './node-http.ts';
import type { Problem } from './problems.ts';
import { bodyPieces, type ErrorFormat, errorFormatOf } from './router.ts';

interface ClientErrorOptions {
  readonly headers: HeaderSets;
  readonly site: () => Site;
  readonly limiter: Pick<Limiter, 'burst'>;
  readonly connections: Connections;
  readonly requestId: () => string;
  readonly observe: ObserveResponse;
}

/** The error of Node's `clientError` event. */
export type ClientError = NodeJS.ErrnoException & {
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
};

const HEAD_TOO_LARGE: Problem = {
  code: 'headers_too_large',
  detail: 'The address and the header fields together are too large.',
};
const NOT_HTTP: Problem = { code: 'bad_request', detail: 'This is not an HTTP request as we understand it.' };

export function createClientErrorHandler(options: ClientErrorOptions) {
  const { headers, site, limiter, connections, requestId, observe } = options;

  /** The response to a malformed request. The connection closes after it. The head of `request` was parsed. */
  const errorResponse = (format: ErrorFormat, problem: Problem, request?: IncomingMessage) => {
    const response = site().render(format, problem, request);
    const body = bodyPieces(response).join('');
    const fields = {
      ...headers[format],
      ...response.headers,
      'X-Request-Id': requestId(),
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    };
    return { status: response.status, fields, body };
  };

  return (error: ClientError, socket: Socket): void => {
    const connection = connections.of(socket);
    if (connection === undefined || error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    // The response to the newest request, or null if it was sent.
    const pending = connection.latest;
    const wasClosing = connection.isClosing;
    connection.isClosing = true;
    const malformed = error.code === 'HPE_HEADER_OVERFLOW' ? HEAD_TOO_LARGE : NOT_HTTP;
    if (pending !== null && !pending.req.complete && !pending.headersSent) {
      // The body of this request is malformed. The request itself took a token.
      const format = errorFormatOf(pending.req.url ?? '/');
      const { status, fields, body } = errorResponse(format, malformed, pending.req);
      observe(format, status, null, 0);
      pending.writeHead(status, fields).end(body);
      return;
    }
    // It is already known which response is the last one of this connection.
    if (wasClosing) return;
    // The listener adds `Connection: close` to the latest response. The error comes after it and has the header itself.
    connection.latest = null;
    const problem = peerRefusal(limiter, connection) ?? malformed;
    const format = errorFormatOfBytes(error);
    const send = () => {
      if (!socket.writable) return;
      const { status, fields, body } = errorResponse(format, problem);
      observe(format, status, null, 0);
      const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
      socket.destroySoon();
    };
    // Responses are sent in the order of their requests.
    if (pending === null) send();
    else pending.once('finish', send);
  };
}

/** The end of all header fields of a request. The next request line is behind it, or behind a body. */
const HEAD_END = '\r\n\r\n';

/** A method has no colon, so a header field such as `Referer: /docs` is no request line. */
const REQUEST_LINE = /^\s*[^\s:]+ (\/\S*)/;

/** Enough for a method and the beginning of a path, which determines the format. */
const REQUEST_LINE_BYTES = 256;

/** Two, because the fault may be at the end of its own head, or in a body. Many short ones would take too long. */
const SEARCHED_HEADS = 2;

/** Uses the last request line that begins before the error, because one packet may contain several requests. */
function errorFormatOfBytes({ rawPacket, bytesParsed = 0 }: ClientError): ErrorFormat {
  let searchedTo = bytesParsed;
  for (let heads = 0; rawPacket !== undefined && heads < SEARCHED_HEADS && searchedTo >= 0; heads += 1) {
    const before = searchedTo - HEAD_END.length;
    const headEnd = before < 0 ? -1 : rawPacket.lastIndexOf(HEAD_END, before);
    const start = headEnd === -1 ? 0 : headEnd + HEAD_END.length;
    const path = REQUEST_LINE.exec(rawPacket.toString('latin1', start, start + REQUEST_LINE_BYTES))?.[1];
    if (path !== undefined) return errorFormatOf(path);
    searchedTo = headEnd;
  }
  return 'api';
}
