/** What is answered where Node has no request for us: bytes that are no HTTP, and a caller's one socket too many. */
import { ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Connections } from './connections.ts';
import type { HeaderSets } from './headers.ts';
import { type AnswerCounts, type Site, STALLED_MS } from './listener.ts';
import { type Problem, tooManySocketsProblem } from './problems.ts';
import { type ErrorFormat, errorFormatOf, bodyText, type HttpAnswer } from './router.ts';

export interface RawRefusalsOptions {
  readonly headers: HeaderSets;
  readonly site: Site;
  readonly connections: Connections;
  readonly clock: () => number;
  readonly requestId: () => string;
  readonly counts: Pick<AnswerCounts, 'add'>;
}

/** As Node gives it to `clientError`. */
export type ClientError = NodeJS.ErrnoException & {
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
};

const HEAD_TOO_LARGE: Problem = {
  code: 'headers_too_large',
  detail: 'The address and the header fields together are too large.',
};
const NOT_HTTP: Problem = { code: 'bad_request', detail: 'This is not an HTTP request as we understand it.' };

export function createRawRefusals(options: RawRefusalsOptions) {
  const { headers, site, connections, clock, requestId, counts } = options;
  const refuse = (to: Socket | ServerResponse, area: ErrorFormat, problem: Problem) => {
    const answer = site.render(area, problem);
    writeLast(to, { ...headers[area], 'X-Request-Id': requestId() }, answer);
    counts.add(area, answer.status, null, 0);
  };
  return {
    /** What is owed to the client goes out first, in order; however long it takes to read that, a stalled socket is cut. */
    onClientError(error: ClientError, duplex: Duplex): void {
      const socket = duplex as Socket;
      const connection = connections.of(socket);
      if (connection === undefined || error.code === 'ECONNRESET' || !socket.writable) {
        socket.destroy();
        return;
      }
      const { owed, begun } = connection;
      connection.isDismissed = true;
      socket.pause();
      const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
      const problem = error.code === 'HPE_HEADER_OVERFLOW' ? HEAD_TOO_LARGE : NOT_HTTP;
      // The fault is in the body of a request that waits for it.
      if (owed !== null && !owed.req.complete && !owed.headersSent) {
        if (isLate) socket.destroy();
        else refuse(owed, errorFormatOf(owed.req.url ?? '/'), problem);
        return;
      }
      const area = errorFormatOfBytes(error.rawPacket, error.bytesParsed) ?? errorFormatOfBytes(begun) ?? 'api';
      const end = () => {
        socket.setTimeout(STALLED_MS);
        if (isLate || !socket.writable) socket.destroySoon();
        else refuse(socket, area, problem);
      };
      if (owed === null) end();
      else owed.once('finish', end);
    },
    onTooMany(socket: Socket, begun: Buffer): void {
      refuse(socket, errorFormatOfBytes(begun) ?? 'api', tooManySocketsProblem(connections.maxPerCaller, clock()));
    },
  };
}

const REQUEST_LINE = /^\S+ (\/\S*)/gm;

/** By the last request line that begins before the fault: a packet may hold several requests. null: there is none. */
function errorFormatOfBytes(packet: Buffer | null = null, faultAt = 0): ErrorFormat | null {
  let path: string | undefined;
  for (const line of (packet?.toString('latin1') ?? '').matchAll(REQUEST_LINE)) {
    if (line.index > faultAt) break;
    path = line[1];
  }
  return path === undefined ? null : errorFormatOf(path);
}

/** To a request's response, or by hand where there is none. The socket is closed after it. */
function writeLast(
  to: Socket | ServerResponse,
  constant: Readonly<Record<string, string>>,
  answer: HttpAnswer,
): void {
  const { status, headers } = answer;
  const content = bodyText(answer);
  const fields = {
    ...constant,
    ...headers,
    'Content-Length': String(Buffer.byteLength(content)),
    Connection: 'close',
  };
  if (to instanceof ServerResponse) {
    to.writeHead(status, fields).end(content);
    return;
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  to.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
  to.write(content);
  to.destroySoon();
}
