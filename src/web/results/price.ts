/** The drawbacks in dollars, which are added to the trip price, and the history of the price. */
import { DAY_MS } from '../../domain/freshness.ts';
import { type DrawbackCode, LEAST_BASE_CENTS } from '../../domain/ranking/drawbacks-table.ts';
import type { Result } from '../../wire/schemas/result.ts';
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

/** The approximate price in the currency of the reader. */
export function aboutPrice(usd: number, format: Format): Html | null {
  const about = format.about(usd);
  return about === null ? null : html`<small class="about-price">${about}</small> `;
}

/** The price of the trip, each drawback with its percentage and dollars, and their sum: it adds up to the cent. */
export function bill(result: Result, format: Format): Html {
  const { money, texts } = format;
  const { card } = texts;
  const { price, why, coupons } = result;
  const baseCents = Math.max(centsOf(price.usd), LEAST_BASE_CENTS);
  const applied = coupons.find(({ applied_to_price }) => applied_to_price);
  const percentText = ({ percent, usd }: Drawback) => {
    const isCapped = centsOf(usd) < Math.round((baseCents * percent) / 100);
    return `${format.percent(percent / 100)}${isCapped ? `, ${card.capped}` : ''}`;
  };
  const row = (name: Html | string, value: string) =>
    html`<tr><th scope="row">${name}</th> <td>${value}</td></tr>\n`;
  return html`<table class="bill"><tbody>
${row(card.billPrice(applied?.code ?? null), money(price.usd))}${why.drawbacks.map((one) => row(html`${drawbackText(one.code, result, format)} <small>(${percentText(one)})</small>`, `+ ${money(one.usd)}`))}${row(card.billSum, money(why.comparable_usd))}</tbody></table>
${why.drawbacks.length > 0 && centsOf(price.usd) < LEAST_BASE_CENTS && html`<p>${card.percentOf(money(LEAST_BASE_CENTS / 100))}</p>`}`;
}

const HISTORY = { width: 120, height: 28, edge: 4 } as const;
/** Rounds a coordinate to one decimal, which is finer than any screen shows. */
const at = (value: number): number => Math.round(value * 10) / 10;

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
