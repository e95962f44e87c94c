/** How a command reaches what the service keeps: while a service runs too, and never in its way. */
import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { createCatalogueHolder } from '../catalogue/holder.ts';
import type { IngestConfig } from '../ingest/config/load.ts';
import { ingest } from '../ingest/run/run.ts';
import { configFor } from '../ingestion.ts';
import { createMemoryCounters } from '../limits/memory.ts';
import type { Settings } from '../settings.ts';
import { folderOf, openStore } from '../store/open.ts';
import { type MakeCounters, noCounters, type Store } from '../store/port.ts';
import type { Dependencies } from './dependencies.ts';
import { CommandError, UsageError } from './failure.ts';

/** Reads the counts as they are, while the service runs too: none of them is ever written. */
export const readingCounts =
  ({ limits }: Settings, { clock }: Dependencies): MakeCounters =>
  (journal, secret) =>
    createMemoryCounters({ policies: limits.policies, clock, journal, secret });

export interface StoreUse {
  readonly makeCounters?: MakeCounters;
  readonly mode?: 'own' | 'share';
}

/** For a command that writes: a folder that is not there yet is made. */
export async function withStore<T>(
  { storeUrl, limits }: Settings,
  { clock, err }: Dependencies,
  work: (store: Store) => Promise<T>,
  { makeCounters = noCounters, mode = 'share' }: StoreUse = {},
): Promise<T> {
  const store = await openStore({
    url: storeUrl,
    mode,
    clock,
    policies: limits.policies,
    makeCounters,
    onEvent: ({ message }) => err.write(`esim: ${message}\n`),
  });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** For a command that only looks: where nothing was stored yet it looks at an empty store, and leaves nothing behind. */
export const lookInStore = <T>(
  settings: Settings,
  around: Dependencies,
  work: (store: Store) => Promise<T>,
  use: StoreUse = {},
): Promise<T> =>
  isAbsent(settings.storeUrl)
    ? withPassingStore(settings, around, work, use)
    : withStore(settings, around, work, use);

export function isAbsent(storeUrl: string): boolean {
  if (!storeUrl.startsWith('file:')) return false;
  try {
    return statSync(join(folderOf(storeUrl), 'esim.db'), { throwIfNoEntry: false }) === undefined;
  } catch {
    // Not allowed to look: opening it says why.
    return false;
  }
}

async function withPassingStore<T>(
  settings: Settings,
  around: Dependencies,
  work: (store: Store) => Promise<T>,
  use: StoreUse = {},
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'esim-'));
  try {
    return await withStore({ ...settings, storeUrl: `file:${folder}` }, around, work, use);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The catalogue that is served now; before anything was published, the bundled sample market, and that is said. */
export async function withCatalogue<T>(
  settings: Settings,
  around: Dependencies,
  work: (catalogue: Catalogue, store: Store) => T | Promise<T>,
): Promise<T> {
  const found = await lookInStore(settings, around, async (store) => {
    const catalogue = await loadCatalogue(store, around);
    return catalogue === null ? null : { result: await work(catalogue, store) };
  });
  if (found !== null) return found.result;
  if (settings.sourcesFile !== null)
    throw new CommandError('there is no catalogue yet: run esim ingest or esim serve first');
  around.err.write('esim: nothing was published yet: this is the bundled sample market\n');
  return withPassingStore(settings, around, async (store) => {
    const { clock, random, env } = around;
    await ingest({ config: await configFor(null, clock()), store, clock, random, env });
    const catalogue = await loadCatalogue(store, around);
    if (catalogue === null) throw new CommandError('the sample market could not be loaded');
    return work(catalogue, store);
  });
}

/** null: nothing was published yet. */
export async function loadCatalogue({ snapshots }: Store, { err }: Dependencies): Promise<Catalogue | null> {
  const library = createCatalogueHolder({
    snapshots,
    onEvent: (event) => {
      if (event.kind !== 'loaded') err.write(`esim: ${event.message}\n`);
    },
  });
  try {
    await library.start();
    return library.current();
  } finally {
    await library.stop();
  }
}

/** The one that is named, or all that are configured. */
export async function sourceIds(
  { sourcesFile }: Settings,
  now: number,
  named: string | undefined,
): Promise<readonly string[]> {
  const config = await configFor(sourcesFile, now);
  if (named === undefined) return config.sources.map(({ id }) => id);
  requireSource(config, named);
  return [named];
}

/** A name that is not configured is a slip of the pen: the right ones are listed. */
export function requireSource({ sources }: IngestConfig, id: string): void {
  if (sources.some((source) => source.id === id)) return;
  throw new UsageError(
    `there is no source "${id}"; there are ${sources.map((source) => source.id).join(', ')}`,
  );
}
