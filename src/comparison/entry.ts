import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { Representation } from './answer.ts';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Node's default, 11, takes half a second for a comparison, and whoever asked first waits for it; 5 takes 5 ms. */
const SHARED = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Where an entry's expiry stands before its compressed JSON in the shared cache. */
const EXPIRY_BYTES = 8;

/** One cached answer with all of its forms. Immutable but for what is derived from it, and that is derived once. */
export class Entry {
  readonly expiresAt: number;
  /** The most that it may ever be said to have left. */
  readonly lifetimeMs: number;
  readonly json: string;
  readonly #derived = new Map<string, unknown>();

  constructor(json: string, expiresAt: number, lifetimeMs: number) {
    this.json = json;
    this.expiresAt = expiresAt;
    this.lifetimeMs = lifetimeMs;
  }

  /** Never more than its lifetime: a clock that went back makes nothing younger. */
  leftMs(now: number): number {
    return Math.min(Math.max(0, this.expiresAt - now), this.lifetimeMs);
  }

  /** For `max-age`. */
  leftSeconds(now: number): number {
    return Math.ceil(this.leftMs(now) / 1000);
  }

  /** What an interface makes of this entry, made at the first ask and kept as long as the entry lives. */
  derive<T>(name: string, make: (json: string) => T): T {
    const known = this.#derived.get(name);
    if (known !== undefined) return known as T;
    const made = make(this.json);
    this.#derived.set(name, made);
    return made;
  }

  get whole(): Representation {
    return this.derive('whole', (json) => new Representation(json));
  }

  async toBytes(): Promise<Uint8Array> {
    const body = await compress(Buffer.from(this.json), SHARED);
    const bytes = Buffer.allocUnsafe(EXPIRY_BYTES + body.length);
    bytes.writeDoubleLE(this.expiresAt, 0);
    body.copy(bytes, EXPIRY_BYTES);
    return bytes;
  }

  /** null where the bytes are not an entry: a cache is never trusted to be whole. */
  static async fromBytes(bytes: Uint8Array, lifetimeMs: number): Promise<Entry | null> {
    try {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const json = (await decompress(buffer.subarray(EXPIRY_BYTES))).toString();
      return new Entry(json, buffer.readDoubleLE(0), lifetimeMs);
    } catch {
      return null;
    }
  }
}
