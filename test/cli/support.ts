/** Runs commands in this process, or the real `bin/esim` in its own process with a minimal environment. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { run } from '../../src/cli/main.ts';
import { testDependencies } from '../../src/cli/testing/dependencies.ts';
import { DAY_MS } from '../../src/domain/freshness.ts';
import { removeFolder } from '../support/folder.ts';

export const ESIM = new URL('../../bin/esim', import.meta.url).pathname;

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type Env = Readonly<Record<string, string>>;

/** Far more than any command takes on a busy machine. It only ends a test that hangs. */
const GIVE_UP_MS = 250_000;

export interface Started {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
  /** Resolves with the whole standard output as soon as it contains this text. */
  readonly waitForOutput: (text: string) => Promise<string>;
}

export function start(args: readonly string[], env: Env = {}, options: SpawnOptions = {}): Started {
  const child = spawn(ESIM, args, {
    timeout: GIVE_UP_MS,
    ...options,
    env: { PATH: process.env['PATH'] ?? '', ...compileCache(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  const waiting = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
      for (const look of waiting) look();
    });
  }
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...written }));
  });
  return {
    child,
    finished,
    waitForOutput: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!written.stdout.includes(text)) return;
          waiting.delete(look);
          resolve(written.stdout);
        };
        waiting.add(look);
        void finished.then(
          () => reject(new Error(`the process ended without "${text}": ${written.stderr}`)),
          reject,
        );
        look();
      }),
  };
}

/** Processes share the compile cache of the test run, which saves most of their start time. */
function compileCache(): Env {
  const folder = process.env['NODE_COMPILE_CACHE'];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

/** Runs `bin/esim` in its own process. */
export const esimProcess = (
  args: readonly string[],
  env: Env = {},
  options: SpawnOptions = {},
): Promise<Finished> => start(args, env, options).finished;

/** Runs a command in this process, which is much faster. */
export async function esim(args: readonly string[], env: Env = {}): Promise<Finished> {
  const deps = testDependencies();
  const code = await run(args, { ...deps, clock: Date.now, random: Math.random, env });
  return { code, stdout: deps.stdout(), stderr: deps.stderr() };
}

/** Repeats a request that gets 503, as a client does: a process on a busy machine may be overloaded for a moment. */
export async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  for (;;) {
    const response = await fetch(url, init);
    if (response.status !== 503) return response;
    await response.arrayBuffer();
    await delay(ASK_AGAIN_MS);
  }
}

const ASK_AGAIN_MS = 100;

export interface Folder {
  readonly path: string;
  readonly storeUrl: string;
  remove(): void;
}

/** The UTC day so many days ago. */
export const dayBefore = (days: number): string =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** A coupon of the provider "one" for everybody, which was seen to work today. */
export const coupon = (id: string, changes: object = {}) => ({
  id,
  provider: 'one',
  code: 'TRIP',
  discount: { percent: '10' },
  audience: 'everyone',
  use: 'every_order',
  verifiedAt: dayBefore(0),
  ...changes,
});

export function temporaryFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'esim-cli-'));
  return {
    path,
    storeUrl: `file:${join(path, 'data')}`,
    remove: () => removeFolder(path),
  };
}
