/** What the shared store keeps under single keys: cached answers, leases and documents. */
import type { Clock } from '../../limits/port.ts';
import type { CacheStore, DocumentStore, LeaseStore } from '../port.ts';
import type { Keys } from './keys.ts';
import type { Link } from './link.ts';
import { CACHE_GENERATION, LEASE_RELEASE, LEASE_RENEW } from './scripts.ts';

// Cached answers, shared by all processes. The generation is part of every key: a purge begins a new one, and what is
// left of the old ones expires by itself, so that nothing ever walks over the keys.

/** `clock` turns a moment into a duration; Redis then counts that down on its own clock. */
export function redisCache(link: Link, keys: Keys, clock: Clock) {
  let generation: string | null = null;

  /** Generations only grow, so one that comes late changes nothing. */
  function heardGeneration(heard: string): string {
    if (generation === null || Number(heard) > Number(generation)) generation = heard;
    return generation;
  }

  /** Asks which generation is read now: at start, after a lost connection, and now and then. */
  async function refresh(): Promise<string> {
    return heardGeneration(
      (await link.script(CACHE_GENERATION, [keys.generation], [keys.generationChannel])) as string,
    );
  }

  const keyOf = async (key: string) => keys.cached(generation ?? (await refresh()), key);
  return {
    heardGeneration,
    refresh,
    get: async (key) => link.bytes('GET', await keyOf(key)),
    async put(key, bytes, expiresAt) {
      const ttlMs = Math.floor(expiresAt - clock());
      if (ttlMs > 0) await link.command('SET', await keyOf(key), asBuffer(bytes), 'PX', ttlMs);
    },
  } satisfies CacheStore & Record<string, unknown>;
}

export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

// The right to do something alone. Redis ends it by itself where the holder died.

const TOKEN_BYTES = 16;

export const redisLeases = (link: Link, keys: Keys, random: (bytes: number) => Uint8Array): LeaseStore => ({
  async acquire(name, ttlMs) {
    const token = Buffer.from(random(TOKEN_BYTES)).toString('base64url');
    const taken = await link.command('SET', keys.lease(name), token, 'PX', ttlMs, 'NX');
    return taken === 'OK' ? token : null;
  },
  renew: async (name, token, ttlMs) =>
    (await link.script(LEASE_RENEW, [keys.lease(name)], [token, ttlMs])) === 1,
  async release(name, token) {
    await link.script(LEASE_RELEASE, [keys.lease(name)], [token]);
  },
});

// Small named documents: one permanent hash for each collection.

export const redisDocuments = (link: Link, keys: Keys): DocumentStore => ({
  get: (collection, key) => link.bytes('HGET', keys.documents(collection), key),
  async put(collection, key, bytes) {
    await link.command('HSET', keys.documents(collection), key, asBuffer(bytes));
  },
  async delete(collection, key) {
    await link.command('HDEL', keys.documents(collection), key);
  },
  async keys(collection) {
    return ((await link.command('HKEYS', keys.documents(collection))) as string[]).sort();
  },
});
