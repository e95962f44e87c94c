/** Cached responses, leases and documents in Redis. */
import type { Clock } from '../../limits/port.ts';
import type { CacheStore, ClickStore, DocumentStore, LeaseStore } from '../port.ts';
import type { Keys } from './keys.ts';
import type { Link } from './link.ts';
import { ADD_CLICKS, LEASE_RELEASE, LEASE_RENEW } from './scripts.ts';

/** Converts bytes to and from the type that ioredis uses, without a copy. */
export const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const bytesOf = (buffer: Buffer | null): Uint8Array | null =>
  buffer === null ? null : new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);

/** `clock` converts an expiry to a duration, because Redis uses its own clock. */
export const redisCache = (link: Link, keys: Keys, clock: Clock): CacheStore => ({
  get: async (key, deadline) =>
    bytesOf(await link.send((client) => client.getBuffer(keys.cached(key)), deadline)),
  async put(key, bytes, expiresAt) {
    const ttlMs = Math.floor(expiresAt - clock());
    if (ttlMs <= 0) return;
    await link.send((client) => client.set(keys.cached(key), bufferOf(bytes), 'PX', ttlMs));
  },
});

const TOKEN_BYTES = 16;

/** Only a request has a deadline. An ingest may wait for a slow server, so it uses the patient link `bulk`. */
export const redisLeases = (
  link: Link,
  bulk: Link,
  keys: Keys,
  random: (bytes: number) => Uint8Array,
): LeaseStore => ({
  async acquire(name, ttlMs, deadline) {
    const token = Buffer.from(random(TOKEN_BYTES)).toString('base64url');
    const reply = await (deadline === undefined ? bulk : link).send(
      (client) => client.set(keys.lease(name), token, 'PX', ttlMs, 'NX'),
      deadline,
    );
    return reply === 'OK' ? token : null;
  },
  renew: async (name, token, ttlMs) =>
    (await bulk.script(LEASE_RENEW, [keys.lease(name)], [token, ttlMs])) === 1,
  async release(name, token) {
    await link.script(LEASE_RELEASE, [keys.lease(name)], [token]);
  },
});

export const redisDocuments = (link: Link, keys: Keys): DocumentStore => ({
  get: async (collection, key) =>
    bytesOf(await link.send((client) => client.hgetBuffer(keys.documents(collection), key))),
  async put(collection, key, bytes) {
    await link.send((client) => client.hset(keys.documents(collection), key, bufferOf(bytes)));
  },
  async delete(collection, key) {
    await link.send((client) => client.hdel(keys.documents(collection), key));
  },
  keys: async (collection) =>
    (await link.send((client) => client.hkeys(keys.documents(collection)))).toSorted(),
});

/** Longer than any caller repeats a batch. */
const BATCH_SECONDS = 600;

export const redisClicks = (link: Link, keys: Keys): ClickStore => ({
  async add(batch, amounts) {
    const named = [...amounts].flat();
    await link.script(ADD_CLICKS, [keys.clicks, keys.clickBatch(batch)], [BATCH_SECONDS, ...named]);
  },
  async all() {
    const found = await link.send((client) => client.hgetall(keys.clicks));
    return new Map(Object.entries(found).map(([name, amount]) => [name, Number(amount)]));
  },
});
