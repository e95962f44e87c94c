/**
 * Measures how a refresh affects requests. A separate process requests cached responses at a fixed rate, alternately
 * without and with a refresh of the whole market (real ingest thread, feeds on disk, a third of the prices changed).
 * The limit is 5 ms more at the 99th percentile. The wait is also computed from the processor time of the serving
 * thread, because wall time includes other work of the machine.
 *
 *   node bench/refresh.ts [--plans 100000] [--rounds 6] [--rate 300]
 *   node bench/refresh.ts --memory [--plans 1000000]     peak of the whole process while it ingests and serves
 *   node bench/refresh.ts --memory --left 1              the same where one source is not due, as in most refreshes:
 *                                                        the previous snapshot is then loaded for its plans
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ingest } from '../src/ingest/run/run.ts';
import { openStore } from '../src/store/open.ts';
import { idleSource, writeIdleRun } from './compare/published.ts';
import { median } from './load.ts';
import { choose, environmentOf, marketOnDisk, writeFeeds } from './refresh/feeds.ts';

const LIMIT_MS = 5;
/** The peak memory of the whole process during a refresh, as docs/operating.md states it. */
const LIMIT_MEMORY_MB = 2_000;
/** V8 releases the memory of a thread about eight seconds after its end. */
const GIVEN_BACK_MS = 15_000;
const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';
/** The remaining work of a refresh is done by then: prune, the last messages, garbage collection. */
const AFTER_MS = 1_000;
const MANY = 1_000_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    memory: { type: 'boolean', default: false },
    plans: { type: 'string' },
    left: { type: 'string', default: '0' },
    rounds: { type: 'string', default: '6' },
    rate: { type: 'string', default: '300' },
  },
});
const plans = Number(values.plans ?? (values.memory ? 1_000_000 : 100_000));

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
const p99 = (times: readonly number[]): number =>
  percentile(
    times.toSorted((a, b) => a - b),
    0.99,
  );
const ms = (value: number): string => `${value.toFixed(2)} ms`;

interface BusyTimes {
  /** The processor time of the serving thread between two ticks of a timer. */
  readonly busyMs: readonly number[];
  readonly wallMs: number;
}

/** The 99th percentile of the wait of random requests for the work of the thread. */
function waitP99({ busyMs, wallMs }: BusyTimes): number {
  const shareThatWaits = (x: number) => busyMs.reduce((sum, turn) => sum + Math.max(0, turn - x), 0) / wallMs;
  let [low, high] = [0, Math.max(...busyMs)];
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (shareThatWaits(middle) > 0.01) low = middle;
    else high = middle;
  }
  return high;
}

/** Writes the feeds and ingests them once, in a separate process, so that it does not affect the measurement. */
async function prepare(folder: string): Promise<void> {
  writeFeeds(join(folder, 'feeds'), plans);
  const store = await openStore({
    url: `file:${join(folder, 'data')}`,
    mode: 'write',
    clock: Date.now,
    onEvent: () => {},
  });
  const config = await marketOnDisk({ now: Date.now() });
  await ingest({ config, store, clock: Date.now, random: Math.random, env: {} });
  // The service needs a source that is not due during the measurement.
  await writeIdleRun(store);
  await store.close();
}

function writeSettings(folder: string): Record<string, string> {
  const limits = ['comparison.minute', 'comparison.day', 'comparison.service.day', 'comparison.uncached.day'];
  const raised = Object.fromEntries(
    [...limits, 'burst.capacity', 'burst.perSecond'].map((name) => [name, MANY]),
  );
  writeFileSync(join(folder, 'limits.json'), JSON.stringify(raised));
  return {
    STORE_URL: `file:${join(folder, 'data')}`,
    ...idleSource(folder),
    LIMITS_FILE: join(folder, 'limits.json'),
    TRUST_PROXY: '127.0.0.1',
    PORT: '0',
    ADMIN_PORT: '0',
    ADMIN_HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    ...environmentOf(join(folder, 'feeds'), plans, Number(values.left)),
  };
}

async function asks<T>(child: ChildProcess, question: string): Promise<T> {
  child.send(question);
  const [answer] = (await once(child, 'message')) as [T];
  return answer;
}

interface Times {
  readonly times: readonly number[];
  readonly faults: number;
}

interface Refreshed {
  readonly status: string;
  readonly serial: number;
  readonly rows: number;
  readonly summary: { readonly plans: number; readonly priceChanges: number } | null;
}

async function servedSerial(adminPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
  return Number(/^esim_catalogue_serial (\d+)$/m.exec(text)?.[1] ?? -1);
}

/** Waits until the new snapshot is served. */
async function refresh(
  server: ChildProcess,
  adminPort: number,
  folder: string,
  round: number,
): Promise<Refreshed> {
  choose(join(folder, 'feeds'), (round + 1) % 2);
  let made = await asks<Refreshed>(server, 'refresh');
  // The service ingests due sources at its start, and only one ingest runs at a time.
  for (let tries = 0; tries < 20 && made.status === 'busy'; tries += 1) {
    await delay(AFTER_MS);
    made = await asks<Refreshed>(server, 'refresh');
  }
  if (made.status !== 'published') throw new Error(`a refresh ended with "${made.status}"`);
  for (let tries = 0; tries < 200 && (await servedSerial(adminPort)) !== made.serial; tries += 1)
    await delay(50);
  await delay(AFTER_MS);
  return made;
}

/** The service, its client, and the folder of its feeds. */
interface Running {
  readonly server: ChildProcess;
  readonly client: ChildProcess;
  readonly adminPort: number;
  readonly folder: string;
}

async function measureDelay({ server, client, adminPort, folder }: Running): Promise<void> {
  const quiet: number[] = [];
  const busy: number[] = [];
  const differences: number[] = [];
  const waits: number[] = [];
  let faults = 0;
  // The first rounds are a warm-up and do not count.
  for (let round = -1; round < Number(values.rounds); round += 1) {
    await asks<Times>(client, 'times');
    await asks<BusyTimes>(server, 'busy');
    const began = performance.now();
    const { rows, summary } = await refresh(server, adminPort, folder, round + 2);
    const tookMs = performance.now() - began;
    const during = await asks<Times>(client, 'times');
    const refreshing = await asks<BusyTimes>(server, 'busy');
    await delay(tookMs);
    const without = await asks<Times>(client, 'times');
    const atRest = await asks<BusyTimes>(server, 'busy');
    if (round < 0) continue;
    quiet.push(...without.times);
    busy.push(...during.times);
    faults += during.faults + without.faults;
    differences.push(p99(during.times) - p99(without.times));
    waits.push(waitP99(refreshing) - waitP99(atRest));
    console.log(
      `round ${round + 1}: ${rows} rows, ${summary?.plans} plans, ${summary?.priceChanges} prices changed in ${(tookMs / 1000).toFixed(1)} s; ` +
        `p99 ${ms(p99(without.times))} without (${without.times.length} asked), ${ms(p99(during.times))} with (${during.times.length} asked); ` +
        `longest turn ${ms(Math.max(...atRest.busyMs))} without, ${ms(Math.max(...refreshing.busyMs))} with`,
    );
  }
  client.kill('SIGKILL');
  const line = (name: string, times: number[]) => {
    const sorted = times.toSorted((a, b) => a - b);
    const at = [0.5, 0.9, 0.99, 0.999, 1].map((share) => ms(percentile(sorted, share)));
    console.log(
      `${name}: p50 ${at[0]}, p90 ${at[1]}, p99 ${at[2]}, p99.9 ${at[3]}, worst ${at[4]}; ${times.length} answers`,
    );
  };
  line('without a refresh', quiet);
  line('with a refresh   ', busy);
  const added = p99(busy) - p99(quiet);
  const resultText = (value: number) => `limit ${LIMIT_MS} ms: ${value <= LIMIT_MS ? 'met' : 'MISSED'}`;
  console.log(
    `a refresh of ${plans} plans, cached answers at ${values.rate} a second, ${faults} faults; it adds to the p99`,
  );
  console.log(
    `  by the clock of the client: ${ms(added)} (median of rounds ${ms(median(differences))}; ${resultText(added)})`,
  );
  console.log(
    `  by the serving thread's own processor time: ${ms(median(waits))} (${resultText(median(waits))})`,
  );
}

function residentMb(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  return (
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000
  );
}

async function measureMemory({ server, client, adminPort, folder }: Running): Promise<void> {
  const pid = server.pid!;
  console.log(`serving ${plans} plans: ${residentMb(pid, 'VmRSS').toFixed(0)} MB resident`);
  // From here on the peak is that of serving and ingesting.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  for (let round = 0; round < 2; round += 1) {
    const began = performance.now();
    const { summary } = await refresh(server, adminPort, folder, round);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    await delay(GIVEN_BACK_MS);
    console.log(
      `refresh ${round + 1}: ${summary?.plans} plans in ${seconds} s, ` +
        `peak so far ${residentMb(pid, 'VmHWM').toFixed(0)} MB, ${GIVEN_BACK_MS / 1000} s later ${residentMb(pid, 'VmRSS').toFixed(0)} MB`,
    );
  }
  const { times, faults } = await asks<Times>(client, 'times');
  client.kill('SIGKILL');
  const peak = residentMb(pid, 'VmHWM');
  console.log(`p99 meanwhile ${ms(p99(times))}, ${faults} faults`);
  console.log(
    `the whole process peaked at ${peak.toFixed(0)} MB (limit ${LIMIT_MEMORY_MB} MB: ${peak <= LIMIT_MEMORY_MB ? 'met' : 'MISSED'})`,
  );
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'esim-refresh-'));
  const env = { ...process.env, ...writeSettings(folder) };
  let server: ChildProcess | null = null;
  try {
    const prepared = fork(import.meta.filename, ['prepare', folder, '--plans', String(plans)], {
      env,
      execArgv: ['--max-old-space-size=6000'],
    });
    const [code] = (await once(prepared, 'exit')) as [number];
    if (code !== 0) throw new Error('the market could not be prepared');
    server = fork(new URL('./refresh/server.ts', import.meta.url), { env });
    const [{ port, adminPort }] = (await once(server, 'message')) as [{ port: number; adminPort: number }];
    const url = `http://127.0.0.1:${port}${TRIP}`;
    await (await fetch(url)).arrayBuffer();
    const client = fork(new URL('./refresh/client.ts', import.meta.url), [url, values.rate]);
    await (values.memory ? measureMemory : measureDelay)({ server, client, adminPort, folder });
  } finally {
    server?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

if (positionals[0] === 'prepare') await prepare(positionals[1]!);
else await main();
