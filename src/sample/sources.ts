/**
 * The sample market as the ingest pipeline takes any market: shops with feeds in twelve formats, and what an operator
 * would write down about each.
 */

import { ADAPTERS } from '../ingest/config/adapters.ts';
import type { IngestConfig } from '../ingest/config/load.ts';
import type { FeedPage, SourceConfig } from '../ingest/types.ts';
import { sampleCoupons } from './coupons.ts';
import { type SampleMarket, type SampleSize, sampleMarket } from './market.ts';
import { awkwardOffers } from './offers.ts';
import { sampleRatesText } from './prices.ts';
import type { SampleProvider } from './providers.ts';
import { RENDERERS } from './render/index.ts';

/** Re-observed so often that no price of the sample ever ages. */
const EVERY_MS = 6 * 60 * 60 * 1000;
/** Bounds a feed that nobody fetches; larger than the largest of a market of a million plans. */
const BYTES_MAX = 64_000_000;

export function sampleSources({ now, ...size }: SampleSize & { readonly now: number }): IngestConfig {
  const market = sampleMarket(size);
  return {
    sources: market.providers.map((provider) => sourceOf(market, provider)),
    providers: market.providers.map(({ id, name, homepage, brand, host }) => ({
      id,
      name,
      homepage,
      brand,
      hosts: [host],
    })),
    coupons: sampleCoupons(now, market),
    overrides: [],
    rates: { kind: 'text', text: sampleRatesText(now) },
    sample: true,
  };
}

function sourceOf(market: SampleMarket, provider: SampleProvider): SourceConfig {
  const renderer = RENDERERS[provider.format];
  const adapter = ADAPTERS[renderer.adapter];
  if (adapter === undefined) throw new Error(`No adapter reads ${renderer.adapter}.`);
  return {
    id: provider.id,
    adapter,
    provider: provider.id,
    providers: null,
    paused: false,
    trackingLink: null,
    options: renderer.options(provider),
    credentials: {},
    everyMs: EVERY_MS,
    paceMs: 0,
    timeoutMs: EVERY_MS,
    maxBytes: BYTES_MAX,
    minimumRows: 1,
    currencyPreference: [],
    places: {},
    async *pages() {
      yield* feedPages(market, provider);
    },
  };
}

const encoder = new TextEncoder();

/** A shop's feed, page by page: its plans, and the few rows that must be refused. */
export function* feedPages(market: SampleMarket, provider: SampleProvider): Generator<FeedPage> {
  const renderer = RENDERERS[provider.format];
  const offers = [...market.offersOf(provider)];
  let number = 0;
  for (const text of renderer.pages(provider, [...offers, ...awkwardOffers(provider.id, offers)])) {
    number += 1;
    yield { number, contentType: renderer.contentType, body: encoder.encode(text) };
  }
}
