/**
 * The folder: plain tables for a terminal: columns next to each other, cut or left out where the screen is too narrow.
 * It imports no other folder. Pure, and may be called at any time.
 */
import type { Paint, Tone } from '../dependencies.ts';

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** May be cut, down to this many characters. */
  readonly shrinkTo?: number;
  /** Columns with a number are left out on a narrow screen, the highest first. */
  readonly leave?: number;
}

export type Cell = string | { readonly text: string; readonly tone: Tone };

export interface TableStyle {
  /** null: as wide as it needs to be. */
  readonly width: number | null;
  readonly paint: Paint;
}

const GAP = '  ';

export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  style: TableStyle,
): string {
  const texts = rows.map((row) => row.map((cell) => oneLine(textOf(cell))));
  const natural = columns.map(({ title }, index) =>
    Math.max(displayWidth(title), ...texts.map((row) => displayWidth(row[index] ?? ''))),
  );
  const widths = fitWidths(columns, natural, style.width);
  const last = widths.findLastIndex((width) => width !== null);
  const line = (cells: readonly string[], tone: (index: number) => Tone | null): string =>
    widths
      .flatMap((width, index) => {
        if (width === null) return [];
        const text = clip(cells[index] ?? '', width);
        const space = ' '.repeat(width - displayWidth(text));
        const found = tone(index);
        const shown = found === null || text === '' ? text : style.paint(found, text);
        if (columns[index]?.align === 'right') return [space + shown];
        return [index === last ? shown : shown + space];
      })
      .join(GAP)
      .trimEnd();
  const head = line(
    columns.map(({ title }) => title),
    () => 'bold',
  );
  const body = texts.map((cells, row) => line(cells, (index) => toneOf(rows[row]?.[index])));
  return `${[head, ...body].join('\n')}\n`;
}

const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text);
const toneOf = (cell: Cell | undefined): Tone | null =>
  cell === undefined || typeof cell === 'string' ? null : cell.tone;

/** The width of each column; null: left out. */
export function fitWidths(
  columns: readonly Column[],
  natural: readonly number[],
  width: number | null,
): readonly (number | null)[] {
  const widths: (number | null)[] = [...natural];
  if (width === null) return widths;
  const floor = (index: number) => Math.min(natural[index]!, columns[index]?.shrinkTo ?? natural[index]!);
  const total = (of: (index: number) => number) => {
    const kept = widths.flatMap((value, index) => (value === null ? [] : [of(index)]));
    return kept.reduce((sum, value) => sum + value, 0) + GAP.length * Math.max(0, kept.length - 1);
  };
  const leaving = columns
    .flatMap(({ leave }, index) => (leave === undefined ? [] : [{ index, leave }]))
    .sort((a, b) => b.leave - a.leave);
  for (const { index } of leaving) if (total(floor) > width) widths[index] = null;
  // The widest gives first, so that no column is cut to nothing while another is at its ease.
  while (total((index) => widths[index]!) > width) {
    const widest = widths.reduce<number | null>((found, value, index) => {
      if (value === null || value <= floor(index)) return found;
      return found === null || value > widths[found]! ? index : found;
    }, null);
    if (widest === null) break;
    widths[widest] = widths[widest]! - 1;
  }
  return widths;
}

// How many cells of a terminal a text takes, and cutting it to fit.

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** East Asian wide letters and emoji take two cells. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const PLAIN = /^[\u0020-\u007e]*$/;

const cellsOf = (grapheme: string): number => (WIDE.test(grapheme) ? 2 : 1);

export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let cells = 0;
  for (const { segment } of graphemes.segment(text)) cells += cellsOf(segment);
  return cells;
}

/** Feeds write names; nothing that moves a cursor or starts a line of its own gets to the screen. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');

/** Lines of at most so many cells, broken between words. A word that is longer (a link) stays whole. */
export function wrap(text: string, width: number | null): readonly string[] {
  if (width === null) return [text];
  const lines: string[] = [];
  for (const word of oneLine(text).split(' ')) {
    const joined = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && displayWidth(joined) <= width) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}

export function clip(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let cells = 0;
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    cells += cellsOf(segment);
    if (cells > width - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
