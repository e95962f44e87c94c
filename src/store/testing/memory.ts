/** A store in memory, for unit tests. The test suite of the real stores runs against it too. */
import { createHash, randomUUID } from 'node:crypto';
import { overtakenSnapshot, UNNAMED_BLOB_MS } from '../blob.ts';
import { noCounters } from '../embedded/modes.ts';
import { type Snapshot, type Store, StoreError } from '../port.ts';

export async function openMemoryStore({ clock }: { readonly clock: () => number }): Promise<Store> {
  const blobs = new Map<string, { bytes: Uint8Array; touchedAt: number }>();
  let snapshots: Snapshot[] = [];
  const listeners = new Set<(snapshot: Snapshot) => void>();
  const cache = new Map<string, { bytes: Uint8Array; expiresAt: number }>();
  const leases = new Map<string, { token: string; expiresAt: number }>();
  const documents = new Map<string, Map<string, Uint8Array>>();
  const clicks = new Map<string, number>();
  const clickBatches = new Set<string>();
  const counters = noCounters(new Uint8Array(32));
  const hasLease = (name: string, token: string) => {
    const lease = leases.get(name);
    return lease?.token === token && lease.expiresAt > clock();
  };

  return {
    snapshots: {
      async putBlob(bytes) {
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        blobs.set(sha256, { bytes: new Uint8Array(bytes), touchedAt: clock() });
        return { sha256, bytes: bytes.byteLength };
      },
      async getBlob(ref) {
        const blob = blobs.get(ref.sha256);
        if (!blob) throw new StoreError('missing_blob', 'the blob is not in the store');
        if (blob.bytes.byteLength !== ref.bytes) throw new StoreError('altered_blob', 'the blob is altered');
        return new Uint8Array(blob.bytes);
      },
      async announce(snapshot, after) {
        if (after !== undefined && after?.serial !== snapshots[0]?.serial) throw overtakenSnapshot();
        for (const { sha256, bytes } of [snapshot.content, snapshot.observations]) {
          if (blobs.get(sha256)?.bytes.byteLength !== bytes) {
            throw new StoreError(
              'missing_blob',
              'a snapshot cannot be announced before its blobs are complete',
            );
          }
        }
        const announced: Snapshot = { ...snapshot, serial: (snapshots[0]?.serial ?? 0) + 1 };
        snapshots = [announced, ...snapshots];
        for (const listener of listeners) queueMicrotask(() => listener(announced));
        return announced;
      },
      current: async () => snapshots[0] ?? null,
      list: async (limit) => snapshots.slice(0, limit),
      watch(onSnapshot) {
        const listener = (snapshot: Snapshot) => onSnapshot(snapshot);
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      async prune(drop) {
        snapshots = snapshots.filter(({ serial }, index) => index === 0 || !drop.includes(serial));
        const used = new Set(
          snapshots.flatMap(({ content, observations }) => [content.sha256, observations.sha256]),
        );
        for (const [sha256, { touchedAt }] of blobs) {
          if (!used.has(sha256) && touchedAt <= clock() - UNNAMED_BLOB_MS) blobs.delete(sha256);
        }
      },
    },
    cache: {
      async get(key) {
        const entry = cache.get(key);
        return entry && entry.expiresAt > clock() ? new Uint8Array(entry.bytes) : null;
      },
      async put(key, bytes, expiresAt) {
        cache.set(key, { bytes: new Uint8Array(bytes), expiresAt });
      },
    },
    leases: {
      async acquire(name, ttlMs) {
        const lease = leases.get(name);
        if (lease && lease.expiresAt > clock()) return null;
        const token = randomUUID();
        leases.set(name, { token, expiresAt: clock() + ttlMs });
        return token;
      },
      async renew(name, token, ttlMs) {
        if (!hasLease(name, token)) return false;
        leases.set(name, { token, expiresAt: clock() + ttlMs });
        return true;
      },
      async release(name, token) {
        if (leases.get(name)?.token === token) leases.delete(name);
      },
    },
    documents: {
      async get(collection, key) {
        const bytes = documents.get(collection)?.get(key);
        return bytes ? new Uint8Array(bytes) : null;
      },
      async put(collection, key, bytes) {
        const known = documents.get(collection) ?? new Map<string, Uint8Array>();
        documents.set(collection, known.set(key, new Uint8Array(bytes)));
      },
      async delete(collection, key) {
        documents.get(collection)?.delete(key);
      },
      keys: async (collection) => [...(documents.get(collection)?.keys() ?? [])].toSorted(),
    },
    clicks: {
      async add(batch, amounts) {
        if (clickBatches.has(batch)) return;
        clickBatches.add(batch);
        for (const [name, amount] of amounts) {
          const sum = (clicks.get(name) ?? 0) + amount;
          if (sum === 0) clicks.delete(name);
          else clicks.set(name, sum);
        }
      },
      all: async () => new Map(clicks),
    },
    counters,
    status: () => ({ working: true, kind: 'embedded', state: 'ok' }),
    close: () => counters.close(),
  };
}
