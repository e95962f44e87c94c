/** The filters of a result page: links that add or remove one filter, and a sheet with all of them. It needs no script. */
import { centsToUsd } from '../../domain/money.ts';
import type { FilterPart } from '../../domain/ranking/emptied.ts';
import type { Matches } from '../../domain/ranking/matches.ts';
import {
  AVOID_EXITS_MAX,
  type Filters,
  hasFilters,
  NO_FILTERS,
  REQUIREMENTS,
  type Requirement,
  stopsOf,
  type Trip,
} from '../../domain/trip.ts';
import type { Result } from '../../wire/schemas/result.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { icon } from '../pictures.ts';
import { sellerLabel } from '../seller-name.ts';
import { hidden, languageField } from '../trip/form.ts';
import { comparePath, filterTexts, type Misread, type View, viewQuery } from '../trip/view.ts';
import { legResults, type Shown, uniqueResults } from './shown.ts';

/** A filter that is in force, and the same view without it. */
export interface ActiveFilter {
  readonly kind: FilterPart | 'data_gb';
  readonly name: string;
  readonly without: View;
}

/** What could not be read is not repeated after a change of filters. */
export const filtered = (view: View, change: Partial<View>): View => ({
  ...view,
  misread: [],
  ...change,
});

/** The same trip with the daily rate of its need. */
const withoutAmount = ({ data: _data, ...trip }: Trip): Trip => trip;

/** `nameOf`: the name of a provider. */
export function activeFilters(
  view: View,
  { texts, format }: Language,
  nameOf: (provider: string) => string,
): ActiveFilter[] {
  const { require, maxUsdCents, avoidExits, providers, avoidProviders, trip } = view;
  const { data } = trip;
  const active: ActiveFilter[] = require.map((word) => ({
    kind: word,
    name: texts.requirements[word],
    without: filtered(view, { require: require.filter((other) => other !== word) }),
  }));
  if (maxUsdCents !== null)
    active.push({
      kind: 'max_usd',
      name: texts.filters.maxUsd({
        money: (maxUsdCents % 100 === 0 ? format.dollars : format.money)(centsToUsd(maxUsdCents)),
      }),
      without: filtered(view, { maxUsdCents: null }),
    });
  for (const code of avoidExits)
    active.push({
      kind: 'avoid_exits',
      name: texts.filters.avoidExit({ country: format.country(code) }),
      without: filtered(view, { avoidExits: avoidExits.filter((other) => other !== code) }),
    });
  for (const id of providers)
    active.push({
      kind: 'providers',
      name: texts.filters.provider({ name: nameOf(id) }),
      without: filtered(view, { providers: providers.filter((other) => other !== id) }),
    });
  for (const id of avoidProviders)
    active.push({
      kind: 'avoid_providers',
      name: texts.filters.avoidProvider({ name: nameOf(id) }),
      without: filtered(view, { avoidProviders: avoidProviders.filter((other) => other !== id) }),
    });
  if (data !== undefined)
    active.push({
      kind: 'data_gb',
      name: texts.filters.dataGb({ amount: format.gb(data.mb / 1000) }),
      without: filtered(view, { trip: withoutAmount(trip) }),
    });
  return active;
}

/** The name of a provider by its id; the id if the catalogue has no such provider. */
export const providerNames =
  ({ context, language: { texts } }: Pick<Shown, 'context' | 'language'>) =>
  (id: string): string =>
    sellerLabel({ name: context.catalogue()?.providerName(id) ?? id }, texts);

/** The same trip with all plans that have its amount of data. */
export const withoutFilters = (view: View): View => filtered(view, NO_FILTERS);

const withoutFiltersAndAmount = (view: View): View =>
  filtered(view, { ...NO_FILTERS, trip: withoutAmount(view.trip) });

/** How many plans each set of filters leaves, at the time of this response. */
export const matchesFor = ({ context, comparison, view }: Shown, choices: readonly Filters[]): Matches[] =>
  context.queries.matches(view.trip, Date.parse(comparison.query.computed_at), choices);

/** A change of the filters, in words. */
export interface Choice {
  readonly name: string;
  readonly change: Partial<Filters>;
}

/** Each choice with the number of plans that match after the change. */
export function countedChoices<C extends Pick<Choice, 'change'>>(
  shown: Shown,
  choices: readonly C[],
): (C & { readonly count: number })[] {
  const { require, maxUsdCents, avoidExits, providers, avoidProviders } = shown.view;
  const own: Filters = { require, maxUsdCents, avoidExits, providers, avoidProviders };
  const matches = matchesFor(
    shown,
    choices.map(({ change }) => ({ ...own, ...change })),
  );
  return choices.map((choice, at) => ({ ...choice, count: matches[at]?.count ?? 0 }));
}

/** The matching plans that are not shown because of the filters. */
export function hiddenByFilters(shown: Shown): number {
  if (!hasFilters(shown.view)) return 0;
  const [all] = matchesFor(shown, [NO_FILTERS]);
  return Math.max(0, (all?.count ?? 0) - shown.comparison.considered.meet_the_need);
}

/** A link that removes a filter. */
const removeLink = ({ name, without }: ActiveFilter, { texts, link }: Language): Html =>
  html`<li><a class="on" href="${link(comparePath(without))}" rel="nofollow"><span class="quiet">${texts.filters.remove}: </span>${name} ${icon('close')}</a></li>\n`;

/** Round amounts that a budget may have. */
export const BUDGETS = [3, 5, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 500, 1000];
const BUDGETS_MAX = 2;
/** As many as fit in a line of a wide window. The sheet has all filters. */
const CHIPS_MAX = 7;
/** A budget that keeps nearly no plan, or nearly all of them, is no useful choice. */
const USEFUL_SHARE = { min: 0.15, max: 0.85 };

function budgetsFor(results: readonly Result[]): number[] {
  const share = (most: number) => results.filter(({ price }) => price.usd <= most).length / results.length;
  const isUseful = (most: number) => share(most) >= USEFUL_SHARE.min && share(most) <= USEFUL_SHARE.max;
  return BUDGETS.filter(isUseful).slice(0, BUDGETS_MAX);
}

/** The countries in which listed plans reach the internet, the most frequent first. */
function exitsOf(results: readonly Result[], stops: readonly string[]): string[] {
  const codes = results.flatMap(({ speed }) => speed.exits ?? []).filter((code) => !stops.includes(code));
  const times = (code: string) => codes.filter((other) => other === code).length;
  return [...new Set(codes)].sort((a, b) => times(b) - times(a));
}

/** The budgets among the amounts, if none is chosen yet. */
export const budgetChoices = (
  amounts: readonly number[],
  { view, language: { texts, format } }: Shown,
): Choice[] =>
  (view.maxUsdCents === null ? amounts : []).map((most) => ({
    name: texts.filters.maxUsd({ money: format.dollars(most) }),
    change: { maxUsdCents: most * 100 },
  }));

/** Each feature that is not required yet. */
export const featureChoices = ({ view: { require }, language: { texts } }: Shown): Choice[] =>
  REQUIREMENTS.filter((word) => !require.includes(word)).map((word) => ({
    name: texts.requirements[word],
    change: { require: REQUIREMENTS.filter((other) => other === word || require.includes(other)) },
  }));

/** The chips that add a filter. Each number is that of all matching plans after the click. */
export const chipsOf = (shown: Shown): (Choice & { readonly count: number })[] =>
  countedChoices(shown, [...budgetChoices(budgetsFor(resultsOf(shown)), shown), ...featureChoices(shown)])
    .filter(({ count }) => count > 0)
    .slice(0, CHIPS_MAX);

/** The listed plans, or those of the ways if there are none. */
function resultsOf({ comparison }: Shown): Result[] {
  const listed = uniqueResults(comparison);
  return listed.length > 0 ? listed : legResults(comparison);
}

export function filterBar(shown: Shown): Html {
  const { language, view } = shown;
  const { texts, format, link } = language;
  const labels = texts.filters;
  const results = resultsOf(shown);
  const active = activeFilters(view, language, providerNames(shown));
  const exits = exitsOf(
    results,
    stopsOf(view.trip).map(({ country }) => country),
  );
  const chips = chipsOf(shown);
  const chip = ({ name, count, change }: (typeof chips)[number]) =>
    html`<li><a href="${link(comparePath(filtered(view, change)))}" rel="nofollow">${name} <small><span aria-hidden="true">${format.number(count)}</span><span class="quiet"> ${texts.place.plans({ n: count })}</span></small></a></li>\n`;
  return html`<div class="filter-row">
${allFilters(exits, results, shown)}
<nav class="filters" aria-label="${labels.own}" data-apply="${labels.apply}">
<ul>
${active.map((one) => removeLink(one, language))}${active.length > 1 && html`<li><a href="${link(comparePath(withoutFiltersAndAmount(view)))}" rel="nofollow" data-all>${labels.clear}</a></li>\n`}${chips.map(chip)}</ul>
</nav>
</div>`;
}

/** Filters that could not be read, where a visitor looks first. */
export const misreadMessages = ({ language, view }: Shown): Html =>
  html`${view.misread.map((one) => html`<p class="wrong" id="misread-${one.field}" role="alert">${misreadText(one, language)} <a href="#filters" class="to-filters-text">${language.texts.filters.own}</a></p>\n`)}`;

/** A box of the sheet, and the change if it alone is ticked, or unticked. */
interface Box {
  readonly name: 'require' | 'avoid_exits' | 'providers';
  readonly value: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isOn: boolean;
  readonly change: Partial<Filters>;
}

/** The entries of a list with one more or one less. */
const toggled = <T extends string>(list: readonly T[], entry: T): T[] =>
  list.includes(entry) ? list.filter((other) => other !== entry) : [...list, entry];

/** As many shops as one filter may name. */
const SHOPS_MAX = 20;

/** Features, exits, and the sellers of the listed plans. */
function boxesOf(exits: readonly string[], results: readonly Result[], { language, view }: Shown): Box[] {
  const { texts, format } = language;
  const { require, avoidExits, providers } = view;
  const hints: Partial<Record<Requirement, string>> = texts.requirementHints;
  const countries = [...new Set([...avoidExits, ...exits])].slice(0, AVOID_EXITS_MAX);
  const names = new Map(results.map((result) => [result.provider.id, sellerLabel(result.provider, texts)]));
  const shops = [...new Set([...providers, ...names.keys()])].slice(0, SHOPS_MAX);
  return [
    ...REQUIREMENTS.map((word) => ({
      name: 'require' as const,
      value: word,
      label: texts.requirements[word],
      hint: hints[word],
      isOn: require.includes(word),
      change: { require: toggled(require, word) },
    })),
    ...countries.map((code) => ({
      name: 'avoid_exits' as const,
      value: code,
      label: format.country(code),
      isOn: avoidExits.includes(code),
      change: { avoidExits: toggled(avoidExits, code) },
    })),
    ...shops.map((id) => ({
      name: 'providers' as const,
      value: id,
      label: names.get(id) ?? id,
      isOn: providers.includes(id),
      change: { providers: toggled(providers, id) },
    })),
  ];
}

/** Every filter in one form, so that they are applied together. */
function allFilters(exits: readonly string[], results: readonly Result[], shown: Shown): Html {
  const { comparison, language, view } = shown;
  const { texts, format, root } = language;
  const { form, filters: labels } = texts;
  const { trip, avoidProviders } = view;
  const bare = withoutFiltersAndAmount(view);
  const kept = new URLSearchParams(viewQuery(bare));
  const counted = countedChoices(shown, boxesOf(exits, results, shown));
  const fieldset = (name: Box['name'], legend: string, hint: string | null) => {
    const own = counted.filter((one) => one.name === name);
    return (
      own.length > 0 &&
      html`<fieldset><legend>${legend}${hint !== null && html` <small>${hint}</small>`}</legend>
${own.map((one) => boxHtml(one, one.count, format.number(one.count)))}</fieldset>\n`
    );
  };
  const price = amount('max_usd', form.max_usd, '$30', language, view);
  const data = trip.need !== 'unlimited' && amount('data_gb', form.data_gb, '10 GB', language, view);
  const all = comparison.considered.meet_the_need;
  // For the script: the button for one plan and for several.
  const words = JSON.stringify([1, 2].map((n) => labels.applyCount({ n }).replace(String(n), '{n}')));
  return html`<details class="own closes" id="filters"><summary>${icon('filter')}${labels.own}</summary>
<form class="sheet" action="${root}/compare" method="get" aria-label="${labels.own}" data-count="${all}" data-words="${words}">
<p class="sheet-title">${labels.own} <button type="button" class="close-menu" aria-label="${texts.side.close}">${icon('close')}</button></p>
${[...kept].map(([name, value]) => hidden(name, value))}${avoidProviders.length > 0 && hidden('avoid_providers', avoidProviders.join())}${languageField(language)}${fieldset('require', labels.features, null)}
${fieldset('avoid_exits', labels.exits, labels.exitsHint)}<div class="pair">${price}${data}</div>
${fieldset('providers', labels.shops, null)}<div class="end"><a href="${language.link(comparePath(bare))}" rel="nofollow">${labels.clear}</a> <button class="go" type="submit">${labels.apply}</button></div>
</form></details>`;
}

const boxHtml = ({ name, value, label, hint, isOn }: Box, count: number, counted: string): Html =>
  html`<label><input type="checkbox" name="${name}" value="${value}"${isOn && html` checked`} data-count="${count}"> <span>${label} <span class="n">${counted}</span>${hint !== undefined && html` <small>${hint}</small>`}</span></label>\n`;

/** A text that could not be read stays in its field, with the message below it. */
function amount(
  name: 'max_usd' | 'data_gb',
  label: string,
  example: string,
  language: Language,
  view: View,
): Html {
  const misread = view.misread.find(({ field }) => field === name);
  const value = misread?.text ?? filterTexts(view)[name];
  const marks = misread !== undefined && html` aria-invalid="true" aria-describedby="misread-${name}"`;
  const message = misread !== undefined && html`<span class="wrong">${misreadText(misread, language)}</span>`;
  return html`<p><label for="${name}">${label}</label> <input id="${name}" name="${name}" type="text" inputmode="decimal" maxlength="12" value="${value}" placeholder="${example}"${marks}>${message}</p>\n`;
}

/** What could not be read, and how to write it. */
const misreadText = ({ field, text }: Misread, { texts }: Language): string =>
  field === 'require'
    ? texts.faults.filter({ word: text })
    : `${texts.filters.misread({ text })} ${texts.faults[field]}`;
