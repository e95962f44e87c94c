/** Starts servers in separate processes, and reads one of their responses. */
import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { POLICY_NAMES } from '../../src/limits/policies.ts';

export interface Running {
  readonly child: ChildProcess;
  readonly port: number;
}

/** The flags of `npm start`. Every server has them, so that all are compared with the same memory. */
const START_FLAGS = ['--max-semi-space-size=16'];
/** Long enough for a large market on a busy machine. */
const START_MS = 120_000;

/** Starts a program of `bench/` that sends its port when it listens. */
export function start(file: string, env: Record<string, string>): Promise<Running> {
  const child = fork(new URL(`../${file}`, import.meta.url), {
    execArgv: START_FLAGS,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    const startTimer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`${file} did not start in time`));
    }, START_MS);
    child.once('message', (port) => {
      clearTimeout(startTimer);
      resolve({ child, port: port as number });
    });
    child.once('exit', () => {
      clearTimeout(startTimer);
      reject(new Error(`${file} ended early`));
    });
  });
}

export function stop({ child }: Running): Promise<void> {
  return new Promise((resolve) => {
    child.removeAllListeners('exit');
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

/** So high that only the measured limit applies. */
export const RAISED: Readonly<Record<string, number>> = {
  'burst.capacity': 1_000_000,
  'burst.perSecond': 1_000_000,
  ...Object.fromEntries(POLICY_NAMES.map((name) => [name, 1_000_000_000])),
};

/** The service with the bundled sample market. `limits` replaces single limits of `RAISED`, which never refuse. */
export function startService(
  folder: string,
  name: string,
  limits: Record<string, number> = {},
  env: Record<string, string> = {},
): Promise<Running> {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify({ ...RAISED, ...limits }));
  return start('serve.ts', {
    STORE_URL: `file:${join(folder, name)}`,
    LIMITS_FILE: file,
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...env,
  });
}

export interface Captured {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export function capture(url: string, headers: Record<string, string>, post?: string): Promise<Captured> {
  return new Promise((resolve, reject) => {
    const method = post === undefined ? 'GET' : 'POST';
    request(url, { headers, method }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        // These headers differ between any two responses.
        const { date: _date, connection: _connection, 'keep-alive': _keep, ...rest } = answer.headers;
        const body = Buffer.concat(chunks);
        resolve({ status: answer.statusCode ?? 0, headers: rest as Record<string, string>, body });
      });
    })
      .on('error', reject)
      .end(post);
  });
}

/** A program of `bench/` that repeats a response. */
export function startPeer(file: string, { status, headers, body }: Captured): Promise<Running> {
  return start(file, {
    PEER_ANSWER: JSON.stringify({ status, headers, body: body.toString('base64') }),
  });
}
