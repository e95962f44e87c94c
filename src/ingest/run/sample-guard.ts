/**
 * Keeps the sample market from replacing plans of configured sources. A command that is started without the settings of
 * the service would use the sample market.
 */
import type { Snapshot, SnapshotStore } from '../../store/port.ts';

export const NO_SOURCES_FILE =
  'the store has plans of configured sources, but SOURCES_FILE is not set: set it, for example with --env-file';

/** Its message is one line that tells the operator what to do. */
export class SampleRefused extends Error {
  override readonly name = 'SampleRefused';
  constructor() {
    super(`${NO_SOURCES_FILE}, or add --sample to replace these plans with the sample market`);
  }
}

/** Returns false if there is no snapshot. */
export const hasConfiguredSources = async (snapshots: SnapshotStore): Promise<boolean> =>
  (await snapshots.current())?.sample === false;

/** Returns true if a rollback to this snapshot would replace plans of configured sources with the sample market. */
export const wouldRestoreSample = async (snapshots: SnapshotStore, target: Snapshot): Promise<boolean> =>
  target.sample === true && (await hasConfiguredSources(snapshots));
