/** The sample market's feeds as files, in two sets whose prices differ: what a refresh of real feeds has to read. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IngestConfig } from '../../src/ingest/config/load.ts';
import type { FeedPage, SourceConfig } from '../../src/ingest/types.ts';
import { type SampleMarket, sampleMarket } from '../../src/sample/market.ts';
import { RENDERERS } from '../../src/sample/render/index.ts';
import { feedPages, sampleSources } from '../../src/sample/sources.ts';

/** Where the feeds lie and how many plans they hold, by environment: an ingest thread is given nothing else. */
const FOLDER = 'BENCH_FEEDS';
const PLANS = 'BENCH_PLANS';
/** How many sources a refresh does not ask. */
const LEFT = 'BENCH_LEFT';
/** Names the set that the next refresh reads. */
const CURRENT = 'current';

export const environmentOf = (folder: string, plans: number, left: number) => ({
  [FOLDER]: folder,
  [PLANS]: String(plans),
  [LEFT]: String(left),
});

/** Which sources a refresh asks, where not all. */
export function askedSources(): { readonly only?: readonly string[] } {
  const left = Number(process.env[LEFT]);
  if (left === 0) return {};
  const { providers } = sampleMarket({ plans: Number(process.env[PLANS]) });
  return { only: providers.slice(left).map(({ id }) => id) };
}

/** The second set: every third price a little higher, which is far more than changes between two real reads. */
function dearer(market: SampleMarket): SampleMarket {
  return {
    ...market,
    *offersOf(provider) {
      let index = 0;
      for (const offer of market.offersOf(provider)) {
        yield index++ % 3 === 0 ? { ...offer, priceMinor: offer.priceMinor + 5 } : offer;
      }
    },
  };
}

export function writeFeeds(folder: string, plans: number): void {
  const market = sampleMarket({ plans });
  for (const [set, made] of [market, dearer(market)].entries()) {
    for (const provider of made.providers) {
      const own = join(folder, String(set), provider.id);
      mkdirSync(own, { recursive: true });
      for (const page of feedPages(made, provider)) writeFileSync(join(own, String(page.number)), page.body);
    }
  }
  choose(folder, 0);
}

export const choose = (folder: string, set: number): void =>
  writeFileSync(join(folder, CURRENT), String(set));

async function* pagesFrom(folder: string, contentType: string): AsyncGenerator<FeedPage> {
  const numbers = readdirSync(folder)
    .map(Number)
    .sort((a, b) => a - b);
  for (const number of numbers)
    yield { number, contentType, body: await readFile(join(folder, String(number))) };
}

/** What the ingest thread is given by name. */
export function marketOnDisk({ now }: { readonly now: number }): IngestConfig {
  const folder = process.env[FOLDER]!;
  const plans = Number(process.env[PLANS]);
  const set = readFileSync(join(folder, CURRENT), 'utf8');
  const config = sampleSources({ now, plans });
  const contentTypes = new Map(
    sampleMarket({ plans }).providers.map(({ id, format }) => [id, RENDERERS[format].contentType]),
  );
  const onDisk = (source: SourceConfig): SourceConfig => ({
    ...source,
    pages: () => pagesFrom(join(folder, set, source.id), contentTypes.get(source.id) ?? ''),
  });
  return { ...config, sources: config.sources.map(onDisk) };
}
