/** The hash of a large part, in pieces: neither a second copy of it, nor a thread that stands still meanwhile. */
import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';

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
