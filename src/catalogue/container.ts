/**
 * A file of typed arrays: a header, a table of sections, then each section at a multiple of 8 bytes.
 * Reading makes views over the bytes and copies nothing. Every byte is covered by the checksum.
 *
 *   0  magic, 8 bytes          16  length of the whole, bytes
 *   8  format version          20  number of sections
 *  12  CRC-32 of all the rest  24  for each section: offset in bytes, length in elements
 */
import { crc32 } from 'node:zlib';
import { release } from '../store/bytes.ts';
import { OtherFormatError, SnapshotError } from './catalogue.ts';
import { finish, type Steps } from './steps.ts';

export type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array;
type ColumnType = typeof Uint8Array | typeof Uint16Array | typeof Uint32Array | typeof Float64Array;
/** Section names in file order, with the type of their elements. */
export type Schema = Readonly<Record<string, ColumnType>>;
export type Columns<S extends Schema> = { readonly [K in keyof S]: S[K]['prototype'] };

export interface Format<S extends Schema> {
  /** What the file is called in an error: "catalogue content". */
  readonly title: string;
  /** Exactly 8 ASCII characters. */
  readonly magic: string;
  readonly version: number;
  readonly schema: S;
}

/** The widest element is 8 bytes, so every section begins at a multiple of 8. */
const ALIGNMENT = 8;
const MAGIC_BYTES = 8;
const VERSION_AT = 8;
const CHECKSUM_AT = 12;
const LENGTH_AT = 16;
const SECTIONS_AT = 20;
const TABLE_AT = 24;
const TABLE_ENTRY_BYTES = 8;
/** Offsets are unsigned 32-bit. */
const BYTES_MAX = 0xffff_ffff;

const aligned = (offset: number) => Math.ceil(offset / ALIGNMENT) * ALIGNMENT;

/** A mebibyte takes about half a millisecond. */
const CHECKSUM_STEP_BYTES = 1 << 20;

function* checksum(bytes: Uint8Array): Steps<number> {
  let sum = crc32(bytes.subarray(0, CHECKSUM_AT));
  for (let from = CHECKSUM_AT + 4; from < bytes.byteLength; from += CHECKSUM_STEP_BYTES) {
    sum = crc32(bytes.subarray(from, from + CHECKSUM_STEP_BYTES), sum);
    yield;
  }
  return sum;
}

/** What follows takes a third of the sections of known length in a small snapshot, a twentieth in a large one. */
const SPARE_SHARE = 0.5;
const SPARE_BYTES_MIN = 4_096;

/**
 * A container whose first sections are filled where they stand: written elsewhere first, a large market would be held
 * twice. `lengths` gives the number of elements of each, and names the first sections of the schema without a gap. Room
 * for the rest is only reserved: pages that nobody has written to take no memory.
 */
export function openContainer<S extends Schema, K extends keyof S & string>(
  format: Format<S>,
  lengths: Readonly<Record<K, number>>,
) {
  const names = Object.keys(format.schema);
  const first = names.slice(0, Object.keys(lengths).length) as K[];
  const table: { readonly offset: number; readonly count: number }[] = [];
  let length = TABLE_AT + names.length * TABLE_ENTRY_BYTES;
  const place = (name: string, count: number): number => {
    const offset = aligned(length);
    length = offset + count * format.schema[name]!.BYTES_PER_ELEMENT;
    if (length > BYTES_MAX) throw new RangeError(`${format.title} would be larger than 4 GiB`);
    table.push({ offset, count });
    return offset;
  };
  for (const name of first) place(name, lengths[name]);
  let bytes = new Uint8Array(length + Math.max(SPARE_BYTES_MIN, Math.ceil(length * SPARE_SHARE)));
  const columns = Object.fromEntries(
    first.map((name, index) => {
      const { offset, count } = table[index]!;
      return [name, new format.schema[name]!(bytes.buffer, offset, count)];
    }),
  );

  return {
    /** To be filled in place. */
    columns: columns as Columns<Pick<S, K>>,
    /** Adds the other sections and seals the whole. */
    finish(rest: Columns<Omit<S, K>>): Uint8Array<ArrayBuffer> {
      const others = names.slice(first.length).map((name) => {
        const column = (rest as Readonly<Record<string, Column>>)[name]!;
        return { column, offset: place(name, column.length) };
      });
      if (length > bytes.length) {
        const larger = new Uint8Array(length);
        larger.set(bytes);
        release(bytes);
        bytes = larger;
      }
      for (const { column, offset } of others)
        bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), offset);
      const whole = bytes.subarray(0, length);
      writeHeader(format, whole, table);
      return whole;
    },
  };
}

function writeHeader(
  { magic, version }: Format<Schema>,
  bytes: Uint8Array,
  table: readonly { readonly offset: number; readonly count: number }[],
): void {
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  bytes.set(Buffer.from(magic, 'latin1'));
  header.setUint32(VERSION_AT, version, true);
  header.setUint32(LENGTH_AT, bytes.byteLength, true);
  header.setUint32(SECTIONS_AT, table.length, true);
  for (const [index, { offset, count }] of table.entries()) {
    header.setUint32(TABLE_AT + index * TABLE_ENTRY_BYTES, offset, true);
    header.setUint32(TABLE_AT + index * TABLE_ENTRY_BYTES + 4, count, true);
  }
  header.setUint32(CHECKSUM_AT, finish(checksum(bytes)), true);
}

export const readContainer = <S extends Schema>(format: Format<S>, given: Uint8Array): Columns<S> =>
  finish(containerSteps(format, given));

export function* containerSteps<S extends Schema>(format: Format<S>, given: Uint8Array): Steps<Columns<S>> {
  const refuse = (why: string): never => {
    throw new SnapshotError(`${format.title} refused: ${why}`);
  };
  if (new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1) refuse('this machine is not little-endian');
  if (given.byteLength < TABLE_AT) refuse('cut short before the end of its header');
  // A driver may hand out a slice of a larger buffer at an odd place; typed arrays need an even one.
  const bytes = given.byteOffset % ALIGNMENT === 0 ? given : new Uint8Array(given);
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

  if (Buffer.from(bytes.subarray(0, MAGIC_BYTES)).toString('latin1') !== format.magic) {
    refuse('not a file of this kind');
  }
  const version = header.getUint32(VERSION_AT, true);
  if (version !== format.version) {
    const why = `format version ${version}, this program reads ${format.version}`;
    throw new OtherFormatError(`${format.title} refused: ${why}`);
  }
  const length = header.getUint32(LENGTH_AT, true);
  if (length !== bytes.byteLength) refuse(`${bytes.byteLength} bytes where its header says ${length}`);
  if (header.getUint32(CHECKSUM_AT, true) !== (yield* checksum(bytes))) refuse('its bytes were altered');

  const names = Object.keys(format.schema);
  if (header.getUint32(SECTIONS_AT, true) !== names.length) refuse('wrong number of sections');
  const columns: Record<string, Column> = {};
  let end = TABLE_AT + names.length * TABLE_ENTRY_BYTES;
  if (end > length) refuse('cut short before the end of its section table');
  for (const [index, name] of names.entries()) {
    const Type = format.schema[name]!;
    const offset = header.getUint32(TABLE_AT + index * TABLE_ENTRY_BYTES, true);
    const count = header.getUint32(TABLE_AT + index * TABLE_ENTRY_BYTES + 4, true);
    if (offset !== aligned(end)) refuse(`section ${name} is not where it should be`);
    end = offset + count * Type.BYTES_PER_ELEMENT;
    if (end > length) refuse(`section ${name} reaches past the end`);
    columns[name] = new Type(bytes.buffer as ArrayBuffer, bytes.byteOffset + offset, count);
  }
  if (end !== length) refuse('bytes after its last section');
  return columns as Columns<S>;
}
