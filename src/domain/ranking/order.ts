/** The second step of ranking, section 6 of docs/ranking.md: the three orders. */
import { compareIds, tierOf } from '../destination.ts';
import type { Sort } from '../trip.ts';
import { dominatedAmong } from './dominated.ts';
import type { Offer, ScoredOffer } from './score.ts';
import { generationPlace, topKbps } from './speed.ts';

/** Negative if `a` comes before `b`. */
export type Compare<T> = (a: T, b: T) => number;

export type KeyCode =
  | 'region_tier'
  | 'new_customers_only'
  | 'closeness'
  | 'comparable_price'
  | 'trip_price'
  | 'purchases'
  | 'full_speed_data'
  | 'validity'
  | 'full_speed_alone'
  | 'generation'
  | 'top_speed'
  | 'local_exit'
  | 'networks';

/** One criterion of an order. The lower value comes first. */
export type Key<T = ScoredOffer> = readonly [KeyCode, (offer: T) => number];

/** For a region, the offers that cover more of it come first. For a country, all offers have the same tier. */
const TIER: Key<Offer> = ['region_tier', ({ entry }) => tierOf(entry)];
const NEW_ONLY: Key<Offer> = ['new_customers_only', ({ newCustomersOnly }) => Number(newCustomersOnly)];
const PRICE: Key<Offer> = ['trip_price', ({ price }) => price.cents];
const PURCHASES: Key<Offer> = ['purchases', ({ fit }) => fit.copies];
const COMPARABLE: Key = ['comparable_price', ({ comparableCents }) => comparableCents];

const RECOMMENDED: readonly Key[] = [TIER, NEW_ONLY, COMPARABLE, PRICE];
/** These keys need no drawbacks, so that `cheapestFor` can compare offers before they are scored. */
const CHEAPEST: readonly Key<Offer>[] = [
  TIER,
  NEW_ONLY,
  PRICE,
  PURCHASES,
  ['full_speed_data', ({ fit }) => -fit.data],
  ['validity', ({ fit }) => -fit.validityDays],
];
/** Speed does not depend on who may buy, so a price for new customers only has no effect here. */
const FASTEST: readonly Key[] = [
  TIER,
  ['full_speed_alone', ({ fit }) => -Number(fit.isFullSpeed)],
  ['generation', ({ entry }) => generationPlace(entry.generation)],
  ['top_speed', ({ entry }) => -topKbps(entry.plan)],
  ['local_exit', ({ entry }) => -Number(entry.breakout === 'local')],
  PURCHASES,
  ['networks', ({ entry }) => -entry.networks.length],
  COMPARABLE,
];
export const KEYS: Readonly<Record<Sort, readonly Key[]>> = {
  recommended: RECOMMENDED,
  cheapest: CHEAPEST,
  fastest: FASTEST,
};
/** For offers that miss the need, in every order: the closest first. */
export const MISS_KEYS: readonly Key[] = [['closeness', ({ fit }) => fit.miss], COMPARABLE];

/** Every order ends in the ids of provider and plan. */
const byKeys =
  <T extends Offer>(keys: readonly Key<T>[]): Compare<T> =>
  (a, b) => {
    for (const [, value] of keys) {
      const mine = value(a);
      const other = value(b);
      if (mine !== other) return mine < other ? -1 : 1;
    }
    return compareIds(a.entry.plan, b.entry.plan);
  };

export const byComparablePrice = byKeys(RECOMMENDED);
export const byTripPrice = byKeys(CHEAPEST);
const bySpeed = byKeys(FASTEST);
export const byMiss = byKeys(MISS_KEYS);

/** In Recommended, further offers of a brand come after the offers of all brands, within a tier of a region. */
export const BRAND_PLACES = 3;

/**
 * The first `count` offers of an order that no other offer of their brand dominates. If not all offers are wanted, only
 * the first ones are sorted, because a destination can have thousands of offers.
 */
export function firstOf(
  offers: readonly ScoredOffer[],
  count: number,
  compare: Compare<ScoredOffer>,
  isDominated: (offer: ScoredOffer) => boolean,
): ScoredOffer[] {
  if (count >= offers.length) return offers.filter((offer) => !isDominated(offer)).sort(compare);
  const first: ScoredOffer[] = [];
  for (const offer of offers) {
    const last = first[count - 1];
    if (last !== undefined && compare(last, offer) < 0) continue;
    if (isDominated(offer)) continue;
    const index = first.findLastIndex((other) => compare(other, offer) < 0) + 1;
    first.splice(index, 0, offer);
    if (first.length > count) first.pop();
  }
  return first;
}

/** The offers of each tier of a region, the first tier first. For a country, one list. */
export function tiersOf<O extends Offer>(offers: readonly O[]): readonly (readonly O[])[] {
  const tiers = Map.groupBy(offers, ({ entry }) => tierOf(entry));
  return [...tiers.keys()].sort((a, b) => a - b).map((tier) => tiers.get(tier)!);
}

/** The first offers of Recommended among those of one tier. Further offers of a brand come after all others. */
function recommendedOf(
  tier: readonly ScoredOffer[],
  count: number,
  isDominated: (offer: ScoredOffer) => boolean,
): ScoredOffer[] {
  const first = (all: readonly ScoredOffer[], most: number) =>
    firstOf(all, most, byComparablePrice, isDominated);
  const brands = Map.groupBy(tier, ({ entry }) => entry.brand);
  const ofBrands = [...brands.values()].flatMap((all) => first(all, BRAND_PLACES));
  const recommended = first(ofBrands, count);
  if (recommended.length === count) return recommended;
  const further = tier.filter((offer) => !ofBrands.includes(offer));
  return [...recommended, ...first(further, count - recommended.length)];
}

export interface Orders extends Readonly<Record<Sort, readonly ScoredOffer[]>> {
  /** Whether the first offers of Recommended would be others if a brand could have more than `BRAND_PLACES`. */
  readonly isBrandLimited: boolean;
}

/** The first `limit` offers of each order: those that meet the need, then the closest misses. */
export function order(offers: readonly ScoredOffer[], limit: number): Orders {
  const isDominated = dominatedAmong(offers);
  const first = (all: readonly ScoredOffer[], count: number, compare: Compare<ScoredOffer>) =>
    firstOf(all, count, compare, isDominated);
  const meeting = offers.filter(({ fit }) => fit.meetsNeed);
  const cheapest = first(meeting, limit, byTripPrice);
  // The three lists have the same number of offers that meet the need, and then the same others.
  const others = cheapest.length < limit ? offers.filter(({ fit }) => !fit.meetsNeed) : [];
  const misses = first(others, limit - cheapest.length, byMiss);
  const recommended: ScoredOffer[] = [];
  for (const tier of tiersOf(meeting)) {
    if (recommended.length === limit) break;
    recommended.push(...recommendedOf(tier, limit - recommended.length, isDominated));
  }
  const byPriceAlone = first(meeting, limit, byComparablePrice);
  return {
    isBrandLimited: byPriceAlone.some((offer, at) => offer !== recommended[at]),
    recommended: [...recommended, ...misses],
    cheapest: [...cheapest, ...misses],
    fastest: [...first(meeting, limit, bySpeed), ...misses],
  };
}
