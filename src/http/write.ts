/** Puts an answer on the wire, by Node's public functions alone. */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpAnswer } from './route.ts';

/** `head` holds names and values in turn; the answer's own headers come after it. */
export function writeAnswer(
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
  const bytes = bytesOf(body);
  head.push('Content-Length', String(bytes.length));
  response.writeHead(status, head);
  if (isHead) response.end();
  else response.end(bytes);
}

/** The same for a socket without a request: bytes that were no HTTP, or one socket too many. It is closed after it. */
export function writeRaw(
  socket: Duplex,
  constant: Readonly<Record<string, string>>,
  { status, headers, body }: HttpAnswer,
): void {
  const bytes = bytesOf(body);
  const fields = { ...constant, ...headers, 'Content-Length': String(bytes.length), Connection: 'close' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
  socket.end(bytes);
  // Whatever else it sends is not read, so nothing would ever end this socket.
  socket.once('finish', () => socket.destroy());
}

const bytesOf = (body: HttpAnswer['body']): Buffer =>
  typeof body === 'string' ? Buffer.from(body) : (body ?? NOTHING);

const NOTHING = Buffer.alloc(0);
