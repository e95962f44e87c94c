/**
 * The folder: the page of a comparison, with three lists, charts and notices. It imports `domain/` and `wire/`. Its
 * functions are pure and may be called at any time.
 */
import { countriesMeant } from '../../domain/places/search.ts';
import { SORTS, type Sort, stopsOf } from '../../domain/trip.ts';
import { type Comparison, LIST_OF } from '../../wire/schemas/comparison.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { NoticeCode } from '../../wire/sentences/notices.ts';
import { charts } from '../charts/section.ts';
import type { WebContext } from '../context.ts';
import { placeLabel, placeLanguage } from '../destinations.ts';
import { tripForm } from '../form.ts';
import type { Format } from '../format.ts';
import { sampleBanner } from '../home.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { renderPage } from '../layout.ts';
import { formOf } from '../problem.ts';
import { comparePath, type PricedView, tripQuery, type View } from '../trip.ts';
import { card } from './card.ts';
import { activeFilters, filterBar, removeLink, withoutFilters } from './filters.ts';
import { itinerary, legResults } from './itinerary.ts';
import { pickForm, sideBySide } from './side.ts';

export function resultsPage(
  context: WebContext,
  comparison: Comparison,
  language: Language,
  view: PricedView,
): string {
  const { texts, format } = language;
  const place = format.list(stopsOf(view.trip).map(({ country }) => format.country(country)));
  const title = texts.results.pageTitle(place, format.days(comparison.query.days_total));
  const hasPlans = comparison.orders.Recommended.length + comparison.orders.Cheapest.length > 0;
  // The recommended choice comes first: one plan for all stops, or one for each part.
  const stops = itinerary(comparison, language);
  const main = html`<section class="hero">
<h1>${texts.place.heading(place)}</h1>
${readAs(language, view)}
<details class="fold">
<summary><span class="trip-line">${tripLine(comparison, language, view)}</span> <span class="change">${texts.form.change}</span></summary>
${tripForm(context, language, formOf(view, language))}
</details>
</section>
${sampleBanner(codesOf(comparison).includes('sample_data'), texts)}
${honesty(context, language)}
${(hasPlans || legResults(comparison).length > 0) && filterBar(comparison, language, view)}
${stops?.strip}
${stops?.isOnePlanFirst === false && stops.splits}
${hasPlans ? lists(context, comparison, language, view) : noPlans(comparison, language, view, place)}
${stops?.isOnePlanFirst === true && stops.splits}
${credit(context, comparison, language, view, title)}`;
  return renderPage(context, {
    language,
    title,
    self: comparePath(view),
    main,
    kind: 'results',
    indexed: null,
  });
}

/** "Barcelona: Spain": the countries of the typed places. */
function readAs({ texts, format }: Language, { places }: View): Html[] {
  return places.flatMap((name) => {
    const [match] = countriesMeant(name, placeLanguage(texts));
    return match === undefined ? [] : [html`<p class="lead" role="note">${placeLabel(match, format)}</p>\n`];
  });
}

/** The days of each stop, the need and the data that it means. */
function tripLine({ query }: Comparison, { texts, format }: Language, { trip }: View): string {
  const stops = stopsOf(trip);
  const days =
    stops.length === 1
      ? format.days(trip.days)
      : stops.map((stop) => `${format.country(stop.country)} ${format.days(stop.days)}`).join(' → ');
  const amount = query.data_needed_gb;
  return `${days} · ${texts.needs[query.need].name}${amount === null ? '' : ` · ${format.gb(amount)}`}`;
}

/** Before any result: who runs the service, what pays for it, what is not shown, and where to report a wrong price. */
function honesty({ operator, funding }: WebContext, { texts, link }: Language): Html {
  const { honesty: labels } = texts;
  const who =
    operator === null && funding === null
      ? labels.bothUnsaidShort
      : `${operator === null ? labels.runByUnsaidShort : labels.runBy(operator)} ${funding === null ? labels.fundingUnsaidShort : labels.funding(funding)}`;
  return html`<p class="honesty">${who} ${labels.short} <a href="${link('/terms#operator')}">${labels.more}</a> · <a href="${link('/terms#wrong-price')}">${texts.footer.wrongPrice}</a></p>`;
}

function lists(context: WebContext, comparison: Comparison, language: Language, view: View): Html {
  const { texts, format } = language;
  return html`<div class="found">
<section class="lists">
${comparison.itinerary !== undefined && html`<h2 class="one-plan" id="one-plan">${texts.itinerary.onePlan}</h2>`}
${sideBySide(comparison, language, view)}
${codesOf(comparison).includes('nothing_meets_need') && html`<p class="banner warn" role="note">${texts.notices.nothing_meets_need}</p>`}
<nav class="tabs" aria-label="${texts.results.orders}">
${SORTS.map((sort) => tab(comparison, language, view, sort))}</nav>
${SORTS.map((sort) => panel(comparison, language, view, sort))}
${pickForm(view, language, context.root)}
</section>
${charts(comparison, format)}
</div>`;
}

/** The name of an order with the price and the provider of its first plan. */
function tab({ orders }: Comparison, { texts, format, link }: Language, view: View, sort: Sort): Html {
  const [first] = orders[LIST_OF[sort]];
  const best =
    first?.fits.meets_need === true
      ? html`<span><b>${format.money(first.price.usd)}</b> ${first.provider.name}</span>`
      : html`<span>${texts.results.noMatch}</span>`;
  return html`<a href="${link(comparePath({ ...view, sort }))}" id="tab-${sort}" data-sort="${sort}"${sort === view.sort && html` class="current" aria-current="true"`}>${texts.sorts[sort].name} ${best}</a>\n`;
}

function panel(comparison: Comparison, language: Language, view: View, sort: Sort): Html {
  const { texts, format } = language;
  const hasLittleMeaning = sort === 'fastest' && codesOf(comparison).includes('fastest_means_little');
  return html`<section class="panel${sort === view.sort && ' open'}" id="${sort}" aria-labelledby="heading-${sort}">
<h2 id="heading-${sort}">${texts.sorts[sort].name}</h2>
<p class="means">${counted(comparison, sort, format)} ${means(comparison, sort, texts)} <a href="#charts">${texts.results.charts}</a></p>
${hasLittleMeaning && html`<p class="banner warn" role="note">${texts.notices.fastest_means_little}</p>`}
<ol class="cards">
${comparison.orders[LIST_OF[sort]].map((result) => card(result, { language, picks: view.picks }))}</ol>
</section>
`;
}

/**
 * The sort keys of a list. A key that no plan of the list states is not named. If no plan covers the trip, every list has
 * the closest plans first, and the banner above the tabs states that.
 */
function means({ orders, considered }: Comparison, sort: Sort, texts: Language['texts']): string {
  if (considered.meet_the_need === 0) return '';
  const statesSpeed = orders.Fastest.some(({ speed }) => speed.advertised_max_mbps !== null);
  if (sort === 'fastest') return statesSpeed ? texts.sorts.fastest.means : texts.fastestWithoutSpeed;
  const isForNewOnly = ({ fits, eligibility }: Result) =>
    fits.meets_need && eligibility.new_customers_only === true;
  const last = orders[LIST_OF[sort]].some(isForNewOnly) ? ` ${texts.results.newCustomersLast}` : '';
  return `${texts.sorts[sort].means}${last}`;
}

/** The number of matching plans in the list, of plans that miss the need, and of plans that the filters removed. */
function counted({ orders, considered }: Comparison, sort: Sort, { texts, number }: Format): string {
  const results = orders[LIST_OF[sort]];
  const covering = results.filter(({ fits }) => fits.meets_need).length;
  const missing = results.length - covering;
  const {
    left_out_by_require: required,
    left_out_by_avoid_exits: exits,
    left_out_by_max_usd: dear,
  } = considered;
  const { leftOut } = texts.results;
  // If no plan covers the trip, a banner above the tabs states that.
  const isAnyCovering = covering > 0;
  return [
    isAnyCovering
      ? texts.results.covering(covering, considered.meet_the_need, number(considered.meet_the_need))
      : null,
    isAnyCovering && missing > 0 ? texts.results.missing(missing) : null,
    required.no + required.unknown === 0
      ? null
      : leftOut.require(number(required.no), number(required.unknown)),
    dear === 0 ? null : leftOut.maxUsd(number(dear)),
    exits.no + exits.unknown === 0 ? null : leftOut.avoidExits(number(exits.no), number(exits.unknown)),
  ]
    .filter((part) => part !== null)
    .join(' ');
}

const codesOf = ({ notices }: Comparison): NoticeCode[] => notices.map(({ code }) => code);

/** The reasons why lists can be empty although the destination has plans. */
const EMPTY_CAUSES = [
  'nothing_qualifies',
  'nothing_qualifies_together',
  'no_unlimited_plans',
  'all_sold_out',
  'all_prices_too_old',
  'all_sold_out_or_too_old',
  'no_plan_for_all_stops',
] as const;

/** Explains why the lists are empty, and what to change. */
function noPlans(comparison: Comparison, language: Language, view: View, place: string): Html {
  const { texts } = language;
  const codes = codesOf(comparison);
  const cause = EMPTY_CAUSES.find((code) => codes.includes(code));
  const heading = cause === undefined ? texts.results.empty(place) : texts.notices[cause];
  return html`<section class="nothing" id="lists"><h2>${heading}</h2>
${cause?.startsWith('nothing_qualifies') === true && filtersToDrop(comparison, language, view)}
${similarLink(cause, language, view)}
</section>`;
}

/** Every filter that can be removed. Those that leave no plan are named and come first. */
function filtersToDrop({ notices }: Comparison, language: Language, view: View): Html {
  const { texts, format, link } = language;
  const { filters: labels } = texts;
  const noticeValue = (wanted: NoticeCode) => notices.find(({ code }) => code === wanted)?.value;
  const together = noticeValue('nothing_qualifies_together');
  const emptying = together ?? noticeValue('nothing_qualifies') ?? [];
  const lowest = noticeValue('lowest_price');
  const active = activeFilters(view, language).filter(({ kind }) => kind !== 'data_gb');
  const [named, others] = [
    active.filter(({ kind }) => emptying.includes(kind)),
    active.filter(({ kind }) => !emptying.includes(kind)),
  ];
  const names = format.list(named.map(({ name }) => name));
  return html`${named.length > 0 && html`<p>${together === undefined ? labels.leavesNone(names) : labels.leaveNoneTogether(names)}</p>`}
${typeof lowest === 'string' && html`<p>${labels.lowestWithout(format.money(Number(lowest)))}</p>`}
<nav class="filters" aria-label="${labels.label}"><ul>
${[...named, ...others].map((one) => removeLink(one, language, true))}${active.length > 1 && html`<li><a href="${link(comparePath(withoutFilters(view)))}" rel="nofollow">${labels.clear}</a></li>\n`}</ul></nav>`;
}

/** A link to a similar comparison that may have results. */
function similarLink(
  cause: (typeof EMPTY_CAUSES)[number] | undefined,
  { texts, link }: Language,
  view: View,
): Html | null {
  if (cause === undefined) return html`<p><a href="${link('/esim')}">${texts.place.all}</a></p>`;
  if (cause !== 'no_unlimited_plans') return null;
  const { name, means } = texts.needs.heavy;
  const heavy = comparePath({ ...view, trip: { ...view.trip, need: 'heavy' } });
  return html`<ul class="examples"><li><a href="${link(heavy)}" rel="nofollow"><b>${name}</b> ${means}</a></li></ul>`;
}

/** Notices that the page states below the lists. It states the others where they apply. */
const BELOW = [
  'prices_are_estimates',
  'speeds_are_advertised',
  'keep_conditions',
  'no_itinerary_within_price',
] as const satisfies readonly NoticeCode[];

/** The attribution, links to share and download the lists, a citation, and notices. */
function credit(
  { identity, root }: WebContext,
  comparison: Comparison,
  { texts, format, link }: Language,
  view: PricedView,
  title: string,
): Html {
  const { results: labels } = texts;
  const { computed_at: computedAt, catalogue } = comparison.query;
  const codes = codesOf(comparison);
  const unserved = comparison.notices.find(({ code }) => code === 'stop_without_plans')?.value ?? [];
  const address = `${identity.baseUrl}${comparePath(view)}`;
  const cite = labels.cite(
    identity.serviceName,
    title,
    format.dateTime(computedAt),
    catalogue.slice(0, 12),
    address,
  );
  const api = `${root}/api/v1/plans?${tripQuery(view)}`;
  const about = format.about(0) === null ? null : labels.rates(format.date(view.rates?.date ?? ''));
  return html`<section class="credit-box">
<p><a href="${identity.baseUrl}">${labels.attribution(identity.serviceName)}</a> · <a href="${link('/how-we-rank')}">${texts.pages['how-we-rank'].title}</a> · <a href="${link('/phone')}">${texts.pages.phone.title}</a></p>
<p class="pass-on"><button type="button" class="copy" data-share="${title}">${labels.shareButton}</button> <button type="button" class="copy" data-link>${labels.copyLink}</button> <a href="${api}&amp;format=csv" rel="nofollow">CSV</a> · <a href="${api}&amp;include=variants" rel="nofollow">JSON</a></p>
<p class="fine cite"><span>${cite}</span> <button type="button" class="copy" data-code="${cite}">${texts.copy}</button></p>
<ul>${about !== null && html`<li>${about}</li>`}${unserved.length > 0 && html`<li>${texts.itinerary.nothingFor(format.list([unserved].flat().map(format.country)))}</li>`}${BELOW.filter((code) => codes.includes(code)).map((code) => html`<li>${texts.notices[code]}</li>`)}</ul>
</section>`;
}
