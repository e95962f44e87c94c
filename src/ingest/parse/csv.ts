/** CSV, read as a stream by csv-parse, one record at a time. */
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { FeedError, type FeedPage } from '../adapter.ts';
import { refuseWebPage, unpacked } from './body.ts';
import type { Row } from './refusal.ts';

/** Small enough to keep memory flat, large enough that the parser is not called too often. */
const CHUNK_BYTES = 64 * 1024;
/** One record longer than this is an unclosed quote, not a plan. */
const RECORD_BYTES_MAX = 1024 * 1024;

export interface CsvOptions {
  readonly delimiter?: string;
  /** Columns without which the feed is not this feed. */
  readonly needed: readonly string[];
}

/** A record by column name; null where it has more or fewer cells than the header. */
export type CsvRecord = Readonly<Record<string, string>> | null;

function* chunks(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
    yield bytes.subarray(start, start + CHUNK_BYTES);
}

function checkHeader(header: readonly string[], needed: readonly string[]): void {
  const missing = needed.filter((column) => !header.includes(column));
  if (missing.length === 0) return;
  const names = missing.map((column) => JSON.stringify(column)).join(', ');
  throw new FeedError(`The feed has changed: its header lacks ${names}.`);
}

/** Records with the line on which each ends. A feed with a header and nothing else is not an empty day. */
export async function* csvRecords(page: FeedPage, options: CsvOptions): AsyncGenerator<Row<CsvRecord>> {
  const bytes = unpacked(page);
  refuseWebPage(new TextDecoder().decode(bytes.subarray(0, 1000)));
  const parser = Readable.from(chunks(bytes)).pipe(
    parse({
      bom: true,
      delimiter: options.delimiter ?? ',',
      info: true,
      max_record_size: RECORD_BYTES_MAX,
      relax_column_count: true,
      // An inch mark in a product's name is no reason to lose the whole feed.
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    }),
  );
  let header: readonly string[] | null = null;
  let records = 0;
  try {
    for await (const entry of parser) {
      const { record, info } = entry as { record: string[]; info: { lines: number } };
      if (header === null) {
        header = record;
        checkHeader(header, options.needed);
        continue;
      }
      records += 1;
      yield { row: info.lines, value: record.length === header.length ? byName(header, record) : null };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FeedError(`The CSV breaks off or is damaged (${error.code}).`);
  }
  if (records === 0) throw new FeedError('The feed has no records.');
}

function byName(header: readonly string[], cells: readonly string[]): CsvRecord {
  const record: Record<string, string> = Object.create(null);
  for (let index = 0; index < header.length; index += 1) record[header[index] ?? ''] ??= cells[index] ?? '';
  return record;
}
