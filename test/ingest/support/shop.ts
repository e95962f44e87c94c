/** Two shops with feeds on a fake provider, a store in memory, and an ingest that never waits. */
import { zstdDecompressSync } from 'node:zlib';
import type { Market } from '../../../src/catalogue/catalogue.ts';
import { readSnapshot } from '../../../src/catalogue/read-snapshot.ts';
import type { Plan } from '../../../src/domain/plan.ts';
import type { FeedPage } from '../../../src/ingest/adapter.ts';
import { ADAPTERS } from '../../../src/ingest/config/adapters.ts';
import { buildConfig, type IngestConfig } from '../../../src/ingest/config/load.ts';
import type { IngestEvent, IngestReport } from '../../../src/ingest/run/report.ts';
import { type IngestOptions, ingest } from '../../../src/ingest/run/run.ts';
import type { Store } from '../../../src/store/port.ts';
import { openMemoryStore } from '../../../src/store/testing/memory.ts';

export const HOUR_MS = 3_600_000;
export const START = Date.parse('2026-11-10T12:00:00Z');

export interface FeedRow {
  readonly id: string;
  readonly prices: { readonly USD: number };
}

/** Rows of the eSIMDB-style feed, all different, priced like a real shop's. */
export function rows(count: number, change: (row: FeedRow, index: number) => object = () => ({})) {
  return Array.from({ length: count }, (_, index) => {
    const row = {
      id: `plan-${index}`,
      planName: `Plan ${index}`,
      validity: [7, 15, 30][index % 3],
      dataCap: 1 + (index % 10),
      dataUnit: 'GB',
      link: `https://one.example/plan-${index}`,
      prices: { USD: 3 + (index % 10) * 1.5 },
      coverages: [{ code: ['TR', 'JP', 'FR'][index % 3], networks: [] }],
    };
    return { ...row, ...change(row, index) };
  });
}

export interface SourceGiven {
  readonly id: string;
  readonly adapter?: string;
  readonly provider?: string;
  readonly options?: object;
  readonly [more: string]: unknown;
}

export function configOf(sources: readonly SourceGiven[], more: object = {}): IngestConfig {
  const provider = (id: string) => ({
    name: `providers/${id}.json`,
    text: JSON.stringify({ id, name: id, homepage: `https://${id}.example/`, hosts: [`${id}.example`] }),
  });
  const filled = sources.map((source) => ({ adapter: 'esimdb', provider: 'one', pace: '1ms', ...source }));
  return buildConfig(
    {
      sources: { name: 'sources.json', text: JSON.stringify({ sources: filled, ...more }) },
      providers: [...new Set(filled.flatMap((source) => source.provider ?? ['one', 'two']))].map(provider),
      coupons: null,
      overrides: null,
      folder: '.',
    },
    Object.values(ADAPTERS),
  );
}

/** A configuration whose feeds are made in the process. `providers` says whose a source is, where it is not "one". */
export function inProcess(
  feeds: Readonly<Record<string, () => unknown>>,
  providers: Readonly<Record<string, string>> = { second: 'two' },
): IngestConfig {
  const config = configOf(
    Object.keys(feeds).map((id) => ({
      id,
      provider: providers[id] ?? 'one',
      options: { url: 'https://unused.example/' },
    })),
  );
  const pagesOf = (id: string) =>
    async function* (): AsyncGenerator<FeedPage> {
      yield { number: 1, body: Buffer.from(JSON.stringify(feeds[id]?.())) };
    };
  return { ...config, sources: config.sources.map((source) => ({ ...source, pages: pagesOf(source.id) })) };
}

export interface Bench {
  readonly store: Store;
  readonly events: IngestEvent[];
  now: number;
  run(config: IngestConfig, options?: Partial<IngestOptions>): Promise<IngestReport>;
  /** Plans in the catalogue, by source. */
  plans(): Promise<Record<string, readonly Plan[]>>;
  catalogue(): Promise<Market>;
  states(): Promise<Record<string, { status: string; lastSuccess: number | null; plans: number }>>;
  oldestObservation(source: string): Promise<number>;
  /** Every byte that the store holds, as text. */
  everything(): Promise<string>;
}

export async function openBench(): Promise<Bench> {
  const events: IngestEvent[] = [];
  const store = await openMemoryStore({ clock: () => bench.now });
  const catalogue = async () => {
    const snapshot = await store.snapshots.current();
    if (snapshot === null) throw new Error('nothing was published');
    return await readSnapshot(store.snapshots, snapshot);
  };
  const bench: Bench = {
    store,
    events,
    catalogue,
    now: START,
    run: (config, options = {}) =>
      ingest({
        config,
        store,
        clock: () => bench.now,
        random: () => 0.5,
        env: {},
        network: { allowLoopback: true, sleep: async () => {} },
        onEvent: (event) => void events.push(event),
        ...options,
      }),
    async plans() {
      const { plans } = await catalogue();
      return Object.fromEntries(
        Map.groupBy(
          plans.map(({ plan }) => plan),
          ({ source }) => source,
        ),
      );
    },
    async states() {
      const { sources } = await catalogue();
      return Object.fromEntries(sources.map(({ id, ...state }) => [id, state]));
    },
    async oldestObservation(source) {
      const own = (await catalogue()).plans.filter(({ plan }) => plan.source === source);
      return Math.min(...own.map(({ observation }) => observation.observedAt));
    },
    async everything() {
      const found: string[] = [];
      for (const { content, observations } of await store.snapshots.list(100))
        for (const ref of [content, observations])
          found.push(zstdDecompressSync(await store.snapshots.getBlob(ref)).toString());
      for (const collection of ['runs', 'rejects', 'quarantine', 'history', 'accept', 'rates'])
        for (const key of await store.documents.keys(collection))
          found.push(key, Buffer.from((await store.documents.get(collection, key)) ?? []).toString('utf8'));
      return found.join('\n');
    },
  };
  return bench;
}
