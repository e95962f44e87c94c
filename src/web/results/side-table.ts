/** The table of plans side by side: a column for each plan and a row for each fact. */
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { monogram } from '../pictures.ts';
import { sellerLabel } from '../seller-name.ts';
import { outboundLink } from './card.ts';
import { conditionsIn, couponName } from './coupons.ts';
import { missTexts, type Span } from './facts.ts';
import { type PlanFact, planFacts, stated } from './plan-facts.ts';
import { aboutPrice, drawbackText } from './price.ts';

interface Cell {
  readonly content: Html | string;
  /** Whether the plan has the best value, and another one has a worse value. */
  readonly isBetter: boolean;
}

interface Row {
  readonly name: string;
  readonly cells: readonly Cell[];
}

/** The table of the rows in which the plans differ. The other rows are folded below it. */
export function sideTable(
  picked: readonly Result[],
  verdicts: readonly Html[],
  span: Span,
  language: Language,
): Html {
  const { side } = language.texts;
  const rows = rowsOf(picked, span, language);
  const different = rows.filter(isDifferent);
  const same = rows.filter((row) => !isDifferent(row));
  const plainRow = (name: string, contents: readonly (Html | string)[]): Row => ({
    name,
    cells: contents.map((content) => ({ content, isBetter: false })),
  });
  const planRow = plainRow(
    language.texts.card.plan,
    picked.map(({ plan }) => html`<span class="plan-name">${plan.name}</span>`),
  );
  const verdictRow = plainRow(side.verdict, verdicts);
  const prices = picked.map(({ price }) => price.usd);
  const isCheaper = (usd: number) => usd === Math.min(...prices) && usd < Math.max(...prices);
  const headings = picked.map((result) => columnHeading(result, isCheaper(result.price.usd), language));
  const links = picked.map((result) => html`<td>${outboundLink(result, language)}</td>`);
  const folded =
    same.length > 0 &&
    html`<details><summary>${side.same({ n: same.length })}</summary>
<table class="of-${picked.length}"><tbody>
${same.map(rowHtml)}</tbody></table></details>`;
  return html`<table class="of-${picked.length}">
<thead><tr><td></td>${headings}</tr></thead>
<tbody>
${[planRow, verdictRow, ...different].map(rowHtml)}<tr class="actions"><td></td>${links}</tr>
</tbody>
</table>
${folded}`;
}

const isDifferent = ({ cells }: Row): boolean =>
  new Set(cells.map(({ content }) => String(content))).size > 1;

const markBetter = (isBetter: boolean) => isBetter && html` class="better"`;

function columnHeading({ provider, price }: Result, isCheaper: boolean, { texts, format }: Language): Html {
  const { shop } = provider;
  const onShop = shop !== null && html`<small>${texts.card.on({ shop })}</small> `;
  const seller = html`<span>${monogram(provider)}<span>${sellerLabel(provider, texts)}</span></span>`;
  const total = html`<b${markBetter(isCheaper)}>${format.money(price.usd)}</b>`;
  return html`<th scope="col">${seller} ${onShop}${total} ${aboutPrice(price.usd, format)}</th>`;
}

function rowHtml({ name, cells }: Row): Html {
  const tds = cells.map(({ content, isBetter }) => html`<td${markBetter(isBetter)}>${content}</td>`);
  return html`<tr><th scope="row">${name}</th>${tds}</tr>\n`;
}

/**
 * A row for each name of a fact. The first rows are those that a row of the list shows too. What a plan lacks, its other
 * facts, and what its place in the list is based on follow.
 */
function rowsOf(picked: readonly Result[], span: Span, language: Language): Row[] {
  const { format } = language;
  const factsByPlan = picked.map((result) => [
    ...missFacts(result, format),
    ...planFacts(result, span, language).filter(({ isDetail }) => !isDetail),
    ...placeFacts(result, picked, format),
  ]);
  const { data, validity, network } = language.texts.card;
  const names = new Set([data, validity, network, ...factsByPlan.flat().map(({ name }) => name)]);
  return [...names].map((name) => {
    const facts = factsByPlan.map((all) => all.find((fact) => fact.name === name));
    return { name, cells: cellsOf(facts, format) };
  });
}

/** The cell of a plan to which the fact of the row does not apply. */
const NOT_APPLICABLE = '–';

/** The cells of one fact, which is undefined for a plan to which it does not apply. */
function cellsOf(facts: readonly (PlanFact | undefined)[], format: Format): Cell[] {
  const notStated = stated(null, format);
  const scores = facts.flatMap((fact) => fact?.score ?? []);
  const best = Math.max(...scores);
  const isCompared = scores.length === facts.length && scores.some((score) => score < best);
  return facts.map((fact) => ({
    content: fact === undefined ? NOT_APPLICABLE : (fact.value ?? notStated),
    isBetter: isCompared && fact?.score === best,
  }));
}

function missFacts(result: Result, format: Format): PlanFact[] {
  const misses = missTexts(result, format);
  return misses.length === 0 ? [] : [{ name: format.texts.drawbacks.misses_need, value: misses.join(', ') }];
}

/**
 * What the place of a plan in the list is based on: discounts, drawbacks, and the amount that they lead to. Drawbacks of
 * all picked plans are a row of their own.
 */
function placeFacts(result: Result, picked: readonly Result[], format: Format): PlanFact[] {
  const { card, side } = format.texts;
  const { coupons, why } = result;
  const listOf = (all: readonly string[]) => html`<ul>${all.map((one) => html`<li>${one}</li>`)}</ul>`;
  const discounts = coupons.map((coupon) => {
    const price = coupon.applied_to_price ? card.couponIn : format.money(coupon.usd);
    return `${couponName(coupon, format)}, ${price} · ${conditionsIn(coupon, format).join(' · ')}`;
  });
  const textsOf = (plan: Result) => plan.why.drawbacks.map(({ code }) => drawbackText(code, plan, format));
  const isShared = (text: string) => picked.every((plan) => textsOf(plan).includes(text));
  const [shared, own] = [textsOf(result).filter(isShared), textsOf(result).filter((text) => !isShared(text))];
  const none = why.drawbacks.length === 0 ? card.noDrawbacks : card.noOther;
  return [
    ...(discounts.length === 0 ? [] : [{ name: side.discounts, value: listOf(discounts) }]),
    { name: side.drawbacks, value: own.length === 0 ? none : listOf(own) },
    ...(shared.length === 0 ? [] : [{ name: side.sharedDrawbacks, value: listOf(shared) }]),
    { name: card.billSum, value: format.money(why.comparable_usd), score: -why.comparable_usd },
  ];
}
