/** Sends as many requests as the sockets accept, without waiting for responses, and checks every response. */
import { connect, type Socket } from 'node:net';
import { NO_LIMITS, type ServiceProcess } from './process.ts';

/** Callers have the default limits, and the service budgets are unlimited, so that 200, 429 and 503 all occur. */
export const OVERLOAD_LIMITS = {
  ...NO_LIMITS,
  'comparison.minute': 12,
  'list.minute': 30,
  'burst.capacity': 100,
  'burst.perSecond': 10,
} as const;

const CONNECTIONS = 400;
/** The number of requests in one write. */
const BATCH = 8;
/** The largest number of pending requests on one connection. All connections together cause an overload. */
const IN_FLIGHT = 16;
/** Few enough to use up their quotas, and enough that the burst limit does not refuse nearly all requests. */
const CALLERS = 100;

const PATHS = [
  '/api/v1/plans?country=TR&days=7&need=normal',
  '/api/v1/plans?country=JP&days=14&need=heavy',
  '/api/v1/countries',
] as const;

export interface OverloadReport {
  readonly offered: number;
  readonly answered: Readonly<Record<number, number>>;
  /** The first wrong responses. */
  readonly wrong: readonly string[];
  readonly rssPeakBytes: number;
  readonly rssBeforeBytes: number;
  /** The time from the end of the flood to the first 200 for another caller. */
  readonly recoveredMs: number;
}

const requestFor = (index: number, path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\nX-Forwarded-For: 2001:db8:${(index % CALLERS).toString(16)}::1\r\n\r\n`;

export async function overload(service: ServiceProcess, seconds: number): Promise<OverloadReport> {
  const right = new Map<string, Buffer>();
  for (const path of PATHS) right.set(path, (await request(service.port, path)).body);
  const before = await service.usage();
  const answered: Record<number, number> = {};
  const wrong: string[] = [];
  let offered = 0;
  let isOver = false;
  const check = (path: string, response: ReceivedResponse) => {
    answered[response.status] = (answered[response.status] ?? 0) + 1;
    const fault = faultOf(response, right.get(path)!);
    if (fault !== null && wrong.length < 10) wrong.push(`${path}: ${response.status} ${fault}`);
  };
  const sockets = new Set<Socket>();
  const flood = (): void => {
    const socket = connect({ port: service.port, host: '127.0.0.1' });
    sockets.add(socket);
    socket.once('connect', () => write());
    // A closed client connects again at once, as the worst clients do.
    socket.once('close', () => {
      sockets.delete(socket);
      if (!isOver) flood();
    });
    // Responses have the order of their requests, so a counter is enough to find the path of a response.
    const first = offered;
    let sent = 0;
    let received = 0;
    const pathOf = (count: number) => PATHS[(first + count) % PATHS.length]!;
    const write = () => {
      while (!isOver && socket.writable && sent - received <= IN_FLIGHT - BATCH) {
        let text = '';
        for (let count = 0; count < BATCH; count += 1) {
          text += requestFor(offered, pathOf(sent));
          sent += 1;
          offered += 1;
        }
        socket.write(text);
      }
    };
    socket.on('error', () => {});
    readEach(socket, (response) => {
      check(pathOf(received), response);
      received += 1;
      write();
    });
  };

  for (let count = 0; count < CONNECTIONS; count += 1) flood();
  let rssPeakBytes = before.rss;
  const endsAt = performance.now() + seconds * 1_000;
  while (performance.now() < endsAt) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    rssPeakBytes = Math.max(rssPeakBytes, (await service.usage()).rss);
  }
  isOver = true;
  for (const socket of sockets) socket.destroy();

  const overAt = performance.now();
  let next = await request(service.port, PATHS[0], '192.0.2.1');
  while (next.status !== 200 && performance.now() - overAt < 10_000) {
    next = await request(service.port, PATHS[0], '192.0.2.1');
  }
  const recoveredMs = next.status === 200 ? performance.now() - overAt : Number.POSITIVE_INFINITY;
  return { offered, answered, wrong, rssPeakBytes, rssBeforeBytes: before.rss, recoveredMs };
}

interface ReceivedResponse {
  readonly status: number;
  readonly head: string;
  readonly body: Buffer;
}

/** Returns null for a correct 200, 429 or 503. */
function faultOf({ status, head, body }: ReceivedResponse, right: Buffer): string | null {
  if (status === 200) return body.equals(right) ? null : 'is not the response to this request';
  if (status !== 429 && status !== 503) return 'is not an expected status';
  if (!/\r\nretry-after: [1-9]\d*\r\n/i.test(head)) return 'has no Retry-After';
  if (!/\r\ncache-control: no-store\r\n/i.test(head)) return 'may be stored';
  const { code, status: bodyStatus } = JSON.parse(body.toString()) as { code: string; status: number };
  if (bodyStatus !== status) return 'has another status in its body';
  // If counts cannot be written fast enough, requests get `protection_unavailable`.
  const codes = status === 429 ? ['rate_limited'] : ['overloaded', 'protection_unavailable'];
  return codes.includes(code) ? null : `has the code ${code}`;
}

const HEAD_END = Buffer.from('\r\n\r\n');

function readEach(socket: Socket, take: (response: ReceivedResponse) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    for (;;) {
      const end = rest.indexOf(HEAD_END, at);
      if (end === -1) break;
      const head = `${rest.toString('latin1', at, end)}\r\n`;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      const from = end + HEAD_END.length;
      if (from + length > rest.length) break;
      take({ status: Number(head.slice(9, 12)), head, body: rest.subarray(from, from + length) });
      at = from + length;
    }
    rest = rest.subarray(at);
  });
}

/** Sends one request on its own connection. */
function request(port: number, path: string, caller = '192.0.2.2'): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    readEach(socket, (response) => {
      socket.destroy();
      resolve({ ...response, body: Buffer.from(response.body) });
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed without a response')));
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\nX-Forwarded-For: ${caller}\r\nConnection: close\r\n\r\n`,
    );
  });
}
