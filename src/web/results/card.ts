/** A plan as a row or a card: who and how much, what you get, what to know, and behind an opener everything else. */
import type { DrawbackCode } from '../../domain/ranking/drawbacks-table.ts';
import { type Sort, travellersOf } from '../../domain/trip.ts';
import type { Texts } from '../../texts/texts.ts';
import { fullPlanId, linkVia } from '../../wire/result.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { icon, monogram } from '../pictures.ts';
import { reportLink } from '../report.ts';
import { sellerLabel } from '../seller-name.ts';
import { comparePath, shownPicks } from '../trip/view.ts';
import { includedCoupon } from './coupons.ts';
import {
  dataFact,
  type Fact,
  factLine,
  hotspotFact,
  missTexts,
  networkFact,
  type Span,
  spanOf,
  validityFact,
} from './facts.ts';
import { dearestFirst, drawbackText, groupNote, hasDrawback, planPrice, sortedNote } from './price.ts';
import { hasTopPicks, type Shown, sellerName } from './shown.ts';
import { NO_RIVALS, type Rivals, whyBody } from './why.ts';

/** The id of a plan in a list, to which charts lead. */
export const cardId = (sort: Sort, result: Result): string => `${sort}/${fullPlanId(result)}`;

/** The list that a card belongs to. */
export interface CardList {
  readonly sort: Sort;
  /** Drawbacks that every plan of the list has. They stand above the list. */
  readonly common: ReadonlySet<DrawbackCode>;
  /** True if a line above the list says "Where no other drawback is named, there is none." */
  readonly isMostlyClear: boolean;
  /** "Best value", "Cheapest", "Fastest": the places that plans hold, by `fullPlanId`. */
  readonly tags: ReadonlyMap<string, readonly string[]>;
  /** The plans in their order. */
  readonly results: readonly Result[];
}

export function card(result: Result, list: CardList, shown: Shown): Html {
  const { context, comparison, language, view, place: destination } = shown;
  const { texts, format } = language;
  const { rank } = result;
  const name = fullPlanId(result);
  const isFirst = rank === 1;
  const tags = list.tags.get(name) ?? [];
  const place = isFirst ? texts.card.whyFirst : texts.card.whyNumber({ n: rank });
  const opener = list.results.length === 1 ? texts.card.whyThis : place;
  const rivals = list.sort === 'recommended' ? rivalsOf(result, list.results) : NO_RIVALS;
  const span = spanOf(view.trip);
  const placeName = texts.results.rank({ n: rank });
  const seller = sellerLabel(result.provider, texts);
  const pickLabel = texts.side.pickPlan({ provider: seller, name: placeName });
  const trip = `${destination}, ${format.days(comparison.query.days_total)}`;
  const report = reportLink(context, result, { trip, path: comparePath(view) }, language);
  const isPicked = shownPicks(view).includes(name);
  const rankHtml = html`<span class="quiet">${placeName} </span>`;
  // Above the lists, the first pick has the main action.
  const isMain = isFirst && comparison.itinerary === undefined && !hasTopPicks(comparison);
  return html`<li class="card${isFirst && ' first'}${!result.fits.meets_need && ' misses'}" id="${cardId(list.sort, result)}" data-plan="${name}">
<article>
${tags.length > 0 && html`<p class="tags">${tags.map((tag) => html`<span class="tag">${tag}</span> `)}</p>`}
<h3 class="who">${whoWords(result, scopeHtml(result, format), language, rankHtml)}</h3>
${priceOf(result, list.sort, travellersOf(view.trip), format)}
${facts(result, span, format)}
${knowHtml(result, list, language)}
${includedCoupon(result.coupons, format)}
${outboundLink(result, language, isMain)}
<label class="pick"><input type="checkbox" form="pick" name="pick" value="${name}" data-shop="${seller}" aria-label="${pickLabel}"${isPicked && html` checked`}> ${texts.side.pick}</label>
<details class="why">
<summary>${opener}</summary>
${whyBody(result, span, language, rivals, report)}
</details>
</article>
</li>
`;
}

/** What a plan is compared with behind its opener: the first of its list, or the one below the first. */
function rivalsOf(result: Result, results: readonly Result[]): Rivals {
  const [first = null, second = null] = results;
  if (result === first) return { first: null, next: second, isAfterOtherShops: false };
  const above = results.slice(0, results.indexOf(result));
  return { first, next: null, isAfterOtherShops: above.some((other) => isBelowWorse(result, other)) };
}

/** Whether a plan stands below one that only the limit for a shop puts before it. */
function isBelowWorse(result: Result, above: Result): boolean {
  const isCoveringAsMuch = missingCountries(result) <= missingCountries(above);
  const isForAsMany = isOpen(result) || !isOpen(above);
  const isCheaper = result.why.comparable_usd < above.why.comparable_usd;
  return result.fits.meets_need && isCoveringAsMuch && isForAsMany && isCheaper;
}

const missingCountries = ({ fits }: Result): number => fits.missing_countries?.length ?? 0;
const isOpen = ({ eligibility }: Result): boolean => eligibility.new_customers_only !== true;

/** The monogram, the name of the seller, and the name of the plan, by which a buyer can check the offer. */
export const whoWords = (
  result: Result,
  more: Html | null,
  { texts }: Language,
  before: Html | null = null,
): Html =>
  html`${monogram(result.provider)} <span>${before}<span class="seller">${sellerLabel(result.provider, texts)}</span>${shopHtml(result, texts)} <small class="plan-name">${result.plan.name}</small>${more}</span>`;

/** The marketplace in a line of its own, because names of its sellers can be long. */
const shopHtml = ({ provider: { shop } }: Result, { card }: Texts): Html | false =>
  shop !== null && html` <small>${card.on({ shop })}</small>`;

/** That a plan is for its place alone is usual. */
function scopeHtml({ plan }: Result, { texts }: Format): Html | null {
  if (plan.scope === 'country') return null;
  return html` <small>${texts.scope[plan.scope]({ n: plan.countries_covered })}</small>`;
}

function facts(result: Result, span: Span, format: Format): Html {
  const { card: labels } = format.texts;
  const named: readonly (readonly [string, Fact])[] = [
    [labels.data, dataFact(result, span, format)],
    [labels.validity, validityFact(result, span, format)],
    [labels.network, networkFact(result, format)],
    [labels.hotspot, hotspotFact(result, format)],
  ];
  return html`<dl class="facts">
${named.map(([name, { value, note, isUnclear, icon: sign }]) => html`<div><dt>${name}</dt><dd><span${isUnclear && html` class="unclear"`}>${sign !== undefined && icon(sign)}${value}</span> <small${note === name && html` class="name"`}>${note}</small></dd></div>\n`)}</dl>`;
}

/** One price of a traveller. Below it stands the number that the list is sorted by, if that is another one. */
function priceOf(result: Result, sort: Sort, travellers: number, format: Format): Html {
  const { price, why } = result;
  const sorted = sort === 'recommended' && sortedNote(why.comparable_usd, price.group_usd, format);
  const group = groupNote(price.group_usd, travellers, format);
  return planPrice(result, group, format, sorted);
}

/** A plan in a few lines, for a way to cover the stops and for a group. */
export function planLines(
  result: Result,
  span: Span,
  parts: { readonly gets: readonly (string | null)[]; readonly price: Html; readonly more: Html },
  language: Language,
  isMain = false,
): Html {
  const { texts, format } = language;
  return html`<article>
<h3 class="who">${whoWords(result, html` <small class="gets">${factLine(parts.gets)}</small>`, language)}</h3>
${parts.price}
${outboundLink(result, language, isMain)}
${parts.more}
${includedCoupon(result.coupons, format)}
<details class="why"><summary>${texts.card.whyThis}</summary>
${whyBody(result, span, language, NO_RIVALS)}
</details>
</article>`;
}

/** With a code, the script copies it before the shop opens. */
export function outboundLink(result: Result, { texts }: Language, isMain = false): Html {
  const { go, url, coupons } = result;
  const { card: labels } = texts;
  const code = coupons.find(({ applied_to_price }) => applied_to_price)?.code ?? null;
  const words =
    code === null
      ? html`<span>${labels.go}</span>`
      : html`<span class="with-script">${labels.goCode}</span><span class="without-script">${labels.go}</span>`;
  const copies = code !== null && html` data-copies="${code}"`;
  const at = html`<span class="quiet">${labels.goAt({ provider: sellerName(result, texts) })}</span>${code === null && icon('out')}`;
  return html`<a class="out${isMain && ' first'}" href="${linkVia(go, 'page')}" data-url="${linkVia(url, 'page')}"${copies} rel="sponsored nofollow noopener" target="_blank">${words} ${at}</a>`;
}

/** What a plan lacks for the trip. */
export const missList = (misses: readonly string[]): Html | false =>
  misses.length > 0 &&
  html`<ul class="short">${misses.map((miss) => html`<li>${icon('minus')}${miss}</li>`)}</ul>\n`;

/** A row shows this many drawbacks. The others open below them. */
const SHOWN_MAX = 2;

/** The drawbacks of a row in words, the dearest first, without those that stand above the list or that `missList` says. */
const drawbackWords = (result: Result, common: ReadonlySet<DrawbackCode>, format: Format): string[] =>
  dearestFirst(result)
    .filter(({ code }) => !common.has(code) && code !== 'misses_need' && code !== 'region_incomplete')
    .map(({ code }) => drawbackText(code, result, format));

/** What a row says a buyer should know. */
interface KnowWords {
  readonly shown: readonly string[];
  /** Drawbacks that open below the others. */
  readonly further: readonly string[];
}

/** Conditions, what a plan for a region leaves out, the drawbacks that not every plan of the list has, and the age of the price. */
function knowWords(result: Result, common: ReadonlySet<DrawbackCode>, format: Format): KnowWords {
  const { texts } = format;
  const { eligibility, freshness } = result;
  const drawbacks = drawbackWords(result, common, format);
  const isPartial = hasDrawback(result, 'region_incomplete') && !common.has('region_incomplete');
  const isAgeShown = freshness.status !== 'fresh' && !drawbacks.includes(texts.drawbacks.price_aging);
  const shown = [
    ...(eligibility.new_customers_only === true ? [texts.conditions.new_customers] : []),
    // Whether the own countries are among the missing ones matters more than the amount says.
    ...(isPartial ? [drawbackText('region_incomplete', result, format)] : []),
    ...drawbacks.slice(0, SHOWN_MAX),
    ...(isAgeShown ? [texts.freshness[freshness.status]] : []),
  ];
  return { shown, further: drawbacks.slice(SHOWN_MAX) };
}

/** True if a plan has drawbacks, and all of them stand above the list or in what it lacks for the trip. */
export const hasOnlyDrawbacksSaidElsewhere = (
  result: Result,
  common: ReadonlySet<DrawbackCode>,
  format: Format,
): boolean => result.why.drawbacks.length > 0 && knowWords(result, common, format).shown.length === 0;

/** What to know of a plan, and what it lacks for the trip. */
function knowHtml(result: Result, { common, isMostlyClear }: CardList, language: Language): Html {
  const { texts, format } = language;
  const { shown, further } = knowWords(result, common, format);
  const praise = result.why.drawbacks.length === 0 ? texts.card.noDrawbacks : texts.card.noOther;
  const isSaidAbove = isMostlyClear && hasOnlyDrawbacksSaidElsewhere(result, common, format);
  const isPraised = shown.length === 0 && !isSaidAbove;
  const praiseLine = isPraised && html`<li class="none">${icon('check')}${praise}</li>`;
  const calls =
    result.features.calls === true && html`<li class="has">${icon('call')}${texts.card.calls}</li>`;
  const lines = [praiseLine, ...shown.map(drawbackLine), moreLine(further, language), calls];
  const list = lines.some((line) => line !== false) && html`<ul class="know">${lines}</ul>`;
  return html`${missList(missTexts(result, format))}${list}`;
}

export const drawbackLine = (word: string): Html => html`<li>${icon('minus')}${word}</li>`;

/** "4 more drawbacks", which opens. */
const moreLine = (further: readonly string[], { texts }: Language): Html | false =>
  further.length > 0 &&
  html`<li class="further"><details><summary>${texts.card.moreDrawbacks({ n: further.length })}</summary><ul>${further.map(drawbackLine)}</ul></details></li>`;
