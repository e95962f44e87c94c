/**
 * Blobs of snapshots: compressed, cut into chunks, and visible only once all are there.
 * Chunks carry an expiry until the blob is sealed, so that an upload whose process died leaves nothing behind.
 */
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { sha256Of } from '../bytes.ts';
import { type SnapshotStore, StoreError } from '../port.ts';
import type { Keys } from './keys.ts';
import type { Link } from './link.ts';
import { SEAL } from './scripts.ts';
import { asBuffer } from './values.ts';

/** Large enough to be few, small enough that no single command holds the server for long. */
const CHUNK_BYTES = 1_048_576;
/** An upload that takes longer has died. */
const UNSEALED_TTL_MS = 3_600_000;
/** The snapshot that names a new blob comes within this time, or never. */
const FRESH_MS = 3_600_000;
/** Each piece is a turn of the serving thread; by default there would be one for every 16 KiB. */
const UNPACKED_AT_ONCE_BYTES = 4 * 1_048_576;
/** Compression that saves less than a tenth is not worth undoing. */
const WORTH_COMPRESSING = 0.9;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** How a blob lies in Redis: `<bytes> <chunks> <upload> <encoding>`. The first word is read by `announce.lua`. */
interface BlobEntry {
  readonly bytes: number;
  readonly chunks: number;
  readonly upload: string;
  readonly encoding: 'zstd' | 'raw';
}

const serialiseEntry = ({ bytes, chunks, upload, encoding }: BlobEntry): string =>
  `${bytes} ${chunks} ${upload} ${encoding}`;

export function readEntry(text: string): BlobEntry {
  const [bytes, chunks, upload = '', encoding] = text.split(' ');
  return {
    bytes: Number(bytes),
    chunks: Number(chunks),
    upload,
    encoding: encoding === 'zstd' ? 'zstd' : 'raw',
  };
}

export const chunkKeys = (keys: Keys, { upload, chunks }: BlobEntry): string[] =>
  Array.from({ length: chunks }, (_, index) => keys.chunk(upload, index));

export function redisBlobs(
  link: Link,
  keys: Keys,
  random: (bytes: number) => Uint8Array,
): Pick<SnapshotStore, 'hasBlob' | 'putBlob' | 'getBlob'> {
  /** A blob that is there already stays for the snapshot that is being made. */
  const refresh = async (sha256: string) =>
    (await link.script(SEAL, [keys.blobs, keys.fresh(sha256)], [sha256, '', FRESH_MS])) === 2;

  return {
    hasBlob: async (sha256) => (await link.command('HEXISTS', keys.blobs, sha256)) === 1,

    async putBlob(bytes) {
      const ref = { sha256: await sha256Of(bytes), bytes: bytes.byteLength };
      if (await refresh(ref.sha256)) return ref;
      const small = await compress(bytes);
      const pays = small.byteLength < bytes.byteLength * WORTH_COMPRESSING;
      const stored = pays ? small : asBuffer(bytes);
      const entry: BlobEntry = {
        bytes: ref.bytes,
        chunks: Math.max(1, Math.ceil(stored.byteLength / CHUNK_BYTES)),
        upload: Buffer.from(random(12)).toString('base64url'),
        encoding: pays ? 'zstd' : 'raw',
      };
      const chunks = chunkKeys(keys, entry);
      const lengths: number[] = [];
      for (const [index, key] of chunks.entries()) {
        const chunk = stored.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES);
        await link.command('SET', key, chunk, 'PX', UNSEALED_TTL_MS);
        lengths.push(chunk.byteLength);
      }
      const sealed = await link.script(
        SEAL,
        [keys.blobs, keys.fresh(ref.sha256), ...chunks],
        [ref.sha256, serialiseEntry(entry), FRESH_MS, ...lengths],
      );
      if (sealed === 0) throw new StoreError('missing_blob', 'a blob was lost while it was written');
      return ref;
    },

    async getBlob(ref) {
      const text = await link.command('HGET', keys.blobs, ref.sha256);
      if (typeof text !== 'string')
        throw new StoreError('missing_blob', 'a blob of the snapshot is not in the store');
      const entry = readEntry(text);
      const chunks: Uint8Array[] = [];
      for (const key of chunkKeys(keys, entry)) {
        const chunk = await link.bytes('GET', key);
        if (chunk === null) throw new StoreError('missing_blob', 'a blob of the snapshot is not complete');
        chunks.push(chunk);
      }
      const bytes = await unpack(Buffer.concat(chunks), entry);
      if (bytes.byteLength !== ref.bytes || (await sha256Of(bytes)) !== ref.sha256) throw altered();
      return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    },
  };
}

async function unpack(stored: Buffer, { encoding, bytes }: BlobEntry): Promise<Buffer> {
  if (encoding === 'raw') return stored;
  try {
    // The bound keeps an altered blob from filling the memory.
    return await decompress(stored, {
      maxOutputLength: Math.max(1, bytes),
      chunkSize: UNPACKED_AT_ONCE_BYTES,
    });
  } catch {
    throw altered();
  }
}

const altered = (): StoreError => new StoreError('altered_blob', 'a blob of the snapshot is not what it was');
