import { release, sha256Of } from '../bytes.ts';
import { type Edition, type PartRef, type SnapshotStore, StoreError } from '../port.ts';
import type { WorkerClient } from './client.ts';
import { CHUNK_BYTES } from './parts.ts';

/**
 * Parts travel chunk by chunk, so that other requests to the worker come between two of them. While somebody watches,
 * editions of other processes are noticed by asking for the newest, now and then.
 */
export function embeddedSnapshots(client: WorkerClient, clock: () => number, pollMs: number) {
  const listeners = new Set<(edition: Edition) => void>();
  let timer: NodeJS.Timeout | undefined;
  /** null: not asked yet, so that what is found first is no news. */
  let seen: number | null = null;

  const newest = async (): Promise<Edition | null> => (await client.call('listEditions', [1]))[0] ?? null;

  function found(edition: Edition | null): void {
    const isNews = seen !== null && edition !== null && edition.serial !== seen;
    seen = edition?.serial ?? 0;
    if (isNews) for (const listener of listeners) listener(edition);
  }

  async function look(): Promise<void> {
    try {
      found(await newest());
    } catch {
      // Asked again at the next turn. The newest edition may then be told of once more, which does no harm.
      seen ??= 0;
    }
  }

  const stop = () => clearInterval(timer);

  return {
    stop,

    hasPart: async (sha256) => (await client.call('partInfo', [sha256])) !== null,

    async putPart(bytes): Promise<PartRef> {
      const ref = { sha256: await sha256Of(bytes), bytes: bytes.byteLength };
      if (await client.call('touchPart', [ref.sha256, clock()])) return ref;
      const chunks = Math.max(1, Math.ceil(bytes.byteLength / CHUNK_BYTES));
      for (let seq = 0; seq < chunks; seq += 1) {
        const data = bytes.subarray(seq * CHUNK_BYTES, (seq + 1) * CHUNK_BYTES);
        const isThere = await client.call('putChunk', [{ ...ref, chunks, seq }, data, clock()]);
        if (!isThere) throw new StoreError('missing_part', 'a part was dropped while it was written');
      }
      return ref;
    },

    async getPart(ref) {
      const altered = async () => {
        await client.call('discardPart', [ref.sha256]);
        return new StoreError('altered_part', `catalogue part ${ref.sha256.slice(0, 12)} is altered`);
      };
      const info = await client.call('partInfo', [ref.sha256]);
      if (!info) {
        throw new StoreError('missing_part', `catalogue part ${ref.sha256.slice(0, 12)} is not in the store`);
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

    async announce(edition) {
      const announced = await client.call('announce', [edition]);
      found(announced);
      return announced;
    },
    current: newest,
    list: (limit) => client.call('listEditions', [limit]),

    watch(onEdition) {
      // Wrapped, so that the same function may watch twice and stop once.
      const listener = (edition: Edition) => onEdition(edition);
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
      await client.call('dropEditions', [drop]);
      while (await client.call('dropUnnamedPart', [clock()]));
    },
  } satisfies SnapshotStore & Record<string, unknown>;
}
