/** The thread beside a first start: makes every feed of the sample market, hands them over, ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { stepAside } from '../ingest/aside.ts';
import type { MadeMarket } from './beside.ts';

stepAside();
// Only now: reading code takes this thread as long as making the market does, and the start must not wait for either.
const { feedPages, outlineOf } = await import('./feeds.ts');
const { sampleMarket } = await import('./market.ts');

const { now } = workerData as { readonly now: number };
const market = sampleMarket();
const feeds = new Map(market.providers.map((provider) => [provider.id, [...feedPages(market, provider)]]));
const made: MadeMarket = { outline: outlineOf(market, now), feeds };
// Handed over and not copied: the thread has no use for them any more.
const bytes = [...feeds.values()].flat().map(({ body }) => body.buffer as ArrayBuffer);
parentPort?.postMessage(made, bytes);
