/** The entry of an ingest thread for tests. The variable MARKET selects one of its markets. */

import type { FeedPage } from '../../../src/ingest/adapter.ts';
import type { IngestConfig } from '../../../src/ingest/config/load.ts';
import { runIngestThread } from '../../../src/ingest/run/worker.ts';
import { configOf, rows } from './shop.ts';

/** The source of every market. */
const SOURCE = 'shop';

function market(pages: () => AsyncIterable<FeedPage>): IngestConfig {
  const config = configOf([{ id: SOURCE, options: { url: 'https://unused.example/' } }]);
  return { ...config, sources: config.sources.map((source) => ({ ...source, pages })) };
}

const page = (number: number): FeedPage => ({
  number,
  body: Buffer.from(JSON.stringify(rows(40))),
});

const small = () =>
  market(async function* () {
    yield page(1);
  });

/** Gives one page and then never another. */
const endless = () =>
  market(async function* () {
    yield page(1);
    await new Promise(() => setInterval(() => {}, 1000));
  });

/** Gives one page and then never lets the thread do anything else. */
const busy = () =>
  market(async function* () {
    yield page(1);
    for (;;);
  });

/** Keeps more objects than a small thread may have. Without a limit it ends with an error of its own. */
const hungry = () =>
  market(async function* () {
    const kept: number[][] = [];
    for (let count = 0; count < 1_000; count += 1)
      kept.push(Array.from({ length: 50_000 }, (_, n) => n + count));
    yield page(kept.length);
    throw new Error('the thread has no memory limit');
  });

const MARKETS: Readonly<Record<string, () => IngestConfig>> = { small, endless, busy, hungry };

await runIngestThread(({ env }) => {
  const make = MARKETS[env['MARKET'] ?? ''];
  if (make === undefined) throw new Error('there is no such market');
  return make();
});
