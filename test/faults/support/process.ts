/** Starts the service in its own process, so that it can be killed. The data folder remains after its end. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StopTimes } from '../../../src/http/server.ts';
import { copyPublished } from '../../support/published.ts';
import { until } from '../../support/until.ts';

export interface Usage {
  readonly heapUsed: number;
  readonly rss: number;
  readonly external: number;
  /** The number of active resources of the event loop. */
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
  /** The output that has arrived so far. It can arrive later than the message that the service listens, and is complete after the end. */
  printed(): string;
  /** `collect`: runs a garbage collection first, which pauses the service. */
  usage(command?: 'usage' | 'collect'): Promise<Usage>;
  /** Ends the process immediately, as a power failure does. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface ProcessOptions {
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly limits?: Readonly<Record<string, number>>;
  readonly execArgv?: readonly string[];
  /** Refuses requests while the service is overloaded. This is off by default, because a busy machine must not fail a test. */
  readonly detectsOverload?: true;
  readonly stopTimes?: Partial<StopTimes>;
}

/** Practically no limits, for tests of something else. */
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
/** Creates a folder with a published catalogue. */
export function makeFolder(): string {
  const folder = makeEmptyFolder();
  copyPublished(folder);
  return folder;
}

/** Rejects with the output if the process ends before it listens. */
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
      // Only the end of a long output is kept.
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
  const [{ port, adminPort }] = (await Promise.race([once(child, 'message'), ended])) as [
    { port: number; adminPort: number | null },
  ];
  const end = async (signal: () => void): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    // Unlike "exit", "close" comes after the last output.
    const closed = once(child, 'close');
    signal();
    await closed;
  };
  return {
    child,
    port,
    url: `http://127.0.0.1:${port}`,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    printed: () => printed,
    async usage(command = 'usage') {
      const message = once(child, 'message');
      child.send(command);
      const [usage] = (await Promise.race([message, ended])) as [Usage];
      return usage;
    },
    kill: () => end(() => child.kill('SIGKILL')),
    stop: () => end(() => child.send('stop')),
  };
}

/** Waits until the service has printed something that matches. */
export const untilPrinted = (service: ServiceProcess, pattern: RegExp): Promise<void> =>
  until(`the service prints ${pattern}`, () => pattern.test(service.printed()));
