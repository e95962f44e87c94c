/** The work of the ingest thread: opens its own connection to the store, ingests once, reports and ends. */
import { getPriority, platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '../../store/open.ts';
import type { IngestConfig } from '../config/load.ts';
import type { WorkerData, WorkerMessage } from './in-worker.ts';
import { ingest } from './run.ts';

/** If the threads share a core, the serving thread then gets about 90% of its time. */
const PRIORITY_STEPS = 10;
const PRIORITY_LOWEST = 19;

/**
 * This thread competes with the serving thread, so its priority is lowered. Only Linux has a priority for each thread.
 * Elsewhere the whole process would slow down.
 */
function lowerPriority(): void {
  if (platform() === 'linux') setPriority(Math.min(PRIORITY_LOWEST, getPriority() + PRIORITY_STEPS));
}

/** `readMarket` reads the configuration that the settings name. */
export async function runIngestThread(
  readMarket: (data: WorkerData) => IngestConfig | Promise<IngestConfig>,
): Promise<void> {
  const data = workerData as WorkerData;
  const { storeUrl, sourcesFile: _read, ...choices } = data.settings;
  const stopping = new AbortController();
  parentPort?.once('message', () => stopping.abort());
  const send = (message: WorkerMessage) => parentPort?.postMessage(message);
  try {
    lowerPriority();
    const config = await readMarket(data);
    const store = await openStore({
      url: storeUrl,
      mode: 'none',
      clock: Date.now,
      onEvent: ({ message }) => send({ type: 'event', event: { type: 'warning', message } }),
    });
    try {
      const report = await ingest({
        config,
        store,
        env: data.env,
        signal: stopping.signal,
        clock: Date.now,
        random: Math.random,
        onEvent: (event) => send({ type: 'event', event }),
        ...choices,
      });
      send({ type: 'report', report });
    } finally {
      await store.close();
    }
  } catch (error) {
    send({ type: 'failed', message: error instanceof Error ? error.message : 'unknown error' });
  } finally {
    // The port would keep the thread alive.
    parentPort?.close();
  }
}
