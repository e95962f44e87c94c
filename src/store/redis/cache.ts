/**
 * Cached answers, shared by all processes. The generation is part of every key: a purge begins a new one, and what is
 * left of the old ones expires by itself, so that nothing ever walks over the keys.
 */
import type { Clock } from '../../limits/port.ts';
import type { CacheStore } from '../port.ts';
import type { Keys } from './keys.ts';
import type { Link } from './link.ts';
import { CACHE_GENERATION } from './scripts.ts';

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
