/**
 * This folder renders the page of a comparison: the answer in a sentence, three lists, charts and notices. Its
 * functions are pure.
 */
import { SORTS, stopsOf, travellersOf } from '../../domain/trip.ts';
import type { Comparison } from '../../wire/schemas/comparison.ts';
import type { NoticeCode } from '../../wire/sentences/notices.ts';
import type { WebContext } from '../context.ts';
import { typedNames, withBrackets, withComma } from '../destinations.ts';
import { guideLinks } from '../guide.ts';
import { mayEarn, sampleBanner } from '../home.ts';
import { type Html, html, type Part } from '../html.ts';
import type { Language } from '../language.ts';
import { renderPage } from '../layout.ts';
import { byAge, noteLine, noteList, notesOf } from '../notes.ts';
import { flag, icon } from '../pictures.ts';
import { formOf } from '../problem.ts';
import { wrongPriceLink } from '../report.ts';
import { tripForm } from '../trip/form.ts';
import { keptTrip, withTrip } from '../trip/kept-trip.ts';
import { comparePath, type PricedView, tripQuery, viewQuery } from '../trip/view.ts';
import { lengthsOf, longerStay } from './charts.ts';
import { emptyPage, waysOut, waysOutList } from './empty.ts';
import { activeFilters, filterBar, misreadMessages, providerNames } from './filters.ts';
import { lists } from './list.ts';
import { sharing } from './sharing.ts';
import { codesOf, type Shown } from './shown.ts';
import { topPicks } from './top-picks.ts';
import { coversTrip, NO_VERDICT, verdictOf } from './verdict.ts';
import { hasPlan, ways } from './ways.ts';

export function resultsPage(
  context: WebContext,
  comparison: Comparison,
  language: Language,
  view: PricedView,
): string {
  const { texts } = language;
  const place = placeOf(language, view);
  const shown: Shown = { context, comparison, language, view, place };
  const title = titleOf(shown);
  const hasPlans = comparison.orders.Recommended.length + comparison.orders.Cheapest.length > 0;
  const way = comparison.itinerary?.recommended ?? null;
  const hasWays = way !== null && hasPlan(way);
  const main = html`${tripBar(shown)}
${sampleBanner(codesOf(comparison).includes('sample_data'), texts)}
${
  hasPlans || hasWays
    ? html`${answer(shown)}
${ways(shown)}
<div class="found lists"${!hasWays && html` id="results" tabindex="-1"`}>
${comparison.itinerary !== undefined && html`<h2 class="one-plan" id="one-plan">${texts.itinerary.onePlan}</h2>`}
${hasPlans ? lists(shown) : html`${filterBar(shown)}${emptyPage(shown)}`}
</div>
${sharing(shown)}`
    : html`<div class="found" id="results" tabindex="-1">${misreadMessages(shown)}${filterBar(shown)}${emptyPage(shown)}</div>`
}
${credit(shown, hasPlans)}
${allowance(language)}`;
  return renderPage(context, {
    language,
    title,
    self: comparePath(view),
    main,
    kind: 'results',
    isIndexed: false,
    currency: {
      current: view.currency,
      codes: [...(view.rates?.usdFor.keys() ?? [])].filter((code) => code !== 'USD').sort(),
      pathOf: (currency) => comparePath({ ...view, currency }),
    },
  });
}

const titleOf = ({ comparison, language: { texts, format }, place }: Shown): string =>
  texts.results.pageTitle({ place, days: format.days(comparison.query.days_total) });

/** The typed place stays: "Bali, Indonesia". In a list the country is in brackets: "Tokyo (Japan) and Taiwan". */
function placeOf({ format }: Language, { trip, places }: PricedView): string {
  const stops = stopsOf(trip);
  const typed = typedNames(places, format, stops.length === 1 ? withComma : withBrackets);
  return format.list(stops.map(({ country }) => typed(country) ?? format.country(country)));
}

/** More names than this do not fit in a line. The form and the ways have all of them. */
const NAMED_STOPS_MAX = 3;

/** The places, or "6 stops". */
const briefPlaceOf = ({ view, place, language: { texts } }: Shown): string => {
  const { length } = stopsOf(view.trip);
  return length <= NAMED_STOPS_MAX ? place : texts.itinerary.stops({ n: length });
};

/** The trip in one line that stays at the top and opens into the form. */
function tripBar(shown: Shown): Html {
  const { context, comparison, language, view } = shown;
  const { texts, format, root } = language;
  const { query } = comparison;
  const stops = stopsOf(view.trip);
  const isOne = stops.length === 1;
  const hasSum = !isOne && stops.length <= NAMED_STOPS_MAX;
  const sum = `${stops.map((stop) => format.number(stop.days)).join(' + ')} = `;
  const days = html`${hasSum && html`<span class="sum">${sum}</span>`}${format.days(query.days_total)}`;
  const amount = query.data_needed_gb;
  const need = texts.needs[query.need].name;
  const data = amount === null ? need : html`<span class="sum">${need}, </span>${format.gb(amount)}`;
  const travellers = travellersOf(view.trip);
  const filters = activeFilters(view, language, providerNames(shown)).length;
  // On a phone, one traveller is not said, because it is usual.
  const fact = (name: string, value: string | Html, isUsual = false) =>
    html`<span${isUsual && html` class="usual"`}><small>${name}</small> <b>${value}</b></span> `;
  const people = html`<span class="off-phone">${format.number(travellers)}</span><span class="on-phone">${texts.form.traveller({ n: travellers })}</span>`;
  const facts = [
    fact(isOne ? texts.form.place : texts.form.route, briefPlaceOf(shown)),
    fact(texts.form.days, days),
    fact(texts.card.data, data),
    fact(texts.form.travellers, people, travellers === 1),
  ];
  const codes = [...new Set(stops.map(({ country }) => country))];
  const isRegion = comparison.destination.kind === 'region';
  const pictures = isRegion ? icon('globe') : codes.map((code) => flag(code, root));
  return html`<section class="band">
<details class="fold">
<summary><span class="trip-flags">${pictures}</span>
<span class="trip-facts">${facts}</span>
<span class="change">${icon('edit')}<span>${texts.form.change}</span></span></summary>
${tripForm(context, language, formOf(view, language))}
</details>
<a class="to-filters" href="#filters">${icon('filter')}<span class="quiet">${texts.filters.own}</span>${filters > 0 && html` <b>${format.number(filters)}</b>`}</a>
</section>`;
}

/** The best plan in a sentence, why it is the best, and what is good to know before reading the list. */
function answer(shown: Shown): Html {
  const { context, comparison, language, view } = shown;
  const { results: labels, honesty } = language.texts;
  const isCovered = coversTrip(comparison);
  const trip = `${briefPlaceOf(shown)}, ${language.format.days(comparison.query.days_total)}`;
  const verdicts = SORTS.map((sort) => verdictOf(sort, trip, comparison, language, view));
  const { lead, pick, contrast } = verdicts[SORTS.indexOf(view.sort)] ?? NO_VERDICT;
  // The script writes the verdict of the tab that is opened.
  const bySort = JSON.stringify(Object.fromEntries(SORTS.map((sort, at) => [sort, verdicts[at]])));
  return html`<section class="answer">
<div class="headline" data-verdicts="${bySort}"><h1>${lead} <b>${pick}</b></h1>
<p class="pass-on"><button type="button" class="copy" data-link>${labels.copyLink}</button> <button type="button" class="copy" data-share="${titleOf(shown)}" hidden>${labels.shareButton}</button></p>
<p class="contrast">${contrast}</p>${mayEarn(context) && html`<p class="earns">${honesty.links}</p>`}</div>
${lastTime(shown)}${misreadMessages(shown)}${asides(shown)}${!isCovered && waysOutList(waysOut(shown), language)}${topPicks(shown)}
</section>`;
}

/** Short remarks: notes on the destination, a longer stay that costs no more, and a link to the phone check. */
function asides({ context, comparison, language, view }: Shown): Html {
  const { texts } = language;
  const stay = longerStay(lengthsOf(comparison.variants ?? []), comparison.query.days, language);
  const codes = stopsOf(view.trip).map(({ country }) => country);
  const trip = keptTrip(new URLSearchParams(viewQuery(view)));
  return html`<ul class="asides">
${noteLine(byAge(notesOf(context, codes), context.clock()).recent, language)}
${stay !== null && html`<li class="stay">${icon('calendar')}<a href="#charts">${stay}</a></li>`}
${context.queries.reference().phones !== null && html`<li class="phone-link">${icon('phone')}<a href="${language.link(withTrip('/phone', trip))}">${texts.pages.phone}</a></li>`}
</ul>`;
}

/** For the script: how many comparisons are left, and how long to wait for the next one, without leaving the results. */
function allowance({ texts }: Language): Html {
  const { problems, results, filters } = texts;
  const { before, after } = problems.wait;
  const wait = html`<b>${problems.rate_limited.title}.</b> <span class="wait" role="timer" data-again="${filters.apply}">${before}<span></span>${after}</span>`;
  return html`<p class="allowance" role="status" data-left="${JSON.stringify([0, 1, 2, 3].map((n) => results.left({ n })))}" hidden></p>
<template id="wait">${wait}</template>`;
}

/** For the script, which remembers the last trips on the device: the trip, its best price, and words for a change. */
function lastTime(shown: Shown): Html | false {
  const { comparison, view, language } = shown;
  const { texts, format } = language;
  const way = comparison.itinerary?.recommended ?? null;
  const [first] = comparison.orders.Recommended;
  const usd = way !== null && hasPlan(way) ? way.usd : first?.price.usd;
  if (usd === undefined) return false;
  const filters = activeFilters(view, language, providerNames(shown)).map((filter) => filter.name);
  const name = [briefPlaceOf(shown), format.days(comparison.query.days_total), ...filters].join(', ');
  const trip = JSON.stringify({ query: tripQuery(view), name, usd });
  const { less, more, same } = texts.lastTrips;
  // The script fills the values in.
  const [difference, date, money] = ['{difference}', '{date}', '{money}'];
  const words = JSON.stringify({
    less: less({ difference, date, money }),
    more: more({ difference, date, money }),
    same: same({ date }),
  });
  return html`<p class="since" data-trip="${trip}" data-words="${words}" hidden></p>\n`;
}

/** Notices that the page states below the lists. It states the others where they apply. */
const BELOW = [
  'region',
  'prices_are_estimates',
  'speeds_are_advertised',
  'keep_conditions',
  'no_itinerary_within_price',
] as const satisfies readonly NoticeCode[];

/** Notices about stops for which the itinerary has no plan. */
const STOP_NOTICE_CODES: readonly NoticeCode[] = [
  'stop_without_plans',
  'stop_without_unlimited_plans',
  'stop_for_new_customers_only',
  'stop_emptied_by_filters',
];

/** Links to the lists as files, and notices. */
function credit({ context, comparison, language, view }: Shown, hasPlans: boolean): Html {
  const { root, catalogue } = context;
  const { texts, format, link } = language;
  const { results: labels, honesty } = texts;
  const codes = codesOf(comparison);
  // The notice has one country code or a list of them.
  const unserved = comparison.notices
    .filter(({ code }) => STOP_NOTICE_CODES.some((known) => known === code))
    .flatMap(({ value = [] }) => value);
  const providers = catalogue()?.providers.length ?? 0;
  const lines: Part[] = [
    format.hasApproximateAmounts && labels.rates({ date: format.date(view.rates?.date ?? '') }),
    unserved.length > 0 && texts.itinerary.nothingFor({ places: format.list(unserved.map(format.country)) }),
    [!mayEarn(context) && html`${honesty.links} `, providers > 0 && honesty.market({ providers })],
    ...BELOW.filter((code) => codes.includes(code)).map((code) => texts.notices[code]),
    [
      html`<a href="${link('/how-we-rank')}">${texts.pages['how-we-rank']}</a>`,
      ' · ',
      wrongPriceLink(context, language),
    ],
  ];
  const api = `${root}/api/v1/plans?${tripQuery(view)}`;
  const asData = html`<p class="pass-on"><a href="${api}&amp;format=csv" rel="nofollow">CSV</a> <a href="${api}&amp;include=variants" rel="nofollow">JSON</a></p>\n`;
  const { trip, require } = view;
  const traits = {
    need: trip.need,
    travellers: travellersOf(trip),
    wantsHotspot: require.includes('hotspot'),
  };
  const codesOfStops = stopsOf(trip).map(({ country }) => country);
  const { old } = byAge(notesOf(context, codesOfStops), context.clock());
  const older =
    old.length > 0 &&
    html`<section class="credit-box"><h2>${labels.olderNotes}</h2>\n${noteList(old, language)}</section>\n`;
  return html`${older}${guideLinks(context, traits, language)}<section class="credit-box">
${hasPlans && asData}<ul>${lines.map((line) => line !== false && html`<li>${line}</li>`)}</ul>
</section>`;
}
