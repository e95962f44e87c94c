/** The way back, for good: the feeds that made the edition that is left are held until the operator accepts them. */
import { ALL_EDITIONS, rollBack } from '../catalogue/publish.ts';
import type { Edition, Store } from '../store/port.ts';
import { loadEdition } from './current.ts';
import { forgetAcceptance, releaseHold, writeHold } from './records.ts';

export interface RolledBack {
  readonly edition: Edition;
  /** Sources whose plans or prices the rollback changed. */
  readonly held: readonly string[];
}

/** Null where the store no longer has that edition. */
export async function rollBackAndHold(
  { snapshots, documents }: Pick<Store, 'snapshots' | 'documents'>,
  serial: number,
  now: number,
): Promise<RolledBack | null> {
  const [current] = await snapshots.list(1);
  const target = (await snapshots.list(ALL_EDITIONS)).find((edition) => edition.serial === serial);
  if (current === undefined || target === undefined) return null;
  const after = await loadEdition(snapshots, target);
  // One that cannot be read tells nothing of its feeds: all that were restored are held.
  const left = await loadEdition(snapshots, current);
  const sources = new Set([...(after?.sources ?? []), ...(left?.sources ?? [])]);
  const held = [...sources].filter((source) => after?.contentOf(source) !== left?.contentOf(source)).sort();
  // Held first: an ingest that begins in between must find it.
  for (const source of held) {
    await writeHold(documents, { source, at: now, left: current.serial });
    await forgetAcceptance(documents, source);
  }
  try {
    const edition = await rollBack(snapshots, serial, now);
    return edition === null ? null : { edition, held };
  } catch (error) {
    for (const source of held) await releaseHold(documents, source);
    throw error;
  }
}
