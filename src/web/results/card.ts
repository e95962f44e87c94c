/** A plan as a row or a card: who and how much, what you get, what to know, and behind an opener everything else. */
import type { DrawbackCode } from '../../domain/ranking/drawbacks-table.ts';
import { type Sort, stopsOf, travellersOf } from '../../domain/trip.ts';
import { fullPlanId, linkVia } from '../../wire/result.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { icon, monogram } from '../pictures.ts';
import { reportLink } from '../report.ts';
import { comparePath } from '../trip/view.ts';
import { includedCoupon } from './coupons.ts';
import {
  dataFact,
  type Fact,
  hotspotFact,
  missTexts,
  networkFact,
  type Span,
  spanOf,
  validityFact,
} from './facts.ts';
import { drawbackText, groupNote, priceHtml } from './price.ts';
import type { Shown } from './shown.ts';
import { whyBody } from './why.ts';

/** The id of a plan in a list, to which charts lead. */
export const cardId = (sort: Sort, result: Result): string => `${sort}/${fullPlanId(result)}`;

/** The list that a card belongs to. */
export interface CardList {
  readonly sort: Sort;
  /** Drawbacks that every plan of the list has. They stand above the list. */
  readonly common: ReadonlySet<DrawbackCode>;
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
  const next = list.sort === 'recommended' ? list.results[list.results.indexOf(result) + 1] : undefined;
  const where = format.list(stopsOf(view.trip).map(({ country }) => format.country(country)));
  const scope = texts.scope[result.plan.scope]({ place: where, n: result.plan.countries_covered });
  const span = spanOf(view.trip);
  const pickLabel = texts.side.pickPlan({ provider: result.provider.name, name: result.plan.name });
  const trip = `${destination}, ${format.days(comparison.query.days_total)}`;
  const report = reportLink(context, result, { trip, path: comparePath(view) }, language);
  const isPicked = view.picks.includes(name);
  return html`<li class="card${isFirst && ' first'}${!result.fits.meets_need && ' misses'}" id="${cardId(list.sort, result)}" data-plan="${name}">
<article>
${tags.length > 0 && html`<p class="tags">${tags.map((tag) => html`<span class="tag">${tag}</span> `)}</p>`}
${who(result, html` <small>${scope}</small>`, html`<span class="quiet">${texts.results.rank({ n: rank })} </span>`)}
${priceOf(result, travellersOf(view.trip), format)}
${facts(result, span, format)}
${knowHtml(result, list.common, language)}
${includedCoupon(result.coupons, format)}
${outboundLink(result, language, isFirst && comparison.itinerary === undefined)}
<label class="pick"><input type="checkbox" form="pick" name="pick" value="${name}" data-shop="${result.provider.name}" aria-label="${pickLabel}"${isPicked && html` checked`}> ${texts.side.pick}</label>
<details class="why">
<summary>${opener}</summary>
${whyBody(result, span, language, next ?? null, report)}
</details>
</article>
</li>
`;
}

/** The monogram and the name of the provider, with further words below it. */
const who = ({ provider }: Result, more: Html, before: Html | null = null): Html =>
  html`<h3 class="who">${monogram(provider)} <span>${before}${provider.name}${more}</span></h3>`;

function facts(result: Result, span: Span, format: Format): Html {
  const { card: labels } = format.texts;
  const named: readonly (readonly [string, Fact])[] = [
    [labels.data, dataFact(result, span, format)],
    [labels.validity, validityFact(result, span, format)],
    [labels.network, networkFact(result, format)],
    [labels.hotspot, hotspotFact(result, format)],
  ];
  return html`<dl class="facts">
${named.map(([name, { value, note, isUnclear, icon: sign }]) => html`<div><dt>${name}</dt><dd><span${isUnclear && html` class="unclear"`}>${sign !== undefined && icon(sign)}${value}</span> <small>${note}</small></dd></div>\n`)}</dl>`;
}

/**
 * One price of a traveller. The number that the list is sorted by is in the bill behind the opener, so that nobody takes
 * it for a fee.
 */
const priceOf = ({ price }: Result, travellers: number, format: Format): Html =>
  priceHtml(price.usd, groupNote(price.group_usd, travellers, format), format, price.list_usd);

/** A plan in a few lines, for a way to cover the stops and for a group. */
export function planLines(
  result: Result,
  span: Span,
  parts: { readonly gets: readonly (string | null)[]; readonly price: Html; readonly more: Html },
  language: Language,
  isMain = false,
): Html {
  const { texts, format } = language;
  const gets = parts.gets.filter((part) => part !== null);
  return html`<article>
${who(result, html` <small class="gets">${gets.join(' · ')}</small>`)}
${parts.price}
${outboundLink(result, language, isMain)}
${parts.more}
${includedCoupon(result.coupons, format)}
<details class="why"><summary>${texts.card.whyThis}</summary>
${whyBody(result, span, language, null)}
</details>
</article>`;
}

/** With a code, the script copies it before the shop opens. */
export function outboundLink(
  { go, url, provider, coupons }: Result,
  { texts: { card: labels } }: Language,
  isMain = false,
): Html {
  const code = coupons.find(({ applied_to_price }) => applied_to_price)?.code ?? null;
  const words =
    code === null
      ? html`<span>${labels.go}</span>`
      : html`<span class="with-script">${labels.goCode}</span><span class="without-script">${labels.go}</span>`;
  const copies = code !== null && html` data-copies="${code}"`;
  const at = html`<span class="quiet">${labels.goAt({ provider: provider.name })}</span>${code === null && icon('out')}`;
  return html`<a class="out${isMain && ' first'}" href="${linkVia(go, 'page')}" data-url="${linkVia(url, 'page')}"${copies} rel="sponsored nofollow noopener" target="_blank">${words} ${at}</a>`;
}

/** What a plan lacks for the trip. */
export const missList = (misses: readonly string[]): Html | false =>
  misses.length > 0 &&
  html`<ul class="short">${misses.map((miss) => html`<li>${icon('minus')}${miss}</li>`)}</ul>\n`;

/** A row shows this many drawbacks. All of them are behind the opener. */
const SHOWN_MAX = 2;

/** The largest drawbacks that not every plan of the list has, or what the plan lacks for the trip. */
function knowHtml(result: Result, common: ReadonlySet<DrawbackCode>, language: Language): Html {
  const { texts, format } = language;
  const { why, eligibility, features, freshness } = result;
  const misses = missTexts(result, format);
  const isOnCard = (code: DrawbackCode) => !common.has(code) && code !== 'coupon' && code !== 'misses_need';
  const drawbacks = why.drawbacks
    .filter(({ code }) => isOnCard(code))
    // What a plan for a region leaves out matters more than its amount says.
    .sort((a, b) => Number(b.code === 'region_incomplete') - Number(a.code === 'region_incomplete'))
    .slice(0, SHOWN_MAX)
    .map(({ code }) => drawbackText(code, result, format));
  const isAgeShown = freshness.status !== 'fresh' && !drawbacks.includes(texts.drawbacks.price_aging);
  const words = [
    ...(eligibility.new_customers_only === true ? [texts.conditions.new_customers] : []),
    ...drawbacks,
    ...(isAgeShown ? [texts.freshness[freshness.status]] : []),
  ];
  const none = why.drawbacks.length === 0 ? texts.card.noDrawbacks : texts.card.noOther;
  const noneLine = words.length === 0 && html`<li class="none">${icon('check')}${none}</li>`;
  const lines = words.map((word) => html`<li>${icon('minus')}${word}</li>`);
  const calls = features.calls === true && html`<li class="has">${icon('call')}${texts.card.calls}</li>`;
  return html`${missList(misses)}<ul class="know">${noneLine}${lines}${calls}</ul>`;
}
