/** Price against data: one point for each plan of the three lists, the first of each list marked. */
import { scaleLog, scaleSqrt } from 'd3-scale';
import { type SymbolType, symbol, symbolCircle, symbolDiamond, symbolTriangle } from 'd3-shape';
import { SORTS, type Sort } from '../../domain/trip.ts';
import { planName } from '../../wire/result.ts';
import { type Comparison, LIST_OF } from '../../wire/schemas/comparison.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';
import { at, frame, INNER, rung, tickBelow } from './frame.ts';

/** Plans without a limit are drawn in a column of their own, this far from the right edge. */
const NO_LIMIT_WIDTH = 44;
const POINT_AREA = 34;
const MARKS: Readonly<Record<Sort, SymbolType>> = {
  recommended: symbolCircle,
  cheapest: symbolDiamond,
  fastest: symbolTriangle,
};
/** Outlines of different sizes around the point itself, so that one plan can be the first of all three lists. */
const MARK_AREAS: Readonly<Record<Sort, number>> = { recommended: 420, cheapest: 230, fastest: 150 };
const TICKS_GB = [0.5, 1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000] as const;
/** How much room a figure below the axis takes, and the words of the last column. */
const TICK_WIDTH = 34;
const NO_LIMIT_TICK_WIDTH = 76;

type ScatterScales = ReturnType<typeof scatterScales>;

export function scatterScales(results: readonly Result[], neededGb: number | null) {
  const amounts = results.flatMap(({ data }) => (data.gb_for_trip ? [data.gb_for_trip] : []));
  if (neededGb !== null) amounts.push(neededGb);
  const least = amounts.length === 0 ? 1 : Math.min(...amounts);
  const most = Math.max(...amounts, least * 2);
  const hasNoLimit = results.some(({ data }) => data.gb_for_trip === null);
  const right = INNER.right - (hasNoLimit ? NO_LIMIT_WIDTH : 8);
  const x = scaleLog()
    .domain([least * 0.85, most * 1.1])
    .range([INNER.left + 8, right]);
  // A few plans cost many times the others. The square root gives the cheap ones more room.
  const y = scaleSqrt()
    .domain([0, Math.max(1, ...results.map(({ price }) => price.usd))])
    .nice(5)
    .range([INNER.bottom, INNER.top]);
  return {
    x: (gb: number | null) => (gb === null ? INNER.right - NO_LIMIT_WIDTH / 2 + 8 : x(Math.max(gb, least))),
    y: (usd: number) => y(usd),
    ticksGb: ticksWithRoom((gb) => x(gb), least, most, INNER.right - (hasNoLimit ? NO_LIMIT_TICK_WIDTH : 0)),
    ticksUsd: y.ticks(5),
    hasNoLimit,
  };
}

/** From the left, each tick that does not overlap the one before it. */
function ticksWithRoom(x: (gb: number) => number, least: number, most: number, right: number): number[] {
  const kept: number[] = [];
  for (const gb of TICKS_GB) {
    const last = kept.at(-1);
    const isInside = gb >= least && gb <= most && x(gb) <= right;
    if (isInside && (last === undefined || x(gb) - x(last) >= TICK_WIDTH)) kept.push(gb);
  }
  return kept;
}

/** Every plan of the three lists once. */
export function uniqueResults({ orders }: Comparison): Result[] {
  const all = SORTS.flatMap((sort) => orders[LIST_OF[sort]]);
  return [...new Map(all.map((result) => [planName(result), result])).values()];
}

export function scatterChart(comparison: Comparison, format: Format): Html {
  const { texts } = format;
  const results = uniqueResults(comparison);
  const neededGb = comparison.query.data_needed_gb;
  const scales = scatterScales(results, neededGb);
  const firsts = SORTS.flatMap((sort): First[] => {
    const result = comparison.orders[LIST_OF[sort]][0];
    return result === undefined ? [] : [{ sort, result }];
  });
  const alt = texts.charts.priceDataAlt(
    results.length,
    neededGb === null ? '' : texts.charts.needAlt(format.gb(neededGb)),
    firsts
      .map(({ sort, result }) =>
        texts.charts.firstAlt(texts.sorts[sort].name, result.plan.name, format.money(result.price.usd)),
      )
      .join(' '),
  );
  const body = html`${scales.ticksUsd.map((usd) => rung(scales.y(usd), format.dollars(usd)))}${scales.ticksGb.map((gb) => tickBelow(scales.x(gb), format.number(gb)))}${scales.hasNoLimit && tickBelow(INNER.right + 8, texts.data.unlimited, 'end')}${neededGb !== null && needLine(scales.x(neededGb), texts.charts.need)}${results.map((result) => point(result, scales))}${firstMarks(firsts, scales)}`;
  return frame({
    id: 'chart-data',
    title: texts.charts.priceData,
    description: alt,
    axisX: texts.charts.dataAxis,
    axisY: texts.charts.priceAxisRoot,
    body,
  });
}

/** The label is on the side where there is room. */
const needLine = (x: number, label: string): Html => {
  const isRight = x > (INNER.left + INNER.right) / 2;
  return html`<line class="need-line" x1="${at(x)}" x2="${at(x)}" y1="${INNER.top}" y2="${INNER.bottom}"/><text class="need-label" x="${at(x + (isRight ? -4 : 4))}" y="${INNER.top - 5}" text-anchor="${isRight ? 'end' : 'start'}">${label}</text>\n`;
};

const POINT = symbol(symbolCircle, POINT_AREA)() ?? '';
const markOf = (sort: Sort): string => symbol(MARKS[sort], MARK_AREAS[sort])() ?? '';

interface First {
  readonly sort: Sort;
  readonly result: Result;
}

const firstMarks = (firsts: readonly First[], scales: ScatterScales): Html[] =>
  firsts.map(
    ({ sort, result }) =>
      html`<path class="first ${sort}" transform="${place(result, scales)}" d="${markOf(sort)}"/>`,
  );

/** Which shape marks the first of which order, and the plans that fall short if there are any. */
export const scatterLegend = (results: readonly Result[], { texts }: Format): Html =>
  html`<ul class="legend">
${SORTS.map((sort) => html`<li><svg viewBox="-14 -14 28 28" width="22" height="22" aria-hidden="true"><path class="first ${sort}" d="${markOf(sort)}"/></svg>${texts.charts.first(texts.sorts[sort].name)}</li>\n`)}${results.some(({ fits }) => !fits.meets_need) && html`<li><svg viewBox="-10 -10 20 20" width="20" height="20" aria-hidden="true"><path class="point misses" d="${POINT}"/></svg>${texts.drawbacks.misses_need}</li>\n`}</ul>`;

const place = (result: Result, scales: ScatterScales): string =>
  `translate(${at(scales.x(result.data.gb_for_trip))} ${at(scales.y(result.price.usd))})`;

const point = (result: Result, scales: ScatterScales): Html =>
  html`<path class="point${!result.fits.meets_need && ' misses'}" data-point="${planName(result)}" transform="${place(result, scales)}" d="${POINT}"/>`;
