/** What the shared store keeps under single keys: cached answers, leases and documents. */
import type { Clock } from '../../limits/port.ts';
import type { CacheStore, DocumentStore, LeaseStore } from '../port.ts';
import type { Keys } from './keys.ts';
import type { Link } from './link.ts';
import { CACHE_GENERATION, LEASE_RELEASE, LEASE_RENEW } from './scripts.ts';

// Cached answers, shared by all processes. The generation is part of every key: a purge begins a new one, and what is
// left of the old ones expires by itself, so that nothing ever walks over the keys.

export class RedisCache implements CacheStore {
  readonly #link: Link;
  readonly #keys: Keys;
  /** Turns a moment into a duration; Redis then counts that down on its own clock. */
  readonly #clock: Clock;
  #generation: string | null = null;

  constructor(link: Link, keys: Keys, clock: Clock) {
    this.#link = link;
    this.#keys = keys;
    this.#clock = clock;
  }

  async get(key: string): Promise<Uint8Array | null> {
    const generation = this.#generation ?? (await this.refresh());
    return this.#link.bytes('GET', this.#keys.cached(generation, key));
  }

  async put(key: string, bytes: Uint8Array, expiresAt: number): Promise<void> {
    const ttlMs = Math.floor(expiresAt - this.#clock());
    if (ttlMs <= 0) return;
    const generation = this.#generation ?? (await this.refresh());
    await this.#link.command('SET', this.#keys.cached(generation, key), asBuffer(bytes), 'PX', ttlMs);
  }

  async purge(): Promise<void> {
    this.#generation = (await this.#link.script(
      CACHE_GENERATION,
      [this.#keys.generation],
      ['1', this.#keys.generationChannel],
    )) as string;
  }

  /** Asks which generation is read now: at start, after a lost connection, and now and then. */
  async refresh(): Promise<string> {
    const current = await this.#link.script(CACHE_GENERATION, [this.#keys.generation], ['0', '']);
    this.heardGeneration(current as string);
    return this.#generation ?? (current as string);
  }

  /** Generations only grow, so one that comes late changes nothing. */
  heardGeneration(generation: string): void {
    if (this.#generation === null || Number(generation) > Number(this.#generation))
      this.#generation = generation;
  }
}

export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

// The right to do something alone. Redis ends it by itself where the holder died.

const TOKEN_BYTES = 16;

export class RedisLeases implements LeaseStore {
  readonly #link: Link;
  readonly #keys: Keys;
  readonly #random: (bytes: number) => Uint8Array;

  constructor(link: Link, keys: Keys, random: (bytes: number) => Uint8Array) {
    this.#link = link;
    this.#keys = keys;
    this.#random = random;
  }

  async acquire(name: string, ttlMs: number): Promise<string | null> {
    const token = Buffer.from(this.#random(TOKEN_BYTES)).toString('base64url');
    const taken = await this.#link.command('SET', this.#keys.lease(name), token, 'PX', ttlMs, 'NX');
    return taken === 'OK' ? token : null;
  }

  async renew(name: string, token: string, ttlMs: number): Promise<boolean> {
    return (await this.#link.script(LEASE_RENEW, [this.#keys.lease(name)], [token, ttlMs])) === 1;
  }

  async release(name: string, token: string): Promise<void> {
    await this.#link.script(LEASE_RELEASE, [this.#keys.lease(name)], [token]);
  }
}

// Small named documents: one permanent hash for each collection.

export class RedisDocuments implements DocumentStore {
  readonly #link: Link;
  readonly #keys: Keys;

  constructor(link: Link, keys: Keys) {
    this.#link = link;
    this.#keys = keys;
  }

  get(collection: string, key: string): Promise<Uint8Array | null> {
    return this.#link.bytes('HGET', this.#keys.documents(collection), key);
  }

  async put(collection: string, key: string, bytes: Uint8Array): Promise<void> {
    await this.#link.command('HSET', this.#keys.documents(collection), key, asBuffer(bytes));
  }

  async delete(collection: string, key: string): Promise<void> {
    await this.#link.command('HDEL', this.#keys.documents(collection), key);
  }

  async keys(collection: string): Promise<readonly string[]> {
    const keys = (await this.#link.command('HKEYS', this.#keys.documents(collection))) as string[];
    return keys.sort();
  }
}
