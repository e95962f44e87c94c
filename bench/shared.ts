/**
 * Cached comparisons over HTTP with Redis on the same machine: one process and two, against one with the embedded store.
 * Goals: 0.35 of the embedded throughput for each process, and two processes 1.6 times one.
 *
 * `node bench/shared.ts [rounds] [seconds]`; needs `redis-server` on the PATH.
 *
 * There are two kinds of results. Ratios of requests per second depend on the number of cores, which the processes, Redis
 * and the load generator share. Processor time per request does not depend on it, so it shows the throughput with
 * a core for each process.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server } from '../test/redis/support.ts';
import { RAISED } from './compare/servers.ts';
import { load, median } from './load.ts';
import { cpuMicros } from './processor.ts';

const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 2);
const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';
const GOAL_OF_EMBEDDED = 0.35;
const GOAL_OF_TWO = 1.6;

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
}

const cpuSeconds = (pid: number, thread?: number): number => cpuMicros(pid, thread) / 1e6;

/** The size of a response: status line, headers, body. */
function bytesOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'br' } }, (answer) => {
      const { rawHeaders } = answer;
      let bytes = `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n\r\n`.length;
      // ": " and the line break.
      for (let at = 0; at < rawHeaders.length; at += 2) {
        bytes += rawHeaders[at]!.length + rawHeaders[at + 1]!.length + 4;
      }
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => resolve(bytes));
    }).on('error', reject);
  });
}

async function start(storeUrl: string, limitsFile: string): Promise<Running> {
  const child = fork(new URL('./serve.ts', import.meta.url), {
    env: {
      ...process.env,
      STORE_URL: storeUrl,
      LIMITS_FILE: limitsFile,
      TRUST_PROXY: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'silent',
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(message as number));
    child.once('exit', () => reject(new Error('the service ended early')));
  });
  const url = `http://127.0.0.1:${port}${TRIP}`;
  for (let times = 0; times < 5; times += 1) await (await fetch(url)).arrayBuffer();
  return { child, url };
}

interface Figures {
  readonly perSecond: number;
  /** Microseconds for each request: the serving threads, the processes with all their threads, Redis. */
  readonly servingMicros: number;
  readonly processMicros: number;
  readonly redisMicros: number;
}

async function measure(services: readonly Running[], redisPid: number): Promise<Figures> {
  const used = () => ({
    serving: services.reduce((sum, { child }) => sum + cpuSeconds(child.pid!, child.pid!), 0),
    whole: services.reduce((sum, { child }) => sum + cpuSeconds(child.pid!), 0),
    redis: cpuSeconds(redisPid),
  });
  const before = used();
  const loads = services.map(({ url }) =>
    load({
      url,
      seconds,
      headers: { 'Accept-Encoding': 'br' },
      connections: 64 / services.length,
    }),
  );
  const perSecond = (await Promise.all(loads)).reduce((sum, each) => sum + each, 0);
  const after = used();
  const micros = (name: keyof typeof before) => ((after[name] - before[name]) / (perSecond * seconds)) * 1e6;
  return {
    perSecond,
    servingMicros: micros('serving'),
    processMicros: micros('whole'),
    redisMicros: micros('redis'),
  };
}

const folder = mkdtempSync(join(tmpdir(), 'esim-shared-'));
const limitsFile = join(folder, 'limits.json');
writeFileSync(limitsFile, JSON.stringify(RAISED));
const refusingFile = join(folder, 'refusing.json');
writeFileSync(refusingFile, JSON.stringify({ ...RAISED, 'comparison.minute': 1, 'comparison.day': 1 }));
const redis = await Server.start();
const started: Running[] = [];
try {
  const embedded = await start(`file:${join(folder, 'data')}`, limitsFile);
  started.push(embedded);
  const first = await start(redis.url, limitsFile);
  started.push(first);
  const second = await start(redis.url, limitsFile);
  started.push(second);
  const refusing = await start(`${redis.url}/1`, refusingFile);
  started.push(refusing);
  const cases = {
    embedded: [embedded],
    'Redis, one process': [first],
    'Redis, two processes': [first, second],
    'Redis, 429': [refusing],
  };
  const figures = new Map<string, Figures[]>(Object.keys(cases).map((name) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, services] of Object.entries(cases)) {
      const each = await measure(services, redis.pid);
      if (round >= 0) figures.get(name)!.push(each);
    }
  }
  const middle = (name: keyof typeof cases, of: (each: Figures) => number) =>
    median(figures.get(name)!.map(of));
  for (const name of Object.keys(cases) as (keyof typeof cases)[]) {
    console.log(
      `${name}: ${Math.round(middle(name, (each) => each.perSecond))}/s; for each request ` +
        `${middle(name, (each) => each.servingMicros).toFixed(0)} µs of the serving thread ` +
        `(${middle(name, (each) => each.processMicros).toFixed(0)} µs with all threads), ` +
        `${middle(name, (each) => each.redisMicros).toFixed(0)} µs of Redis`,
    );
  }
  console.log(
    `an answer has ${await bytesOf(first.url)} bytes with its headers, a refusal ${await bytesOf(refusing.url)}`,
  );
  /** For each round, because the speed of a machine changes over time. */
  const ratio = (over: keyof typeof cases, under: keyof typeof cases, of: (each: Figures) => number) =>
    median(figures.get(over)!.map((each, round) => of(each) / of(figures.get(under)![round]!)));
  const raw = (each: Figures) => each.perSecond;
  /** With a core for each process, the busiest one limits the throughput. */
  const oneCore = (each: Figures) => 1e6 / Math.max(each.servingMicros, each.redisMicros);
  const twoCores = (each: Figures) => 1e6 / Math.max(each.servingMicros / 2, each.redisMicros);
  const resultText = (value: number, goal: number) =>
    `${value.toFixed(2)} (goal ${goal}: ${value >= goal ? 'met' : 'MISSED'})`;
  console.log('one process with Redis, of one with the embedded store:');
  console.log(
    `  raw, all on these cores: ${resultText(ratio('Redis, one process', 'embedded', raw), GOAL_OF_EMBEDDED)}`,
  );
  console.log(
    `  by processor time, a core for each: ${resultText(ratio('Redis, one process', 'embedded', oneCore), GOAL_OF_EMBEDDED)}`,
  );
  console.log('two processes with Redis, of one with Redis:');
  console.log(
    `  raw, all on these cores: ${resultText(ratio('Redis, two processes', 'Redis, one process', raw), GOAL_OF_TWO)}`,
  );
  const two = median(
    figures.get('Redis, two processes')!.map((each, round) => {
      return twoCores(each) / oneCore(figures.get('Redis, one process')![round]!);
    }),
  );
  console.log(`  by processor time, a core for each: ${resultText(two, GOAL_OF_TWO)}`);
} finally {
  for (const { child } of started) child.kill('SIGKILL');
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
}
