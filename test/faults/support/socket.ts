/** A plain TCP client that sends and receives exact bytes, and reports when the server closes the connection. */
import { connect, type Socket } from 'node:net';

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RawClient {
  readonly socket: Socket;
  /** All bytes so far, as Latin-1. */
  received(): string;
  /** Resolves when the connection is closed, for any reason. */
  readonly closed: Promise<void>;
}

/**
 * `from`: the loopback address of the client. Each address is a separate caller. `keeps`: whether the received bytes are
 * kept.
 */
export async function openClient(port: number, from = '127.0.0.1', keeps = true): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: false });
  let received = '';
  socket.on('data', (chunk) => {
    if (keeps) received += chunk.toString('latin1');
  });
  // A server may close a connection with a reset.
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
    socket.once('close', resolve);
  });
  return { socket, received: () => received, closed };
}

/** Sends the bytes, waits until the connection is closed, and parses the responses. */
export async function exchange(port: number, bytes: string | Buffer): Promise<RawResponse[]> {
  const client = await openClient(port);
  client.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  await client.closed;
  return readResponses(client.received());
}

/** Parses every complete response of a stream. Throws if the stream is not HTTP. */
export function readResponses(
  stream: string,
  isHead: (index: number) => boolean = () => false,
): RawResponse[] {
  const responses: RawResponse[] = [];
  let at = 0;
  while (at < stream.length) {
    const end = stream.indexOf('\r\n\r\n', at);
    if (end === -1) break;
    const [first = '', ...lines] = stream.slice(at, end).split('\r\n');
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1];
    if (status === undefined) throw new Error(`no status line: ${JSON.stringify(first.slice(0, 100))}`);
    const headers: Record<string, string> = {};
    for (const line of lines) {
      const colon = line.indexOf(':');
      if (colon < 1) throw new Error(`no header line: ${JSON.stringify(line.slice(0, 100))}`);
      headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
    }
    const bodyless = status === '304' || status === '204' || status === '100' || isHead(responses.length);
    const length = bodyless ? 0 : Number(headers['content-length'] ?? 0);
    if (headers['transfer-encoding'] !== undefined)
      throw new Error('a chunked response, which the service never sends');
    const from = end + 4;
    if (from + length > stream.length) break;
    if (status !== '100') {
      responses.push({ status: Number(status), headers, body: stream.slice(from, from + length) });
    }
    at = from + length;
  }
  return responses;
}

export const get = (path: string, more = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: service.example\r\n${more}\r\n`;
