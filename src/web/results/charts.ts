/** Charts of bars from zero, between the plans: the lowest price for each amount of data, and for each length of the trip. */
import { SORTS } from '../../domain/trip.ts';
import { fullPlanId } from '../../wire/result.ts';
import { type Comparison, LIST_OF, type Variant } from '../../wire/schemas/comparison.ts';
import type { Result } from '../../wire/schemas/result.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { sellerLabel } from '../seller-name.ts';
import { comparePath, type View } from '../trip/view.ts';
import { cardId } from './card.ts';
import { centsOf } from './price.ts';
import { uniqueResults } from './shown.ts';

/** A length of the trip with the plan that costs least for it. */
export interface PricedLength {
  readonly days: number;
  readonly best: Result;
}

/** Lengths with a plan that covers them. */
export const lengthsOf = (variants: readonly Variant[]): PricedLength[] =>
  variants.flatMap(({ days, best }) => (best?.fits.meets_need === true ? [{ days, best }] : []));

/**
 * A sentence about the longest stay that costs no more than the requested one; null: there is none. `lengths` are sorted
 * by days.
 */
export function longerStay(
  lengths: readonly PricedLength[],
  askedDays: number,
  { texts: { charts: labels }, format }: Language,
): string | null {
  const asked = lengths.find(({ days }) => days === askedDays)?.best;
  const longest = lengths.findLast(
    ({ days, best }) => asked !== undefined && days > askedDays && best.price.usd <= asked.price.usd,
  );
  if (asked === undefined || longest === undefined) return null;
  const savedCents = centsOf(asked.price.usd) - centsOf(longest.best.price.usd);
  const days = format.days(longest.days);
  return savedCents > 0
    ? labels.longerIsCheaper({ days, money: format.difference(savedCents / 100) })
    : labels.sameUpTo({ days });
}

interface Bar {
  readonly label: string;
  readonly result: Result;
  readonly href: string;
  /** The requested length, or the amount of the cheapest plan. */
  readonly isCurrent: boolean;
}

const BARS_MAX = 6;

/** The cheapest listed plan of each amount of data. If there are many amounts, those with the lowest prices. */
function byAmount(results: readonly Result[]): { readonly gb: number; readonly best: Result }[] {
  const amounts = Map.groupBy(
    results.filter(({ fits, data }) => fits.meets_need && data.gb_for_trip !== null),
    ({ data }) => data.gb_for_trip ?? 0,
  );
  const cheapest = [...amounts].map(([gb, all]) => ({
    gb,
    best: all.reduce((least, one) => (one.price.usd < least.price.usd ? one : least)),
  }));
  return cheapest
    .sort((a, b) => a.best.price.usd - b.best.price.usd || b.gb - a.gb)
    .slice(0, BARS_MAX)
    .sort((a, b) => a.gb - b.gb);
}

/** The title is a finding, or the name of what the chart shows. It opens the chart. */
interface Chart {
  readonly finding: string | null;
  readonly neutralTitle: string;
  readonly bars: readonly Bar[];
}

/** An entry of a list of plans, after the first of them. */
export function charts(comparison: Comparison, language: Language, view: View): Html | null {
  const { texts, format, link } = language;
  const { charts: labels } = texts;
  const results = uniqueResults(comparison);
  const amounts = byAmount(results);
  const lengths = lengthsOf(comparison.variants ?? []);
  if (amounts.length < 2 && lengths.length < 2) return null;
  const [cheapest] = comparison.orders.Cheapest;
  const isSame = (one: Result, other: Result) => fullPlanId(one) === fullPlanId(other);
  /** The plan in a list that contains it. */
  const planLink = (result: Result) => {
    const sort = SORTS.find((name) => comparison.orders[LIST_OF[name]].some((one) => isSame(one, result)));
    return `${link(comparePath({ ...view, sort: sort ?? 'cheapest' }))}#${cardId(sort ?? 'cheapest', result)}`;
  };
  const data: Bar[] = amounts.map(({ gb, best }) => ({
    label: format.gb(gb),
    result: best,
    href: planLink(best),
    isCurrent: cheapest !== undefined && isSame(best, cheapest),
  }));
  const stays: Bar[] = lengths.map(({ days, best }) => ({
    label: format.days(days),
    result: best,
    href: link(comparePath({ ...view, trip: { ...view.trip, days } })),
    isCurrent: days === comparison.query.days,
  }));
  const all: Chart[] = [
    { finding: cheaperAmount(amounts, language), neutralTitle: labels.byData, bars: data },
    {
      finding: longerStay(lengths, comparison.query.days, language),
      neutralTitle: labels.byLength,
      bars: stays,
    },
  ];
  const shown = all.filter(({ bars }) => bars.length > 1);
  // Two open charts would fill a phone between two plans.
  const open = shown.find(({ finding }) => finding !== null);
  return html`<li class="charts" id="charts">
${shown.map((one) => chart(one, one === open, language))}</li>
`;
}

const chart = ({ finding, neutralTitle, bars }: Chart, isOpen: boolean, language: Language): Html =>
  html`<details${isOpen && html` open`}><summary>${finding ?? neutralTitle}</summary>
<p>${language.texts.charts.hint}</p>
${barList(bars, language)}</details>
`;

/** A larger amount that costs less than a smaller one; null: there is none. */
function cheaperAmount(
  amounts: readonly { gb: number; best: Result }[],
  { texts, format }: Language,
): string | null {
  const { charts: labels } = texts;
  const [first] = amounts;
  if (first === undefined) return null;
  const least = amounts.reduce((a, b) => (b.best.price.usd < a.best.price.usd ? b : a));
  const smaller = amounts
    .filter(({ gb, best }) => gb < least.gb && best.price.usd > least.best.price.usd)
    .at(-1);
  return smaller === undefined
    ? null
    : labels.moreForLess({ more: format.gb(least.gb), less: format.gb(smaller.gb) });
}

/** Linear from zero. The style sheet gives the longest bar half of the width, so that its words fit beside it. */
function barList(all: readonly Bar[], { texts, format }: Language): Html {
  // At least a cent, so that free plans divide by no zero.
  const most = Math.max(...all.map(({ result }) => result.price.usd), 0.01);
  /** In percent, with one decimal. */
  const widthOf = ({ price }: Result) => Math.round((price.usd / most) * 1000) / 10;
  return html`<ol class="bars">
${all.map(({ label, result, href, isCurrent }) => html`<li><a href="${href}" rel="nofollow"${isCurrent && html` aria-current="true"`}><i>${label}</i> <span><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${widthOf(result)}" height="10"/></svg> <b>${format.money(result.price.usd)}</b> <small>${sellerLabel(result.provider, texts)}</small></span></a></li>\n`)}</ol>`;
}
