/** Up to three plans side by side. They are chosen by check-boxes of a plain form, so it works without a script. */
import { fullPlanId } from '../../wire/result.ts';
import type { Comparison } from '../../wire/schemas/comparison.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { monogram } from '../pictures.ts';
import { hidden, languageField } from '../trip/form.ts';
import { PICKS_MAX } from '../trip/read.ts';
import { comparePath, viewQuery } from '../trip/view.ts';
import { drawbackLine, outboundLink } from './card.ts';
import { conditionsIn, couponName } from './coupons.ts';
import { capital, joined, missTexts, type Span, spanOf } from './facts.ts';
import { type PlanFact, planFacts, stated } from './plan-facts.ts';
import { aboutPrice, centsOf, drawbackText, hasDrawback } from './price.ts';
import { type Shown, sellerName, uniqueResults } from './shown.ts';

/** The picked plans that are in the lists. */
const pickedOf = ({ comparison, view }: Shown): Result[] => {
  const all = uniqueResults(comparison);
  return view.picks.flatMap((name) => all.find((result) => fullPlanId(result) === name) ?? []);
};

/** The form of the check-boxes. It keeps the other parameters of the address. */
export function pickForm(shown: Shown): Html {
  const { language, view } = shown;
  const { texts, root } = language;
  const kept = new URLSearchParams(viewQuery({ ...view, picks: [] }));
  const picked = pickedOf(shown).map(fullPlanId).join(' ');
  return html`<form class="pick-bar" id="pick" action="${root}/compare" method="get" data-most="${PICKS_MAX}" data-picked="${picked}" data-count="${texts.side.submitCount({ n: '{n}' })}">
${[...kept].map(([name, value]) => hidden(name, value))}${languageField(language)}<p role="status" data-one="${texts.side.another}" data-full="${texts.side.most}"></p>
<button class="go" type="submit">${texts.side.submit}</button>
</form>`;
}

export function sideBySide(shown: Shown): Html | null {
  const { comparison, language, view } = shown;
  if (view.picks.length === 0) return null;
  const { texts, link } = language;
  const picked = pickedOf(shown);
  const missing = view.picks.length - picked.length;
  const isLone = picked.length < 2;
  const { sign, meaning } = texts.side.legend;
  return html`<section class="side${isLone && ' lone'}" id="side" aria-labelledby="side-heading">
<div class="side-head"><h2 id="side-heading">${texts.side.heading({ n: picked.length })}</h2>
<p>${!isLone && html`<b class="better">${sign}</b> ${meaning} `}${missing > 0 && texts.side.missing({ n: missing })}</p> <a class="close" href="${link(comparePath({ ...view, picks: [] }))}">${texts.side.close}</a></div>
${isLone ? html`<p>${texts.side.another}</p>` : tables(picked, verdictsOf(picked, comparison, language), spanOf(view.trip), language)}
</section>`;
}

/** More than these are in the row of the drawbacks. */
const NAMED_DRAWBACKS_MAX = 2;

/** Each plan in a few words: how it stands among these, and what speaks against it and not against all of them. */
function verdictsOf(picked: readonly Result[], { orders }: Comparison, { texts, format }: Language): Html[] {
  const { side: labels } = texts;
  const placeOf = (result: Result) => {
    const at = orders.Recommended.findIndex((one) => fullPlanId(one) === fullPlanId(result));
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  };
  const best = Math.min(...picked.map(placeOf));
  const lowest = Math.min(...picked.map(({ price }) => centsOf(price.usd)));
  return picked.map((result) => {
    const more = centsOf(result.price.usd) - lowest;
    const words = [
      placeOf(result) === best && best < Number.POSITIVE_INFINITY ? labels.best : null,
      more === 0 ? labels.cheapest : labels.more({ money: format.difference(more / 100) }),
    ];
    const against = result.why.drawbacks
      .filter(({ code }) => code !== 'coupon' && !picked.every((other) => hasDrawback(other, code)))
      .slice(0, NAMED_DRAWBACKS_MAX)
      .map(({ code }) => drawbackLine(drawbackText(code, result, format)));
    return html`<b>${capital(joined(...words))}</b><ul class="know">${against}</ul>`;
  });
}

interface Row {
  readonly name: string;
  readonly cells: readonly (Html | string | null)[];
  /** Whether each cell is better than another one. If a plan does not have or state the fact, no cell is better. */
  readonly better: readonly boolean[];
}

/** Rows whose texts differ first, also if a cell is `Html`. What is the same in all plans is folded. */
function tables(picked: readonly Result[], verdicts: readonly Html[], span: Span, language: Language): Html {
  const rows = rowsOf(picked, span, language);
  const differs = ({ cells }: Row) => new Set(cells.map(String)).size > 1;
  const same = rows.filter((row) => !differs(row));
  const { texts, format } = language;
  const prices = picked.map(({ price }) => price.usd);
  const isCheaper = (usd: number) => usd === Math.min(...prices) && usd < Math.max(...prices);
  const line = ({ name, cells, better }: Row) =>
    html`<tr><th scope="row">${name}</th>${cells.map((cell, at) => html`<td${better[at] && html` class="better"`}>${cell ?? '–'}</td>`)}</tr>\n`;
  const head = ({ plan, provider, price: { usd } }: Result) =>
    html`<th scope="col"><span>${monogram(provider)}${sellerName({ provider }, texts)}</span> <b${isCheaper(usd) && html` class="better"`}>${format.money(usd)}</b> ${aboutPrice(usd, format)}<small>${plan.name}</small></th>`;
  const action = (result: Result) => html`<td>${outboundLink(result, language)}</td>`;
  const folded =
    same.length > 0 &&
    html`<details><summary>${texts.side.same({ n: same.length })}</summary>
<table class="of-${picked.length}"><tbody>
${same.map(line)}</tbody></table></details>`;
  return html`<table class="of-${picked.length}">
<thead><tr><td></td>${picked.map(head)}</tr></thead>
<tbody>
${line({ name: texts.side.verdict, cells: verdicts, better: [] })}${rows.filter(differs).map(line)}<tr class="actions"><td></td>${picked.map(action)}</tr>
</tbody>
</table>
${folded}`;
}

/** First what a row of the list shows, then what a plan lacks, its other facts, and what its place is based on. */
function rowsOf(picked: readonly Result[], span: Span, language: Language): Row[] {
  const { format } = language;
  const all = picked.map((result) => [
    ...missFacts(result, format),
    ...planFacts(result, span, language).filter(({ isDetail }) => !isDetail),
    ...placeFacts(result, format),
  ]);
  const { data, validity, network } = language.texts.card;
  const names = new Set([data, validity, network, ...all.flat().map(({ name }) => name)]);
  return [...names].map((name) => {
    const facts = all.map((one) => one.find((fact) => fact.name === name));
    const scores = facts.map((fact) => fact?.score ?? null);
    const best = Math.max(...scores.map((score) => score ?? Number.NEGATIVE_INFINITY));
    const isCompared = !scores.includes(null) && scores.some((score) => score !== best);
    return {
      name,
      cells: facts.map((fact) => (fact === undefined ? null : (fact.value ?? stated(null, format)))),
      better: scores.map((score) => isCompared && score === best),
    };
  });
}

function missFacts(result: Result, format: Format): PlanFact[] {
  const misses = missTexts(result, format);
  return misses.length === 0 ? [] : [{ name: format.texts.drawbacks.misses_need, value: misses.join(', ') }];
}

/** Discounts, drawbacks and the amount that they lead to. */
function placeFacts(result: Result, format: Format): PlanFact[] {
  const { card, side } = format.texts;
  const { coupons, why } = result;
  const listOf = (all: readonly string[]) => html`<ul>${all.map((one) => html`<li>${one}</li>`)}</ul>`;
  const discounts = coupons.map((coupon) => {
    const price = coupon.applied_to_price ? card.couponIn : format.money(coupon.usd);
    return `${couponName(coupon, format)}, ${price} · ${conditionsIn(coupon, format).join(' · ')}`;
  });
  const drawbacks = why.drawbacks.map(({ code }) => drawbackText(code, result, format));
  return [
    ...(discounts.length === 0 ? [] : [{ name: side.discounts, value: listOf(discounts) }]),
    { name: side.drawbacks, value: drawbacks.length === 0 ? card.noDrawbacks : listOf(drawbacks) },
    { name: card.billSum, value: format.money(why.comparable_usd), score: -why.comparable_usd },
  ];
}
