/** The three lists with their tabs, what stands above each list, and the side-by-side view. */
import type { DrawbackCode } from '../../domain/ranking/drawbacks-table.ts';
import { LIST_MAX, SORTS, type Sort, travellersOf } from '../../domain/trip.ts';
import { fullPlanId } from '../../wire/result.ts';
import { type Comparison, LIST_OF } from '../../wire/schemas/comparison.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { icon } from '../pictures.ts';
import { comparePath } from '../trip/view.ts';
import { card } from './card.ts';
import { filterBar, hiddenByFilters, withoutFilters } from './filters.ts';
import { drawbackText } from './price.ts';
import { codesOf, type Shown } from './shown.ts';
import { pickForm, sideBySide } from './side.ts';

export function lists(shown: Shown): Html {
  const { language, view } = shown;
  return html`${sideBySide(shown)}
<nav class="tabs" aria-label="${language.texts.results.orders}">
${SORTS.map((sort) => tab(shown, sort))}</nav>
${filterBar(shown)}
${SORTS.map((sort) => panel(shown, sort))}
${pickForm(view, language)}`;
}

/** With several stops, "best value" and "cheapest" alone are ways, which may be several eSIMs. */
function sortName(sort: Sort, { itinerary }: Comparison, { texts }: Language): string {
  if (itinerary === undefined || sort === 'fastest') return texts.sorts[sort].name;
  return sort === 'cheapest' ? texts.itinerary.cheapestSingle : texts.itinerary.bestSingle;
}

/** The name of an order with the price and the provider of its first plan. */
function tab({ comparison, language, view }: Shown, sort: Sort): Html {
  const { texts, format, link } = language;
  const [first] = comparison.orders[LIST_OF[sort]];
  const best =
    first?.fits.meets_need === true
      ? html`<b>${format.money(first.price.usd)}</b> <small>${first.provider.name}</small>`
      : html`<small>${texts.results.noMatch}</small>`;
  return html`<a href="${link(comparePath({ ...view, sort }))}" id="tab-${sort}" data-sort="${sort}"${sort === view.sort && html` class="current" aria-current="true"`}><span>${sortName(sort, comparison, language)}</span> ${best}</a>\n`;
}

/** The plans that are the first of a list, with the names of the lists. */
function tagsOf(comparison: Comparison, language: Language): Map<string, string[]> {
  const tags = new Map<string, string[]>();
  for (const sort of SORTS) {
    const [first] = comparison.orders[LIST_OF[sort]];
    if (first?.fits.meets_need !== true) continue;
    const name = fullPlanId(first);
    tags.set(name, [...(tags.get(name) ?? []), sortName(sort, comparison, language)]);
  }
  return tags;
}

/** The drawbacks that every plan of a list has, if the list has several. */
function commonDrawbacks(results: readonly Result[], format: Format): Map<DrawbackCode, string> {
  const [first, ...others] = results;
  if (first === undefined || others.length === 0) return new Map();
  const textIn = (result: Result, code: DrawbackCode) =>
    result.why.drawbacks.some((one) => one.code === code) ? drawbackText(code, result, format) : null;
  const shared = first.why.drawbacks
    .map(({ code }) => [code, drawbackText(code, first, format)] as const)
    .filter(([code, text]) => code !== 'coupon' && others.every((other) => textIn(other, code) === text));
  return new Map(shared);
}

function panel(shown: Shown, sort: Sort): Html {
  const { comparison, language, view } = shown;
  const { texts, format } = language;
  const results = comparison.orders[LIST_OF[sort]];
  const common = commonDrawbacks(results, format);
  const hasLittleMeaning = sort === 'fastest' && codesOf(comparison).includes('fastest_means_little');
  const isOpen = sort === view.sort;
  const content = html`<h2 class="quiet" id="heading-${sort}">${sortName(sort, comparison, language)}</h2>
<div class="means"><p>${counted(shown, sort)}</p>${readAtHtml(results, format)}</div>
${hasLittleMeaning && html`<p class="banner warn" role="note">${texts.notices.fastest_means_little}</p>`}
<div class="list">
${common.size > 0 && html`<p class="common">${icon('info')}<span><b>${texts.results.all({ n: results.length })}</b> ${[...common.values()].join('; ')}</span></p>`}
${rows(shown, results, sort, common)}</div>`;
  // The script opens the other lists without a request. Without it, the tabs are links to pages that have them open.
  return html`<section class="panel${isOpen && ' open'}" id="${sort}" aria-labelledby="heading-${sort}">
${isOpen ? content : html`<template>${content}</template>`}
</section>
`;
}

/** The plans of a list as rows below the names of their columns. */
export function rows(
  shown: Shown,
  results: readonly Result[],
  sort: Sort,
  common: ReadonlyMap<DrawbackCode, string> = new Map(),
): Html {
  const { comparison, language, view } = shown;
  const { texts, format } = language;
  const { card: labels, charts } = texts;
  const heads = [
    charts.provider,
    labels.data,
    labels.validity,
    labels.network,
    labels.hotspot,
    labels.know,
    travellersOf(view.trip) > 1
      ? texts.form.perPerson
      : texts.results.priceFor({ days: format.days(comparison.query.days_total) }),
    '',
  ];
  const list = { sort, common: new Set(common.keys()), tags: tagsOf(comparison, language), results };
  return html`<div class="cols" aria-hidden="true">${heads.map((head) => html`<span>${head}</span>`)}</div>
<ol class="cards">
${results.map((result) => card(result, list, shown))}</ol>
`;
}

/** When the oldest fresh price was read, once for the list. A plan whose price is not fresh says it itself. */
function readAtHtml(results: readonly Result[], format: Format): Html | null {
  const times = results
    .filter(({ freshness }) => freshness.status === 'fresh')
    .map(({ freshness }) => freshness.observed_at)
    .sort();
  const [oldest] = times;
  if (oldest === undefined) return null;
  const { results: labels } = format.texts;
  return html`<p class="age" data-ages="${format.ages}">${labels.checked} <time datetime="${oldest}">${format.dateTime(oldest)}</time></p>`;
}

/**
 * How many plans match, what is not shown and why, and the sort keys of the list. If no plan covers the trip, every list
 * has the closest plans first, and the answer above the tabs states that.
 */
function counted(shown: Shown, sort: Sort): Html {
  const { comparison, language, view } = shown;
  const { texts, link } = language;
  const { results: labels } = texts;
  const results = comparison.orders[LIST_OF[sort]];
  const covering = results.filter(({ fits }) => fits.meets_need).length;
  const missing = results.length - covering;
  const all = comparison.considered.meet_the_need;
  // A list with room leaves out only plans that another plan of the same shop beats.
  const weaker = results.length < LIST_MAX && all > covering ? all - covering : 0;
  const count = weaker > 0 ? covering : all;
  const hidden = hiddenByFilters(shown);
  const matching =
    covering === count ? texts.place.plans({ n: count }) : labels.covering({ shown: covering, all: count });
  const shownOf = html`<b>${matching}</b>. ${weaker > 0 && `${labels.weaker({ n: weaker })} `}${missing > 0 && `${labels.missing({ n: missing })} `}`;
  const showHidden = html`<a href="${link(comparePath(withoutFilters(view)))}" rel="nofollow">${labels.showHidden}</a>`;
  const hiddenPlans = html`${labels.hiddenByFilters({ plans: texts.place.plans({ n: hidden }) })} ${showHidden}. `;
  const rules = html`<a class="rules" href="${link('/how-we-rank')}">${texts.pages['how-we-rank']}</a>`;
  return html`${covering > 0 && shownOf}${hidden > 0 && hiddenPlans}<span class="sorted">${all > 0 && texts.sorts[sort].means} </span>${rules}`;
}
