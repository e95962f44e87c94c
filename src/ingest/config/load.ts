/** The operator's configuration for an ingest, with resolved paths, durations in milliseconds and default values. */

import { basename, resolve } from 'node:path';
import type { Provider } from '../../domain/plan.ts';
import { ConfigError } from '../../operator-files/problems.ts';
import { readFileBytes } from '../../operator-files/read-file.ts';
import { whyUnreadable } from '../../operator-files/unreadable.ts';
import { type Adapter, type AdapterOptions, FeedError, type FeedPage, type PageLimits } from '../adapter.ts';
import type { ProductTerms } from '../draft.ts';
import { DEFAULT_LIMITS } from '../parse/body.ts';
import { ADAPTERS } from './adapters.ts';
import { checkFiles } from './check.ts';
import { type ConfigFiles, readConfigFiles } from './files.ts';
import {
  BYTES_PER_MEGABYTE,
  type CouponEntry,
  DEFAULT_DURATIONS,
  durationMs,
  type OverrideEntry,
  type SourceEntry,
  type SourcesFile,
} from './schema.ts';

export interface ProviderConfig extends Provider {
  /** Hosts that its links may lead to. */
  readonly hosts: readonly string[];
}

export interface SourceConfig {
  readonly id: string;
  readonly adapter: Adapter;
  /** null: each row names its provider. */
  readonly provider: string | null;
  /** How the rows name their providers. null if the source has one provider. */
  readonly providers: NonNullable<SourceEntry['providers']> | null;
  /** The marketplace through which its providers sell; null: their own shops. */
  readonly shop: string | null;
  /** True: it is not read. Its plans stay while they are young enough. */
  readonly paused: boolean;
  /** The address that links are put into. null: they stay as they are. */
  readonly trackingLink: string | null;
  readonly options: AdapterOptions;
  /** For a feed of products. */
  readonly products?: ProductTerms;
  /** Names of environment variables, by role. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly everyMs: number;
  /** The pause between two requests. */
  readonly paceMs: number;
  readonly timeoutMs: number;
  readonly limits: PageLimits;
  /** The processor time that its rows may take. null: the default, which grows with the number of rows. */
  readonly maximumSeconds: number | null;
  readonly minimumRows: number;
  readonly currencyPreference: readonly string[];
  /** Countries by the feed's own place codes. null: the code stands for no country. */
  readonly places: Readonly<Record<string, string | null>>;
  /** The pages of a feed in a file, or of one that this process creates. They are read instead of sending requests. */
  readonly pages?: () => AsyncIterable<FeedPage>;
}

/** Only the sample market and tests give the rates as text. */
export type RatesConfig =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'text'; readonly text: string };

export interface IngestConfig {
  readonly sources: readonly SourceConfig[];
  readonly providers: readonly ProviderConfig[];
  readonly coupons: readonly CouponEntry[];
  readonly overrides: readonly OverrideEntry[];
  /** null if there are no exchange rates. Then only prices in USD are accepted. */
  readonly rates: RatesConfig | null;
  /** True for the sample market, whose plans are invented. */
  readonly sample: boolean;
}

/** Reads and checks the operator's files. Throws `ConfigError` with every problem at once. */
export const readConfig = async (sourcesFile: string): Promise<IngestConfig> =>
  buildConfig(await readConfigFiles(sourcesFile), Object.values(ADAPTERS));

export function buildConfig(files: ConfigFiles, adapters: readonly Adapter[]): IngestConfig {
  const { sources, providers, coupons, overrides, problems } = checkFiles(files, adapters);
  if (sources === null || problems.length > 0) throw new ConfigError(problems);
  return {
    sources: sources.sources.flatMap((entry) => {
      // checkFiles has reported an unknown adapter.
      const adapter = adapters.find(({ id }) => id === entry.adapter);
      return adapter === undefined ? [] : [sourceConfig(entry, adapter, files.folder)];
    }),
    providers: providers.map(({ id, name, homepage, brand = id, hosts, refund }) => {
      return { id, name, homepage, brand, hosts, ...(refund && { refund }) };
    }),
    coupons,
    overrides,
    rates: ratesConfig(sources.rates, files.folder),
    sample: false,
  };
}

function ratesConfig(rates: SourcesFile['rates'], folder: string): RatesConfig | null {
  if (rates?.file !== undefined) return { kind: 'file', path: resolve(folder, rates.file) };
  if (rates?.url !== undefined) return { kind: 'url', url: rates.url };
  return null;
}

function sourceConfig(entry: SourceEntry, adapter: Adapter, folder: string): SourceConfig {
  const saved = savedResponse(entry.options, folder);
  const limits = pageLimits(entry);
  return {
    id: entry.id,
    adapter,
    provider: entry.provider ?? null,
    providers: entry.providers ?? null,
    shop: entry.shop ?? null,
    paused: entry.paused ?? false,
    trackingLink: entry.trackingLink ?? null,
    options: entry.options ?? {},
    products: { goods: entry.goods ?? 'any', columns: entry.columns ?? 'seller' },
    credentials: entry.credentials ?? {},
    everyMs: durationMs(entry.every ?? DEFAULT_DURATIONS.every),
    paceMs: entry.pace === undefined ? defaultPaceMs(adapter) : durationMs(entry.pace),
    timeoutMs: durationMs(entry.timeout ?? DEFAULT_DURATIONS.timeout),
    limits,
    maximumSeconds: entry.maximumSeconds ?? null,
    minimumRows: entry.minimumRows ?? 1,
    currencyPreference: entry.currencyPreference ?? [],
    places: { ...adapter.places, ...entry.places },
    ...(saved === null ? {} : { pages: () => pagesFromFile(saved, limits.bytes) }),
  };
}

function pageLimits({ maximumMegabytes, maximumRows }: SourceEntry): PageLimits {
  const { bytes, rows } = DEFAULT_LIMITS;
  return {
    bytes: maximumMegabytes === undefined ? bytes : maximumMegabytes * BYTES_PER_MEGABYTE,
    rows: maximumRows ?? rows,
  };
}

/** The pause between two requests, which keeps the published limit of the seller. */
const defaultPaceMs = ({ requestsPerMinute = Number.POSITIVE_INFINITY }: Adapter): number =>
  Math.max(durationMs(DEFAULT_DURATIONS.pace), Math.ceil(60_000 / requestsPerMinute));

/** "file:saved.json" is a saved response of the feed, relative to the sources file. */
export function savedResponse(options: AdapterOptions | undefined, folder: string): string | null {
  const url = options?.['url'];
  return typeof url === 'string' && url.startsWith('file:')
    ? resolve(folder, url.replace(/^file:(?:\/\/)?/, ''))
    : null;
}

async function* pagesFromFile(path: string, maxBytes: number): AsyncGenerator<FeedPage> {
  const body = await readFileBytes(path, maxBytes).catch((error: unknown) => {
    throw new FeedError(`The file ${basename(path)} cannot be read: ${whyUnreadable(error)}.`);
  });
  yield { number: 1, body };
}
