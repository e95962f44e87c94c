/** One feed format, written: the mirror image of the adapter that reads it. */
import type { Offer } from '../offers.ts';
import type { SampleProvider } from '../providers.ts';

export interface Renderer {
  /** The adapter that reads it. */
  readonly adapter: string;
  readonly contentType: string;
  /** What a source of this format sets for its adapter. */
  options(provider: SampleProvider): Readonly<Record<string, unknown>>;
  /** The feed as text, page by page. */
  pages(provider: SampleProvider, offers: readonly Offer[]): Iterable<string>;
}

/** Feeds of the sample market are made in the process; nothing is ever fetched from these addresses. */
export function feedUrl(provider: SampleProvider, path: string): string {
  return `https://feeds.${provider.host}/${path}`;
}

/** "10.99" as a number, for feeds that write prices so. */
export function major(minor: number): number {
  return minor / 100;
}

export function majorText(minor: number): string {
  return (minor / 100).toFixed(2);
}

/** Amounts under 1 GB are written in MB. */
export function amountIn(gb: number): { readonly amount: number; readonly unit: 'GB' | 'MB' } {
  return gb < 1 ? { amount: gb * 1000, unit: 'MB' } : { amount: gb, unit: 'GB' };
}

export function speedText(kbps: number): string {
  return kbps >= 1000 ? `${kbps / 1000} Mbps` : `${kbps} kbps`;
}

export function inChunks<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}
