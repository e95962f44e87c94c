/** Blobs as both stores keep them: compressed, and checked against their hash when they are read. */
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { sha256Of } from './bytes.ts';
import { type BlobRef, StoreError } from './port.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Level 1 packs a catalogue to an eighth; higher levels gain a tenth for several times the work. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Each piece takes a turn of the event loop; the default would be one for every 16 KiB. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** How long a blob stays that no snapshot names: the process that wrote it may be about to announce one. */
export const UNNAMED_BLOB_MS = 3_600_000;

export const refOf = async (bytes: Uint8Array): Promise<BlobRef> => ({
  sha256: await sha256Of(bytes),
  bytes: bytes.byteLength,
});

export const packBlob = (bytes: Uint8Array): Promise<Buffer> => compress(bytes, LEVEL);

/** Rejects with `altered_blob` if the result is not what `ref` names. */
export async function unpackBlob(packed: Uint8Array, ref: BlobRef): Promise<Uint8Array> {
  // The bound keeps an altered blob from filling the memory.
  const options = { maxOutputLength: Math.max(1, ref.bytes), chunkSize: PIECE_BYTES };
  const bytes = await decompress(packed, options).catch(() => null);
  if (bytes?.byteLength !== ref.bytes || (await sha256Of(bytes)) !== ref.sha256)
    throw new StoreError('altered_blob', `blob ${ref.sha256.slice(0, 12)} of the catalogue is altered`);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export const missingBlob = ({ sha256 }: BlobRef): StoreError =>
  new StoreError('missing_blob', `blob ${sha256.slice(0, 12)} of the catalogue is not in the store`);

export const incompleteSnapshot = (): StoreError =>
  new StoreError('missing_blob', 'a snapshot cannot be announced before its blobs are in the store');
