/** The filters of a result page: links that add or remove one filter, and a form for all. It needs no script. */

import { centsToUsd } from '../../domain/money.ts';
import type { FilterPart } from '../../domain/ranking/emptied.ts';
import { AVOID_EXITS_MAX, REQUIREMENTS, type Requirement, stopsOf, type Trip } from '../../domain/trip.ts';
import type { Comparison } from '../../wire/schemas/comparison.ts';
import type { Result } from '../../wire/schemas/result.ts';
import { uniqueResults } from '../charts/scatter.ts';
import { hidden } from '../form.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { amountsOf, comparePath, type PricedView, type View } from '../trip.ts';
import { legResults } from './itinerary.ts';

/** Whether the provider of a listed plan states a feature. */
const STATES: Readonly<Record<Requirement, (result: Result) => boolean>> = {
  hotspot: ({ features }) => features.hotspot === true,
  top_up: ({ features }) => features.top_up === true,
  phone_number: ({ features }) => features.phone_number === true,
  no_identity_check: ({ eligibility }) => eligibility.identity_check === false,
  '5g': ({ speed }) => speed.generation === '5G',
  local_exit: ({ speed }) => speed.breakout === 'local',
  uncapped: ({ data }) => data.uncapped === true,
  one_purchase: ({ copies }) => copies === 1,
};

/** A filter that is in force, and the same view without it. */
export interface ActiveFilter {
  /** The name of the filter in notices. */
  readonly kind: FilterPart | 'data_gb';
  readonly name: string;
  readonly without: View;
}

/** A change of filters changes the lists, so the plans that were picked are removed. */
const filtered = (view: View, change: Partial<View>): View => ({ ...view, ...change, picks: [] });

const withoutAmount = ({ country, days, need, then }: Trip): Trip => ({
  country,
  days,
  need,
  ...(then && { then }),
});

export function activeFilters(view: View, { texts, format }: Language): ActiveFilter[] {
  const { require, maxUsdCents, avoidExits, trip } = view;
  const { data } = trip;
  const active: ActiveFilter[] = require.map((word) => ({
    kind: word,
    name: texts.requirements[word],
    without: filtered(view, { require: require.filter((other) => other !== word) }),
  }));
  if (maxUsdCents !== null)
    active.push({
      kind: 'max_usd',
      name: texts.filters.maxUsd(format.money(centsToUsd(maxUsdCents))),
      without: filtered(view, { maxUsdCents: null }),
    });
  for (const code of avoidExits)
    active.push({
      kind: 'avoid_exits',
      name: texts.filters.avoidExit(format.country(code)),
      without: filtered(view, { avoidExits: avoidExits.filter((other) => other !== code) }),
    });
  if (data !== undefined)
    active.push({
      kind: 'data_gb',
      name: texts.filters.dataGb(format.gb(data.mb / 1000)),
      without: filtered(view, { trip: withoutAmount(trip) }),
    });
  return active;
}

export const withoutFilters = (view: View): View =>
  filtered(view, {
    require: [],
    maxUsdCents: null,
    avoidExits: [],
    trip: withoutAmount(view.trip),
  });

/** A link that removes a filter. `isVisible`: the words are visible, not only for screen readers. */
export const removeLink = (
  { name, without }: ActiveFilter,
  { texts, link }: Language,
  isVisible = false,
): Html =>
  html`<li><a class="on" href="${link(comparePath(without))}" rel="nofollow"><span${!isVisible && html` class="quiet"`}>${texts.filters.remove}: </span>${name} <span aria-hidden="true">×</span></a></li>\n`;

/** Round amounts that a budget may have. */
const BUDGETS = [3, 5, 8, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 500];
const CHOICES_MAX = 2;

/** Round amounts that keep some of the listed plans, but not nearly all of them. */
function budgetsFor(results: readonly Result[]): number[] {
  const share = (most: number) => results.filter(({ price }) => price.usd <= most).length / results.length;
  return BUDGETS.filter((most) => share(most) >= 0.15 && share(most) <= 0.85).slice(0, CHOICES_MAX);
}

/** The countries in which listed plans reach the internet, the most frequent first. */
function exitsOf(results: readonly Result[], stops: readonly string[]): string[] {
  const codes = results.flatMap(({ speed }) => speed.exits ?? []).filter((code) => !stops.includes(code));
  const times = (code: string) => codes.filter((other) => other === code).length;
  return [...new Set(codes)].sort((a, b) => times(b) - times(a));
}

interface Choice {
  readonly name: string;
  readonly kept: number;
  readonly change: Partial<View>;
}

export function filterBar(comparison: Comparison, language: Language, view: PricedView): Html {
  const { texts, format, link } = language;
  const labels = texts.filters;
  const listed = uniqueResults(comparison);
  const results = listed.length > 0 ? listed : legResults(comparison);
  const active = activeFilters(view, language);
  const keeps = (test: (result: Result) => boolean) => results.filter(test).length;
  const exits = exitsOf(
    results,
    stopsOf(view.trip).map(({ country }) => country),
  );
  const budgets: Choice[] = (view.maxUsdCents === null ? budgetsFor(results) : []).map((most) => ({
    name: labels.maxUsd(format.dollars(most)),
    kept: keeps(({ price }) => price.usd <= most),
    change: { maxUsdCents: most * 100 },
  }));
  const features: Choice[] = REQUIREMENTS.filter((word) => !view.require.includes(word)).map((word) => ({
    name: texts.requirements[word],
    kept: keeps(STATES[word]),
    change: { require: REQUIREMENTS.filter((other) => other === word || view.require.includes(other)) },
  }));
  features.sort((a, b) => b.kept - a.kept);
  const avoidable: Choice[] = exits
    .filter((code) => !view.avoidExits.includes(code))
    .map((code) => ({
      name: labels.avoidExit(format.country(code)),
      kept: keeps(({ speed }) => speed.exits !== null && !speed.exits.includes(code)),
      change: { avoidExits: [...view.avoidExits, code].sort() },
    }))
    .slice(0, CHOICES_MAX);
  const chip = ({ name, kept, change }: Choice) =>
    html`<li><a href="${link(comparePath(filtered(view, change)))}" rel="nofollow">${name} <small>${format.number(kept)}<span class="quiet"> ${labels.count(format.number(results.length))}</span></small></a></li>\n`;
  return html`<div class="filter-row">
${allFilters(exits, language, view)}
<nav class="filters" aria-label="${labels.label}">
<ul>
${active.map((one) => removeLink(one, language))}${active.length > 1 && html`<li><a href="${link(comparePath(withoutFilters(view)))}" rel="nofollow">${labels.clear}</a></li>\n`}${[...budgets, ...features, ...avoidable].filter(({ kept }) => kept > 0).map(chip)}</ul>
</nav>
</div>`;
}

/** Every filter and the currency of approximate prices, as a plain form. */
function allFilters(exits: readonly string[], language: Language, view: PricedView): Html {
  const { texts, format, chosen, link } = language;
  const { form, filters: labels } = texts;
  const { trip, require, avoidExits } = view;
  const amounts = amountsOf(view);
  const kept = new URLSearchParams(comparePath({ ...withoutFilters(view), currency: null }).split('?')[1]);
  const countries = [...new Set([...avoidExits, ...exits])].slice(0, AVOID_EXITS_MAX);
  const features = REQUIREMENTS.map((word) => box('require', word, texts.requirements[word], require));
  const avoided = countries.map((code) => box('avoid_exits', code, format.country(code), avoidExits));
  return html`<details class="own"><summary>${labels.own}</summary>
<form action="${link('/compare').split('?')[0]}" method="get" aria-label="${labels.own}">
${[...kept].map(([name, value]) => hidden(name, value))}${chosen && hidden('lang', texts.code)}<fieldset><legend>${labels.features}</legend>
${features}</fieldset>
${avoided.length > 0 && html`<fieldset><legend>${labels.exits}</legend>\n${avoided}</fieldset>\n`}${number('max_usd', form.max_usd, amounts.max_usd)}${trip.need !== 'unlimited' && number('data_gb', form.data_gb, amounts.data_gb)}${currencyChoice(language, view)}<button class="go" type="submit">${labels.apply}</button>
</form></details>`;
}

const box = (name: string, value: string, label: string, chosen: readonly string[]): Html =>
  html`<label><input type="checkbox" name="${name}" value="${value}"${chosen.includes(value) && html` checked`}> ${label}</label>\n`;

const number = (name: string, label: string, value: string): Html =>
  html`<p><label for="${name}">${label}</label> <input id="${name}" name="${name}" type="text" inputmode="decimal" maxlength="8" size="6" value="${value}"></p>\n`;

/** The currencies that have an exchange rate; null if there is none. */
function currencyChoice({ texts, format }: Language, { rates, currency }: PricedView): Html | null {
  const { filters: labels } = texts;
  const codes = [...(rates?.usdFor.keys() ?? [])].filter((code) => code !== 'USD').sort();
  const option = (code: string, name: string) =>
    html`<option value="${code}"${code === (currency ?? '') && html` selected`}>${name}</option>`;
  return codes.length === 0
    ? null
    : html`<p><label for="cur">${labels.currency}</label> <select id="cur" name="cur">${option('', labels.noCurrency)}${codes.map((code) => option(code, `${code} ${format.currency(code)}`))}</select></p>\n`;
}
