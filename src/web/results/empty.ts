/** Explains why the lists are empty, what to change, and what it would cost. */
import { centsToUsd } from '../../domain/money.ts';
import { NEEDS, REQUIREMENTS } from '../../domain/trip.ts';
import type { Comparison } from '../../wire/schemas/comparison.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { icon } from '../pictures.ts';
import { comparePath, type View } from '../trip/view.ts';
import {
  type ActiveFilter,
  activeFilters,
  BUDGETS,
  filtered,
  matchesFor,
  providerNames,
  withoutFilters,
} from './filters.ts';
import { listHtml } from './list.ts';
import { centsOf } from './price.ts';
import { codesOf, type Shown } from './shown.ts';
import { hasPlan } from './ways.ts';

/** The reasons why lists can be empty although the destination has plans. */
const CAUSES = [
  'nothing_qualifies',
  'nothing_qualifies_together',
  'no_unlimited_plans',
  'all_sold_out',
  'all_prices_too_old',
  'all_sold_out_or_too_old',
  'no_plan_for_all_stops',
] as const;

type FilterCause = 'nothing_qualifies' | 'nothing_qualifies_together';

/** A link to a comparison that is not empty. */
interface WayOut {
  readonly name: string;
  readonly note: string;
  readonly view: View;
}

const WAYS_MAX = 3;

export function emptyPage(shown: Shown): Html {
  const { comparison, language, place, view } = shown;
  const { texts, format } = language;
  const codes = codesOf(comparison);
  const cause = CAUSES.find((code) => codes.includes(code));
  const isFiltered = cause === 'nothing_qualifies' || cause === 'nothing_qualifies_together';
  const lowest = lowestPrice(comparison);
  const most = view.maxUsdCents;
  const isBudget = isFiltered && most !== null && lowest !== null && lowest > most;
  const headingOf = () => {
    if (isBudget) return texts.empty.budget({ money: format.money(centsToUsd(most)) });
    if (cause === undefined && isRegion(comparison)) return texts.empty.noRegion({ region: place });
    if (codes.includes('no_plans_for_country')) return texts.empty.noPlans({ places: place });
    if (cause === undefined) return texts.itinerary.nothingFor({ places: place });
    return isFiltered ? filteredHeading(shown, cause) : texts.notices[cause];
  };
  const out = isFiltered || cause === 'no_unlimited_plans' ? waysOut(shown) : [];
  const way = comparison.itinerary?.recommended ?? null;
  // The title of a page that shows a way is its h1.
  const hasTitle = way !== null && hasPlan(way);
  return html`<section class="nothing" id="lists"><div class="nothing-box">
${hasTitle ? html`<h2>${headingOf()}</h2>` : html`<h1>${headingOf()}</h1>`}
${isBudget && comparison.itinerary === undefined && html`<p>${texts.empty.cheapest({ money: format.money(centsToUsd(lowest)), difference: format.difference(centsToUsd(lowest - most)) })}</p>`}
${isFiltered && whyEmpty(shown)}${waysOutList(out, language)}
${cause === undefined && noPlans(shown)}
</div>
${closest(shown)}</section>`;
}

/** The filters that empty the lists, as the notice states them. */
const emptyingParts = ({ notices }: Comparison): readonly string[] =>
  [
    notices.find(({ code }) => code === 'nothing_qualifies' || code === 'nothing_qualifies_together')
      ?.value ?? [],
  ].flat();

/** The filters of the visitor in words, of the given kinds. */
const filterNames = (kinds: readonly string[], shown: Shown): string[] =>
  activeFilters(shown.view, shown.language, providerNames(shown))
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ name }) => name);

/** How many plans the required features leave out: those that state otherwise, and those that do not say. */
function whyEmpty(shown: Shown): Html | false {
  const { comparison, language, view } = shown;
  const { texts, format } = language;
  const { no, unknown } = comparison.considered.left_out_by_require;
  const isFeature = emptyingParts(comparison).some((part) => REQUIREMENTS.some((word) => word === part));
  const plans = (n: number) => texts.place.plans({ n });
  const names = format.list(filterNames(view.require, shown));
  const n = view.require.length;
  return (
    isFeature && html`<p>${texts.empty.stated({ n, names, no: plans(no), unknown: plans(unknown) })}</p>\n`
  );
}

const isRegion = ({ destination }: Comparison): boolean => destination.kind === 'region';

/** A region without a plan for most of it may have plans for its countries. */
const noPlans = ({ comparison, language: { texts, link } }: Shown): Html =>
  html`${isRegion(comparison) && html`<p>${texts.empty.nameCountries}</p>\n`}<p><a href="${link('/esim')}">${texts.place.all}</a></p>`;

/** Links to comparisons that are not empty, each with its number of plans and its lowest price. */
export const waysOutList = (out: readonly WayOut[], { link }: Language): Html | false =>
  out.length > 0 &&
  html`<ul class="ways-out">
${out.map(({ name, note, view }) => html`<li><a href="${link(comparePath(view))}" rel="nofollow"><span><b>${name}</b> <small>${note}</small></span> ${icon('next')}</a></li>\n`)}</ul>`;

/** The plan that fails the fewest filters, below their names. */
function closest(shown: Shown): Html | null {
  const { comparison, language } = shown;
  const { texts, format } = language;
  if (comparison.closest === undefined) return null;
  const { result, fails } = comparison.closest;
  const names = format.list(filterNames(fails, shown));
  return html`<section class="panel open closest"><h2>${texts.empty.closest}</h2>
<p class="hint">${texts.empty.fails({ names })}</p>
${listHtml(shown, [result], 'cheapest')}</section>
`;
}

/** The lowest trip price in cents without the budget, as the notice states it; null: the budget is not the cause. */
function lowestPrice({ notices }: Comparison): number | null {
  const value = notices.find(({ code }) => code === 'lowest_price')?.value;
  return typeof value === 'string' ? centsOf(Number(value)) : null;
}

/** Names the filters that leave no plan: each of them alone, or only all of them together. */
function filteredHeading(shown: Shown, cause: FilterCause): string {
  const { comparison, language } = shown;
  const { texts, format } = language;
  const parts = emptyingParts(comparison);
  const all = filterNames(parts, shown);
  if (all.length === 0) return texts.notices[cause];
  const names = format.list(all);
  return cause === 'nothing_qualifies'
    ? texts.empty.nothingAlone({ n: parts.length, names })
    : texts.empty.nothing({ names });
}

/** Raising the budget, removing one filter, keeping only one, removing all, using less data: those that leave plans. */
export function waysOut(shown: Shown): WayOut[] {
  const { language, view } = shown;
  const { texts, format } = language;
  const lowest = lowestPrice(shown.comparison);
  const isTooLow = view.maxUsdCents !== null && lowest !== null && lowest > view.maxUsdCents;
  const budget = isTooLow ? BUDGETS.find((most) => most * 100 >= lowest) : undefined;
  const active = activeFilters(view, language, providerNames(shown)).filter(({ kind }) => kind !== 'data_gb');
  const raised =
    budget === undefined
      ? []
      : [
          {
            name: texts.empty.raise({ money: format.dollars(budget) }),
            view: filtered(view, { maxUsdCents: budget * 100 }),
          },
        ];
  const candidates: { readonly name: string; readonly view: View }[] = [
    ...raised,
    ...active.map(({ name, without }) => ({ name: texts.empty.without({ name }), view: without })),
    ...(active.length > 2
      ? active.map((one) => ({
          name: texts.empty.only({ name: one.name }),
          view: withOnly(one, shown),
        }))
      : []),
    ...(active.length > 1 ? [{ name: texts.filters.clear, view: withoutFilters(view) }] : []),
  ];
  const found = matchesFor(
    shown,
    candidates.map((candidate) => candidate.view),
  );
  const left = candidates.flatMap(({ name, view: target }, at): WayOut[] => {
    const { count = 0, lowestCents = null } = found[at] ?? {};
    if (lowestCents === null) return [];
    const note = texts.empty.from({ n: count, money: format.money(centsToUsd(lowestCents)) });
    return [{ name, note, view: target }];
  });
  return [...left, ...lessData(shown)].slice(0, WAYS_MAX);
}

/** The view with one of its filters, beside the amount of data. */
function withOnly(kept: ActiveFilter, shown: Shown, view: View = shown.view): View {
  const other = activeFilters(view, shown.language, providerNames(shown)).find(
    ({ kind, name }) => kind !== 'data_gb' && name !== kept.name,
  );
  return other === undefined ? view : withOnly(kept, shown, other.without);
}

/** The next smaller need, if it leaves plans with the same filters. */
function lessData({ context, comparison, language, view }: Shown): WayOut[] {
  const { texts, format } = language;
  const need = NEEDS[NEEDS.indexOf(view.trip.need) - 1];
  if (need === undefined || view.trip.data !== undefined) return [];
  const trip = { ...view.trip, need };
  const [found] = context.queries.matches(trip, Date.parse(comparison.query.computed_at), [view]);
  if (found === undefined || found.lowestCents === null) return [];
  const money = format.money(centsToUsd(found.lowestCents));
  const note = texts.empty.from({ n: found.count, money });
  return [{ name: texts.empty.less({ need: texts.needs[need].name }), note, view: filtered(view, { trip }) }];
}
