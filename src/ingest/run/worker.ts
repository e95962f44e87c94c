/** The ingest thread: opens its own connection to the store, ingests once, reports and ends. */
import { getPriority, platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '../../store/open.ts';
import { type IngestConfig, readConfig } from '../config/load.ts';
import type { MakeMarket, WorkerData, WorkerMessage } from './in-worker.ts';
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

const { settings, env } = workerData as WorkerData;
const { storeUrl, sourcesFile, marketModule, ...choices } = settings;
const stopping = new AbortController();
parentPort?.once('message', () => stopping.abort());
const send = (message: WorkerMessage) => parentPort?.postMessage(message);

async function readMarket(): Promise<IngestConfig> {
  if (sourcesFile !== null) return readConfig(sourcesFile);
  if (marketModule === null) throw new Error('neither a sources file nor a market module is given');
  const module = (await import(marketModule.url)) as Readonly<Record<string, MakeMarket | undefined>>;
  const make = module[marketModule.name];
  if (make === undefined) throw new Error(`the market module has no "${marketModule.name}"`);
  return make({ now: Date.now() });
}

try {
  lowerPriority();
  const config = await readMarket();
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
      env,
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
