/** What is answered to bytes that are no request: there is no request object yet, so the answer is written by hand. */

import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Problem } from './problems.ts';
import type { HttpAnswer } from './route.ts';

export interface ClientErrorOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly render: (problem: Problem) => HttpAnswer;
  readonly requestId: () => string;
  readonly onAnswer: (status: number) => void;
}

const PROBLEMS_BY_CODE: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: {
    code: 'headers_too_large',
    detail: 'The address and the header fields together are too large.',
  },
};
const NOT_HTTP: Problem = { code: 'bad_request', detail: 'This is not an HTTP request as we understand it.' };

export function createClientErrorHandler({ headers, render, requestId, onAnswer }: ClientErrorOptions) {
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    const answersRunning = (socket as Duplex & { _httpMessage?: unknown })._httpMessage;
    // A client that went away, one that was too slow for a whole request, and one that is owed another answer first.
    const isSilent = error.code === 'ECONNRESET' || error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    if (isSilent || !socket.writable || (answersRunning !== undefined && answersRunning !== null)) {
      socket.destroy();
      return;
    }
    const answer = render(PROBLEMS_BY_CODE[error.code ?? ''] ?? NOT_HTTP);
    onAnswer(answer.status);
    const body = String(answer.body);
    const fields = {
      ...headers,
      ...answer.headers,
      'X-Request-Id': requestId(),
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    };
    const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${head.join('')}\r\n${body}`);
    // Whatever else it sends is not read, so nothing would ever end this socket.
    socket.once('finish', () => socket.destroy());
  };
}
