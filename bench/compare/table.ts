/** One line of the table of ratios, and the table. */
import { median, spread } from '../load.ts';

export interface Line {
  readonly what: string;
  readonly ours: string;
  readonly against: string;
  /** What the goal speaks of, as a number. */
  readonly value: number;
  readonly unit: '×' | 'ms' | 's' | 'bytes' | 'MB';
  /** Half the distance between the quartiles, as a share of the median. */
  readonly spread: number | null;
  readonly goal: { readonly atLeast: number } | { readonly atMost: number } | null;
}

export const isMet = ({ value, goal }: Line): boolean | null => {
  if (goal === null) return null;
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
};

/** Round by round, so that both sides of a ratio saw the same machine. */
export function ratioOf(
  ours: readonly number[],
  peers: readonly number[],
): { value: number; spread: number } {
  const each = ours.map((value, round) => value / peers[round]!);
  return { value: median(each), spread: spread(each) };
}

const figure = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toPrecision(2);

const cells = (line: Line): string[] => {
  const met = isMet(line);
  const unit = line.unit === '×' ? '×' : ` ${line.unit}`;
  const goal =
    line.goal === null ? '' : 'atLeast' in line.goal ? `≥ ${line.goal.atLeast}` : `≤ ${line.goal.atMost}`;
  return [
    line.what,
    line.ours,
    line.against,
    `${figure(line.value)}${unit}`,
    line.spread === null ? '' : `±${(line.spread * 100).toFixed(0)}%`,
    goal,
    met === null ? '' : met ? 'met' : 'MISSED',
  ];
};

const HEAD = ['what', 'this service', 'against', 'ratio or figure', 'spread', 'goal', ''];

/** Markdown, padded so that it reads in a terminal too. */
export function tableOf(lines: readonly Line[]): string {
  const rows = [HEAD, ...lines.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const text = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`,
  );
  return [text[0], `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...text.slice(1)].join(
    '\n',
  );
}
