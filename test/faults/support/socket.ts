/** A bare TCP client: what it sends and what it got, byte for byte, and when the other side let go. */
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RawClient {
  readonly socket: Socket;
  /** All bytes so far, as Latin-1. */
  received(): string;
  /** Resolves once the connection is over, however it ended. */
  readonly closed: Promise<void>;
}

/** `from`: a loopback address of its own, to be a caller of its own. */
export async function openClient(port: number, from = '127.0.0.1'): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: false });
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  // A reset is one of the ways in which a server lets go.
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
    socket.once('close', resolve);
  });
  return { socket, received: () => received, closed };
}

/** Sends the bytes, waits for the end of the connection, and reads what came. */
export async function exchange(port: number, bytes: string | Buffer): Promise<RawAnswer[]> {
  const client = await openClient(port);
  client.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  await client.closed;
  return readAnswers(client.received());
}

/** Every whole answer in a stream of them. Throws where the stream is no HTTP. */
export function readAnswers(stream: string, isHead: (index: number) => boolean = () => false): RawAnswer[] {
  const answers: RawAnswer[] = [];
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
    const bodyless = status === '304' || status === '204' || status === '100' || isHead(answers.length);
    const length = bodyless ? 0 : Number(headers['content-length'] ?? 0);
    if (headers['transfer-encoding'] !== undefined) throw new Error('answers here are never chunked');
    const from = end + 4;
    if (from + length > stream.length) break;
    if (status !== '100') {
      answers.push({ status: Number(status), headers, body: stream.slice(from, from + length) });
    }
    at = from + length;
  }
  return answers;
}

export const get = (path: string, more = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: service.example\r\n${more}\r\n`;
