/** The feeds of the sample market as files, in two sets with different prices. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { marketFiles } from '../../scripts/sample-market/files.ts';
import { type SampleMarket, sampleMarket } from '../../scripts/sample-market/market.ts';
import type { IngestConfig } from '../../src/ingest/config/load.ts';
import { sampleConfig } from '../../src/sample/sample-market.ts';

/** The folder of the feeds and the number of plans, as environment variables for the ingest thread. */
const FOLDER = 'BENCH_FEEDS';
const PLANS = 'BENCH_PLANS';
/** The number of sources that a refresh does not read. */
const LEFT = 'BENCH_LEFT';
/** The set that the next refresh reads. */
const CURRENT = 'current';

export const environmentOf = (folder: string, plans: number, left: number) => ({
  [FOLDER]: folder,
  [PLANS]: String(plans),
  [LEFT]: String(left),
});

/** The sources that a refresh reads, if not all. */
export function askedSources(): { readonly only?: readonly string[] } {
  const left = Number(process.env[LEFT]);
  if (left === 0) return {};
  const { providers } = sampleMarket({ plans: Number(process.env[PLANS]) });
  return { only: providers.slice(left).map(({ id }) => id) };
}

/** In the second set every third price is a little higher, which is more than real feeds change. */
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
    for (const { path, content } of marketFiles(made)) {
      const file = join(folder, String(set), path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
  }
  choose(folder, 0);
}

export const choose = (folder: string, set: number): void =>
  writeFileSync(join(folder, CURRENT), String(set));

/** The function that the ingest thread imports by name. */
export function marketOnDisk({ now }: { readonly now: number }): Promise<IngestConfig> {
  const folder = process.env[FOLDER]!;
  return sampleConfig({ now, folder: join(folder, readFileSync(join(folder, CURRENT), 'utf8')) });
}
