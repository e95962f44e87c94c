/** For a list that has no room for all plans: filters beside the chips that divide them, each with its number of plans. */
import type { Result } from '../../wire/schemas/result.ts';
import { type Html, html } from '../html.ts';
import { comparePath } from '../trip/view.ts';
import {
  BUDGETS,
  budgetChoices,
  type Choice,
  chipsOf,
  countedChoices,
  featureChoices,
  filtered,
} from './filters.ts';
import type { Shown } from './shown.ts';

/** At most this many providers can be left out. */
const AVOIDED_MAX = 20;

/** A budget and a feature that no chip has, and the sellers that the list does not show. */
export function narrowing(shown: Shown, results: readonly Result[]): Html {
  const { comparison, language, view } = shown;
  const { texts, format, link } = language;
  const all = comparison.considered.meet_the_need;
  const chips = chipsOf(shown).map(({ name }) => name);
  const groups = [budgetChoices(BUDGETS, shown), featureChoices(shown), restChoices(shown, results)];
  const counted = countedChoices(
    shown,
    groups
      .flatMap((group, at) => group.map((choice) => ({ ...choice, group: at })))
      .filter(({ name }) => !chips.includes(name)),
  ).filter(({ count }) => count > 0 && count < all);
  const choices = groups.flatMap(
    (_, at) =>
      evenest(
        counted.filter(({ group }) => group === at),
        all,
      ) ?? [],
  );
  if (choices.length === 0) return html``;
  const links = choices.map(
    ({ name, count, change }) =>
      html` <a href="${link(comparePath(filtered(view, change)))}" rel="nofollow">${name} (${format.number(count)})</a>`,
  );
  return html`${texts.results.narrow}${links}`;
}

/** The sellers that the list does not show, unless sellers are chosen already. */
function restChoices({ view, language: { texts } }: Shown, results: readonly Result[]): Choice[] {
  const listed = results.map(({ provider }) => provider.id);
  const avoided = [...new Set([...view.avoidProviders, ...listed])].sort();
  const hasRest = view.providers.length === 0 && avoided.length <= AVOIDED_MAX;
  return hasRest ? [{ name: texts.results.otherShops, change: { avoidProviders: avoided } }] : [];
}

/** The choice that leaves nearly half of the plans. */
const evenest = <C extends { readonly count: number }>(choices: readonly C[], all: number): C | undefined =>
  choices.toSorted((a, b) => Math.abs(a.count * 2 - all) - Math.abs(b.count * 2 - all))[0];
