/** Why a plan stands where it stands, in dollars: its price, what its drawbacks are worth, and the first beside it. */
import type { DrawbackCode } from '../../domain/ranking/drawbacks-table.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';

/** One line: what it compares like, a bar against the first, and how far from the first it is. */
export function comparesLine(result: Result, first: Result, format: Format): Html {
  const { card } = format.texts;
  const { comparable_usd: comparable, drawbacks } = result.why;
  const difference = comparable - first.why.comparable_usd;
  const against =
    result.rank === 1 ? null : card.againstFirst(format.money(Math.abs(difference)), difference >= 0);
  const says = drawbacks.length === 0 ? card.comparesExact : card.comparesLike(format.money(comparable));
  return html`<p class="compares">${bar(result, first)}<b>${says}</b>${against !== null && html` <span>${against}</span>`}</p>`;
}

/** Wide enough for twice the first; what is dearer ends at the edge. */
const BAR_WIDTH = 56;

function bar({ price, why }: Result, first: Result): Html {
  const scale = BAR_WIDTH / (first.why.comparable_usd * 2);
  const at = (usd: number) => Math.round(Math.min(BAR_WIDTH, usd * scale) * 10) / 10;
  return html`<svg class="bar" viewBox="0 0 ${BAR_WIDTH} 10" width="${BAR_WIDTH}" height="10" aria-hidden="true"><rect class="bar-drawbacks" y="1" width="${at(why.comparable_usd)}" height="8"/><rect class="bar-price" y="1" width="${at(price.usd)}" height="8"/><path class="bar-first" d="M${at(first.why.comparable_usd)} 0v10"/></svg>`;
}

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

export function historyText({ price }: Result, format: Format): string | null {
  const { history } = price;
  if (history === null) return null;
  const changed = history.changed_at === null ? null : format.date(history.changed_at);
  return format.texts.card.historyText(
    format.money(history.lowest_30d_usd),
    format.money(history.highest_30d_usd),
    changed,
  );
}
