/** The frame of both charts. Sizes are in units of the SVG, which the page scales to the available width. */
import { type Html, html } from '../html.ts';

/** About the width of a phone, so that the text stays readable there. */
export const WIDTH = 360;
export const HEIGHT = 256;
export const MARGIN = { top: 30, right: 16, bottom: 44, left: 46 } as const;

export const INNER = {
  left: MARGIN.left,
  right: WIDTH - MARGIN.right,
  top: MARGIN.top,
  bottom: HEIGHT - MARGIN.bottom,
} as const;

/** Rounds a coordinate to one decimal, which is finer than any screen shows. */
export const at = (value: number): number => Math.round(value * 10) / 10;

export interface FrameParts {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly axisX: string;
  readonly axisY: string;
  readonly body: Html;
}

export function frame({ id, title, description, axisX, axisY, body }: FrameParts): Html {
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="${id}-title ${id}-desc">
<title id="${id}-title">${title}</title>
<desc id="${id}-desc">${description}</desc>
${body}
<text class="axis" x="${(INNER.left + INNER.right) / 2}" y="${HEIGHT - 6}" text-anchor="middle">${axisX}</text>
<text class="axis" x="${2}" y="${12}">${axisY}</text>
</svg>`;
}

/** A horizontal grid line with its label. */
export const rung = (y: number, label: string): Html =>
  html`<line class="grid" x1="${INNER.left}" x2="${INNER.right}" y1="${at(y)}" y2="${at(y)}"/><text class="tick" x="${INNER.left - 6}" y="${at(y + 4)}" text-anchor="end">${label}</text>\n`;

export const tickBelow = (x: number, label: string, anchor: 'middle' | 'end' = 'middle'): Html =>
  html`<text class="tick" x="${at(x)}" y="${INNER.bottom + 17}" text-anchor="${anchor}">${label}</text>\n`;
