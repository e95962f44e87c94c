/** Runs one ingest in a worker thread, so that requests never wait while a feed is parsed. */
import { Worker } from 'node:worker_threads';
import type { Environment } from '../../operator-files/secrets.ts';
import type { DocumentStore } from '../../store/port.ts';
import { writeSourcesInProgress } from '../documents/in-progress.ts';
import type { IngestEvent, IngestReport } from './report.ts';
import type { IngestOptions } from './run.ts';

export interface IngestWorkerOptions {
  readonly env: Environment;
  readonly onEvent?: (event: IngestEvent) => void;
  /** The heap limit of the thread. Only tests set it. */
  readonly memoryMb?: number;
  /** Stops the thread, which releases its lease first. A run that is stopped publishes nothing. */
  readonly signal?: AbortSignal;
  /** The documents of the store that the thread uses, where the note of a thread that was terminated is removed. */
  readonly documents?: DocumentStore;
}

/** A stopped thread has this time to release its lease, then it is terminated. Its requests to feeds are aborted. */
const STOP_MS = 1000;
const MEGABYTE = 1024 * 1024;
/** In a very small container, half of the memory would not be enough for an ordinary feed. */
const HEAP_MIN_MB = 256;
/** A feed that needs more is broken. */
const HEAP_MAX_MB = 2048;

/** Half of the memory of the container, so that a feed that needs more ends the thread and not the service. */
function heapLimitMb(): number {
  const containerMb = process.constrainedMemory() / MEGABYTE;
  return containerMb > 0
    ? Math.min(HEAP_MAX_MB, Math.max(HEAP_MIN_MB, Math.floor(containerMb / 2)))
    : HEAP_MAX_MB;
}

/** A small young generation saves memory, because most rows are short-lived. */
const YOUNG_MB = 8;

/** `entry` is a module that calls `runIngestThread`. */
export function ingestInWorker(
  entry: URL,
  settings: WorkerSettings,
  { env, documents, onEvent, signal, memoryMb = heapLimitMb() }: IngestWorkerOptions,
): Promise<IngestReport> {
  if (signal?.aborted === true) return Promise.reject(new Error('the ingest was stopped'));
  const given = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const data: WorkerData = { settings, env: Object.fromEntries(given) };
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB };
  const worker = new Worker(entry, { workerData: data, name: 'ingest', resourceLimits });
  return new Promise((resolve, reject) => {
    let settle: (() => void) | null = null;
    let killTimer: NodeJS.Timeout | undefined;
    let isTerminated = false;
    const stop = () => {
      settle ??= () => reject(new Error('the ingest was stopped'));
      worker.postMessage('stop');
      killTimer = setTimeout(() => {
        isTerminated = true;
        void worker.terminate();
      }, STOP_MS);
    };
    signal?.addEventListener('abort', stop, { once: true });
    worker.on('message', (message: WorkerMessage) => {
      if (message.type === 'event') onEvent?.(message.event);
      else if (message.type === 'report') settle = () => resolve(message.report);
      else settle = () => reject(new Error(message.message));
    });
    worker.once('error', (error: Error) => {
      settle = () => reject(error);
    });
    // The thread may use the store until it has ended, so the promise settles only then.
    worker.once('exit', () => {
      clearTimeout(killTimer);
      signal?.removeEventListener('abort', stop);
      const end = settle ?? (() => reject(new Error('the ingest thread ended without a report')));
      // A thread that was terminated could not remove its note of the sources in progress, which are not the cause here.
      if (isTerminated && documents !== undefined)
        void writeSourcesInProgress(documents, [])
          .catch(() => {})
          .then(end);
      else end();
    });
  });
}

// Messages between the serving thread and the ingest thread. They contain plain data only.

interface WorkerSettings extends Pick<IngestOptions, 'dueOnly' | 'allowSample'> {
  readonly storeUrl: string;
  /** The operator's sources file; null: the bundled sample market. */
  readonly sourcesFile: string | null;
  /** The thread then leaves most of a shared core to requests. Before the first catalogue nobody is served. */
  readonly whileServing: boolean;
}

export interface WorkerData {
  readonly settings: WorkerSettings;
  /** The variables that may contain credentials. They are passed in memory and never on a command line. */
  readonly env: Readonly<Record<string, string>>;
}

export type WorkerMessage =
  | { readonly type: 'event'; readonly event: IngestEvent }
  | { readonly type: 'report'; readonly report: IngestReport }
  | { readonly type: 'failed'; readonly message: string };
