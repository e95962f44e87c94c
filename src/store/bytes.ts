/** Large runs of bytes: hashed without a pause, and their memory given back at once. */
import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';

// The hash of a large blob, in pieces: neither a second copy of it, nor a thread that stands still meanwhile.

/** Some tenths of a millisecond each. */
const PIECE_BYTES = 1 << 19;

export async function sha256Of(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let from = 0; from < bytes.byteLength; from += PIECE_BYTES) {
    if (from > 0) await turn();
    hash.update(bytes.subarray(from, from + PIECE_BYTES));
  }
  return hash.digest('hex');
}

/**
 * Gives the memory of bytes back at once, which nobody reads any more: they are empty from then on. Left to the garbage
 * collector, large ones stand around for a while. Bytes that share their memory with others are left alone.
 */
export function release(bytes: Uint8Array | Uint16Array | Uint32Array | Float64Array): void {
  const { buffer, byteLength } = bytes;
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength && byteLength > 0) buffer.transfer(0);
}
