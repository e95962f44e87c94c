/** Runs one ingest in a thread of its own, so that serving never waits for a feed to be parsed. */
import { Worker } from 'node:worker_threads';
import type { IngestConfig } from '../config/load.ts';
import type { Environment } from '../read/credentials.ts';
import type { IngestEvent, IngestReport } from '../types.ts';
import type { IngestOptions } from './run.ts';

export interface IngestWorkerOptions {
  readonly env: Environment;
  readonly onEvent?: (event: IngestEvent) => void;
  /** Memory for objects of the thread. */
  readonly memoryMb?: number;
  /** Ends the thread: it gives its lease back first. Nothing half-done can be seen. */
  readonly signal?: AbortSignal;
}

/** Time to give the lease back; a fetch under way is not waited for. */
const STOP_MS = 1000;
const ENTRY = new URL('./worker.ts', import.meta.url);
const MEGABYTE = 1024 * 1024;
/**
 * Memory for objects of the thread: at most half of what the container has, so that a feed that needs more ends the
 * thread and not the service.
 */
function memoryLimitMb(): number {
  const halfMb = Math.floor(process.constrainedMemory() / 2 / MEGABYTE);
  return halfMb > 0 ? Math.min(2048, Math.max(256, halfMb)) : 2048;
}

/** A small young generation saves memory, because most rows are short-lived. */
const YOUNG_MB = 8;

export function ingestInWorker(
  settings: WorkerSettings,
  { env, onEvent, signal, memoryMb = memoryLimitMb() }: IngestWorkerOptions,
): Promise<IngestReport> {
  if (signal?.aborted === true) return Promise.reject(new Error('the ingest was stopped'));
  const given = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const data: WorkerData = { settings, env: Object.fromEntries(given) };
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB };
  const worker = new Worker(ENTRY, { workerData: data, name: 'ingest', resourceLimits });
  return new Promise((resolve, reject) => {
    let outcome: (() => void) | null = null;
    let killer: NodeJS.Timeout | undefined;
    const stop = () => {
      outcome ??= () => reject(new Error('the ingest was stopped'));
      worker.postMessage('stop');
      killer = setTimeout(() => void worker.terminate(), STOP_MS);
    };
    signal?.addEventListener('abort', stop, { once: true });
    worker.on('message', (message: WorkerMessage) => {
      if (message.type === 'event') onEvent?.(message.event);
      else if (message.type === 'report') outcome = () => resolve(message.report);
      else outcome = () => reject(new Error(message.message));
    });
    worker.once('error', (error: Error) => {
      outcome = () => reject(error);
    });
    // Only when the thread is gone is its hold on the store gone too.
    worker.once('exit', () => {
      clearTimeout(killer);
      signal?.removeEventListener('abort', stop);
      (outcome ?? (() => reject(new Error('the ingest thread ended without a report'))))();
    });
  });
}

// What crosses between the serving thread and the ingest thread: plain data only.

export interface WorkerSettings extends Pick<IngestOptions, 'dueOnly' | 'allowSample'> {
  readonly storeUrl: string;
  /** The operator's file; null: the market comes from `marketModule`. */
  readonly sourcesFile: string | null;
  /**
   * A market made in the process itself: the file URL of a module, and the name of its function that gives the
   * configuration. Given by name, because this folder must not import what is built on top of it.
   */
  readonly marketModule: { readonly url: string; readonly name: string } | null;
}

/** What `marketModule` names. */
export type MakeMarket = (input: { readonly now: number }) => IngestConfig | Promise<IngestConfig>;

export interface WorkerData {
  readonly settings: WorkerSettings;
  /** The variables that may hold credentials. Handed over in memory, never on a command line. */
  readonly env: Readonly<Record<string, string>>;
}

export type WorkerMessage =
  | { readonly type: 'event'; readonly event: IngestEvent }
  | { readonly type: 'report'; readonly report: IngestReport }
  | { readonly type: 'failed'; readonly message: string };
