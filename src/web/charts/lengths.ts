/** Price by trip length: the cheapest plan for each nearby length, the asked one marked. */
import { scaleLinear, scalePoint } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import type { Variant } from '../../wire/schemas/comparison.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';
import { at, frame, INNER, rung, tickBelow } from './frame.ts';

export interface Length {
  readonly days: number;
  readonly best: Result;
}

/** Lengths that have a plan. */
export const lengthsOf = (variants: readonly Variant[]): Length[] =>
  variants.flatMap(({ days, best }) => (best === null ? [] : [{ days, best }]));

/** The longer trip that costs least, if it costs less than the asked one and covers it. */
export function cheaperAndLonger(
  lengths: readonly Length[],
  askedDays: number,
): { days: number; savedUsd: number } | null {
  const asked = lengths.find(({ days }) => days === askedDays);
  if (asked === undefined) return null;
  const cheaper = lengths
    .filter(
      ({ days, best }) => days > askedDays && best.fits.meets_need && best.price.usd < asked.best.price.usd,
    )
    .sort((a, b) => a.best.price.usd - b.best.price.usd || a.days - b.days)[0];
  if (cheaper === undefined) return null;
  return {
    days: cheaper.days,
    savedUsd: Math.round((asked.best.price.usd - cheaper.best.price.usd) * 100) / 100,
  };
}

/** A neighbour with the same price has its label already, and two would run into each other. */
function repeats(lengths: readonly Length[], index: number, askedDays: number): boolean {
  const usd = lengths[index]?.best.price.usd;
  const next = lengths[index + 1];
  return (
    lengths[index - 1]?.best.price.usd === usd || (next?.days === askedDays && next.best.price.usd === usd)
  );
}

/** From here on, cents no longer fit beside one another; the table has them. */
const WHOLE_DOLLARS_FROM = 100;
const shortMoney = (usd: number, format: Format): string =>
  usd < WHOLE_DOLLARS_FROM ? format.money(usd) : `$${format.number(Math.round(usd))}`;

export function lengthsChart(lengths: readonly Length[], askedDays: number, format: Format): Html {
  const { texts } = format;
  const x = scalePoint<number>()
    .domain(lengths.map(({ days }) => days))
    .range([INNER.left, INNER.right])
    .padding(0.5);
  const y = scaleLinear()
    .domain([0, Math.max(1, ...lengths.map(({ best }) => best.price.usd))])
    .nice(4)
    .range([INNER.bottom, INNER.top + 10]);
  const xOf = ({ days }: Length) => at(x(days) ?? 0);
  const yOf = ({ best }: Length) => at(y(best.price.usd));
  const path = line<Length>(xOf, yOf).curve(curveMonotoneX)([...lengths]) ?? '';
  const shade = area<Length>(xOf, INNER.bottom, yOf).curve(curveMonotoneX)([...lengths]) ?? '';
  const points = lengths.map((length, index) => {
    const isAsked = length.days === askedDays;
    const isSame = !isAsked && repeats(lengths, index, askedDays);
    return html`<circle class="${isAsked ? 'asked' : 'length'}" cx="${xOf(length)}" cy="${yOf(length)}" r="${isAsked ? 6 : 4}"/>${!isSame && html`<text class="value${isAsked && ' asked-value'}" x="${xOf(length)}" y="${at(yOf(length) - 11)}" text-anchor="middle">${shortMoney(length.best.price.usd, format)}</text>`}${tickBelow(xOf(length), format.number(length.days))}`;
  });
  return frame({
    id: 'chart-lengths',
    title: texts.charts.lengths,
    description: texts.charts.lengthsAlt(
      lengths.map(({ days, best }) => `${format.days(days)} ${format.money(best.price.usd)}`).join(', '),
    ),
    axisX: texts.charts.lengthsAxis,
    axisY: texts.charts.priceAxis,
    body: html`${y.ticks(4).map((usd) => rung(y(usd), `$${format.number(usd)}`))}<path class="shade" d="${shade}"/><path class="line" d="${path}"/>${points}`,
  });
}
