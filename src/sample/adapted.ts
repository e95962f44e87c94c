import type { FeedPage } from '../ingest/adapter.ts';
import { ADAPTERS } from '../ingest/adapters/index.ts';
import type { IngestConfig } from '../ingest/config/load.ts';
import type { MarketOutline } from './feeds.ts';

/** The outline with what reads each feed: from here on the pipeline takes the sample market as any other. */
export function withAdapters(
  outline: MarketOutline,
  pagesOf: (source: string) => Iterable<FeedPage>,
): IngestConfig {
  return {
    ...outline,
    sources: outline.sources.map((source) => {
      const adapter = ADAPTERS[source.adapter];
      if (adapter === undefined) throw new Error(`No adapter reads ${source.adapter}.`);
      return {
        ...source,
        adapter,
        async *pages() {
          yield* pagesOf(source.id);
        },
      };
    }),
  };
}
