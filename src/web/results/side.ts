/** Two chosen plans side by side. They are chosen by check-boxes of one plain form, so it works without a script. */

import { planName } from '../../wire/result.ts';
import type { Comparison } from '../../wire/schemas/comparison.ts';
import type { Result } from '../../wire/schemas/result.ts';
import { uniqueResults } from '../charts/scatter.ts';
import { hidden } from '../form.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { comparePath, type View } from '../trip.ts';
import { readLine, wayOut } from './card.ts';
import { afterCapText, clockText, dataText, hasText, missTexts, networkText, validityText } from './facts.ts';
import { drawbackList, historyTold } from './price.ts';
import { translate } from './sentences.ts';

/** The form of the check-boxes; it keeps everything else of the address. */
export function pickForm(view: View, language: Language, root: string): Html {
  const { texts, chosen } = language;
  const kept = new URLSearchParams(comparePath({ ...view, picks: [] }).split('?')[1]);
  return html`<form class="pick-bar" id="pick" action="${root}/compare" method="get">
${[...kept].map(([name, value]) => hidden(name, value))}${chosen && hidden('lang', texts.code)}<button class="go" type="submit">${texts.side.submit}</button>
</form>`;
}

export function sideBySide(comparison: Comparison, language: Language, view: View): Html | null {
  if (view.picks.length === 0) return null;
  const { texts, link } = language;
  const all = uniqueResults(comparison);
  const picked = view.picks.flatMap((name) => all.find((result) => planName(result) === name) ?? []);
  const close = html`<a class="close" href="${link(comparePath({ ...view, picks: [] }))}">${texts.side.close}</a>`;
  const [left, right] = picked;
  return html`<section class="side" id="side" aria-labelledby="side-heading">
<h2 id="side-heading">${texts.side.heading}</h2> ${close}
${left === undefined || right === undefined ? html`<p>${texts.side.one}</p>` : table([left, right], language)}
</section>`;
}

function table(pair: readonly [Result, Result], language: Language): Html {
  const { texts, format } = language;
  const { card: said, side } = texts;
  const row = (name: string, cell: (result: Result) => Html | string | null) => {
    const cells = pair.map(cell);
    if (cells.every((one) => one === null)) return null;
    return html`<tr><th scope="row">${name}</th>${cells.map((one) => html`<td>${one ?? '–'}</td>`)}</tr>\n`;
  };
  const lines = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join(', ');
  return html`<table>
<thead><tr><td></td>${pair.map(({ plan, provider }) => html`<th scope="col">${plan.name} <small>${provider.name}</small></th>`)}</tr></thead>
<tbody>
${row(texts.charts.price, (result) => html`<b>${format.money(result.price.usd)}</b>${result.copies > 1 && html` ${said.buy(format.number(result.copies))}`}`)}
${row(side.comparable, ({ why }) => format.money(why.comparable_usd))}
${row(side.drawbacks, (result) => drawbackList(result, format, result.why.drawbacks.length) ?? side.none)}
${row(texts.charts.misses, (result) => missTexts(result, format).join(', ') || null)}
${row(said.data, (result) => lines(dataText(result, format), afterCapText(result, format)))}
${row(said.validity, (result) => lines(validityText(result, format), clockText(result, format)))}
${row(said.network, (result) => lines(result.speed.generation ?? said.unknown, networkText(result, format)))}
${row(said.hotspot, ({ features }) => hasText(features.hotspot, format))}
${row(said.identity, ({ eligibility }) => hasText(eligibility.identity_check, format))}
${row(said.topUp, ({ features }) => hasText(features.top_up, format))}
${row(said.breakout, ({ speed }) => texts.breakout[speed.breakout])}
${row(side.discounts, ({ coupons }) => coupons.map(({ code, discount, usd, conditions, applied_to_price }) => `${code ?? discount}: ${applied_to_price ? said.couponIn : format.money(usd)} (${conditions.map((line) => translate(line, format)).join(', ')})`).join('; ') || null)}
${row(said.history, (result) => historyTold(result, format))}
${row(said.priceReadAt, (result) => readLine(result, format, ['', '']))}
<tr><td></td>${pair.map((result) => html`<td>${wayOut(result, { language })}</td>`)}</tr>
</tbody>
</table>`;
}
