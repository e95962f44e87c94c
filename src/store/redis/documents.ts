/** Small named documents: one permanent hash for each collection. */
import type { DocumentStore } from '../port.ts';
import { asBuffer } from './cache.ts';
import type { Keys } from './keys.ts';
import type { Link } from './link.ts';

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
