/**
 * Measures the latency of other callers while one address floods: 50 connections send bursts of 64 KB of pipelined
 * requests and reconnect whenever they are closed. The goal is a p99 of 100 ms over 25 seconds. On Linux it also prints
 * the latency without the time that the service or the visitor waited for a processor.
 *
 * node bench/flood.ts [seconds] [connections]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BURST_FIGURES } from '../src/limits/policies.ts';
import { RAISED } from './compare/servers.ts';

const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';
const FLOODER = '127.0.9.1';
const GOAL_MS = 100;
const BURST_BYTES = 64 * 1024;
/** The pause between two requests of other callers. Together they are far below the capacity of the service. */
const PAUSE_MS = 10;

function flood(port: number, connections: number): void {
  const request = `GET ${TRIP} HTTP/1.1\r\nHost: a\r\n\r\n`;
  const burst = Buffer.from(request.repeat(Math.ceil(BURST_BYTES / request.length)));
  let opened = 0;
  let received = 0;
  const open = () => {
    opened += 1;
    const socket = connect({ port, host: '127.0.0.1', localAddress: FLOODER });
    const write = () => {
      while (socket.writable && socket.write(burst));
    };
    socket.on('connect', write).on('drain', write);
    socket.on('data', (bytes) => {
      received += bytes.length;
    });
    socket.on('error', () => {}).on('close', () => setImmediate(open));
  };
  for (let count = 0; count < connections; count += 1) open();
  process.on('message', () => process.send?.({ opened, received }, () => process.exit(0)));
}

async function measure(seconds: number, connections: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'esim-flood-'));
  const limitsFile = join(folder, 'limits.json');
  // The burst limit is that of production. The quotas are not measured.
  const { capacity, perSecond } = BURST_FIGURES;
  writeFileSync(
    limitsFile,
    JSON.stringify({ ...RAISED, 'burst.capacity': capacity, 'burst.perSecond': perSecond }),
  );
  const service = fork(new URL('./serve.ts', import.meta.url), {
    env: {
      ...process.env,
      STORE_URL: `file:${join(folder, 'data')}`,
      LIMITS_FILE: limitsFile,
      PORT: '0',
      LOG_LEVEL: 'silent',
    },
  });
  let flooder: ChildProcess | undefined;
  try {
    const [port] = (await once(service, 'message')) as [number];
    const calm = await visit(service, port, 3);
    console.log(`calm:    ${describe(calm)}`);
    flooder = fork(import.meta.filename, ['--flood', String(port), String(connections)]);
    const during = await visit(service, port, seconds);
    const told = once(flooder, 'message');
    flooder.send('stop');
    const [{ opened, received }] = (await told) as [{ opened: number; received: number }];
    console.log(`flooded: ${describe(during)}`);
    console.log(`the flood opened ${opened} connections and received ${received} bytes`);
    const p99 = quantile(during.times, 0.99);
    const isMet = p99 <= GOAL_MS && during.wrong === 0;
    console.log(`p99 of others ${p99.toFixed(0)} ms (goal ≤ ${GOAL_MS} ms): ${isMet ? 'met' : 'MISSED'}`);
    process.exitCode = isMet ? 0 : 1;
  } finally {
    flooder?.kill();
    service.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Visits {
  /** Milliseconds by the clock, and without waits for a processor. */
  readonly times: readonly number[];
  readonly ownTimes: readonly number[];
  /** Responses other than 200, and lost connections. */
  readonly wrong: number;
}

/** Other callers, one after the other, each on a separate connection. */
async function visit({ pid }: ChildProcess, port: number, seconds: number): Promise<Visits> {
  const times: number[] = [];
  const ownTimes: number[] = [];
  let wrong = 0;
  const endsAt = performance.now() + seconds * 1_000;
  for (let count = 0; performance.now() < endsAt; count += 1) {
    const from = `127.0.2.${1 + (count % 250)}`;
    const waitedBefore = [pid!, process.pid].map(waitedMs);
    const startedAt = performance.now();
    const status = await ask(port, from);
    const ms = performance.now() - startedAt;
    const waited = [pid!, process.pid].map((id, at) => waitedMs(id) - waitedBefore[at]!);
    times.push(ms);
    // Both may have waited at the same time, so this is not the sum.
    ownTimes.push(Math.max(0, ms - Math.max(...waited)));
    if (status !== 200) wrong += 1;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return { times, ownTimes, wrong };
}

/** How long the main thread of a process has been ready to run without a processor. */
function waitedMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

function ask(port: number, localAddress: string): Promise<number> {
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path: TRIP, localAddress, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    }).on('error', () => resolve(0));
  });
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0;

const describe = ({ times, ownTimes, wrong }: Visits): string => {
  const ms = (share: number) =>
    `${quantile(times, share).toFixed(1)} ms (${quantile(ownTimes, share).toFixed(1)} ms without waits for a processor)`;
  return `${times.length} requests, p50 ${ms(0.5)}, p99 ${ms(0.99)}, longest ${ms(1)}, ${wrong} not answered with 200`;
};

if (process.argv[2] === '--flood') flood(Number(process.argv[3]), Number(process.argv[4]));
else await measure(Number(process.argv[2] ?? 25), Number(process.argv[3] ?? 50));
