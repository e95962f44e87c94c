/** Reads the bytes of a feed as text, JSON or CSV (`xml.ts` reads XML). A response in another format fails the whole feed. */

import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { CsvError, parse } from 'csv-parse';
import { exceededLimit } from '../../limits/json-size.ts';
import { FeedError, type FeedPage, type PageLimits } from '../adapter.ts';
import { isRecord, own, type Row, show } from './value.ts';
import { isZip, unzipped } from './zip.ts';

/**
 * The limits of a source that sets none. The largest known feed has about 20 MB, and the catalogue has room for 300,000
 * plans.
 */
export const DEFAULT_LIMITS: PageLimits = { bytes: 64_000_000, rows: 300_000 };
/**
 * A page may have at most 2,100,000 JSON values by default. They take at most 460 MB outside the heap limit of the thread,
 * 220 bytes each. A usual feed has so many values in about 40 MB of text. The limit is seven values for each row that is
 * allowed, so that it grows with `maximumRows`.
 */
const VALUES_PER_ROW = 7;
/** The deepest known feed has 8 levels. `JSON.parse` takes about 50 bytes outside the heap limit for each open bracket. */
const DEPTH_MAX = 64;

/** The text of the page in UTF-8. Throws `FeedError` if it is in a charset that neither the response nor the XML states. */
export function utf8Of(page: FeedPage): Uint8Array {
  const bytes = unpacked(page);
  // A text with accents in another charset is hardly ever valid UTF-8, and servers often state a wrong charset.
  if (isUtf8(bytes)) return bytes;
  const charset = page.charset ?? charsetOfXml(bytes);
  if (charset === null)
    throw new FeedError(
      'The feed is not UTF-8, and neither its Content-Type nor an XML declaration states another charset.',
    );
  return Buffer.from(decodedAs(charset, bytes));
}

function decodedAs(charset: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    throw new FeedError(`The feed is neither UTF-8 nor ${show(charset)}, which it states as its charset.`);
  }
}

const XML_DECLARATION = /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/;
const XML_DECLARATION_BYTES = 200;

function charsetOfXml(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, XML_DECLARATION_BYTES)).toString('latin1');
  return XML_DECLARATION.exec(start)?.[1] ?? null;
}

/** Some product feeds are gzip or zip files, whatever their content type says. */
function unpacked(page: FeedPage): Uint8Array {
  const { body, limits = DEFAULT_LIMITS } = page;
  if (body.length > limits.bytes)
    throw new FeedError(`The feed is larger than ${limits.bytes / 1_000_000} MB.`);
  if (isZip(body)) return unzipped(body, limits.bytes);
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return gunzipSync(body, { maxOutputLength: limits.bytes });
  } catch {
    throw new FeedError('The feed is a damaged or oversized gzip file.');
  }
}

/** A web page instead of a feed: a login form, an error page, a parked domain. */
const WEB_PAGE = /^(?:<!doctype html|<html)/i;

/** The first characters of a feed that are checked. A page may begin with blanks. */
const START_LENGTH = 1000;
/** Enough to see the format of a page. */
const START_BYTES = 4000;

export function rejectWebPage(text: string): void {
  const trimmed = text.slice(0, START_LENGTH).trimStart();
  if (trimmed === '') throw new FeedError('The feed is empty.');
  if (WEB_PAGE.test(trimmed)) throw new FeedError('The feed answered with a web page instead of data.');
}

export const textOf = (page: FeedPage): string => decoded(utf8Of(page));

/** The first characters of the page. Throws `FeedError` if it is empty or a web page. */
export const startOf = (page: FeedPage): string => decoded(utf8Of(page).subarray(0, START_BYTES)).trimStart();

function decoded(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes);
  rejectWebPage(text);
  return text;
}

export function jsonOf(page: FeedPage): unknown {
  if (page.document !== undefined) return page.document;
  const bytes = utf8Of(page);
  expectParsable(bytes, page.limits);
  const text = decoded(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw new FeedError(`Page ${page.number} of the feed is not JSON, or breaks off.`);
  }
}

/** JSON Lines: one document on each line. Empty lines are skipped. */
export function* jsonLines(page: FeedPage): Generator<Row<unknown>> {
  const bytes = utf8Of(page);
  const { rows } = page.limits ?? DEFAULT_LIMITS;
  expectFewLines(bytes, page.limits);
  expectParsable(bytes, page.limits);
  let row = 0;
  let read = 0;
  for (const line of decoded(bytes).split('\n')) {
    row += 1;
    if (line.trim() === '') continue;
    read += 1;
    if (read > rows) throw new FeedError(tooMany(rows, 'rows'));
    try {
      yield { row, value: JSON.parse(line) as unknown };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new FeedError(`Line ${row} of the feed is not JSON, or breaks off.`);
    }
  }
}

/**
 * Bounds the peak of memory while one page is parsed. 2,000,000 values take about 0.3 GB and 0.2 s under keys that repeat,
 * and 0.8 GB, mostly outside the limits of the thread, and 5 s if all keys differ. Real feeds have a few hundred keys, and
 * a list that is written as an object has one for each plan.
 */
const KEYS_MAX = 20_000;

/** Throws `FeedError` if `JSON.parse` would take too much memory. */
export function expectParsable(bytes: Uint8Array, limits: PageLimits = DEFAULT_LIMITS): void {
  // The limit holds for each list of the document. A list within a row may be longer than a small maximum of rows, so at
  // least the default is allowed. The rows themselves are counted after parsing.
  const entries = Math.max(limits.rows, DEFAULT_LIMITS.rows);
  const values = entries * VALUES_PER_ROW;
  switch (exceededLimit(bytes, { depth: DEPTH_MAX, values, entries, differentNames: KEYS_MAX })) {
    case 'depth':
      throw new FeedError(`The JSON is nested more than ${DEPTH_MAX} deep.`);
    case 'values':
      throw new FeedError(tooMany(values, 'JSON values in one page'));
    case 'entries':
      throw new FeedError(tooMany(entries, 'rows'));
    case 'differentNames':
      throw new FeedError(
        `The feed has more than ${KEYS_MAX.toLocaleString('en')} different keys in one page.`,
      );
  }
}

export const tooMany = (limit: number, what: string): string =>
  `The feed has more than ${limit.toLocaleString('en')} ${what}: set "maximumRows" if that is right.`;

/**
 * Returns the list of rows. Throws `FeedError` if there is none, if it is empty, or if no row has one of the fields that
 * identify the format. Otherwise, a feed with renamed fields would look like a shop that stopped selling all plans.
 */
export function needRows(value: unknown, what: string, fields: readonly string[]): readonly unknown[] {
  if (!Array.isArray(value)) throw new FeedError(`The feed has changed: ${what} is no list.`);
  if (value.length === 0) throw new FeedError(`The feed is empty: ${what} has no entries.`);
  const known = value.some((row) => isRecord(row) && fields.some((field) => own(row, field) !== undefined));
  if (!known) throw new FeedError(`The feed has changed: no entry of ${what} has ${fields.join(' or ')}.`);
  return value;
}

// CSV, read as a stream by csv-parse, one record at a time.

/** Small enough to keep memory flat, large enough that the parser is not called too often. */
const CHUNK_BYTES = 64 * 1024;
/** A longer record has a quotation mark that is never closed. */
const RECORD_BYTES_MAX = 1024 * 1024;
/** Known product feeds have up to 150 columns. */
const COLUMNS_MAX = 1000;
/** The number of columns in an error message: enough to recognise a wrong delimiter. */
const COLUMNS_SHOWN = 8;

/** A record by column name; null where it has more or fewer cells than the header. */
type CsvRecord = Readonly<Record<string, string>> | null;

function* chunks(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
    yield bytes.subarray(start, start + CHUNK_BYTES);
}

function checkHeader(header: readonly string[], needed: readonly string[]): void {
  if (header.length > COLUMNS_MAX) throw new FeedError(`The CSV has more than ${COLUMNS_MAX} columns.`);
  const missing = needed.filter((column) => !header.includes(column));
  if (missing.length === 0) return;
  const names = missing.map((column) => JSON.stringify(column)).join(', ');
  const found = header.slice(0, COLUMNS_SHOWN).map((column) => show(column));
  const more = header.length > COLUMNS_SHOWN ? ` and ${header.length - COLUMNS_SHOWN} more` : '';
  throw new FeedError(
    `The header lacks ${names}. Its columns are ${found.join(', ')}${more}: check the delimiter and the names.`,
  );
}

interface CsvSettings {
  readonly delimiter: string;
  /** Columns that the header must have. */
  readonly needed: readonly string[];
  /** The names of the columns of a file without a header row. */
  readonly header?: readonly string[];
}

/**
 * Yields the records, each with the line on which it ends. Throws `FeedError` if a column of `needed` is missing, or if the
 * feed has no records.
 */
export async function* csvRecords(
  page: FeedPage,
  { delimiter, needed, header: given }: CsvSettings,
): AsyncGenerator<Row<CsvRecord>> {
  const bytes = utf8Of(page);
  rejectWebPage(new TextDecoder().decode(bytes.subarray(0, START_LENGTH)));
  expectFewLines(bytes, page.limits);
  const parser = Readable.from(chunks(bytes)).pipe(
    parse({
      bom: true,
      delimiter,
      info: true,
      max_record_size: RECORD_BYTES_MAX,
      relax_column_count: true,
      // An inch mark in a product's name is no reason to lose the whole feed.
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    }),
  );
  let header: readonly string[] | null = given ?? null;
  if (given !== undefined) checkHeader(given, needed);
  let records = 0;
  let line = 0;
  try {
    for await (const entry of parser) {
      const { record, info } = entry as { record: string[]; info: { lines: number } };
      if (header === null) {
        header = record;
        checkHeader(header, needed);
        continue;
      }
      records += 1;
      if (info.lines - line > JOINED_RECORDS) expectOneRecord(record, header.length, delimiter, info.lines);
      line = info.lines;
      yield { row: info.lines, value: record.length === header.length ? byName(header, record) : null };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FeedError(`The CSV breaks off or is damaged (${error.code}).`);
  }
  if (records === 0) throw new FeedError('The feed has no records.');
}

/** Lines of a cell that look like records. Prose rarely has so many lines in a row with the commas of a record. */
const JOINED_RECORDS = 3;
/** The fewest columns of a list of plans: id, place, data, days and price. */
const PLAN_COLUMNS = 5;

/** Throws `FeedError` if a cell contains records, because a stray quotation mark opened it. */
function expectOneRecord(cells: readonly string[], columns: number, delimiter: string, endsOn: number): void {
  if (columns < PLAN_COLUMNS) return;
  for (const cell of cells) {
    let inARow = 0;
    for (const line of cell.split('\n')) {
      inARow = line.split(delimiter).length === columns ? inARow + 1 : 0;
      if (inARow === JOINED_RECORDS)
        throw new FeedError(
          `A quotation mark joins many records of the CSV in the one that ends on line ${endsOn}.`,
        );
    }
  }
}

const QUOTE = 0x22;
const NEWLINE = 0x0a;

/** Counts lines outside of quotes before anything is parsed, so that too many plans are never in memory. */
function expectFewLines(bytes: Uint8Array, { rows }: PageLimits = DEFAULT_LIMITS): void {
  let lines = 0;
  let isQuoted = false;
  for (const byte of bytes) {
    if (byte === QUOTE) isQuoted = !isQuoted;
    else if (byte === NEWLINE && !isQuoted) lines += 1;
  }
  // One line is the header, and the last one may have no end.
  if (lines > rows + 1) throw new FeedError(tooMany(rows, 'rows'));
}

function byName(header: readonly string[], cells: readonly string[]): CsvRecord {
  const record: Record<string, string> = Object.create(null);
  // Of two columns with the same name, the first one counts.
  for (let index = 0; index < header.length; index += 1) record[header[index] ?? ''] ??= cells[index] ?? '';
  return record;
}
