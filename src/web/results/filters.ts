/** The filters of a result page: links that add or remove one filter each, so they work without a script. */
import { centsToUsd } from '../../domain/money.ts';
import { REQUIREMENTS, type Requirement } from '../../domain/trip.ts';
import type { Comparison } from '../../wire/schemas/comparison.ts';
import type { Result } from '../../wire/schemas/result.ts';
import { uniqueResults } from '../charts/scatter.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { comparePath, type View } from '../trip.ts';

/** Whether a listed plan is stated to have a feature. */
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
  readonly name: string;
  readonly without: View;
}

/** A change of filters changes the lists, so a side-by-side choice ends. */
const filtered = (view: View, change: Partial<View>): View => ({ ...view, ...change, picks: [] });

export function activeFilters(view: View, { texts, format }: Language): ActiveFilter[] {
  const { require, maxUsdCents, avoidExits } = view;
  const required = require.map((word) => ({
    name: texts.requirements[word],
    without: filtered(view, { require: require.filter((other) => other !== word) }),
  }));
  const priced =
    maxUsdCents === null
      ? []
      : [
          {
            name: texts.filters.maxUsd(format.money(centsToUsd(maxUsdCents))),
            without: filtered(view, { maxUsdCents: null }),
          },
        ];
  const exits = avoidExits.map((code) => ({
    name: texts.filters.avoidExit(format.country(code)),
    without: filtered(view, { avoidExits: avoidExits.filter((other) => other !== code) }),
  }));
  return [...required, ...priced, ...exits];
}

export const withoutFilters = (view: View): View =>
  filtered(view, { require: [], maxUsdCents: null, avoidExits: [] });

export function filterBar(comparison: Comparison, language: Language, view: View): Html {
  const { texts, format, link } = language;
  const said = texts.filters;
  const results = uniqueResults(comparison);
  const active = activeFilters(view, language);
  const chip = (word: Requirement) => {
    const count = results.filter(STATES[word]).length;
    const require = REQUIREMENTS.filter((other) => other === word || view.require.includes(other));
    return html`<li><a href="${link(comparePath(filtered(view, { require })))}" rel="nofollow">${texts.requirements[word]} <small>${format.number(count)}<span class="quiet"> ${said.count(format.number(results.length))}</span></small></a></li>\n`;
  };
  return html`<nav class="filters" aria-label="${said.label}">
<ul>
${active.map(({ name, without }) => html`<li><a class="on" href="${link(comparePath(without))}" rel="nofollow"><span class="quiet">${said.remove}: </span>${name} <span aria-hidden="true">×</span></a></li>\n`)}${active.length > 1 && html`<li><a href="${link(comparePath(withoutFilters(view)))}" rel="nofollow">${said.clear}</a></li>\n`}${REQUIREMENTS.filter((word) => !view.require.includes(word)).map(chip)}</ul>
</nav>`;
}
