/** Where progress goes: drawn over itself in a terminal, line by line anywhere else. */
import { stripVTControlCharacters } from 'node:util';
import { type Output, painter } from './dependencies.ts';
import { type Cell, type Column, clip, renderTable } from './text/table.ts';

export interface Display {
  /** Lines that stay. */
  print(lines: readonly string[]): void;
  /** Redraws what moves. */
  refresh(): void;
  close(): void;
}

const FRAMES = ['|', '/', '-', '\\'] as const;
/** Smooth to the eye and nothing to the machine. */
const FRAME_MS = 100;

export function lineDisplay(out: Output): Display {
  return {
    print: (lines) => {
      for (const line of lines) out.write(`${line}\n`);
    },
    refresh() {},
    close() {},
  };
}

export function liveDisplay(out: Output, live: (frame: string) => readonly string[]): Display {
  let drawn = 0;
  let frame = 0;
  const erase = () => {
    // Line by line: some terminals keep what "clear the rest of the screen" removes in their history.
    out.write('\u001b[1A\u001b[2K'.repeat(drawn));
    drawn = 0;
  };
  const draw = () => {
    // A line that wraps would count as two and leave its first half behind.
    const lines = live(FRAMES[frame % FRAMES.length] ?? '').map((line) =>
      fitted(line, (out.columns ?? 80) - 1),
    );
    out.write(lines.map((line) => `${line}\n`).join(''));
    drawn = lines.length;
  };
  const refresh = () => {
    erase();
    draw();
  };
  const timer = setInterval(() => {
    frame += 1;
    refresh();
  }, FRAME_MS).unref();
  return {
    print(lines) {
      if (lines.length === 0) return;
      erase();
      for (const line of lines) out.write(`${line}\n`);
      draw();
    },
    refresh,
    close() {
      clearInterval(timer);
      erase();
    },
  };
}

/** Colours take no room; a line that is too long loses them with its end. */
function fitted(line: string, width: number): string {
  const plain = stripVTControlCharacters(line);
  const short = clip(plain, width);
  return short === plain ? line : short;
}

// Small helpers that every command prints with.

/** A column with what stands in it for a row. */
export interface Field<Row> extends Column {
  readonly cell: (row: Row) => Cell;
}

export function tableText<Row>(out: Output, rows: readonly Row[], fields: readonly Field<Row>[]): string {
  const cells = rows.map((row) => fields.map(({ cell }) => cell(row)));
  return renderTable(fields, cells, { width: out.columns, paint: painter(out.colour) });
}

export const printTable = <Row>(out: Output, rows: readonly Row[], fields: readonly Field<Row>[]): void =>
  out.write(tableText(out, rows, fields));

/** For programs: always whole, whatever the screen. What nobody sees is escaped, so that it is seen. */
export const printJson = (out: Output, value: unknown): void =>
  out.write(`${JSON.stringify(value, null, 2).replace(UNSEEN, escaped)}\n`);

const UNSEEN = /[\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u007f-\u009f]/gu;
const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => {
    const unit = character.charCodeAt(at);
    return `\\u${unit.toString(16).padStart(4, '0')}`;
  }).join('');

/**
 * What a program reads: names in snake_case, times in ISO 8601. A number whose name ends in one of these is a time.
 * Names that are data (ids, reasons) have no capital letters, so they stay as they are.
 */
export function forPrograms(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forPrograms);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      typeof inner === 'number' && NAMES_A_TIME.test(name) ? isoTime(inner) : forPrograms(inner),
    ]),
  );
}

const NAMES_A_TIME = /(?:At|From|Until)$/;

export const isoTime = (at: number): string => new Date(at).toISOString();

export interface JsonOption {
  readonly json?: true;
}

/** Numbers and times as people read them. */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const grouped = new Intl.NumberFormat('en-GB');
export const count = (value: number): string => grouped.format(value);
export const plural = (value: number, word: string): string =>
  `${count(value)} ${word}${value === 1 ? '' : 's'}`;

/** Rounded down, in the largest unit that fits: "45 s", "12 min", "5 h", "3 d". */
export function duration(ms: number): string {
  const whole = Math.max(0, ms);
  if (whole < MINUTE_MS) return `${Math.floor(whole / 1000)} s`;
  if (whole < HOUR_MS) return `${Math.floor(whole / MINUTE_MS)} min`;
  // Up to two days in hours: that is where fresh and aging part.
  if (whole < 2 * DAY_MS) return `${Math.floor(whole / HOUR_MS)} h`;
  return `${Math.floor(whole / DAY_MS)} d`;
}

export const ago = (at: number, now: number): string =>
  now - at < 1000 ? 'now' : `${duration(now - at)} ago`;
export const until = (at: number, now: number): string => (at <= now ? 'due' : `in ${duration(at - now)}`);

/** UTC, to the minute. */
export const moment = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}Z`;

/** At most two decimals, no trailing zeros. */
export const gigabytes = (gb: number): string => `${Math.round(gb * 100) / 100} GB`;
export const dollars = (usd: number): string => `$${usd.toFixed(2)}`;
