/** The drawbacks in dollars, which are added to the trip price, and the history of the price. */

import { DAY_MS } from '../../domain/freshness.ts';
import { type DrawbackCode, LEAST_BASE_CENTS } from '../../domain/ranking/drawbacks-table.ts';
import type { Result } from '../../wire/schemas/result.ts';
import { at } from '../charts/frame.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';

type History = NonNullable<Result['price']['history']>;
type Drawback = Result['why']['drawbacks'][number];

export const centsOf = (usd: number): number => Math.round(usd * 100);

/** If the provider states nothing, the text is "not stated" instead of the worse case. */
export function drawbackText(code: DrawbackCode, { data }: Result, { texts }: Format): string {
  if (code === 'daily_stops' && data.after_cap === 'unknown') return texts.drawbacksUnstated.daily_stops;
  return texts.drawbacks[code];
}

/** A card shows this many amounts. The smallest ones are added up into the last one and are listed in the details. */
const LINES_MAX = 3;

/** The drawbacks that are added to the trip price. */
export function drawbackLine(result: Result, format: Format): Html {
  const { texts } = format;
  if (result.why.drawbacks.length === 0) return html`<p class="drawbacks">${texts.card.noDrawbacks}</p>`;
  return html`<div class="drawbacks"><b>${texts.side.drawbacks}</b> ${amounts(result, format, LINES_MAX)}</div>`;
}

/** Every drawback with its dollars, the largest first. */
export const drawbackList = (result: Result, format: Format): Html | null =>
  result.why.drawbacks.length === 0 ? null : amounts(result, format, result.why.drawbacks.length);

function amounts(result: Result, format: Format, linesMax: number): Html {
  const { drawbacks } = result.why;
  const shown = drawbacks.length > linesMax ? drawbacks.slice(0, linesMax - 1) : drawbacks;
  const rest = drawbacks.slice(shown.length);
  const restCents = rest.reduce((sum, { usd }) => sum + centsOf(usd), 0);
  const line = (text: string, usd: number) => html`<li>${text} <b>+${format.money(usd)}</b></li> `;
  return html`<ul>${shown.map(({ code, usd }) => line(drawbackText(code, result, format), usd))}${
    rest.length > 0 && line(format.texts.drawbacksMore(rest.length), restCents / 100)
  }</ul>`;
}

/** The comparable price as a sum, with the percentages of the drawbacks. */
export function sumText(result: Result, format: Format): string {
  const { money, texts } = format;
  const { price, why } = result;
  const baseCents = Math.max(centsOf(price.usd), LEAST_BASE_CENTS);
  const percentText = ({ percent, usd }: Drawback) => {
    const isCapped = centsOf(usd) < Math.round((baseCents * percent) / 100);
    return `${format.percent(percent / 100)}${isCapped ? `, ${texts.card.capped}` : ''}`;
  };
  const list = why.drawbacks.map(
    (one) => `${drawbackText(one.code, result, format)} +${money(one.usd)} (${percentText(one)})`,
  );
  const base =
    list.length > 0 && centsOf(price.usd) < LEAST_BASE_CENTS
      ? ` ${texts.card.percentOf(money(LEAST_BASE_CENTS / 100))}`
      : '';
  return `${texts.card.sum(money(price.usd), money(why.comparable_usd), list.join(', '))}${base}`;
}

const HISTORY = { width: 120, height: 28, edge: 4 } as const;

/** The price of one copy in the last 30 days, in words and as a picture; null before the second day of observation. */
export function historyHtml(result: Result, format: Format): Html | null {
  const { history } = result.price;
  if (history === null) return null;
  const { money, texts } = format;
  const words = texts.card.historyText(
    money(priceOfOne(result)),
    money(history.lowest_30d_usd),
    money(history.highest_30d_usd),
    history.changed_at === null ? null : format.date(history.changed_at),
  );
  return html`${historyPicture(result, history, `${texts.card.history}: ${words}`)} ${words}`;
}

/** The history describes one copy. For a plan that is sold by the day, it describes one day. */
const priceOfOne = ({ price, copies, validity }: Result): number =>
  price.list_usd / (validity.sold_per_day ? (validity.days ?? 1) : copies);

/** A line since the last change of the price, and a band for the range of the prices before it. */
function historyPicture(
  result: Result,
  { lowest_30d_usd: lowest, highest_30d_usd: highest, changed_at, first_seen_at }: History,
  words: string,
): Html {
  const { width, height, edge } = HISTORY;
  const end = Date.parse(result.freshness.observed_at);
  const start = Math.max(Date.parse(first_seen_at), end - 30 * DAY_MS);
  const changed = changed_at === null ? start : Math.max(start, Date.parse(changed_at));
  const x = at(edge + ((changed - start) / Math.max(1, end - start)) * (width - 2 * edge));
  const y = (usd: number) => {
    const share = highest === lowest ? 0.5 : (usd - lowest) / (highest - lowest);
    return at(height - edge - Math.min(1, Math.max(0, share)) * (height - 2 * edge));
  };
  const now = y(priceOfOne(result));
  const right = width - edge;
  return html`<svg class="past" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${words}">${x > edge && html`<rect class="past-band" x="${edge}" y="${y(highest)}" width="${at(x - edge)}" height="${at(y(lowest) - y(highest))}"/>`}<path class="past-line" d="M${x} ${now}H${right}"/><circle class="past-now" cx="${right}" cy="${now}" r="3"/></svg>`;
}
