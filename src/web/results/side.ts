/** Up to three plans side by side. They are chosen by check-boxes of a plain form, so it works without a script. */
import { planName } from '../../wire/result.ts';
import type { Comparison } from '../../wire/schemas/comparison.ts';
import type { Result } from '../../wire/schemas/result.ts';
import { uniqueResults } from '../charts/scatter.ts';
import { hidden } from '../form.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { comparePath, PICKS_MAX, type View } from '../trip.ts';
import { aboutPrice, outboundLink, readLine } from './card.ts';
import { couponConditions, couponName } from './coupons.ts';
import {
  afterCapText,
  clockText,
  dataText,
  hasText,
  missTexts,
  networkText,
  tripParts,
  validityText,
} from './facts.ts';
import { drawbackList, historyHtml } from './price.ts';

/** The form of the check-boxes. It keeps the other parameters of the address. */
export function pickForm(view: View, language: Language, root: string): Html {
  const { texts, chosen } = language;
  const kept = new URLSearchParams(comparePath({ ...view, picks: [] }).split('?')[1]);
  return html`<form class="pick-bar" id="pick" action="${root}/compare" method="get" data-most="${PICKS_MAX}">
${[...kept].map(([name, value]) => hidden(name, value))}${chosen && hidden('lang', texts.code)}<p role="status" data-one="${texts.side.another}"></p>
<button class="go" type="submit">${texts.side.submit}</button>
</form>`;
}

export function sideBySide(comparison: Comparison, language: Language, view: View): Html | null {
  if (view.picks.length === 0) return null;
  const { texts, link } = language;
  const all = uniqueResults(comparison);
  const picked = view.picks.flatMap((name) => all.find((result) => planName(result) === name) ?? []);
  const close = html`<a class="close" href="${link(comparePath({ ...view, picks: [] }))}">${texts.side.close}</a>`;
  return html`<section class="side" id="side" aria-labelledby="side-heading">
<h2 id="side-heading">${texts.side.heading}</h2> ${close}
${picked.length < 2 ? html`<p>${texts.side.another}</p>` : table(picked, language)}
</section>`;
}

function table(picked: readonly Result[], language: Language): Html {
  const { texts, format } = language;
  const { card: labels, side } = texts;
  const row = (name: string, cell: (result: Result) => Html | string | null) => {
    const cells = picked.map(cell);
    if (cells.every((one) => one === null)) return null;
    const differs = new Set(cells.map(String)).size > 1;
    return html`<tr${differs && html` class="differs"`}><th scope="row">${name}${differs && html`<span class="quiet"> (${side.differs})</span>`}</th>${cells.map((one) => html`<td>${one ?? '–'}</td>`)}</tr>\n`;
  };
  const lines = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join(', ');
  const discounts = ({ coupons }: Result) =>
    coupons.length === 0
      ? null
      : html`<ul>${coupons.map((coupon) => {
          const price = coupon.applied_to_price ? labels.couponIn : format.money(coupon.usd);
          const conditions = couponConditions(coupon, format).join(' · ');
          return html`<li>${couponName(coupon, format)}, ${price} · ${conditions}</li>`;
        })}</ul>`;
  return html`<table class="of-${picked.length}">
<thead><tr><td></td>${picked.map(({ plan, provider }) => html`<th scope="col">${provider.name} <small>${plan.name}</small></th>`)}</tr></thead>
<tbody>
${row(texts.charts.price, ({ price }) => html`<b>${format.money(price.usd)}</b> ${aboutPrice(price.usd, format)}`)}
${row(side.comparable, ({ why }) => format.money(why.comparable_usd))}
${row(side.drawbacks, (result) => drawbackList(result, format) ?? side.none)}
${row(texts.drawbacks.misses_need, (result) => missTexts(result, format).join(', ') || null)}
${row(side.forTrip, (result) => tripParts(result, format).join(', '))}
${row(labels.data, (result) => lines(dataText(result, format), afterCapText(result, format)))}
${row(labels.validity, (result) => lines(validityText(result, format), clockText(result, format)))}
${row(labels.network, (result) => lines(result.speed.generation ?? labels.unknown, networkText(result, format)))}
${row(labels.hotspot, ({ features }) => hasText(features.hotspot, format))}
${row(labels.identity, ({ eligibility }) => hasText(eligibility.identity_check, format))}
${row(labels.topUp, ({ features }) => hasText(features.top_up, format))}
${row(labels.breakout, ({ speed }) => texts.breakout[speed.breakout])}
${row(side.discounts, discounts)}
${row(labels.history, (result) => historyHtml(result, format))}
<tr><th scope="row">${labels.priceReadAt}</th>${picked.map((result) => html`<td>${readLine(result, format, ['', ''])}</td>`)}</tr>
<tr><td></td>${picked.map((result) => html`<td>${outboundLink(result, texts)}</td>`)}</tr>
</tbody>
</table>`;
}
