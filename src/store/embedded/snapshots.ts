import { release, sha256Of } from '../bytes.ts';
import { type BlobRef, type Snapshot, type SnapshotStore, StoreError } from '../port.ts';
import { CHUNK_BYTES } from './blobs.ts';
import type { WorkerClient } from './client.ts';

/**
 * Blobs travel chunk by chunk, so that other requests to the worker come between two of them. While somebody watches,
 * snapshots of other processes are noticed by asking for the newest, now and then.
 */
export function embeddedSnapshots(client: WorkerClient, clock: () => number, pollMs: number) {
  const listeners = new Set<(snapshot: Snapshot) => void>();
  let timer: NodeJS.Timeout | undefined;
  /** null: not asked yet, so that what is found first is no news. */
  let seen: number | null = null;

  const newest = async (): Promise<Snapshot | null> => (await client.call('listSnapshots', [1]))[0] ?? null;

  function found(snapshot: Snapshot | null): void {
    const isNews = seen !== null && snapshot !== null && snapshot.serial !== seen;
    seen = snapshot?.serial ?? 0;
    if (isNews) for (const listener of listeners) listener(snapshot);
  }

  async function look(): Promise<void> {
    try {
      found(await newest());
    } catch {
      // Asked again at the next turn. The newest snapshot may then be told of once more, which does no harm.
      seen ??= 0;
    }
  }

  const stop = () => clearInterval(timer);

  return {
    stop,

    hasBlob: async (sha256) => (await client.call('blobInfo', [sha256])) !== null,

    async putBlob(bytes): Promise<BlobRef> {
      const ref = { sha256: await sha256Of(bytes), bytes: bytes.byteLength };
      if (await client.call('touchBlob', [ref.sha256, clock()])) return ref;
      const chunks = Math.max(1, Math.ceil(bytes.byteLength / CHUNK_BYTES));
      for (let seq = 0; seq < chunks; seq += 1) {
        const data = bytes.subarray(seq * CHUNK_BYTES, (seq + 1) * CHUNK_BYTES);
        const isThere = await client.call('putChunk', [{ ...ref, chunks, seq }, data, clock()]);
        if (!isThere) throw new StoreError('missing_blob', 'a blob was dropped while it was written');
      }
      return ref;
    },

    async getBlob(ref) {
      const altered = async () => {
        await client.call('discardBlob', [ref.sha256]);
        return new StoreError('altered_blob', `catalogue blob ${ref.sha256.slice(0, 12)} is altered`);
      };
      const info = await client.call('blobInfo', [ref.sha256]);
      if (!info) {
        throw new StoreError('missing_blob', `catalogue blob ${ref.sha256.slice(0, 12)} is not in the store`);
      }
      if (info.bytes !== ref.bytes) throw await altered();
      const bytes = new Uint8Array(ref.bytes);
      let length = 0;
      for (let seq = 0; seq < info.chunks; seq += 1) {
        const data = await client.call('getChunk', [ref.sha256, seq]);
        if (!data || length + data.byteLength > ref.bytes) throw await altered();
        bytes.set(data, length);
        length += data.byteLength;
        release(data);
      }
      if (length !== ref.bytes || (await sha256Of(bytes)) !== ref.sha256) throw await altered();
      return bytes;
    },

    async announce(snapshot) {
      const announced = await client.call('announce', [snapshot]);
      found(announced);
      return announced;
    },
    current: newest,
    list: (limit) => client.call('listSnapshots', [limit]),

    watch(onSnapshot) {
      // Wrapped, so that the same function may watch twice and stop once.
      const listener = (snapshot: Snapshot) => onSnapshot(snapshot);
      listeners.add(listener);
      if (listeners.size === 1) {
        seen = null;
        void look();
        timer = setInterval(() => void look(), pollMs).unref();
      }
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) stop();
      };
    },

    async prune(drop) {
      await client.call('dropSnapshots', [drop]);
      while (await client.call('dropUnnamedBlob', [clock()]));
    },
  } satisfies SnapshotStore & Record<string, unknown>;
}
