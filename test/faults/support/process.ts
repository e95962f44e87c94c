/** Starts the service in a process of its own, in a folder that outlives it, so that it can be killed. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StopTimes } from '../../../src/http/server.ts';
import { copyPublished } from '../../support/published.ts';

export interface Usage {
  readonly heapUsed: number;
  readonly rss: number;
  readonly external: number;
  /** Everything that keeps the process turning. */
  readonly handles: number;
  /** Open connections. */
  readonly sockets: number;
  /** Processor time of the serving thread since its start. */
  readonly busyMs: number;
}

export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly port: number;
  readonly url: string;
  readonly adminUrl: string;
  /** All that it printed so far. */
  printed(): string;
  /** `collect`: after garbage was collected, which holds the service up for a moment. */
  usage(ask?: 'usage' | 'collect'): Promise<Usage>;
  /** At once, as a power cut would. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface ProcessOptions {
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly limits?: Readonly<Record<string, number>>;
  readonly execArgv?: readonly string[];
  /** Refuses requests while the event loop lags, as in production. Off: a busy machine must not fail a test. */
  readonly detectsOverload?: true;
  readonly stopTimes?: Partial<StopTimes>;
  /** Told of the process before it listens, for tests that end it that early. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** Room for everybody: what is tested is not the limits. */
export const NO_LIMITS = {
  'comparison.minute': 1_000_000_000,
  'comparison.day': 1_000_000_000,
  'comparison.service.day': 1_000_000_000,
  'comparison.uncached.day': 1_000_000_000,
  'list.minute': 1_000_000_000,
  'list.day': 1_000_000_000,
  'list.service.day': 1_000_000_000,
  'health.uncached.day': 1_000_000_000,
  'burst.capacity': 1_000_000,
  'burst.perSecond': 1_000_000,
} as const;

const ENTRY = join(import.meta.dirname, 'serve.ts');

export const makeEmptyFolder = (): string => mkdtempSync(join(tmpdir(), 'esim-faults-'));
/** With a catalogue. */
export function makeFolder(): string {
  const folder = makeEmptyFolder();
  copyPublished(folder);
  return folder;
}
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Rejects with what it printed where it ends before it listens. */
export async function startProcess(options: ProcessOptions): Promise<ServiceProcess> {
  const limitsFile = `${options.folder}.limits.json`;
  writeFileSync(limitsFile, JSON.stringify(options.limits ?? {}));
  const child = fork(ENTRY, [], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [...(options.execArgv ?? ['--expose-gc'])],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      HOST: '127.0.0.1',
      ADMIN_PORT: '0',
      ADMIN_HOST: '127.0.0.1',
      STORE_URL: `file:${options.folder}`,
      TRUST_PROXY: '127.0.0.1',
      LIMITS_FILE: limitsFile,
      TEST_DETECTS_OVERLOAD: options.detectsOverload ? 'yes' : 'no',
      TEST_STOP_TIMES: JSON.stringify(options.stopTimes ?? {}),
      ...options.env,
    },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      // A process that is killed may say a lot before; the end of it is what matters.
      printed = (printed + chunk.toString()).slice(-1_000_000);
    });
  }
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code, signal) => {
      rmSync(limitsFile, { force: true });
      reject(new Error(`the service ended (${code ?? signal}): ${printed.slice(-2_000)}`));
    });
  });
  ended.catch(() => {});
  options.onStart?.(child);
  const [{ port, adminPort }] = (await Promise.race([once(child, 'message'), ended])) as [
    { port: number; adminPort: number | null },
  ];
  const end = async (ask: () => void): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    ask();
    await exited;
  };
  return {
    child,
    port,
    url: `http://127.0.0.1:${port}`,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    printed: () => printed,
    async usage(ask = 'usage') {
      const answer = once(child, 'message');
      child.send(ask);
      const [usage] = (await Promise.race([answer, ended])) as [Usage];
      return usage;
    },
    kill: () => end(() => child.kill('SIGKILL')),
    stop: () => end(() => child.send('stop')),
  };
}
