/**
 * Gives the memory of bytes back at once, which nobody reads any more: they are empty from then on. Left to the garbage
 * collector, large ones stand around for a while. Bytes that share their memory with others are left alone.
 */
export function release(bytes: Uint8Array | Uint16Array | Uint32Array | Float64Array): void {
  const { buffer, byteLength } = bytes;
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength && byteLength > 0) buffer.transfer(0);
}
