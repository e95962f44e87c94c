/** The format of blobs in both stores: compressed, and verified by their hash when they are read. */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { type BlobRef, StoreError } from './port.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Level 1 compresses a catalogue to an eighth. Higher levels save another tenth for several times the work. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Each output chunk takes a turn of the event loop, and the default of 16 KiB would be slow. */
const OUTPUT_CHUNK_BYTES = 4 * 1024 * 1024;
/** Hashing this much takes some tenths of a millisecond. */
const HASH_CHUNK_BYTES = 512 * 1024;

/** A blob without a snapshot stays this long, because its writer may be about to announce a snapshot. */
export const UNNAMED_BLOB_MS = 3_600_000;

/** Hashes in chunks, so that other work can run between them. */
export async function sha256Of(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let from = 0; from < bytes.byteLength; from += HASH_CHUNK_BYTES) {
    if (from > 0) await nextTurn();
    hash.update(bytes.subarray(from, from + HASH_CHUNK_BYTES));
  }
  return hash.digest('hex');
}

export const refOf = async (bytes: Uint8Array): Promise<BlobRef> => ({
  sha256: await sha256Of(bytes),
  bytes: bytes.byteLength,
});

export const packBlob = (bytes: Uint8Array): Promise<Buffer> => compress(bytes, LEVEL);

/** Rejects with `altered_blob` if the result does not have the length and hash of `ref`. */
export async function unpackBlob(packed: Uint8Array, ref: BlobRef): Promise<Uint8Array> {
  // The limit prevents that an altered blob fills the memory.
  const options = { maxOutputLength: Math.max(1, ref.bytes), chunkSize: OUTPUT_CHUNK_BYTES };
  const bytes = await decompress(packed, options).catch(() => null);
  if (bytes?.byteLength !== ref.bytes || (await sha256Of(bytes)) !== ref.sha256)
    throw new StoreError('altered_blob', `blob ${ref.sha256.slice(0, 12)} of the catalogue is altered`);
  // The port returns plain bytes, not a Buffer of Node.
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export const missingBlob = ({ sha256 }: BlobRef): StoreError =>
  new StoreError('missing_blob', `blob ${sha256.slice(0, 12)} of the catalogue is not in the store`);

export const overtakenSnapshot = (): StoreError =>
  new StoreError('overtaken', 'another process published a snapshot first');

export const incompleteSnapshot = (): StoreError =>
  new StoreError('missing_blob', 'a snapshot cannot be announced before its blobs are in the store');
