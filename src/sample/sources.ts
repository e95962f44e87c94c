/** The sample market as the ingest pipeline takes any market: sources with feeds, made in this thread. */
import type { IngestConfig } from '../ingest/config/load.ts';
import { withAdapters } from './adapted.ts';
import { feedPages, outlineOf } from './feeds.ts';
import { type SampleSize, sampleMarket } from './market.ts';

export function sampleSources({ now, ...size }: SampleSize & { readonly now: number }): IngestConfig {
  const market = sampleMarket(size);
  const shops = new Map(market.providers.map((provider) => [provider.id, provider]));
  return withAdapters(outlineOf(market, now), (source) => {
    const shop = shops.get(source);
    return shop === undefined ? [] : feedPages(market, shop);
  });
}
