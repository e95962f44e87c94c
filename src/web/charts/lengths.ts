/** Price by trip length: the cheapest plan for each nearby length, with a mark at the requested one. */
import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
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

/** The cheapest longer trip, if it costs less than the requested one and meets the need. */
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

/** How much room a price and a number of days take, in pixels. */
const PRICE_WIDTH = 44;
const DAYS_WIDTH = 24;

/** The lengths whose labels fit: the requested one first, then the ends, then those that overlap none of them. */
function withRoom(
  lengths: readonly Length[],
  askedDays: number,
  xOf: (length: Length) => number,
  width: number,
): Set<number> {
  const ends = [lengths[0], lengths.at(-1)];
  const rank = (length: Length) => (length.days === askedDays ? 0 : ends.includes(length) ? 1 : 2);
  const kept: Length[] = [];
  for (const length of lengths.toSorted((a, b) => rank(a) - rank(b))) {
    if (kept.every((other) => Math.abs(xOf(other) - xOf(length)) >= width)) kept.push(length);
  }
  return new Set(kept.map(({ days }) => days));
}

/** From this price on, labels have no cents, because they would overlap. The table has them. */
const WHOLE_DOLLARS_FROM = 100;
const shortMoney = (usd: number, format: Format): string =>
  usd < WHOLE_DOLLARS_FROM ? format.money(usd) : format.dollars(Math.round(usd));

export function lengthsChart(lengths: readonly Length[], askedDays: number, format: Format): Html {
  const { texts } = format;
  const days = lengths.map((length) => length.days);
  // Prices are centred on their points, so those at the ends need half of their width.
  const x = scaleLinear()
    .domain([Math.min(...days), Math.max(...days)])
    .range([INNER.left + PRICE_WIDTH / 2, INNER.right - PRICE_WIDTH / 2]);
  const y = scaleLinear()
    .domain([0, Math.max(1, ...lengths.map(({ best }) => best.price.usd))])
    .nice(4)
    .range([INNER.bottom, INNER.top + 10]);
  const xOf = (length: Length) => at(x(length.days));
  const yOf = ({ best }: Length) => at(y(best.price.usd));
  const path = line<Length>(xOf, yOf)([...lengths]) ?? '';
  const shade = area<Length>(xOf, INNER.bottom, yOf)([...lengths]) ?? '';
  const priced = withRoom(lengths, askedDays, xOf, PRICE_WIDTH);
  const numbered = withRoom(lengths, askedDays, xOf, DAYS_WIDTH);
  const points = lengths.map((length) => {
    const isAsked = length.days === askedDays;
    const misses = !length.best.fits.meets_need;
    return html`<circle class="${isAsked ? 'asked' : 'length'}${misses && ' misses'}" cx="${xOf(length)}" cy="${yOf(length)}" r="${isAsked ? 6 : 4}"/>${priced.has(length.days) && html`<text class="value${isAsked && ' asked-value'}" x="${xOf(length)}" y="${at(yOf(length) - 11)}" text-anchor="middle">${shortMoney(length.best.price.usd, format)}</text>`}${numbered.has(length.days) && tickBelow(xOf(length), format.number(length.days))}`;
  });
  return frame({
    id: 'chart-lengths',
    title: texts.charts.lengths,
    description: texts.charts.lengthsAlt(
      lengths.map(({ days, best }) => `${format.days(days)} ${format.money(best.price.usd)}`).join(', '),
    ),
    axisX: texts.form.days,
    axisY: texts.charts.priceAxis,
    body: html`${y.ticks(4).map((usd) => rung(y(usd), format.dollars(usd)))}<path class="shade" d="${shade}"/><path class="line" d="${path}"/>${points}`,
  });
}
