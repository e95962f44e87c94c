/** Up to three plans side by side. They are chosen by check-boxes of a plain form, so it works without a script. */
import { eachFeature, FACTS } from '../../domain/facts.ts';
import { fullPlanId } from '../../wire/result.ts';
import type { Result } from '../../wire/schemas/result.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { monogram } from '../pictures.ts';
import { hidden, languageField } from '../trip/form.ts';
import { PICKS_MAX } from '../trip/read.ts';
import { comparePath, type View, viewQuery } from '../trip/view.ts';
import { outboundLink } from './card.ts';
import { couponConditions, couponName } from './coupons.ts';
import {
  afterCapText,
  clockText,
  dataText,
  featureLabels,
  joined,
  missTexts,
  networkText,
  validityText,
} from './facts.ts';
import { aboutPrice, drawbackText, historyText } from './price.ts';
import { type Shown, uniqueResults } from './shown.ts';
import { stated } from './why.ts';

/** The form of the check-boxes. It keeps the other parameters of the address. */
export function pickForm(view: View, language: Language): Html {
  const { texts, root } = language;
  const kept = new URLSearchParams(viewQuery({ ...view, picks: [] }));
  return html`<form class="pick-bar" id="pick" action="${root}/compare" method="get" data-most="${PICKS_MAX}" data-count="${texts.side.submitCount}">
${[...kept].map(([name, value]) => hidden(name, value))}${languageField(language)}<p role="status" data-one="${texts.side.another}"></p>
<button class="go" type="submit">${texts.side.submit}</button>
</form>`;
}

export function sideBySide({ comparison, language, view }: Shown): Html | null {
  if (view.picks.length === 0) return null;
  const { texts, link } = language;
  const all = uniqueResults(comparison);
  const picked = view.picks.flatMap((name) => all.find((result) => fullPlanId(result) === name) ?? []);
  const [word, rest] = texts.side.better;
  return html`<section class="side" id="side" aria-labelledby="side-heading">
<div class="side-head"><h2 id="side-heading">${texts.side.heading(picked.length)}</h2>
<p><b class="better">${word}</b> ${rest}</p> <a class="close" href="${link(comparePath({ ...view, picks: [] }))}">${texts.side.close}</a></div>
${picked.length < 2 ? html`<p>${texts.side.another}</p>` : tables(picked, language)}
</section>`;
}

interface Row {
  readonly name: string;
  readonly cells: readonly (Html | string | null)[];
  /** Whether each cell is better than another one. */
  readonly better: readonly boolean[];
}

/** Rows that differ first. What is the same in all plans is folded. */
function tables(picked: readonly Result[], language: Language): Html {
  const rows = rowsOf(picked, language);
  const differs = ({ cells }: Row) => new Set(cells.map(String)).size > 1;
  const same = rows.filter((row) => !differs(row));
  const { texts, format } = language;
  const prices = picked.map(({ price }) => price.usd);
  const isCheaper = (usd: number) => usd === Math.min(...prices) && usd < Math.max(...prices);
  const line = ({ name, cells, better }: Row) =>
    html`<tr><th scope="row">${name}</th>${cells.map((cell, at) => html`<td${better[at] && html` class="better"`}>${cell ?? '–'}</td>`)}</tr>\n`;
  return html`<table class="of-${picked.length}">
<thead><tr><td></td>${picked.map(({ plan, provider, price }) => html`<th scope="col"><span>${monogram(provider)}${provider.name}</span> <b${isCheaper(price.usd) && html` class="better"`}>${format.money(price.usd)}</b> ${aboutPrice(price.usd, format)}<small>${plan.name}</small></th>`)}</tr></thead>
<tbody>
${rows.filter(differs).map(line)}<tr class="actions"><td></td>${picked.map((result, at) => html`<td>${outboundLink(result, language, at === 0)}</td>`)}</tr>
</tbody>
</table>
${
  same.length > 0 &&
  html`<details><summary>${texts.side.same(same.length)}</summary>
<table class="of-${picked.length}"><tbody>
${same.map(line)}</tbody></table></details>`
}`;
}

function rowsOf(picked: readonly Result[], { texts, format }: Language): Row[] {
  const { card: labels, side } = texts;
  /** `score`: higher is better; null: nothing is better than anything else. */
  const row = (
    name: string,
    cell: (result: Result) => Html | string | null,
    score: (result: Result) => number | null = () => null,
  ): Row => {
    const scores = picked.map(score);
    const best = Math.max(...scores.map((one) => one ?? Number.NEGATIVE_INFINITY));
    const isBetter = scores.some((one) => one !== best);
    return {
      name,
      cells: picked.map(cell),
      better: scores.map((one) => isBetter && one !== null && one === best),
    };
  };
  const featureNames = featureLabels(texts);
  const featureRows = eachFeature((name, feature) =>
    row(
      featureNames[feature],
      ({ features }) => stated(features[feature], format),
      ({ features }) => Number(features[feature] === FACTS[name].isAdvantage),
    ),
  );
  const listOf = (all: readonly string[]) => html`<ul>${all.map((one) => html`<li>${one}</li>`)}</ul>`;
  const drawbacks = (result: Result) =>
    result.why.drawbacks.length === 0
      ? side.none
      : listOf(result.why.drawbacks.map(({ code }) => drawbackText(code, result, format)));
  const discounts = ({ coupons }: Result) =>
    coupons.length === 0
      ? null
      : listOf(
          coupons.map((coupon) => {
            const price = coupon.applied_to_price ? labels.couponIn : format.money(coupon.usd);
            return `${couponName(coupon, format)}, ${price} · ${couponConditions(coupon, format).join(' · ')}`;
          }),
        );
  const exits = ({ speed }: Result) =>
    [texts.breakout[speed.breakout], ...(speed.exits ?? []).map((code) => format.country(code))].join(', ');
  const rows = [
    row(texts.drawbacks.misses_need, (result) => missTexts(result, format).join(', ') || null),
    row(
      labels.data,
      (result) => dataText(result, format),
      ({ data }) => (data.uncapped === true ? Number.MAX_VALUE : data.gb_for_trip),
    ),
    row(labels.afterCap, (result) =>
      result.data.after_cap === 'unknown' ? stated(null, format) : afterCapText(result, format),
    ),
    row(
      labels.validity,
      (result) => joined(validityText(result, format), clockText(result, format)),
      ({ validity, copies }) => (validity.days === null ? Number.MAX_VALUE : validity.days * copies),
    ),
    row(
      labels.purchases,
      ({ copies }) => format.number(copies),
      ({ copies }) => -copies,
    ),
    row(
      labels.network,
      ({ speed }) => speed.generation ?? stated(null, format),
      ({ speed }) => Number.parseInt(speed.generation ?? '0', 10),
    ),
    row(
      labels.networks,
      (result) => networkText(result, format),
      ({ speed }) => speed.networks.length,
    ),
    ...Object.values(featureRows),
    row(
      labels.identity,
      ({ eligibility }) => stated(eligibility.identity_check, format),
      ({ eligibility }) => (eligibility.identity_check === false ? 1 : 0),
    ),
    row(labels.breakout, exits, ({ speed }) => (speed.breakout === 'local' ? 1 : 0)),
    row(labels.tax, ({ price }) => texts.tax[price.tax]),
    row(side.discounts, discounts),
    row(side.drawbacks, drawbacks),
    row(
      labels.billSum,
      ({ why }) => format.money(why.comparable_usd),
      ({ why }) => -why.comparable_usd,
    ),
    row(labels.history, (result) => historyText(result, format)),
    row(labels.priceReadAt, ({ freshness }) => format.moment(freshness.observed_at)),
  ];
  return rows.filter(({ cells }) => cells.some((cell) => cell !== null));
}
