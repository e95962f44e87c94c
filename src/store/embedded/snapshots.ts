/** Snapshots in the embedded database. It polls for snapshots of other processes. */
import { missingBlob, packBlob, refOf, unpackBlob } from '../blob.ts';
import { type SnapshotStore, StoreError } from '../port.ts';
import { SnapshotWatchers } from '../watchers.ts';
import type { DatabaseThread } from './thread.ts';

interface SnapshotsOptions {
  readonly clock: () => number;
  readonly pollMs: number;
  readonly isReadOnly: boolean;
}

export function embeddedSnapshots(thread: DatabaseThread, { clock, pollMs, isReadOnly }: SnapshotsOptions) {
  const newest = async () => (await thread.call('listSnapshots', [1]))[0] ?? null;
  const watchers = new SnapshotWatchers(newest);
  const timer = setInterval(() => void watchers.poll(), pollMs).unref();

  return {
    stop: () => clearInterval(timer),

    async putBlob(bytes) {
      const ref = await refOf(bytes);
      if (!(await thread.call('touchBlob', [ref.sha256, clock()])))
        await thread.call('putBlob', [ref, await packBlob(bytes), clock()]);
      return ref;
    },

    async getBlob(ref) {
      const packed = await thread.call('getBlob', [ref.sha256]);
      if (packed === null) throw missingBlob(ref);
      try {
        return await unpackBlob(packed, ref);
      } catch (error) {
        // After the deletion, a process with the right bytes can write them again.
        if (error instanceof StoreError && !isReadOnly) await thread.call('dropBlob', [ref.sha256]);
        throw error;
      }
    },

    async announce(snapshot, after) {
      const announced = await thread.call('announce', [snapshot, after]);
      watchers.notify(announced);
      return announced;
    },

    async current() {
      const snapshot = await newest();
      watchers.markSeen(snapshot);
      return snapshot;
    },

    list: (limit) => thread.call('listSnapshots', [limit]),
    watch: (onSnapshot) => watchers.add(onSnapshot),
    prune: (drop) => thread.call('prune', [drop, clock()]),
  } satisfies SnapshotStore & Record<string, unknown>;
}
