/** How a command reaches what the service keeps: beside a running service, never in its way. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import { createLibrary } from '../catalogue/library.ts';
import type { IngestConfig } from '../ingest/config/load.ts';
import { createMemoryCounters } from '../limits/memory.ts';
import type { Settings } from '../settings.ts';
import { openStore } from '../store/open.ts';
import { type MakeCounters, noCounters, type Store } from '../store/port.ts';
import type { Dependencies } from './dependencies.ts';
import { CommandError, UsageError } from './failure.ts';

/** Reads the counts as they are: beside the service, none of them is ever written. */
export const readingCounts =
  ({ limits }: Settings, { clock }: Dependencies): MakeCounters =>
  (journal, secret) =>
    createMemoryCounters({ policies: limits.policies, clock, journal, secret });

/** Forgets the counts of a folder; whoever opens it so owns it, and no service may run. Redis forgets by itself. */
export const forgettingCounts: MakeCounters = async (journal, secret) => ({
  ...(await noCounters(journal, secret)),
  async reset() {
    for await (const rows of journal.load()) {
      await journal.save(Array.from(rows, (row) => ({ ...row, count: 0, times: [] })));
    }
  },
});

export async function withStore<T>(
  { storeUrl, limits }: Settings,
  { clock, err }: Dependencies,
  work: (store: Store) => Promise<T>,
  makeCounters: MakeCounters = noCounters,
  mode: 'own' | 'share' = 'share',
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

/** The catalogue that is served now. */
export async function loadCatalogue({ snapshots }: Store, { err }: Dependencies): Promise<Catalogue> {
  const library = createLibrary({
    snapshots,
    onEvent: (event) => {
      if (event.kind !== 'loaded') err.write(`esim: ${event.message}\n`);
    },
  });
  try {
    await library.start();
    const catalogue = library.current();
    if (catalogue === null)
      throw new CommandError('there is no catalogue yet: run esim ingest or esim serve first');
    return catalogue;
  } finally {
    await library.stop();
  }
}

/** A name that is not configured is a slip of the pen: the right ones are listed. */
export function requireSource({ sources }: IngestConfig, id: string): void {
  if (sources.some((source) => source.id === id)) return;
  throw new UsageError(
    `there is no source "${id}"; there are ${sources.map((source) => source.id).join(', ')}`,
  );
}
