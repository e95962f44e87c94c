/** What the parts of a result page share. */
import { SORTS, type Sort } from '../../domain/trip.ts';
import type { Texts } from '../../texts/texts.ts';
import { fullPlanId } from '../../wire/result.ts';
import { type Comparison, LIST_OF } from '../../wire/schemas/comparison.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { NoticeCode } from '../../wire/sentences/notices.ts';
import type { WebContext } from '../context.ts';
import type { Language } from '../language.ts';
import { sellerLabel } from '../seller-name.ts';
import type { PricedView } from '../trip/view.ts';

export interface Shown {
  readonly context: WebContext;
  readonly comparison: Comparison;
  readonly language: Language;
  readonly view: PricedView;
  /** "Bali, Indonesia", or the countries of all stops. */
  readonly place: string;
}

/** A seller of a marketplace is named with it: "Anka on Market.example". */
export const sellerName = ({ provider }: Pick<Result, 'provider'>, { card }: Texts): string =>
  provider.shop === null
    ? sellerLabel(provider, { card })
    : card.onShop({ seller: sellerLabel(provider, { card }), shop: provider.shop });

/** The shop of every seller of the page; null if there are several, or if a seller has a shop of its own. */
export function commonShop(comparison: Comparison): string | null {
  const picked = comparison.picks.map(({ result }) => result);
  const all = [...uniqueResults(comparison), ...legResults(comparison), ...picked];
  const [shop = null, ...others] = new Set(all.map(({ provider }) => provider.shop));
  return others.length === 0 ? shop : null;
}

/** The name in a place where the shop need not be said again, because it is that of the whole page. */
export const shortSellerName = (result: Result, { comparison, language }: Shown): string =>
  commonShop(comparison) === null
    ? sellerName(result, language.texts)
    : sellerLabel(result.provider, language.texts);

export const codesOf = ({ notices }: Comparison): NoticeCode[] => notices.map(({ code }) => code);

/** Whether a listed plan states its generation. If none does, no plan is called the fastest. */
export const hasFastest = ({ orders }: Comparison): boolean =>
  orders.Fastest.some(({ speed }) => speed.generation !== null);

/** Every plan of the three lists once. */
export function uniqueResults({ orders }: Comparison): Result[] {
  const all = SORTS.flatMap((sort) => orders[LIST_OF[sort]]);
  return [...new Map(all.map((result) => [fullPlanId(result), result])).values()];
}

/** The plans of all legs of both splits. */
export function legResults({ itinerary: splits }: Comparison): Result[] {
  const all = [splits?.recommended, splits?.cheapest].flatMap((split) => split?.legs ?? []);
  const results = new Map(
    all.flatMap(({ result }) => (result === null ? [] : [[fullPlanId(result), result]])),
  );
  return [...results.values()];
}

/** With several stops, the ways are the answer, and single plans are one of them. */
export const hasTopPicks = ({ picks, itinerary }: Comparison): boolean =>
  itinerary === undefined && picks.length > 0;

/** Nothing is called the cheapest for a group if sharing costs it less. */
export const isCheapestWay = (
  { usd, group_usd: group }: { readonly usd: number; readonly group_usd: number | null },
  { sharing }: Comparison,
): boolean => sharing == null || sharing.cheapest.usd >= (group ?? usd);

/**
 * With several stops, "best value" and "cheapest" alone are ways, which may be several eSIMs. For a group, the cheapest
 * plan is the cheapest own eSIM if sharing costs less.
 */
export function sortName(sort: Sort, comparison: Comparison, { texts }: Language): string {
  const { itinerary, sharing, sorts } = texts;
  if (sort === 'fastest') return sorts.fastest.name;
  if (comparison.itinerary !== undefined)
    return sort === 'cheapest' ? itinerary.cheapestSingle : itinerary.bestSingle;
  const [cheapest] = comparison.orders.Cheapest;
  const isOwn = sort === 'cheapest' && cheapest !== undefined && !isCheapestWay(cheapest.price, comparison);
  return isOwn ? sharing.cheapestOwn : sorts[sort].name;
}
