/**
 * Measures the time from the start of the process to the first response: with a published catalogue of 10,000, 100,000
 * and 300,000 plans, with 100,000 callers of the day, with 100,000 of the last minute, and with the sample market in an
 * empty folder, with and without the compile cache. `node bench/start.ts [--quick | --callers]`
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { publishInChild } from './compare/published.ts';
import { type Line, tableOf } from './compare/table.ts';
import { median, spread } from './load.ts';

const MAIN = fileURLToPath(new URL('../src/main.js', import.meta.url));
const START_MS = 60_000;
/** The flags of `npm start`. */
const START_FLAGS = ['--max-semi-space-size=16'];

/**
 * Callers of a day with one comparison each, in random order. `recent` of them have a request in the last minute and one
 * more row, whose time is in the future, so that it does not expire during the benchmark.
 */
function addCallers(folder: string, callers: number, recent: number): void {
  const db = new DatabaseSync(join(folder, 'esim.db'));
  db.exec('PRAGMA cache_size = -1000000; BEGIN');
  const put = db.prepare(
    'INSERT INTO counters (window, caller, day, count, times, expires_at) VALUES (?, ?, ?, 1, ?, ?)',
  );
  const soon = Date.now() + 600_000;
  const times = new Uint8Array(Float64Array.of(soon).buffer);
  const day = Math.floor(soon / 86_400_000);
  for (let count = 0; count < callers; count += 1) {
    const caller = randomBytes(16).toString('hex');
    if (count < recent) put.run('comparison.minute', caller, 0, times, soon + 60_000);
    put.run('comparison.day', caller, day, new Uint8Array(0), (day + 1) * 86_400_000);
  }
  db.exec('COMMIT');
  db.close();
}

export interface Started {
  readonly readyMs: number;
  /** Until the first uncached comparison is complete. */
  readonly answeredMs: number;
  readonly residentBytes: number;
  /** Processor time of all threads until it is ready, which does not depend on other work of the machine. */
  readonly processorMs: number;
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function residentBytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1_024;
}

/** Runs `serve` until its log shows that it listens. `compiled`: the folder of the compile cache. */
export function startOnce(folder: string, compiled: string): Promise<Started> {
  const from = performance.now();
  const child = spawn(process.execPath, [...START_FLAGS, MAIN, 'serve'], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      STORE_URL: `file:${folder}`,
      LOG_LEVEL: 'info',
      NODE_COMPILE_CACHE: compiled,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => child.kill('SIGKILL'), START_MS);
    let started: Started | null = null;
    const listening = async (line: string): Promise<void> => {
      const readyMs = performance.now() - from;
      // Before the first comparison, so that only the catalogue is measured.
      const measured = { processorMs: processorMs(child.pid!), residentBytes: residentBytes(child.pid!) };
      const { port } = JSON.parse(line) as { port: number };
      await (
        await fetch(`http://127.0.0.1:${port}/api/v1/plans?country=TR&days=7&need=normal`)
      ).arrayBuffer();
      started = { readyMs, answeredMs: performance.now() - from, ...measured };
      // Node writes the compile cache only at a regular exit.
      child.kill('SIGTERM');
    };
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('"msg":"listening"')) listening(line).catch(reject);
    });
    child.once('exit', () => {
      clearTimeout(late);
      if (started === null) reject(new Error('the service did not start'));
      else resolve(started);
    });
  });
}

interface Case {
  readonly name: string;
  /** null: an empty folder, in which the sample market is created at the start. */
  readonly plans: number | null;
  readonly callers?: number;
  /** The number of callers in the last minute. */
  readonly recent?: number;
  /** Whether a compile cache of an earlier start exists. */
  readonly isCompiled: boolean;
  readonly goalSeconds: number | null;
}

const CALLERS_CASE: Case = {
  name: '100,000 callers of the day and 10,000 plans',
  plans: 10_000,
  callers: 100_000,
  recent: 20_000,
  isCompiled: true,
  goalSeconds: 5,
};
/** The worst case, with more callers than one process can serve in a minute. */
const CROWD_CASE: Case = {
  ...CALLERS_CASE,
  name: '100,000 callers of the last minute',
  recent: 100_000,
  goalSeconds: null,
};

const CASES: readonly Case[] = [
  { name: 'a published catalogue of 10,000 plans', plans: 10_000, isCompiled: true, goalSeconds: 1 },
  { name: 'a published catalogue of 100,000 plans', plans: 100_000, isCompiled: true, goalSeconds: 2.5 },
  { name: 'a published catalogue of 300,000 plans', plans: 300_000, isCompiled: true, goalSeconds: 6 },
  { name: 'an empty folder (sample market)', plans: null, isCompiled: true, goalSeconds: 3.5 },
  { name: 'an empty folder and nothing compiled', plans: null, isCompiled: false, goalSeconds: null },
  CROWD_CASE,
  CALLERS_CASE,
];

export async function startLines(rounds: number, chosen: readonly Case[] = CASES): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'esim-start-'));
  try {
    const cases = chosen.map((one, index) => ({
      ...one,
      data: join(folder, String(index)),
      runs: [] as Started[],
    }));
    for (const { plans, data, callers = 0, recent = 0 } of cases) {
      if (plans !== null) await publishInChild(data, plans);
      if (callers > 0) addCallers(data, callers, recent);
    }
    for (let round = -1; round < rounds; round++) {
      for (const { plans, data, runs, isCompiled } of cases) {
        const compiled = join(folder, isCompiled ? 'compiled' : 'compiled-anew');
        const started = await startOnce(data, compiled);
        // The first round only fills the compile cache and the page cache.
        if (round >= 0) runs.push(started);
        if (plans === null) rmSync(data, { recursive: true });
        if (!isCompiled) rmSync(compiled, { recursive: true });
      }
    }
    const lines = [...cases.map(startLine), servingLine(cases.at(-1)!, cases.at(-1)!.name, 500)];
    if (chosen !== CASES) return lines;
    const [, large, largest] = cases;
    return [...lines, servingLine(large!, '100,000 plans', 300), servingLine(largest!, '300,000 plans', 550)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function startLine({ name, goalSeconds, runs }: Case & { runs: readonly Started[] }): Line {
  const seconds = runs.map(({ readyMs }) => readyMs / 1_000);
  const answered = median(runs.map(({ answeredMs }) => answeredMs / 1_000));
  const megabytes = median(runs.map((run) => run.residentBytes)) / 1e6;
  const processor = median(runs.map((run) => run.processorMs / 1_000));
  return {
    what: `Start to ready with ${name}`,
    ours: `${median(seconds).toFixed(2)} s, first answer at ${answered.toFixed(2)} s`,
    against: `${processor.toFixed(2)} s of processor, process of ${megabytes.toFixed(0)} MB`,
    value: median(seconds),
    unit: 's',
    spread: spread(seconds),
    goal: goalSeconds === null ? null : { atMost: goalSeconds },
  };
}

/** Resident memory of a serving process. */
function servingLine({ runs }: { readonly runs: readonly Started[] }, what: string, atMost: number): Line {
  const megabytes = runs.map((run) => run.residentBytes / 1e6);
  return {
    what: `Serving memory with ${what}`,
    ours: `${median(megabytes).toFixed(0)} MB`,
    against: '',
    value: median(megabytes),
    unit: 'MB',
    spread: spread(megabytes),
    goal: { atMost },
  };
}

if (import.meta.main) {
  const [mode] = process.argv.slice(2);
  if (mode === '--callers') console.log(tableOf(await startLines(3, [CROWD_CASE, CALLERS_CASE])));
  else console.log(tableOf(await startLines(mode === '--quick' ? 3 : 10)));
}
