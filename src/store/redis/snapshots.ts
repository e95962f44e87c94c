/**
 * Snapshots in Redis: a list, newest first, and one key for each blob. A blob expires unless a snapshot uses it, so that
 * a process that dies before it announces a snapshot leaves no data.
 */
import {
  incompleteSnapshot,
  missingBlob,
  overtakenSnapshot,
  packBlob,
  refOf,
  UNNAMED_BLOB_MS,
  unpackBlob,
} from '../blob.ts';
import { type Snapshot, type SnapshotStore, StoreError } from '../port.ts';
import { SnapshotWatchers } from '../watchers.ts';
import type { Keys } from './keys.ts';
import type { Link } from './link.ts';
import { ANNOUNCE, PRUNE, TOUCH_BLOB } from './scripts.ts';

export function redisSnapshots(link: Link, keys: Keys) {
  /** New serials continue from this one if the server has lost its data. */
  let highestSerial = 0;

  /** The newest entries of the list as text. `last`: the index of the last one; -1: all entries. */
  const entriesUntil = (last: number) => link.send((client) => client.lrange(keys.snapshots, 0, last));

  async function list(limit: number): Promise<readonly Snapshot[]> {
    const snapshots = limit < 1 ? [] : (await entriesUntil(limit - 1)).map(readSnapshot);
    highestSerial = Math.max(highestSerial, snapshots[0]?.serial ?? 0);
    return snapshots;
  }

  const newest = async () => (await list(1))[0] ?? null;
  const watchers = new SnapshotWatchers(newest);

  return {
    list,
    /** Notifies the watchers of what other processes announced. */
    poll: () => watchers.poll(),

    async putBlob(bytes) {
      const ref = await refOf(bytes);
      const key = keys.blob(ref.sha256);
      if ((await link.script(TOUCH_BLOB, [key], [UNNAMED_BLOB_MS])) === 1) return ref;
      const packed = await packBlob(bytes);
      await link.send((client) => client.set(key, packed, 'PX', UNNAMED_BLOB_MS, 'NX'));
      return ref;
    },

    async getBlob(ref) {
      const packed = await link.send((client) => client.getBuffer(keys.blob(ref.sha256)));
      if (packed === null) throw missingBlob(ref);
      try {
        return await unpackBlob(packed, ref);
      } catch (error) {
        // After the deletion, a process with the right bytes can write them again.
        if (error instanceof StoreError) await link.send((client) => client.del(keys.blob(ref.sha256)));
        throw error;
      }
    },

    async announce(draft, after) {
      const text = JSON.stringify(draft);
      // '' is no condition, and 0 means that there must be no snapshot.
      const serialBefore = after === undefined ? '' : (after?.serial ?? 0);
      // The script keeps both blobs, assigns the next serial and publishes it. The serial is 0 if a blob is missing, and -1 if
      // another snapshot is the newest.
      const serial = (await link.script(
        ANNOUNCE,
        [keys.snapshots, keys.serial, keys.blob(draft.content.sha256), keys.blob(draft.observations.sha256)],
        [text, highestSerial, keys.channel, serialBefore],
      )) as number;
      if (serial === 0) throw incompleteSnapshot();
      if (serial === -1) throw overtakenSnapshot();
      highestSerial = serial;
      const snapshot = readSnapshot(`${serial} ${text}`);
      watchers.notify(snapshot);
      return snapshot;
    },

    async current() {
      const snapshot = await newest();
      watchers.markSeen(snapshot);
      return snapshot;
    },

    watch: (onSnapshot) => watchers.add(onSnapshot),

    async prune(serials) {
      // The newest snapshot always stays.
      const [, ...older] = await entriesUntil(-1);
      const dropped = older.filter((text) => serials.includes(readSnapshot(text).serial));
      if (dropped.length === 0) return;
      const blobs = dropped
        .map(readSnapshot)
        .flatMap(({ content, observations }) => [keys.blob(content.sha256), keys.blob(observations.sha256)]);
      await link.script(PRUNE, [keys.snapshots, ...blobs], [UNNAMED_BLOB_MS, ...dropped]);
    },
    // The record allows `poll`, which the interface does not have.
  } satisfies SnapshotStore & Record<string, unknown>;
}

/** The format of the list: `<serial> <JSON of the other fields>`. */
function readSnapshot(text: string): Snapshot {
  const space = text.indexOf(' ');
  return {
    serial: Number(text.slice(0, space)),
    ...(JSON.parse(text.slice(space + 1)) as Omit<Snapshot, 'serial'>),
  };
}
