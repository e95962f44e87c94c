/**
 * The response cache of one process. The computed JSON and every form of it (shorter JSON, page, tool result) are separate
 * entries. The size of an entry is its real size in bytes, with its compressed copies. Entries are removed when they
 * expire, and the least recently used ones are removed when the total exceeds the limit.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import {
  CACHED,
  COMPRESS_FROM_BYTES,
  type Compression,
  compress,
  type Effort,
  type Encoding,
} from './compression.ts';

const unbrotliAsync = promisify(brotliDecompress);

/** The heap of an entry besides its bytes and its key: the objects of the entry, the maps and the timer. */
const ENTRY_OVERHEAD_BYTES = 1_024;

interface Body {
  readonly bytes: Buffer;
  readonly encoding: Encoding;
}

/** `at`: Unix milliseconds. An entry is removed after `lifetimeMs` at the latest, in case the clock is set back. */
export interface Expiry {
  readonly at: number;
  readonly lifetimeMs: number;
  /** The snapshot that the response was computed with; 0: none. A correction makes responses of earlier ones obsolete. */
  readonly serial: number;
}

/** For bodies that change only with the program or the catalogue. */
export const NEVER_EXPIRES: Expiry = {
  at: Number.POSITIVE_INFINITY,
  lifetimeMs: Number.POSITIVE_INFINITY,
  serial: 0,
};

interface ResponseCacheOptions {
  readonly maxBytes: number;
  readonly clock: () => number;
  /** A clock that never goes back. Entries also expire by it, in case the other clock is set back. */
  readonly monotonic?: () => number;
}

export class ResponseCache {
  readonly #clock: () => number;
  readonly #entries: LRUCache<string, Entry>;

  constructor({ maxBytes, clock, monotonic = () => performance.now() }: ResponseCacheOptions) {
    this.#clock = clock;
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      // A character of a key takes up to two bytes.
      sizeCalculation: (entry, key) => entry.size + key.length * 2 + ENTRY_OVERHEAD_BYTES,
      ttlAutopurge: true,
      // With a resolution, lru-cache would cache the current time for that long.
      ttlResolution: 0,
      perf: { now: monotonic },
    });
  }

  get(key: string): Entry | null {
    const entry = this.#entries.get(key);
    // lru-cache measures the lifetime with the monotonic clock, so the time of expiry is checked here.
    if (entry === undefined || entry.expiry.at <= this.#clock()) return null;
    return entry;
  }

  put(key: string, body: string | Buffer, expiry: Expiry, effort: Effort = CACHED): Entry {
    const entry = new Entry(this, key, body, expiry, effort);
    this.#set(key, entry, entry.leftMs(this.#clock()));
    return entry;
  }

  /** A form of a response that was computed again is made again. */
  getOrPut(key: string, expiry: Expiry, make: () => string | Buffer, effort?: Effort): Entry {
    const found = this.get(key);
    return found?.expiry.serial === expiry.serial ? found : this.put(key, make(), expiry, effort);
  }

  /** Called after the size of an entry has changed, because lru-cache computes the size only when an entry is added. */
  updateSize(key: string, entry: Entry): void {
    // The entry may have been removed or replaced meanwhile, or it was never cached.
    if (this.#entries.peek(key) !== entry) return;
    const leftMs = this.#entries.getRemainingTTL(key);
    this.#entries.delete(key);
    this.#set(key, entry, leftMs);
  }

  #set(key: string, entry: Entry, leftMs: number): void {
    if (leftMs <= 0) return;
    // For lru-cache, a lifetime of 0 means that the entry never expires.
    this.#entries.set(key, entry, { ttl: Number.isFinite(leftMs) ? Math.ceil(leftMs) : 0 });
  }

  /** The number of entries. */
  get size(): number {
    return this.#entries.size;
  }

  /** The size of all entries. It never exceeds the limit. */
  get bytes(): number {
    return this.#entries.calculatedSize;
  }
}

/** One response body with its compressed copies. */
export class Entry {
  readonly bytes: Buffer;
  readonly expiry: Expiry;
  readonly #cache: ResponseCache;
  readonly #key: string;
  readonly #effort: Effort;
  readonly #copies = new Map<Compression, Promise<Buffer>>();
  #copiedBytes = 0;
  #etag: string | undefined;

  constructor(cache: ResponseCache, key: string, body: string | Buffer, expiry: Expiry, effort = CACHED) {
    this.bytes = withOwnMemory(typeof body === 'string' ? Buffer.from(body) : body);
    this.expiry = expiry;
    this.#cache = cache;
    this.#key = key;
    this.#effort = effort;
  }

  /** Weak, because the same JSON may be sent in several encodings. */
  get etag(): string {
    this.#etag ??= `W/"${createHash('sha256').update(this.bytes).digest('base64url').slice(0, 22)}"`;
    return this.#etag;
  }

  /** In bytes, with all compressed copies. */
  get size(): number {
    return this.bytes.length + this.#copiedBytes;
  }

  json<T>(): T {
    return JSON.parse(this.bytes.toString()) as T;
  }

  /**
   * A response with the lifetime of this one. It is never cached, because it depends on a fact that no key may contain, such
   * as the phone of the caller.
   */
  uncached(body: string): Entry {
    return new Entry(this.#cache, '', body, this.expiry);
  }

  /** The body in an encoding, or uncompressed if it is small. */
  async body(encoding: Encoding): Promise<Body> {
    if (encoding === 'identity' || this.bytes.length < COMPRESS_FROM_BYTES)
      return { bytes: this.bytes, encoding: 'identity' };
    let copy = this.#copies.get(encoding);
    if (copy === undefined) {
      copy = this.#compress(encoding);
      this.#copies.set(encoding, copy);
      // After a failure, the next request compresses again.
      copy.catch(() => this.#copies.delete(encoding));
    }
    return { bytes: await copy, encoding };
  }

  /** Concurrent requests wait for the same compression. */
  async #compress(encoding: Compression): Promise<Buffer> {
    const bytes = withOwnMemory(await compress(this.bytes, encoding, this.#effort));
    this.#copiedBytes += bytes.length;
    this.#cache.updateSize(this.#key, this);
    return bytes;
  }

  /** Milliseconds until the expiry, but at most the lifetime, even if the clock goes back. */
  leftMs(now: number): number {
    return Math.min(Math.max(0, this.expiry.at - now), this.expiry.lifetimeMs);
  }

  /** For `max-age`. */
  leftSeconds(now: number): number {
    return Math.ceil(this.leftMs(now) / 1000);
  }
}

/** Copies a buffer that is part of a larger one, which would stay in memory. */
function withOwnMemory(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

export interface StoredResponse {
  readonly json: string;
  readonly expiresAt: number;
  readonly serial: number;
}

/** The format of a response in the store: one line with its expiry and its snapshot, then its JSON, in brotli. */
export const packEntry = ({ bytes, expiry }: Entry): Promise<Uint8Array> =>
  compress(Buffer.concat([Buffer.from(`${expiry.at} ${expiry.serial}\n`), bytes]), 'br', CACHED);

/** The first line of a packed response, such as "1795000900000 12". */
const HEADER = /^(?<expiresAt>\d+) (?<serial>\d+)\n/;

/** null if the bytes are damaged. */
export async function unpackEntry(packed: Uint8Array): Promise<StoredResponse | null> {
  try {
    const text = (await unbrotliAsync(packed)).toString();
    const header = HEADER.exec(text);
    if (header === null) return null;
    const { expiresAt, serial } = header.groups!;
    return { json: text.slice(header[0].length), expiresAt: Number(expiresAt), serial: Number(serial) };
  } catch {
    return null;
  }
}
