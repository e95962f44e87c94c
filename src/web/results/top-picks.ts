/** Up to three answers above the lists, and beside them what a group pays if it shares. */
import { UNKNOWNS, type Unknown } from '../../domain/ranking/picks.ts';
import { travellersOf } from '../../domain/trip.ts';
import type { PickOnWire } from '../../wire/schemas/comparison.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { outboundLink, whoWords } from './card.ts';
import { includedCoupon } from './coupons.ts';
import { dataFact, factLine, fastDailyText, joined, type Span, spanOf, validityFact } from './facts.ts';
import { centsOf, groupNote, hasDrawback, planPrice, priceHtml, worstOf } from './price.ts';
import { ownPlansUsd, sharedGets } from './sharing.ts';
import { hasTopPicks, type Shown, shortSellerName } from './shown.ts';
import { differenceText, gainWords } from './versus.ts';

export function topPicks(shown: Shown): Html | null {
  const { comparison, language } = shown;
  const picks = hasTopPicks(comparison) ? comparison.picks : [];
  const tiles = picks.map((pick, at) => tile(pick, at === 0, shown));
  const shared = sharedTile(shown);
  if (tiles.length === 0 && shared === null) return null;
  return html`<section aria-label="${language.texts.topPicks.label}">
<ul class="picks">
${tiles}${shared}</ul>
</section>`;
}

/** The titles that a pick holds, in words. */
function titlesOf({ picks }: PickOnWire, { texts }: Language): string[] {
  const names = {
    best_value: texts.sorts.recommended.name,
    cheapest: texts.sorts.cheapest.name,
    fewest_unknowns: texts.topPicks.fewestUnknowns,
  };
  return picks.map((title) => names[title]);
}

function tile(pick: PickOnWire, isMain: boolean, shown: Shown): Html {
  const { language, view } = shown;
  const { format } = language;
  const { result } = pick;
  const { price } = result;
  const tags = titlesOf(pick, language).map((title) => html`<span class="tag">${title}</span> `);
  const gets = getsOf(result, spanOf(view.trip), language);
  const open = openQuestions(result);
  const worst = worstOf([result], format, open);
  const { drawbacks: words, freshness } = language.texts;
  const { status } = result.freshness;
  const isAgeSaid = worst.includes(words.price_aging) || worst.includes(words.price_stale);
  const old = status === 'fresh' || isAgeSaid ? null : freshness[status];
  return html`<li class="pick-tile plan">
<p class="tags">${tags}</p>
<h2 class="who">${whoWords(result, html`<small class="gets">${gets}</small>`, language)}</h2>
${planPrice(result, groupNote(price.group_usd, travellersOf(view.trip), format), format)}
<div class="reasons">
<p>${because(pick, shown)}</p>
${openLine(open, language)}${worst.length > 0 && faultsLine(worst, language)}${old !== null && html`<p class="short">${old}</p>\n`}</div>
<div class="act">${includedCoupon(result.coupons, format)}${outboundLink(result, language, isMain)}</div>
</li>
`;
}

/** "10 GB · 30 days · 5G · Hotspot": what a buyer gets, without what is not stated. */
function getsOf(result: Result, span: Span, { texts, format }: Language): string {
  const { speed, features } = result;
  return factLine([
    joined(dataFact(result, span, format).value, fastDailyText(result, format)),
    validityFact(result, span, format).value,
    speed.generation,
    features.hotspot === true ? texts.card.hotspot : null,
  ]);
}

/** What a provider does not state of a plan. */
const openQuestions = (result: Result): Unknown[] => UNKNOWNS.filter((code) => hasDrawback(result, code));

/** All of them, because a plan may leave most questions open and still leave open less than the others. */
const openLine = (open: readonly Unknown[], { texts: { topPicks: labels } }: Language): Html | false =>
  open.length > 0 &&
  html`<p class="faults open"><b>${labels.notStated}:</b> ${open.map((code) => labels.questions[code]).join(', ')}</p>\n`;

const faultsLine = (faults: readonly string[], { texts }: Language): Html =>
  html`<p class="faults"><b>${texts.card.know}:</b> ${faults.join('; ')}</p>\n`;

/** How a pick compares with the cheapest one, the cheapest one with the best value, and that with the next pick. */
function because(pick: PickOnWire, shown: Shown): string | null {
  const { comparison, language } = shown;
  const { texts, format } = language;
  const { result, difference_usd: difference } = pick;
  const [best, second] = comparison.picks;
  if (best === undefined || second === undefined) return null;
  const cheapest = comparison.picks.find(({ picks }) => picks.includes('cheapest'))?.result ?? null;
  const isBest = result === best.result;
  if (cheapest === null || (isBest && cheapest === result))
    return besideOther(result, isBest ? second.result : best.result, shown);
  if (result === cheapest)
    return texts.topPicks.less({ money: differenceText(best.difference_usd ?? 0, result, format) });
  const money = differenceText(difference ?? 0, result, format);
  return withGains(texts.topPicks.more({ money }), result, cheapest, format);
}

/** "$4.61 less than Hopstone Mobile, with 3 more days" */
function besideOther(result: Result, other: Result, shown: Shown): string {
  const { texts, format } = shown.language;
  const cents = centsOf(result.price.usd) - centsOf(other.price.usd);
  const provider = shortSellerName(other, shown);
  const money = differenceText(Math.abs(cents) / 100, result, format);
  const { lessThan, moreThan, sameAs } = texts.topPicks;
  if (cents === 0) return withGains(sameAs({ provider }), result, other, format);
  return withGains((cents < 0 ? lessThan : moreThan)({ provider, money }), result, other, format);
}

function withGains(words: string, result: Result, other: Result, format: Format): string {
  const facts = gainWords(result, other, format);
  return facts.length === 0 ? words : format.texts.topPicks.and({ words, facts: format.list(facts) });
}

/** What a group pays for shared plans, beside the price of an own eSIM for each. */
function sharedTile(shown: Shown): Html | null {
  const { comparison, language, view } = shown;
  const { sharing } = comparison;
  if (sharing == null) return null;
  const { texts, format } = language;
  const { sharing: labels } = texts;
  const { usd, legs } = sharing.recommended;
  const plans = legs.flatMap(({ result }) => (result === null ? [] : [result]));
  const each = ownPlansUsd(comparison);
  const n = format.number(travellersOf(view.trip));
  const faults = worstOf(plans, format);
  const instead = each === null ? labels.forAll : labels.instead({ money: format.money(each), n });
  return html`<li class="pick-tile shared">
<p class="tags"><span class="tag">${plans.length === 1 ? labels.tile : labels.tileSeveral}</span></p>
<h2 class="who"><span>${format.list([...new Set(plans.map((plan) => shortSellerName(plan, shown)))])}${plans.map((result) => html`<small class="plan-name">${result.plan.name}</small><small class="gets">${sharedGets(result, format)}</small>`)}</span></h2>
${priceHtml(usd, instead, format)}
<div class="reasons">
<p>${labels.means}</p>
${faults.length > 0 && faultsLine(faults, language)}</div>
<div class="act">${plans.map(({ coupons }) => includedCoupon(coupons, format))}<a class="out" href="#sharing-heading">${labels.details}</a></div>
</li>
`;
}
