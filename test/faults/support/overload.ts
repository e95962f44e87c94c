/** Offers as many requests as the sockets take, without waiting for answers, and judges every answer that comes. */
import { connect, type Socket } from 'node:net';
import { NO_LIMITS, type ServiceProcess } from './process.ts';

/** Callers have their usual allowance; the service as a whole has room, so that 200, 429 and 503 all occur. */
export const OVERLOAD_LIMITS = {
  ...NO_LIMITS,
  'comparison.minute': 12,
  'list.minute': 30,
  'burst.capacity': 100,
  'burst.perSecond': 10,
} as const;

const CONNECTIONS = 400;
/** Requests written in one go. */
const BATCH = 8;
/** Unanswered requests on one connection: all together wait for far more than the bound on a late answer allows. */
const IN_FLIGHT = 16;
/** So few that they run out of allowance, so many that the burst limit does not do all the work. */
const CALLERS = 100;

const PATHS = [
  '/api/v1/plans?country=TR&days=7&need=normal',
  '/api/v1/plans?country=JP&days=14&need=heavy',
  '/api/v1/countries',
] as const;

export interface OverloadReport {
  readonly offered: number;
  readonly answered: Readonly<Record<number, number>>;
  /** The first answers that were not right. */
  readonly wrong: readonly string[];
  readonly rssPeakBytes: number;
  readonly rssBeforeBytes: number;
  /** From the end of the flood to the first 200 of a visitor. */
  readonly recoveredMs: number;
}

const requestFor = (index: number, path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\nX-Forwarded-For: 2001:db8:${(index % CALLERS).toString(16)}::1\r\n\r\n`;

export async function overload(service: ServiceProcess, seconds: number): Promise<OverloadReport> {
  const right = new Map<string, Buffer>();
  for (const path of PATHS) right.set(path, (await ask(service.port, path)).body);
  const before = await service.usage();
  const answered: Record<number, number> = {};
  const wrong: string[] = [];
  let offered = 0;
  let isOver = false;
  const judge = (path: string, answer: Answer) => {
    answered[answer.status] = (answered[answer.status] ?? 0) + 1;
    const fault = faultOf(answer, right.get(path)!);
    if (fault !== null && wrong.length < 10) wrong.push(`${path}: ${answer.status} ${fault}`);
  };
  const sockets = new Set<Socket>();
  const flood = (): void => {
    const socket = connect({ port: service.port, host: '127.0.0.1' });
    sockets.add(socket);
    socket.once('connect', () => write());
    // Who is sent away comes back at once, as the worst of clients would.
    socket.once('close', () => {
      sockets.delete(socket);
      if (!isOver) flood();
    });
    // By number, so that an answer finds its question without a list that grows and shrinks.
    const first = offered;
    let asked = 0;
    let heard = 0;
    const pathOf = (count: number) => PATHS[(first + count) % PATHS.length]!;
    const write = () => {
      while (!isOver && socket.writable && asked - heard <= IN_FLIGHT - BATCH) {
        let text = '';
        for (let count = 0; count < BATCH; count += 1) {
          text += requestFor(offered, pathOf(asked));
          asked += 1;
          offered += 1;
        }
        socket.write(text);
      }
    };
    socket.on('error', () => {});
    readEach(socket, (answer) => {
      judge(pathOf(heard), answer);
      heard += 1;
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
  let visitor = await ask(service.port, PATHS[0], '192.0.2.1');
  while (visitor.status !== 200 && performance.now() - overAt < 10_000) {
    visitor = await ask(service.port, PATHS[0], '192.0.2.1');
  }
  const recoveredMs = visitor.status === 200 ? performance.now() - overAt : Number.POSITIVE_INFINITY;
  return { offered, answered, wrong, rssPeakBytes, rssBeforeBytes: before.rss, recoveredMs };
}

interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: Buffer;
}

/** null: a right 200, 429 or 503. */
function faultOf({ status, head, body }: Answer, right: Buffer): string | null {
  if (status === 200) return body.equals(right) ? null : 'is not the answer to this question';
  if (status !== 429 && status !== 503) return 'is no promised status';
  if (!/\r\nretry-after: [1-9]\d*\r\n/i.test(head)) return 'has no Retry-After';
  if (!/\r\ncache-control: no-store\r\n/i.test(head)) return 'may be stored';
  const { code, status: told } = JSON.parse(body.toString()) as { code: string; status: number };
  if (told !== status) return 'says another status in its body';
  // Counts that cannot be written as fast as they come are no longer taken: that is promised too.
  const codes = status === 429 ? ['rate_limited'] : ['overloaded', 'protection_unavailable'];
  return codes.includes(code) ? null : `has the code ${code}`;
}

const HEAD_END = Buffer.from('\r\n\r\n');

function readEach(socket: Socket, take: (answer: Answer) => void): void {
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

/** One question on a connection of its own. */
function ask(port: number, path: string, caller = '192.0.2.2'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    readEach(socket, (answer) => {
      socket.destroy();
      resolve({ ...answer, body: Buffer.from(answer.body) });
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed without an answer')));
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\nX-Forwarded-For: ${caller}\r\nConnection: close\r\n\r\n`,
    );
  });
}
