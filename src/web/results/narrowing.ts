/** For a list that has no room for all plans: filters beside the chips that divide them, each with its number of plans. */
import { type Filters, REQUIREMENTS } from '../../domain/trip.ts';
import type { Result } from '../../wire/schemas/result.ts';
import { type Html, html } from '../html.ts';
import { comparePath } from '../trip/view.ts';
import { BUDGETS, chipsOf, filtered, matchesFor } from './filters.ts';
import type { Shown } from './shown.ts';

interface Choice {
  readonly name: string;
  readonly change: Partial<Filters>;
}
type Counted = Choice & { readonly count: number };

/** At most this many providers can be left out. */
const AVOIDED_MAX = 20;

/** A budget and a feature that no chip has, and the sellers that the list does not show. */
export function narrowing(shown: Shown, results: readonly Result[]): Html {
  const { comparison, language, view } = shown;
  const { texts, format, link } = language;
  const all = comparison.considered.meet_the_need;
  const { require, maxUsdCents, avoidExits, providers, avoidProviders } = view;
  const chips = chipsOf(shown).map(({ name }) => name);
  const budgets: Choice[] = (maxUsdCents === null ? BUDGETS : []).map((most) => ({
    name: texts.filters.maxUsd({ money: format.dollars(most) }),
    change: { maxUsdCents: most * 100 },
  }));
  const features: Choice[] = REQUIREMENTS.filter((word) => !require.includes(word)).map((word) => ({
    name: texts.requirements[word],
    change: { require: REQUIREMENTS.filter((other) => other === word || require.includes(other)) },
  }));
  const listed = [...new Set(results.map(({ provider }) => provider.id))];
  const avoided = [...new Set([...avoidProviders, ...listed])].sort();
  const hasRest = providers.length === 0 && avoided.length <= AVOIDED_MAX;
  const rest: Choice[] = hasRest
    ? [{ name: texts.results.otherShops, change: { avoidProviders: avoided } }]
    : [];
  const groups = [budgets, features, rest].map((group) => group.filter(({ name }) => !chips.includes(name)));
  const matches = matchesFor(
    shown,
    groups
      .flat()
      .map(({ change }) => ({ require, maxUsdCents, avoidExits, providers, avoidProviders, ...change })),
  );
  const counted = groups.flat().map((choice, at): Counted => ({ ...choice, count: matches[at]?.count ?? 0 }));
  const bestOf = (group: readonly Choice[]) =>
    evenest(
      counted.filter(({ name, count }) => count > 0 && count < all && group.some((one) => one.name === name)),
      all,
    );
  const choices = groups.flatMap((group) => bestOf(group) ?? []);
  if (choices.length === 0) return html``;
  const links = choices.map(
    ({ name, count, change }) =>
      html` <a href="${link(comparePath(filtered(view, change)))}" rel="nofollow">${name} (${format.number(count)})</a>`,
  );
  return html`${texts.results.narrow}${links}`;
}

/** The choice that leaves nearly half of the plans. */
const evenest = (choices: readonly Counted[], all: number): Counted | undefined =>
  choices.toSorted((a, b) => Math.abs(a.count * 2 - all) - Math.abs(b.count * 2 - all))[0];
