/** Access of commands to the store. It also works while a service uses the store. */
import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { CatalogueHolder } from '../catalogue/holder.ts';
import type { IngestConfig, SourceConfig } from '../ingest/config/load.ts';
import { ingest } from '../ingest/run/run.ts';
import { hasConfiguredSources, NO_SOURCES_FILE } from '../ingest/run/sample-guard.ts';
import { configFor } from '../service/ingestion.ts';
import type { Settings } from '../service/settings.ts';
import { diskFault, FILE, storeFolderFault } from '../store/embedded/folder.ts';
import type { StoreMode } from '../store/embedded/modes.ts';
import { folderOf, openStore } from '../store/open.ts';
import { type OnStoreEvent, type Store, StoreError } from '../store/port.ts';
import type { Dependencies } from './dependencies.ts';
import { CommandError, UsageError } from './errors.ts';

type Work<T> = (store: Store) => Promise<T>;

/** For commands that write plans or documents. Creates the data folder if it does not exist. */
export const withStore = <T>(settings: Settings, deps: Dependencies, work: Work<T>): Promise<T> =>
  inMode('write', settings, deps, work);

/** For commands that only read. They change nothing. If there is no data yet, the store is empty. */
export const readStore = <T>(settings: Settings, deps: Dependencies, work: Work<T>): Promise<T> =>
  inMode('read', settings, deps, work);

export async function inMode<T>(
  mode: StoreMode,
  settings: Settings,
  { clock, err }: Dependencies,
  work: Work<T>,
): Promise<T> {
  const { storeUrl, limits } = settings;
  const onEvent: OnStoreEvent = ({ message }) => err.write(`esim: ${message}\n`);
  const store = await openStore({ url: storeUrl, mode, clock, policies: limits.policies, onEvent }).catch(
    (error: unknown) => {
      if (isDamage(error)) throw new CommandError(damageText(storeUrl));
      // SQLite does not say why it cannot write.
      const fault = mode === 'read' ? null : folderFault(settings);
      throw fault === null ? error : new CommandError(fault);
    },
  );
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const isDamage = (error: unknown): boolean => error instanceof StoreError && error.code === 'damaged';

export const damageText = (storeUrl: string): string =>
  `the database in ${folderOf(storeUrl)} is damaged and was not changed: ` +
  'if a copy is running, wait until it has finished; otherwise restore a backup or run esim repair';

/** The absolute path of the data folder; null: the store is Redis. */
export const embeddedFolder = ({ storeUrl }: Settings): string | null =>
  storeUrl.startsWith('file:') ? resolve(folderOf(storeUrl)) : null;

/** Why the data folder cannot be written; null if it can, or if the store is Redis. */
export function folderFault(settings: Settings): string | null {
  const folder = embeddedFolder(settings);
  return folder === null ? null : (storeFolderFault(folder, 'write') ?? diskFault(folder));
}

export function hasNoData(storeUrl: string): boolean {
  if (!storeUrl.startsWith('file:')) return false;
  try {
    return statSync(join(folderOf(storeUrl), FILE), { throwIfNoEntry: false }) === undefined;
  } catch {
    // Opening the store reports why the folder cannot be read.
    return false;
  }
}

async function withTemporaryStore<T>(settings: Settings, deps: Dependencies, work: Work<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'esim-'));
  try {
    return await withStore({ ...settings, storeUrl: `file:${folder}` }, deps, work);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Uses the current catalogue. Before the first ingest it uses the bundled sample market and prints a note. */
export async function withCatalogue<T>(
  settings: Settings,
  deps: Dependencies,
  work: (catalogue: Catalogue, store: Store) => T | Promise<T>,
): Promise<T> {
  const found = await readStore(settings, deps, async (store) => {
    const { catalogue } = await loadCatalogue(store, deps);
    return catalogue === null ? null : { result: await work(catalogue, store) };
  });
  if (found !== null) return found.result;
  if (await readStore(settings, deps, hasSnapshots)) throw new CommandError(NO_USABLE_SNAPSHOT);
  if (settings.sourcesFile !== null)
    throw new CommandError('there is no catalogue yet: run esim ingest or esim serve first');
  deps.err.write('esim: no snapshot was published yet, so this is the bundled sample market\n');
  return withTemporaryStore(settings, deps, async (store) => {
    const { clock, random, env } = deps;
    await ingest({ config: await configFor(null, clock()), store, clock, random, env });
    const { catalogue } = await loadCatalogue(store, deps);
    if (catalogue === null) throw new CommandError('the sample market could not be loaded');
    return work(catalogue, store);
  });
}

/** Damaged snapshots, or snapshots of another version. The error of each was printed. */
export const NO_USABLE_SNAPSHOT =
  'no stored snapshot can be used: run esim ingest, or restart the service, which reads the feeds again';

const hasSnapshots = async ({ snapshots }: Store): Promise<boolean> => (await snapshots.list(1)).length > 0;

interface StoredCatalogue {
  /** null if no snapshot was published yet, or none can be used. */
  readonly catalogue: Catalogue | null;
  /** The newest snapshot is damaged, so that the catalogue is an earlier one. */
  readonly isDamaged: boolean;
}

export async function loadCatalogue({ snapshots }: Store, { err }: Dependencies): Promise<StoredCatalogue> {
  const holder = new CatalogueHolder({
    snapshots,
    onEvent: (event) => {
      if (event.kind !== 'loaded') err.write(`esim: ${event.message}\n`);
    },
  });
  try {
    await holder.start();
    return { catalogue: holder.current(), isDamaged: holder.isNewestDamaged() };
  } finally {
    await holder.stop();
  }
}

/** Without SOURCES_FILE, a command would list the sample market instead of the sources of the store. */
export async function requireSourcesFile({ sourcesFile }: Settings, { snapshots }: Store): Promise<void> {
  if (sourcesFile === null && (await hasConfiguredSources(snapshots)))
    throw new CommandError(NO_SOURCES_FILE);
}

/** The given source, or all configured sources. */
export async function sourceIds(
  settings: Settings,
  store: Store,
  now: number,
  source: string | undefined,
): Promise<readonly string[]> {
  const config = await configFor(settings.sourcesFile, now);
  await requireSourcesFile(settings, store);
  if (source === undefined) return config.sources.map(({ id }) => id);
  requireSource(config, source);
  return [source];
}

/** Finds a source by its id. An unknown id is a usage error that lists the configured ids. */
export function requireSource({ sources }: IngestConfig, id: string): SourceConfig {
  const found = sources.find((source) => source.id === id);
  if (found !== undefined) return found;
  throw new UsageError(
    `there is no source "${id}"; the sources are ${sources.map((source) => source.id).join(', ')}`,
  );
}
