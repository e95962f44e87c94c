/** One feed format as it is written. The adapter of the same name reads it. */
import type { Offer } from '../offers.ts';
import type { SampleProvider } from '../providers.ts';

export interface FeedFormat {
  readonly adapter: string;
  readonly extension: 'json' | 'csv';
  /** The adapter's options, except for the address of the feed. */
  readonly options: (provider: SampleProvider) => Readonly<Record<string, unknown>>;
  /** Credentials that the adapter requires. They are not used, because the feed is a file. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** The text of the feed. */
  readonly write: (provider: SampleProvider, offers: readonly Offer[]) => string;
}

/** "10.99" as a number. */
export function major(minor: number): number {
  return minor / 100;
}

export function majorText(minor: number): string {
  return (minor / 100).toFixed(2);
}

export function speedText(kbps: number): string {
  return kbps >= 1000 ? `${kbps / 1000} Mbps` : `${kbps} kbps`;
}
