/** How commands print: tables and numbers for people, JSON for programs. */
import { isoTime } from '../domain/calendar.ts';
import { DAY_MS } from '../domain/freshness.ts';
import { INVISIBLE } from '../operator-files/invisible.ts';
import { type Output, painter } from './dependencies.ts';
import { type Cell, type Column, renderTable } from './table.ts';

export interface JsonOption {
  readonly json?: true;
}

/** A column of a table and its cell for a row. */
export interface Field<Row> extends Column {
  readonly cell: (row: Row) => Cell;
}

export function tableText<Row>(out: Output, rows: readonly Row[], fields: readonly Field<Row>[]): string {
  const cells = rows.map((row) => fields.map(({ cell }) => cell(row)));
  return renderTable(fields, cells, { width: out.columns, paint: painter(out.colour) });
}

export const printTable = <Row>(out: Output, rows: readonly Row[], fields: readonly Field<Row>[]): void =>
  out.write(tableText(out, rows, fields));

export const printJson = (out: Output, value: unknown): void => out.write(`${jsonText(value)}\n`);

/** Invisible characters are escaped, so that a reader sees them. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(TO_ESCAPE, escaped);

const TO_ESCAPE = new RegExp(`[${INVISIBLE}\\p{Zl}\\p{Zp}\\u007f-\\u009f]`, 'gu');
/** Each UTF-16 unit as `\uXXXX`. A character after U+FFFF has two of them. */
const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => {
    const unit = character.charCodeAt(at);
    return `\\u${unit.toString(16).padStart(4, '0')}`;
  }).join('');

/**
 * Converts names to snake_case and times to ISO 8601. A number is a time if its name ends in `At`, `From` or `Until`.
 * Keys that are data (ids, reasons) have no capital letters and stay the same.
 */
export function toJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      typeof inner === 'number' && TIME_NAME.test(name) ? isoTime(inner) : toJson(inner),
    ]),
  );
}

const TIME_NAME = /(?:At|From|Until)$/;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const grouped = new Intl.NumberFormat('en-GB');
export const count = (value: number): string => grouped.format(value);
export const plural = (value: number, word: string): string =>
  `${count(value)} ${word}${value === 1 ? '' : 's'}`;

/** Rounded down, in the largest suitable unit: "45 s", "12 min", "5 h", "3 d". */
export function duration(ms: number): string {
  const atLeastZero = Math.max(0, ms);
  if (atLeastZero < MINUTE_MS) return `${Math.floor(atLeastZero / 1000)} s`;
  if (atLeastZero < HOUR_MS) return `${Math.floor(atLeastZero / MINUTE_MS)} min`;
  // Hours up to two days, because freshness changes at 24 and 48 hours.
  if (atLeastZero < 2 * DAY_MS) return `${Math.floor(atLeastZero / HOUR_MS)} h`;
  return `${Math.floor(atLeastZero / DAY_MS)} d`;
}

export const ago = (at: number, now: number): string =>
  now - at < 1000 ? 'now' : `${duration(now - at)} ago`;
export const until = (at: number, now: number): string => (at <= now ? 'due' : `in ${duration(at - now)}`);

/** UTC, to the minute. */
export const moment = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}Z`;

const LABEL_WIDTH = 12;

/** Lines with a label in front of the first one. */
export function labelled(out: Output, label: string, lines: readonly string[]): void {
  const paint = painter(out.colour);
  for (const [index, line] of lines.entries()) {
    const start = index === 0 ? paint('cyan', label.padEnd(LABEL_WIDTH)) : ' '.repeat(LABEL_WIDTH);
    out.write(`${(start + line).trimEnd()}\n`);
  }
}
