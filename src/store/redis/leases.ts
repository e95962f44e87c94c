/** The right to do something alone. Redis ends it by itself where the holder died. */
import type { LeaseStore } from '../port.ts';
import type { Keys } from './keys.ts';
import type { Link } from './link.ts';
import { LEASE_RELEASE, LEASE_RENEW } from './scripts.ts';

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
