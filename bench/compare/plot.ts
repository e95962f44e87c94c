/** A picture of how costs grow: one small panel for each, both scales logarithmic, drawn as plain SVG. */
import { scaleLog } from 'd3-scale';
import { line } from 'd3-shape';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Panel {
  readonly title: string;
  readonly x: string;
  readonly series: readonly { readonly name: string; readonly points: readonly Point[] }[];
}

const PANEL = { width: 340, height: 230 } as const;
const MARGIN = { top: 34, right: 18, bottom: 40, left: 52 } as const;
const COLUMNS = 2;
/** Dark enough on white for thin lines, and told apart by dashes too. */
const STROKES = ['#1d4ed8', '#b45309'] as const;
const DASHES = ['', '6 4'] as const;

const round = (value: number) => Math.round(value * 10) / 10;
const short = (value: number): string => {
  if (value >= 1e6) return `${value / 1e6}M`;
  if (value >= 1e3) return `${value / 1e3}k`;
  return String(Number(value.toPrecision(2)));
};

/** Whole powers of ten around the values, so that every panel reads alike. */
function decades(values: readonly number[]): [number, number] {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.ceil(Math.log10(Math.max(...values)));
  return [10 ** low, 10 ** Math.max(high, low + 1)];
}

const powers = ([low, high]: readonly [number, number]): number[] =>
  Array.from({ length: Math.round(Math.log10(high / low)) + 1 }, (_, step) => low * 10 ** step);

function drawPanel({ title, x: axis, series }: Panel, index: number): string {
  const points = series.flatMap((one) => one.points);
  const domains = [decades(points.map(({ x }) => x)), decades(points.map(({ y }) => y))] as const;
  const bottom = PANEL.height - MARGIN.bottom;
  const right = PANEL.width - MARGIN.right;
  const across = scaleLog(domains[0], [MARGIN.left, right]);
  const up = scaleLog(domains[1], [bottom, MARGIN.top]);
  const path = line<Point>(
    (point) => round(across(point.x)),
    (point) => round(up(point.y)),
  );
  const rungs = powers(domains[1]).map(
    (value) =>
      `<path d="M${MARGIN.left} ${round(up(value))}H${right}" stroke="#ddd"/><text x="${MARGIN.left - 6}" y="${round(up(value) + 4)}" text-anchor="end">${short(value)}</text>`,
  );
  const ticks = powers(domains[0]).map(
    (value) =>
      `<text x="${round(across(value))}" y="${bottom + 16}" text-anchor="middle">${short(value)}</text>`,
  );
  const lines = series.map(({ name, points: own }, at) => {
    const last = own.at(-1)!;
    const dots = own.map(
      (point) => `<circle cx="${round(across(point.x))}" cy="${round(up(point.y))}" r="2.5"/>`,
    );
    const label = `<text x="${round(across(last.x))}" y="${round(up(last.y) - 8)}" text-anchor="end">${name}</text>`;
    const drawn = `<path d="${path(own)}" fill="none" stroke="${STROKES[at]}" stroke-width="2" stroke-dasharray="${DASHES[at]}"/>`;
    return `${drawn}<g fill="${STROKES[at]}">${dots.join('')}${series.length > 1 ? label : ''}</g>`;
  });
  const left = (index % COLUMNS) * PANEL.width;
  const top = Math.floor(index / COLUMNS) * PANEL.height;
  const heading = `<text x="${MARGIN.left}" y="18" font-weight="bold">${title}</text>`;
  const below = `<text x="${(MARGIN.left + right) / 2}" y="${PANEL.height - 8}" text-anchor="middle">${axis}</text>`;
  const parts = [heading, ...rungs, ...ticks, ...lines, below];
  return `<g transform="translate(${left} ${top})">\n${parts.join('\n')}\n</g>`;
}

export function drawPanels(title: string, panels: readonly Panel[]): string {
  const width = COLUMNS * PANEL.width;
  const height = Math.ceil(panels.length / COLUMNS) * PANEL.height;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="growth-title" font-family="system-ui, sans-serif" font-size="11" fill="#222">
<title id="growth-title">${title}</title>
<path d="M0 0H${width}V${height}H0Z" fill="#fff"/>
${panels.map(drawPanel).join('\n')}
</svg>
`;
}
