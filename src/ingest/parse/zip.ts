/** Unpacks a zip archive that contains one file. Feeds are offered in this form, and Node has no reader for it. */
import { crc32, inflateRawSync } from 'node:zlib';
import { FeedError } from '../adapter.ts';

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
/** The end record has 22 bytes and a comment of up to 65,535. */
const END_BYTES = 22;
const COMMENT_BYTES_MAX = 65_535;
const STORED = 0;
const DEFLATED = 8;
/** The first bit of the flags: the file is encrypted. */
const ENCRYPTED = 1;

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const isZip = (bytes: Uint8Array): boolean =>
  bytes.length > END_BYTES && viewOf(bytes).getUint32(0, true) === LOCAL_HEADER;

/** The only file of the archive. Folders and empty files beside it do not count. */
export function unzipped(bytes: Uint8Array, bytesMax: number): Uint8Array {
  try {
    return onlyFile(bytes, bytesMax);
  } catch (error) {
    if (error instanceof FeedError) throw error;
    // A `RangeError` of the view, or an error of zlib.
    throw new FeedError('The feed is a damaged or oversized zip file.');
  }
}

function onlyFile(bytes: Uint8Array, bytesMax: number): Uint8Array {
  const view = viewOf(bytes);
  const end = endOfDirectory(view);
  const files: Uint8Array[] = [];
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count -= 1) {
    if (view.getUint32(at, true) !== CENTRAL_HEADER) throw new RangeError('no entry here');
    const size = view.getUint32(at + 24, true);
    if (size > bytesMax) throw new RangeError('too large');
    if (size > 0) files.push(fileAt(bytes, view, at, size));
    if (files.length > 1) throw new FeedError('The feed is a zip file with more than one file.');
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    at += 46 + name! + extra! + comment!;
  }
  return files[0] ?? new Uint8Array();
}

function endOfDirectory(view: DataView): number {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - COMMENT_BYTES_MAX); at -= 1)
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  throw new RangeError('no end');
}

/** `entry`: the position of the entry in the directory. */
function fileAt(bytes: Uint8Array, view: DataView, entry: number, size: number): Uint8Array {
  if ((view.getUint16(entry + 8, true) & ENCRYPTED) !== 0)
    throw new FeedError('The feed is an encrypted zip file.');
  const method = view.getUint16(entry + 10, true);
  const packed = view.getUint32(entry + 20, true);
  const local = view.getUint32(entry + 42, true);
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const part = bytes.subarray(start, start + packed);
  if (part.length !== packed || (method !== STORED && method !== DEFLATED))
    throw new RangeError('cut off or packed in another way');
  const file = method === STORED ? part : inflateRawSync(part, { maxOutputLength: size });
  if (file.length !== size || crc32(file) !== view.getUint32(entry + 16, true))
    throw new RangeError('another size or checksum');
  return file;
}
