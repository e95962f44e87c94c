/**
 * Gives the memory of bytes back at once, which nobody reads any more: they are empty from then on. Left to the garbage
 * collector, large ones stand around for a while. Bytes that share their memory with others are left alone.
 */
export function release(bytes: Uint8Array | Uint16Array | Uint32Array | Float64Array): void {
  const { buffer, byteLength } = bytes;
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength && byteLength > 0) buffer.transfer(0);
}

/** The same bytes in memory of their own length: a small piece of a large buffer holds all of it. */
export const trimmed = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
