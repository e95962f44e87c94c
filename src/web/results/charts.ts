/** Charts of bars from zero, between the plans: the lowest price for each amount of data, and for each length of the trip. */
import type { Comparison, Variant } from '../../wire/schemas/comparison.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { sellerLabel } from '../seller-name.ts';
import { comparePath, type View } from '../trip/view.ts';
import { cardId } from './card.ts';
import { times } from './facts.ts';
import { centsOf } from './price.ts';

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

/** An amount of data with the plan that costs least for it. */
interface PricedAmount {
  readonly gb: number;
  /** "100 GB", or "2 × 50 GB" for two copies. */
  readonly label: string;
  readonly best: Result;
}

/**
 * The amounts with the lowest prices. Only the list by price is used: a plan that is missing there costs more, or another
 * plan of its shop is better, while the other lists have prices of plans that are fast or have few drawbacks. Plans that
 * are sold by the day or as unlimited have no amount for the whole trip that a buyer chooses.
 */
function amountsOf({ orders, query }: Comparison, format: Format): PricedAmount[] {
  if (query.need === 'unlimited') return [];
  const priced = orders.Cheapest.flatMap((best): PricedAmount[] => {
    const { copies, data, eligibility, fits } = best;
    const isForAll = fits.meets_need && eligibility.new_customers_only !== true;
    if (!isForAll || data.model !== 'total' || data.gb_for_trip === null) return [];
    const gb = data.gb_for_trip;
    return [{ gb, label: times(copies, format.gb(gb / copies), format), best }];
  });
  return [...Map.groupBy(priced, ({ gb }) => gb).values()]
    .flatMap(([first]) => first ?? [])
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
  const amounts = amountsOf(comparison, format);
  const lengths = lengthsOf(comparison.variants ?? []);
  if (amounts.length < 2 && lengths.length < 2) return null;
  const [cheapest] = comparison.orders.Cheapest;
  const list = link(comparePath({ ...view, sort: 'cheapest' }));
  const data: Bar[] = amounts.map(({ label, best }) => ({
    label,
    result: best,
    href: `${list}#${cardId('cheapest', best)}`,
    isCurrent: best === cheapest,
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
function cheaperAmount(amounts: readonly PricedAmount[], { texts }: Language): string | null {
  const { charts: labels } = texts;
  const [first] = amounts;
  if (first === undefined) return null;
  const least = amounts.reduce((a, b) => (b.best.price.usd < a.best.price.usd ? b : a));
  const smaller = amounts
    .filter(({ gb, best }) => gb < least.gb && best.price.usd > least.best.price.usd)
    .at(-1);
  return smaller === undefined ? null : labels.moreForLess({ more: least.label, less: smaller.label });
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
