/** The work of the ingest thread: opens its own connection to the store, ingests once, reports and ends. */
import { getPriority, platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { trustExtraAuthorities } from '../../operator-files/authorities.ts';
import { openStore } from '../../store/open.ts';
import type { IngestConfig } from '../config/load.ts';
import type { WorkerData, WorkerMessage } from './in-worker.ts';
import { ingest } from './run.ts';

/** With ten nice levels between them, the serving thread gets about 90% of a core that both threads share. */
const NICE_STEPS = 10;
/** The lowest priority of Linux. */
const NICE_MAX = 19;

/** Only Linux has a priority for each thread. Elsewhere the whole process would slow down. */
function lowerPriority(): void {
  if (platform() === 'linux') setPriority(Math.min(NICE_MAX, getPriority() + NICE_STEPS));
}

/** `readConfig` reads the configuration that the settings name. */
export async function runIngestThread(
  readConfig: (data: WorkerData) => IngestConfig | Promise<IngestConfig>,
): Promise<void> {
  const data = workerData as WorkerData;
  const { storeUrl, whileServing, dueOnly = false, allowSample = false } = data.settings;
  const stopping = new AbortController();
  // The only message to this thread is the request to stop.
  parentPort?.once('message', () => stopping.abort());
  const send = (message: WorkerMessage) => parentPort?.postMessage(message);
  try {
    trustExtraAuthorities(data.env);
    const config = await readConfig(data);
    const store = await openStore({
      url: storeUrl,
      // This thread publishes. Requests are counted by the serving thread.
      mode: 'write',
      clock: Date.now,
      onEvent: ({ message }) => send({ type: 'event', event: { type: 'warning', message } }),
    });
    try {
      // The priority is lowered after the store is open, because a thread that waits long for a core would miss the short
      // deadlines of the connection.
      if (whileServing) lowerPriority();
      const report = await ingest({
        config,
        store,
        env: data.env,
        signal: stopping.signal,
        clock: Date.now,
        random: Math.random,
        onEvent: (event) => send({ type: 'event', event }),
        dueOnly,
        allowSample,
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
