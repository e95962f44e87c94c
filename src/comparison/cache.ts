/**
 * The response cache of one process. Each body is a separate entry with its real size in bytes: the computed JSON, every
 * form of it (shorter JSON, page, tool result) and every compressed copy. Entries are removed when they expire, and the
 * least recently used ones are removed when the total exceeds the limit.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

const brotli = promisify(brotliCompress);
const unbrotli = promisify(brotliDecompress);
const deflate = promisify(gzip);

/** Quality 5 is within 10% of the best size for JSON and takes 5 ms instead of half a second. */
const BROTLI_QUALITY = 5;
/** Compression of a smaller body saves less than its header adds. */
const COMPRESS_FROM_BYTES = 1_024;
/** The heap of an entry besides its bytes and its key: the objects of the entry, the map and the timer. */
const ENTRY_OVERHEAD_BYTES = 1_024;

export type Encoding = 'identity' | 'gzip' | 'br';

export interface Body {
  readonly bytes: Buffer;
  readonly encoding: Encoding;
}

/** `at`: Unix milliseconds. `lifetimeMs`: the longest time until then, even if the clock is wrong. */
export interface Expiry {
  readonly at: number;
  readonly lifetimeMs: number;
}

/** For bodies that change only with the program or the catalogue. */
export const NEVER_EXPIRES: Expiry = { at: Number.POSITIVE_INFINITY, lifetimeMs: Number.POSITIVE_INFINITY };

export interface ResponseCacheOptions {
  readonly maxBytes: number;
  readonly clock: () => number;
  /** A clock that never goes back. Entries also expire by it, in case the other clock is set back. */
  readonly monotonic?: () => number;
}

export class ResponseCache {
  readonly #clock: () => number;
  readonly #entries: LRUCache<string, Entry>;
  /** The compressions in progress, so that concurrent requests share one. */
  readonly #compressing = new Map<string, Promise<Buffer>>();

  constructor({ maxBytes, clock, monotonic = () => performance.now() }: ResponseCacheOptions) {
    this.#clock = clock;
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      // A character of a key takes up to two bytes.
      sizeCalculation: (entry, key) => entry.bytes.length + key.length * 2 + ENTRY_OVERHEAD_BYTES,
      ttlAutopurge: true,
      // With a resolution, lru-cache would cache the current time for that long.
      ttlResolution: 0,
      perf: { now: monotonic },
    });
  }

  get(key: string): Entry | null {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.expiry.at <= this.#clock()) return null;
    return entry;
  }

  put(key: string, body: string | Buffer, expiry: Expiry): Entry {
    const entry = new Entry(this, key, body, expiry);
    const leftMs = entry.leftMs(this.#clock());
    // For lru-cache, a lifetime of 0 means that the entry never expires.
    if (leftMs > 0) this.#entries.set(key, entry, { ttl: Number.isFinite(leftMs) ? Math.ceil(leftMs) : 0 });
    return entry;
  }

  getOrPut(key: string, expiry: Expiry, make: () => string | Buffer): Entry {
    return this.get(key) ?? this.put(key, make(), expiry);
  }

  /** A compressed copy of an entry. It is a separate entry and expires with the original. */
  async compressed(entry: Entry, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> {
    const key = `${entry.id}|${encoding}`;
    const known = this.get(key);
    if (known !== null) return known.bytes;
    const running = this.#compressing.get(key);
    if (running !== undefined) return running;
    const compressing = compress(entry.bytes, encoding)
      .then((bytes) => this.put(key, bytes, entry.expiry).bytes)
      .finally(() => this.#compressing.delete(key));
    this.#compressing.set(key, compressing);
    return compressing;
  }

  clear(): void {
    this.#entries.clear();
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

/** One response body. Its forms and compressed copies are separate entries of the same cache. */
export class Entry {
  readonly bytes: Buffer;
  readonly expiry: Expiry;
  readonly #cache: ResponseCache;
  readonly #key: string;
  #etag: string | undefined;

  constructor(cache: ResponseCache, key: string, body: string | Buffer, expiry: Expiry) {
    this.bytes = withOwnMemory(typeof body === 'string' ? Buffer.from(body) : body);
    this.expiry = expiry;
    this.#cache = cache;
    this.#key = key;
  }

  /** Weak, because the same JSON may be sent in several encodings. */
  get etag(): string {
    this.#etag ??= `W/"${createHash('sha256').update(this.bytes).digest('base64url').slice(0, 22)}"`;
    return this.#etag;
  }

  /** Key and content, so that no form of this entry is served for a later entry with the same key. */
  get id(): string {
    return `${this.#key}|${this.etag}`;
  }

  json<T>(): T {
    return JSON.parse(this.bytes.toString()) as T;
  }

  /** Another form of this response, created on first use. It expires with this entry. */
  form(name: string, make: (entry: Entry) => string | Buffer): Entry {
    return this.#cache.getOrPut(`${this.id}|${name}`, this.expiry, () => make(this));
  }

  /** The body in an encoding, or uncompressed if it is small. Compression runs outside the serving thread. */
  async body(encoding: Encoding): Promise<Body> {
    if (encoding === 'identity' || this.bytes.length < COMPRESS_FROM_BYTES)
      return { bytes: this.bytes, encoding: 'identity' };
    return { bytes: await this.#cache.compressed(this, encoding), encoding };
  }

  /** At most the lifetime, even if the clock goes back. */
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

function compress(bytes: Buffer, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> {
  if (encoding === 'gzip') return deflate(bytes);
  return brotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

export interface StoredResponse {
  readonly json: string;
  readonly expiresAt: number;
}

/** The format of a response in the store: one line with its expiry, then its JSON, in brotli. */
export const packEntry = ({ bytes, expiry }: Entry): Promise<Uint8Array> =>
  compress(Buffer.concat([Buffer.from(`${expiry.at}\n`), bytes]), 'br');

/** null if the bytes are damaged. */
export async function unpackEntry(packed: Uint8Array): Promise<StoredResponse | null> {
  try {
    const text = (await unbrotli(packed)).toString();
    const end = text.indexOf('\n');
    return { json: text.slice(end + 1), expiresAt: Number(text.slice(0, end)) };
  } catch {
    return null;
  }
}
