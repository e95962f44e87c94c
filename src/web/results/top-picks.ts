/** Up to three answers above the lists, and beside them what a group pays if it shares. */
import { travellersOf } from '../../domain/trip.ts';
import type { PickOnWire } from '../../wire/schemas/comparison.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { outboundLink, whoWords } from './card.ts';
import { includedCoupon } from './coupons.ts';
import { capital, dataFact, factLine, type Span, spanOf, validityFact } from './facts.ts';
import { dearestFirst, drawbackText, groupNote, planPrice, priceHtml } from './price.ts';
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
  const drawbacks = dearestFirst(result).slice(0, DRAWBACKS_MAX);
  const { status } = result.freshness;
  const isAgeSaid = drawbacks.some(({ code }) => code === 'price_aging' || code === 'price_stale');
  const old = status === 'fresh' || isAgeSaid ? null : language.texts.freshness[status];
  return html`<li class="pick-tile plan">
<p class="tags">${tags}</p>
<h2 class="who">${whoWords(result, html`<small class="gets">${gets}</small>`, language)}</h2>
${planPrice(result, groupNote(price.group_usd, travellersOf(view.trip), format), format)}
<div class="reasons">
<p>${because(pick, shown)}</p>
${drawbacks.length > 0 && faultsLine(worstOf(result, format), language)}${old !== null && html`<p class="short">${old}</p>\n`}${includedCoupon(result.coupons, format)}
</div>
${outboundLink(result, language, isMain)}
</li>
`;
}

/** "10 GB · 30 days · 5G · Hotspot": what a buyer gets, without what is not stated. */
function getsOf(result: Result, span: Span, { texts, format }: Language): string {
  const { speed, features } = result;
  return factLine([
    dataFact(result, span, format).value,
    validityFact(result, span, format).value,
    speed.generation,
    features.hotspot === true ? texts.card.hotspot : null,
  ]);
}

/** The row of the plan has all of its drawbacks. Many readers see the pick alone, so it never has only what is good. */
const DRAWBACKS_MAX = 2;

/** The largest drawbacks of a plan in words. */
const worstOf = (result: Result, format: Format): string[] =>
  dearestFirst(result)
    .slice(0, DRAWBACKS_MAX)
    .map(({ code }) => drawbackText(code, result, format));

const faultsLine = (faults: readonly string[], { texts }: Language): Html =>
  html`<p class="faults"><b>${texts.card.know}:</b> ${faults.join('; ')}</p>\n`;

/** How a pick compares with the cheapest one, or the cheapest one with the best value. */
function because(pick: PickOnWire, { comparison, language }: Shown): string | null {
  const { result, difference_usd: difference } = pick;
  const [best, second] = comparison.picks;
  if (best === undefined || second === undefined) return null;
  const cheapest = comparison.picks.find(({ picks }) => picks.includes('cheapest'))?.result ?? null;
  const isBest = result === best.result;
  if (isBest && (cheapest === null || cheapest === result)) return gained(result, second.result, language);
  if (cheapest === null || difference === null) return gained(result, best.result, language);
  if (result !== cheapest) return moreThan(cheapest, result, difference, language);
  const { texts, format } = language;
  return texts.topPicks.less({ money: differenceText(best.difference_usd ?? 0, result, format) });
}

const gained = (result: Result, other: Result, { format }: Language): string | null =>
  capital(gainWords(result, other, format).join(', ')) || null;

function moreThan(cheapest: Result, result: Result, usd: number, { texts, format }: Language): string {
  const money = differenceText(usd, result, format);
  const facts = gainWords(result, cheapest, format);
  const { topPicks: labels } = texts;
  return facts.length === 0 ? labels.moreOnly({ money }) : labels.more({ money, facts: facts.join(', ') });
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
  const faults = [...new Set(plans.flatMap((result) => worstOf(result, format)))].slice(0, DRAWBACKS_MAX);
  const instead = each === null ? labels.forAll : labels.instead({ money: format.money(each), n });
  return html`<li class="pick-tile shared">
<p class="tags"><span class="tag">${plans.length === 1 ? labels.tile : labels.tileSeveral}</span></p>
<h2 class="who"><span>${format.list([...new Set(plans.map((plan) => shortSellerName(plan, shown)))])}${plans.map((result) => html`<small class="plan-name">${result.plan.name}</small><small class="gets">${sharedGets(result, format)}</small>`)}</span></h2>
${priceHtml(usd, instead, format)}
<div class="reasons">
<p>${labels.means}</p>
${faults.length > 0 && faultsLine(faults, language)}${plans.map(({ coupons }) => includedCoupon(coupons, format))}
</div>
<a class="out" href="#sharing-heading">${labels.details}</a>
</li>
`;
}
