/** Plain text tables that fit a terminal. */
import { INVISIBLE } from '../operator-files/invisible.ts';
import type { Paint, Tone } from './dependencies.ts';

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** The column may be shortened to this many characters. */
  readonly shrinkTo?: number;
  /** If the table is too wide, columns with a `dropOrder` are dropped, the lowest first. */
  readonly dropOrder?: number;
}

export type Cell = string | { readonly text: string; readonly tone: Tone };

interface TableStyle {
  /** null: no maximum. */
  readonly width: number | null;
  readonly paint: Paint;
}

const GAP = '  ';

export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  { width, paint }: TableStyle,
): string {
  const head = columns.map(({ title }): Cell => ({ text: title, tone: 'bold' }));
  const lines = [head, ...rows].map((row) =>
    row.map((cell) => {
      const { text, tone } = typeof cell === 'string' ? { text: cell, tone: null } : cell;
      return { text: oneLine(text), tone };
    }),
  );
  const natural = columns.map((_, index) =>
    Math.max(...lines.map((line) => displayWidth(line[index]?.text ?? ''))),
  );
  const widths = fitWidths(columns, natural, width);
  const renderLine = (line: (typeof lines)[number]): string =>
    columns
      .flatMap(({ align }, index) => {
        const cellWidth = widths[index] ?? null;
        if (cellWidth === null) return [];
        const { text = '', tone = null } = line[index] ?? {};
        const clipped = clip(text, cellWidth);
        const space = ' '.repeat(cellWidth - displayWidth(clipped));
        const painted = tone === null || clipped === '' ? clipped : paint(tone, clipped);
        return [align === 'right' ? space + painted : painted + space];
      })
      .join(GAP)
      .trimEnd();
  return `${lines.map(renderLine).join('\n')}\n`;
}

/** The width of each column, or null for a column that is dropped. */
export function fitWidths(
  columns: readonly Column[],
  natural: readonly number[],
  width: number | null,
): readonly (number | null)[] {
  if (width === null) return natural;
  const minimums = columns.map(({ shrinkTo }, index) =>
    Math.min(natural[index]!, shrinkTo ?? natural[index]!),
  );
  const kept = keptColumns(columns, minimums, width);
  const keptWidths = shrink(
    kept.map((index) => natural[index]!),
    kept.map((index) => minimums[index]!),
    width,
  );
  return columns.map((_, index) => keptWidths[kept.indexOf(index)] ?? null);
}

/** The indexes of the columns that remain when enough columns are dropped for the others to fit. */
function keptColumns(
  columns: readonly Column[],
  minimums: readonly number[],
  width: number,
): readonly number[] {
  const droppable = columns
    .flatMap(({ dropOrder }, index) => (dropOrder === undefined ? [] : [{ index, dropOrder }]))
    .sort((a, b) => a.dropOrder - b.dropOrder);
  let kept = [...columns.keys()];
  for (const { index } of droppable) {
    if (totalOf(kept.map((at) => minimums[at]!)) <= width) break;
    kept = kept.filter((at) => at !== index);
  }
  return kept;
}

/** Shrinks the widest column first, one character at a time, so that columns share the loss. */
function shrink(natural: readonly number[], minimums: readonly number[], width: number): readonly number[] {
  const widths = [...natural];
  while (totalOf(widths) > width) {
    const shrinkable = [...widths.keys()].filter((at) => widths[at]! > minimums[at]!);
    const widest = shrinkable.toSorted((a, b) => widths[b]! - widths[a]!)[0];
    if (widest === undefined) break;
    widths[widest] = widths[widest]! - 1;
  }
  return widths;
}

/** The width of a table whose columns have these widths. */
const totalOf = (widths: readonly number[]): number =>
  widths.reduce((sum, value) => sum + value, 0) + GAP.length * Math.max(0, widths.length - 1);

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Characters that take two cells of a terminal. */
const WIDE = new RegExp(
  [
    /[\u1100-\u115f]/, // Hangul letters
    /[\u2e80-\u303e\u3041-\ua4cf]/, // Chinese and Japanese characters and punctuation
    /[\uac00-\ud7a3]/, // Hangul syllables
    /[\uf900-\ufaff\ufe30-\ufe6f]/, // compatibility forms
    /[\uff00-\uff60\uffe0-\uffe6]/, // full-width forms of Latin letters and signs
    /\p{Emoji_Presentation}/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'u',
);
const PLAIN = /^[\u0020-\u007e]*$/;

const cellsOf = (grapheme: string): number => (WIDE.test(grapheme) ? 2 : 1);

export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let cells = 0;
  for (const { segment } of graphemes.segment(text)) cells += cellsOf(segment);
  return cells;
}

const NOT_IN_A_LINE = new RegExp(`[${INVISIBLE}\\p{Cc}\\p{Zl}\\p{Zp}]+`, 'gu');

/** Replaces control and invisible characters, because texts of feeds must not move the cursor, start a line or hide. */
export const oneLine = (text: string): string => text.replace(NOT_IN_A_LINE, ' ');

/** Shortens a text to a width. An ellipsis marks the cut. */
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
