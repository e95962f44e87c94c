/** Runs the real `bin/esim` in a process of its own, with an environment that holds nothing by accident. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const ESIM = new URL('../../bin/esim', import.meta.url).pathname;

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type Env = Readonly<Record<string, string>>;

/** Far above what any command takes on a busy machine; a test that hangs must end. */
const GIVE_UP_MS = 60_000;

export interface Started {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
  /** Resolves with everything written so far, once it holds this text. */
  readonly said: (text: string) => Promise<string>;
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
    said: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!written.stdout.includes(text)) return;
          waiting.delete(look);
          resolve(written.stdout);
        };
        waiting.add(look);
        void finished.then(() => reject(new Error(`it ended without "${text}": ${written.stderr}`)), reject);
        look();
      }),
  };
}

/** Code that an earlier test had compiled is found again, also where a process was killed before. */
function compileCache(): Env {
  const folder = process.env['NODE_COMPILE_CACHE'];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

export const esim = (args: readonly string[], env: Env = {}, options: SpawnOptions = {}): Promise<Finished> =>
  start(args, env, options).finished;

export interface Folder {
  readonly path: string;
  readonly storeUrl: string;
  remove(): void;
}

export function temporaryFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'esim-cli-'));
  return {
    path,
    storeUrl: `file:${join(path, 'data')}`,
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
