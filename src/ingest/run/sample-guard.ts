/** Keeps the sample market from replacing plans of configured sources, usually after a command without its settings. */
import { isSampleContent } from '../../catalogue/read-snapshot.ts';
import type { SnapshotStore } from '../../store/port.ts';

/** Its message is one line that tells the operator what to do. */
export class SampleRefused extends Error {
  override readonly name = 'SampleRefused';
  constructor() {
    super(
      'the store has plans of configured sources, but SOURCES_FILE is not set: set it, for example with --env-file, ' +
        'or add --sample to replace these plans with the sample market',
    );
  }
}

/** Returns false if there is no snapshot, or if the current snapshot cannot be read. */
export async function hasConfiguredSources(snapshots: SnapshotStore): Promise<boolean> {
  const current = await snapshots.current();
  if (current === null) return false;
  return (await isSampleContent(await snapshots.getBlob(current.content))) === false;
}
