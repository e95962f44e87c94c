/** The answer in a sentence, and in a second one why it is before the next and before the cheapest. */
import { SORTS, type Sort } from '../../domain/trip.ts';
import type { Texts } from '../../texts/texts.ts';
import { fullPlanId } from '../../wire/result.ts';
import { type Comparison, LIST_OF } from '../../wire/schemas/comparison.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Language } from '../language.ts';
import type { View } from '../trip/view.ts';
import { dataFact, fastDailyText, NO_BREAK_SPACE, type Span, spanOf } from './facts.ts';
import { centsOf } from './price.ts';
import { codesOf, hasFastest, isCheapestWay, sellerName, sortName } from './shown.ts';
import { versusBest, versusCheapest, versusNext } from './versus.ts';
import { covers, hasPlan, type Split, shopsOf, wayName } from './ways.ts';

export interface Verdict {
  /** "Japan, 10 days. Best value:" */
  readonly lead: string;
  /** "Pebblefone, 10 GB for $10.80" */
  readonly pick: string;
  readonly contrast: string | null;
}

type Words = Omit<Verdict, 'lead'>;

export const NO_VERDICT: Verdict = { lead: '', pick: '', contrast: null };

/** Whether the answer covers the whole trip. */
export function coversTrip({ itinerary, considered }: Comparison): boolean {
  const way = itinerary?.recommended ?? null;
  return way !== null && hasPlan(way) ? covers(way) : considered.meet_the_need > 0;
}

/** `trip`: the places and the days. With several stops, the ways are the answer, whichever list is open. */
export function verdictOf(
  sort: Sort,
  trip: string,
  comparison: Comparison,
  language: Language,
  view: View,
): Verdict {
  const { texts } = language;
  const { results: labels, sorts } = texts;
  const way = comparison.itinerary?.recommended ?? null;
  const span = spanOf(view.trip);
  const hasWay = way !== null && hasPlan(way);
  const order = hasWay ? sorts.recommended.name : sortName(sort, comparison, language);
  const lead = coversTrip(comparison) ? labels.verdict({ trip, order }) : labels.closest({ trip });
  const words = hasWay
    ? itineraryWords(way, comparison, span, language)
    : planWords(sort, comparison, view, language);
  return { lead, ...words };
}

function planWords(sort: Sort, comparison: Comparison, view: View, language: Language): Words {
  const { texts } = language;
  const [first] = comparison.orders[LIST_OF[sort]];
  if (first === undefined) return { pick: texts.results.noMatch, contrast: null };
  const pick = texts.results.pick({
    provider: sellerName(first, texts),
    amount: amountOf(first, spanOf(view.trip), language),
    money: eachAndAll(first.price.usd, first.price.group_usd, language),
  });
  if (!first.fits.meets_need) return { pick, contrast: missText(comparison, texts) };
  return { pick, contrast: contrastOf(sort, first, comparison, language) };
}

/** Without the filters, other plans may cover the trip. */
const missText = (comparison: Comparison, { notices }: Texts): string =>
  codesOf(comparison).includes('only_misses_qualify')
    ? notices.only_misses_qualify
    : notices.nothing_meets_need;

/** "10 GB", "1 GB/day (10 GB in all)" with the amount of the question, or "Unlimited (1 GB/day fast)". */
function amountOf(result: Result, span: Span, { format }: Language): string {
  const { value, note } = dataFact(result, span, format);
  const isSum = result.data.model === 'per_day' || (result.copies > 1 && result.data.gb_for_trip !== null);
  const inAll = isSum && result.fits.meets_need ? note : null;
  const detail = fastDailyText(result, format) ?? inAll;
  const amount = detail === null ? value : `${value} (${detail})`;
  return amount.replaceAll(/(?<=\d) (?=[GM]B)/g, NO_BREAK_SPACE);
}

/** Why the first plan of a list is before the cheapest one and before the next one of its list. */
function contrastOf(sort: Sort, first: Result, comparison: Comparison, language: Language): string {
  const { format } = language;
  const { Recommended, Cheapest } = comparison.orders;
  const [best = first, second] = Recommended;
  const [cheapest = first] = Cheapest;
  const titles = otherTitles(sort, first, comparison, language);
  if (sort === 'cheapest')
    return [titles, best.price.usd > first.price.usd && versusBest(best, first, format)]
      .filter(Boolean)
      .join(' ');
  const isDearer = first.price.usd > cheapest.price.usd;
  const isNextOther =
    sort === 'recommended' && second?.fits.meets_need === true && !(isDearer && isSame(second, cheapest));
  return [
    isDearer ? versusCheapest(first, cheapest, format, isCheapestWay(cheapest.price, comparison)) : titles,
    isNextOther && versusNext(first, second, format),
  ]
    .filter(Boolean)
    .join(' ');
}

const isSame = (one: Result, other: Result): boolean => fullPlanId(one) === fullPlanId(other);

/** "It is also the cheapest": the other lists that the plan is the first of. For a group, sharing may cost less. */
function otherTitles(
  sort: Sort,
  first: Result,
  comparison: Comparison,
  { texts, format }: Language,
): string | null {
  const isFirstOf = (other: Sort) => {
    const [top] = comparison.orders[LIST_OF[other]];
    return (
      other !== sort &&
      top !== undefined &&
      isSame(top, first) &&
      (other !== 'cheapest' || isCheapestWay(first.price, comparison)) &&
      (other !== 'fastest' || hasFastest(comparison))
    );
  };
  if (sort === 'recommended') return isFirstOf('cheapest') ? texts.results.alsoCheapest : null;
  const names = SORTS.filter(isFirstOf).map((other) => texts.sorts[other].name);
  return names.length === 0 ? null : texts.results.also({ orders: format.list(names) });
}

/** Compares the recommended way to divide the stops with the cheapest way, or else with one plan for all stops. */
function itineraryWords(way: Split, comparison: Comparison, span: Span, language: Language): Words {
  const { texts, format } = language;
  const { orders, itinerary } = comparison;
  const { results: labels, itinerary: wayLabels } = texts;
  const cheapest = itinerary?.cheapest ?? way;
  const onePlan = way.legs.length === 1 ? (way.legs[0]?.result ?? null) : null;
  const money = eachAndAll(way.usd, way.group_usd, language);
  const pick =
    onePlan === null
      ? labels.pick({ provider: wayName(way, [], language), amount: format.list(shopsOf(way, texts)), money })
      : labels.pick({
          provider: `${wayLabels.allTheWay}, ${sellerName(onePlan, texts)}`,
          amount: amountOf(onePlan, span, language),
          money,
        });
  const savedCents = centsOf(way.usd) - centsOf(cheapest.usd);
  if (savedCents > 0) {
    const name = wayName(cheapest, [way], language);
    // Two ways with as many eSIMs of the same shops have one name.
    const isNameShared = name === wayName(way, [cheapest], language);
    const saved = {
      way: isNameShared && isCheapestWay(cheapest, comparison) ? texts.sorts.cheapest.name : name,
      money: format.difference(savedCents / 100),
    };
    const times = format.number(cheapest.purchases);
    return {
      pick,
      contrast:
        cheapest.purchases > way.purchases
          ? wayLabels.wayCostsLessBuys({ ...saved, times })
          : wayLabels.wayCostsLess(saved),
    };
  }
  const [first] = orders.Recommended;
  const moreCents = first === undefined ? 0 : centsOf(first.price.usd) - centsOf(way.usd);
  if (onePlan === null && moreCents > 0) {
    const more = format.difference(moreCents / 100);
    return { pick, contrast: wayLabels.wayCostsMore({ way: wayLabels.allTheWay, money: more }) };
  }
  return { pick, contrast: isCheapestWay(way, comparison) ? labels.alsoCheapest : null };
}

/** The price for one traveller, and for all of a group. */
const eachAndAll = (usd: number, group: number | null, { texts, format }: Language): string =>
  group === null
    ? format.money(usd)
    : texts.results.each({ money: format.money(usd), all: format.money(group) });
