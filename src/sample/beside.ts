/** The sample market made in a thread of its own, while the thread that wants it still reads code. */
import { Worker } from 'node:worker_threads';
import type { FeedPage } from '../ingest/adapter.ts';
import type { MarketOutline } from './feeds.ts';

export interface MadeMarket {
  readonly outline: MarketOutline;
  /** By source; for whoever has read them to clear. */
  readonly feeds: Map<string, readonly FeedPage[]>;
}

const ENTRY = new URL('./thread.ts', import.meta.url);

/** Rejects where the thread could not make it. The thread ends by itself, and keeps no process alive. */
export function marketBeside(now: number, entry: URL = ENTRY): Promise<MadeMarket> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(entry, { workerData: { now }, name: 'sample' });
    worker.unref();
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread that makes the sample market ended without it')));
  });
}
