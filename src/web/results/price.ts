/** Why a plan stands where it stands, in dollars: its price, what its drawbacks are worth, the first beside it, and the past. */
import type { DrawbackCode } from '../../domain/ranking/drawbacks-table.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';

type History = NonNullable<Result['price']['history']>;

export interface BarScale {
  /** The whole width in dollars; what is dearer ends at the edge. */
  readonly full: number;
  /** The first of the list, which the others are measured against; null where there is none. */
  readonly mark: number | null;
}

/** One line: what it compares like, a bar against the first, and how far from the first it is. */
export function comparesLine({ rank, price, why }: Result, scale: BarScale, format: Format): Html {
  const { card } = format.texts;
  const { comparable_usd: comparable, drawbacks } = why;
  const difference = comparable - (scale.mark ?? comparable);
  const against = rank === 1 ? null : card.againstFirst(format.money(Math.abs(difference)), difference >= 0);
  const says = drawbacks.length === 0 ? card.comparesExact : card.comparesLike(format.money(comparable));
  return html`<p class="compares">${bar(price.usd, comparable, scale)}<b>${says}</b>${against !== null && html` <span>${against}</span>`}</p>`;
}

const BAR_WIDTH = 56;

function bar(usd: number, comparable: number, { full, mark }: BarScale): Html {
  const at = (amount: number) => tenths(Math.min(1, amount / full) * BAR_WIDTH);
  return html`<svg class="bar" viewBox="0 0 ${BAR_WIDTH} 10" width="${BAR_WIDTH}" height="10" aria-hidden="true"><path class="bar-track" d="M0 5h${BAR_WIDTH}"/><rect class="bar-drawbacks" y="1" width="${at(comparable)}" height="8"/><rect class="bar-price" y="1" width="${at(usd)}" height="8"/>${mark !== null && html`<path class="bar-first" d="M${at(mark)} 0v10"/>`}</svg>`;
}

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** Where nothing is stated, that is said instead of the worse of the two. */
function drawbackText(code: DrawbackCode, { speed, data }: Result, { texts }: Format): string {
  if (code === 'no_local_exit' && speed.breakout === 'unknown') return texts.drawbacksUnstated.no_local_exit;
  if (code === 'daily_stops' && data.after_cap === 'unknown') return texts.drawbacksUnstated.daily_stops;
  return texts.drawbacks[code];
}

/** So many lines are taken in at a glance; the rest is one line, and stands in full in the details. */
const LINES_MAX = 4;

/** Short lines with their percent, the largest first. */
export function drawbackList(result: Result, format: Format, linesMax = LINES_MAX): Html | null {
  const { drawbacks } = result.why;
  if (drawbacks.length === 0) return null;
  const shown = drawbacks.length > linesMax ? drawbacks.slice(0, linesMax - 1) : drawbacks;
  const rest = drawbacks.slice(shown.length);
  const line = (text: string, percent: number) => html`<li>${text} <b>+${percent}%</b></li> `;
  return html`<ul class="drawbacks">${shown.map(({ code, percent }) => line(drawbackText(code, result, format), percent))}${
    rest.length > 0 &&
    line(
      format.texts.drawbacksMore(rest.length),
      rest.reduce((sum, { percent }) => sum + percent, 0),
    )
  }</ul>`;
}

/** The same as a sum in dollars. */
export function sumText(result: Result, format: Format): string {
  const { money, texts } = format;
  const { price, why } = result;
  const list = why.drawbacks.map(
    ({ code, percent, usd }) => `${drawbackText(code, result, format)} +${money(usd)} (${percent}%)`,
  );
  return texts.card.sum(money(price.usd), money(why.comparable_usd), list.join(', '));
}

const DAY_MS = 86_400_000;
const HISTORY = { width: 120, height: 28, edge: 4 } as const;

/** The price of one in the last 30 days, in words and as a picture; null before there is a second day. */
export function historyTold(result: Result, format: Format): Html | null {
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

/** History is of one copy; of a plan sold by the day, of one day. */
const priceOfOne = ({ price, copies, validity }: Result): number =>
  price.list_usd / (validity.sold_per_day ? (validity.days ?? 1) : copies);

/** What is known and no more: today's price since its last change is a line, what was before lay within a band. */
function historyPicture(
  result: Result,
  { lowest_30d_usd: lowest, highest_30d_usd: highest, changed_at, first_seen_at }: History,
  words: string,
): Html {
  const { width, height, edge } = HISTORY;
  const end = Date.parse(result.freshness.observed_at);
  const start = Math.max(Date.parse(first_seen_at), end - 30 * DAY_MS);
  const changed = changed_at === null ? start : Math.max(start, Date.parse(changed_at));
  const x = tenths(edge + ((changed - start) / Math.max(1, end - start)) * (width - 2 * edge));
  const y = (usd: number) => {
    const share = highest === lowest ? 0.5 : (usd - lowest) / (highest - lowest);
    return tenths(height - edge - Math.min(1, Math.max(0, share)) * (height - 2 * edge));
  };
  const now = y(priceOfOne(result));
  const right = width - edge;
  return html`<svg class="past" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${words}">${x > edge && html`<rect class="past-band" x="${edge}" y="${y(highest)}" width="${tenths(x - edge)}" height="${tenths(y(lowest) - y(highest))}"/>`}<path class="past-line" d="M${x} ${now}H${right}"/><circle class="past-now" cx="${right}" cy="${now}" r="3"/></svg>`;
}
