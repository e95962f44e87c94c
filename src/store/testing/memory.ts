/** A store in plain maps, for unit tests of what stands on a store. Keeps the same suite as the real ones. */
import { createHash, randomUUID } from 'node:crypto';
import { NO_JOURNAL } from '../../limits/memory.ts';
import { type Edition, type MakeCounters, type Store, StoreError } from '../port.ts';

export interface MemoryStoreOptions {
  readonly clock: () => number;
  readonly makeCounters: MakeCounters;
}

/** As in the embedded store: a part that no edition names may be about to be announced. */
const UNNAMED_PART_MS = 3_600_000;

export async function openMemoryStore({ clock, makeCounters }: MemoryStoreOptions): Promise<Store> {
  const parts = new Map<string, { bytes: Uint8Array; touchedAt: number }>();
  let editions: Edition[] = [];
  const listeners = new Set<(edition: Edition) => void>();
  const cache = new Map<string, { bytes: Uint8Array; expiresAt: number }>();
  const leases = new Map<string, { token: string; expiresAt: number }>();
  const documents = new Map<string, Map<string, Uint8Array>>();
  const counters = await makeCounters(NO_JOURNAL, new Uint8Array(32));
  const held = (name: string, token: string) => {
    const lease = leases.get(name);
    return lease?.token === token && lease.expiresAt > clock();
  };

  return {
    snapshots: {
      hasPart: async (sha256) => parts.has(sha256),
      async putPart(bytes) {
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        parts.set(sha256, { bytes: new Uint8Array(bytes), touchedAt: clock() });
        return { sha256, bytes: bytes.byteLength };
      },
      async getPart(ref) {
        const part = parts.get(ref.sha256);
        if (!part) throw new StoreError('missing_part', 'that part is not in the store');
        if (part.bytes.byteLength !== ref.bytes) throw new StoreError('altered_part', 'that part is altered');
        return new Uint8Array(part.bytes);
      },
      async announce(edition) {
        for (const { sha256, bytes } of [edition.content, edition.observations]) {
          if (parts.get(sha256)?.bytes.byteLength !== bytes) {
            throw new StoreError(
              'missing_part',
              'an edition cannot be announced before its parts are complete',
            );
          }
        }
        const announced: Edition = { ...edition, serial: (editions[0]?.serial ?? 0) + 1 };
        editions = [announced, ...editions];
        if (edition.reason === 'rollback') cache.clear();
        for (const listener of listeners) queueMicrotask(() => listener(announced));
        return announced;
      },
      current: async () => editions[0] ?? null,
      list: async (limit) => editions.slice(0, limit),
      watch(onEdition) {
        const listener = (edition: Edition) => onEdition(edition);
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      async prune(drop) {
        editions = editions.filter(({ serial }, index) => index === 0 || !drop.includes(serial));
        const named = new Set(
          editions.flatMap(({ content, observations }) => [content.sha256, observations.sha256]),
        );
        for (const [sha256, { touchedAt }] of parts) {
          if (!named.has(sha256) && touchedAt <= clock() - UNNAMED_PART_MS) parts.delete(sha256);
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
        if (!held(name, token)) return false;
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
    counters,
    status: () => ({ working: true, kind: 'embedded', state: 'ok' }),
    close: () => counters.close(),
  };
}
