/** The three lists with their tabs, what stands above each list, and the side-by-side view. */
import type { DrawbackCode } from '../../domain/ranking/drawbacks-table.ts';
import { BRAND_PLACES } from '../../domain/ranking/order.ts';
import { LIST_MAX, SORTS, type Sort, travellersOf } from '../../domain/trip.ts';
import type { Texts } from '../../texts/texts.ts';
import { fullPlanId } from '../../wire/result.ts';
import { type Comparison, LIST_OF } from '../../wire/schemas/comparison.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { icon } from '../pictures.ts';
import { sellerLabel } from '../seller-name.ts';
import { comparePath } from '../trip/view.ts';
import { card, hasOnlyDrawbacksSaidElsewhere } from './card.ts';
import { charts } from './charts.ts';
import { filterBar, hiddenByFilters, withoutFilters } from './filters.ts';
import { narrowing } from './narrowing.ts';
import { drawbackText } from './price.ts';
import { codesOf, commonShop, hasFastest, isCheapestWay, type Shown, sortName } from './shown.ts';
import { pickForm, sideBySide } from './side.ts';

export function lists(shown: Shown): Html {
  const { language } = shown;
  return html`${sideBySide(shown)}
<nav class="tabs" aria-label="${language.texts.results.orders}">
${SORTS.map((sort) => tab(shown, sort))}</nav>
${filterBar(shown)}
${SORTS.map((sort) => panel(shown, sort))}
${pickForm(shown)}`;
}

/**
 * The name of an order with the price and the provider of its first plan. A tab has no room for the marketplace, which the
 * row of the plan names.
 */
function tab(shown: Shown, sort: Sort): Html {
  const { comparison, language, view } = shown;
  const { texts, format, link } = language;
  const [first] = comparison.orders[LIST_OF[sort]];
  const best =
    first?.fits.meets_need === true
      ? html`<b>${format.money(first.price.usd)}</b> <small>${sellerLabel(first.provider, texts)}</small>`
      : html`<small>${texts.results.noMatch}</small>`;
  return html`<a href="${link(comparePath({ ...view, sort }))}" id="tab-${sort}" data-sort="${sort}"${sort === view.sort && html` class="current" aria-current="true"`}><span>${sortName(sort, comparison, language)}</span> ${best}</a>\n`;
}

/** The plans that are the first of a list, with the names of the lists. */
function tagsOf(comparison: Comparison, language: Language): Map<string, string[]> {
  const tags = new Map<string, string[]>();
  for (const sort of SORTS) {
    if (sort === 'fastest' && !hasFastest(comparison)) continue;
    const [first] = comparison.orders[LIST_OF[sort]];
    if (first?.fits.meets_need !== true || (sort === 'cheapest' && !isCheapestWay(first.price, comparison)))
      continue;
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
    .filter(([code, text]) => others.every((other) => textIn(other, code) === text));
  return new Map(shared);
}

function panel(shown: Shown, sort: Sort): Html {
  const { comparison, language, view } = shown;
  const { texts, format } = language;
  const results = comparison.orders[LIST_OF[sort]];
  const hasLittleMeaning = sort === 'fastest' && codesOf(comparison).includes('fastest_means_little');
  const isOpen = sort === view.sort;
  const content = html`<h2 class="quiet" id="heading-${sort}">${sortName(sort, comparison, language)}</h2>
<div class="means"><p>${counted(shown, sort)}</p>${readAtHtml(results, format)}</div>
${isCut(coveringOf(results), comparison) && html`<p class="narrow">${narrowing(shown, results)}</p>\n`}${hasLittleMeaning && html`<p class="banner warn" role="note">${texts.notices.fastest_means_little}</p>`}
${listHtml(shown, results, sort, isOpen)}`;
  // The script opens the other lists without a request. Without it, the tabs are links to pages that have them open.
  return html`<section class="panel${isOpen && ' open'}" id="${sort}" aria-labelledby="heading-${sort}">
${isOpen ? content : html`<template>${content}</template>`}
</section>
`;
}

/** Whether a list has no room for all plans that match. One with room for other plans has them all. */
const isCut = (covering: number, { considered }: Comparison): boolean =>
  covering === LIST_MAX && considered.meet_the_need > LIST_MAX;

const coveringOf = (results: readonly Result[]): number =>
  results.filter(({ fits }) => fits.meets_need).length;

/** A column of facts that no plan of a list states. One line above the list says so of these plans instead. */
interface SilentColumn {
  readonly column: 'network' | 'hotspot';
  /** What the line says already. */
  readonly codes: readonly DrawbackCode[];
  readonly isSilent: (result: Result) => boolean;
}
const SILENT_COLUMNS: readonly SilentColumn[] = [
  {
    column: 'network',
    codes: ['generation_unknown', 'no_network_named'],
    isSilent: ({ speed }) => speed.generation === null && speed.networks.length === 0,
  },
  {
    column: 'hotspot',
    codes: ['hotspot_unknown'],
    isSilent: ({ features }) => features.hotspot === null,
  },
];

/** The plans of a list below what is true of all of them. Charts are in one list only, because they are the same in all. */
export function listHtml(shown: Shown, results: readonly Result[], sort: Sort, hasCharts = false): Html {
  const { texts, format } = shown.language;
  // A single plan says itself what is unclear.
  const silent = results.length > 1 ? SILENT_COLUMNS.filter(({ isSilent }) => results.every(isSilent)) : [];
  const sentences = { network: texts.results.silentNetwork, hotspot: texts.results.silentHotspot };
  const common = commonDrawbacks(results, format);
  const said = new Set<DrawbackCode>(silent.flatMap(({ codes }) => codes));
  const shop = results.length > 1 ? commonShop(shown.comparison) : null;
  const shared = [
    ...(shop === null ? [] : [texts.results.soldOn({ shop })]),
    ...[...common].filter(([code]) => !said.has(code)).map(([, text]) => text),
  ];
  const codes = new Set([...said, ...common.keys()]);
  const clear = results.filter((result) => hasOnlyDrawbacksSaidElsewhere(result, codes, format));
  const isMostlyClear = codes.size > 0 && 2 * clear.length > results.length;
  const lines = [
    ...silent.map(({ column }) => html`${sentences[column]} `),
    ...(shared.length === 0 ? [] : [html`<b>${texts.results.all}</b> ${shared.join('; ')}. `]),
    ...(isMostlyClear ? [texts.results.noOther] : []),
  ];
  return html`<div class="list${silent.map(({ column }) => ` no-${column}`)}">
${lines.length > 0 && html`<p class="common">${icon('info')}<span>${lines}</span></p>`}
${rows(shown, results, { sort, common: codes, isMostlyClear, hasCharts })}</div>`;
}

/** After so many plans a reader knows the offers, and prices for other amounts and lengths help to choose. */
const PLANS_BEFORE_CHARTS = 5;

interface RowList {
  readonly sort: Sort;
  /** The drawbacks that stand above the list. */
  readonly common: ReadonlySet<DrawbackCode>;
  /** Whether the line above the list says for most of the plans that they have no other drawback. */
  readonly isMostlyClear: boolean;
  readonly hasCharts: boolean;
}

/** The plans of a list as rows below the names of their columns. */
function rows(shown: Shown, results: readonly Result[], { hasCharts, ...above }: RowList): Html {
  const { comparison, language, view } = shown;
  const { texts, format } = language;
  const { card: labels } = texts;
  const heads = [
    texts.charts.provider,
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
  const list = {
    ...above,
    tags: tagsOf(comparison, language),
    results,
  };
  const cards = results.map((result) => card(result, list, shown));
  const [before, after] = [cards.slice(0, PLANS_BEFORE_CHARTS), cards.slice(PLANS_BEFORE_CHARTS)];
  return html`<div class="cols" aria-hidden="true">${heads.map((head) => html`<span>${head}</span>`)}</div>
<ol class="cards" data-before-charts="${PLANS_BEFORE_CHARTS}">
${before}${hasCharts && charts(comparison, language, view)}${after}</ol>
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
  const covering = coveringOf(results);
  const missing = results.length - covering;
  const all = comparison.considered.meet_the_need;
  const hidden = hiddenByFilters(shown);
  const shownOf = html`<b>${matchingText(covering, all, texts)}</b>. ${missing > 0 && `${labels.missing({ n: missing })} `}`;
  const showHidden = html`<a href="${link(comparePath(withoutFilters(view)))}" rel="nofollow">${labels.showHidden}</a>`;
  const hiddenPlans = html`${labels.hiddenByFilters({ plans: texts.place.plans({ n: hidden }) })} ${showHidden}. `;
  const rules = html`<a class="rules" href="${link('/how-we-rank')}">${texts.pages['how-we-rank']}</a>`;
  const isLimited = sort === 'recommended' && codesOf(comparison).includes('brand_limit');
  const means = [texts.sorts[sort].means, isLimited ? labels.brandLimit({ n: BRAND_PLACES }) : ''].join(' ');
  return html`${covering > 0 && shownOf}${hidden > 0 && hiddenPlans}<span class="sorted">${all > 0 && means} </span>${rules}`;
}

/** The number of matching plans is that of the filter that was clicked, and every one of them is accounted for. */
function matchingText(covering: number, all: number, texts: Texts): string {
  const { results: labels, place } = texts;
  if (covering === all) return place.plans({ n: all });
  // A list with room leaves out only plans that another plan of the same shop beats.
  if (covering < LIST_MAX)
    return labels.weaker({ plans: place.plans({ n: all }), shown: covering, n: all - covering });
  return labels.covering({ shown: covering, all });
}
