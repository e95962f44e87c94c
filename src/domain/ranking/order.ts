/**
 * The second step of ranking, section 6 of docs/ranking.md: the three orders. A comparator is negative where `a` stands
 * before `b`.
 */
import { comparePlans } from '../destination.ts';
import type { Sort } from '../trip.ts';
import { dominatedAmong } from './dominated.ts';
import type { Offer, ScoredOffer } from './score.ts';
import { generationPlace, topKbps } from './speed.ts';

export type Compare<T> = (a: T, b: T) => number;

const byId: Compare<Offer> = (a, b) => comparePlans(a.entry.plan, b.entry.plan);

/** Higher first; two infinities are equal. */
const descending = (a: number, b: number): number => (a === b ? 0 : b > a ? 1 : -1);

export const byComparablePrice: Compare<ScoredOffer> = (a, b) =>
  Number(a.newCustomersOnly) - Number(b.newCustomersOnly) ||
  a.comparableCents - b.comparableCents ||
  a.price.cents - b.price.cents ||
  byId(a, b);

/** Needs no drawbacks, so that other lengths of a trip are compared without them. */
export const byTripPrice: Compare<Offer> = (a, b) =>
  Number(a.newCustomersOnly) - Number(b.newCustomersOnly) ||
  a.price.cents - b.price.cents ||
  a.fit.copies - b.fit.copies ||
  descending(a.fit.data, b.fit.data) ||
  descending(a.fit.validityDays, b.fit.validityDays) ||
  byId(a, b);

const isLocal = ({ entry }: ScoredOffer): number => Number(entry.breakout === 'local');

export const bySpeed: Compare<ScoredOffer> = (a, b) =>
  Number(b.fit.isFullSpeed) - Number(a.fit.isFullSpeed) ||
  generationPlace(a.entry.generation) - generationPlace(b.entry.generation) ||
  topKbps(b.entry.plan) - topKbps(a.entry.plan) ||
  isLocal(b) - isLocal(a) ||
  a.fit.copies - b.fit.copies ||
  b.entry.networks.length - a.entry.networks.length ||
  a.comparableCents - b.comparableCents ||
  byId(a, b);

/** Offers that miss the need, in every order: the closest first. */
export const byMiss: Compare<ScoredOffer> = (a, b) =>
  a.fit.miss - b.fit.miss || a.comparableCents - b.comparableCents || byId(a, b);

/** Places of one brand in Recommended while others that meet the need remain. */
const BRAND_PLACES = 3;

/** The first `limit`; the further offers of a brand stand after all others that meet the need. */
function withVariety(ordered: Iterable<ScoredOffer>, limit: number): ScoredOffer[] {
  const taken = new Map<string, number>();
  const first: ScoredOffer[] = [];
  const further: ScoredOffer[] = [];
  for (const offer of ordered) {
    if (first.length === limit) break;
    const places = taken.get(offer.brand) ?? 0;
    taken.set(offer.brand, places + 1);
    (places < BRAND_PLACES ? first : further).push(offer);
  }
  return [...first, ...further].slice(0, limit);
}

export type Orders = Readonly<Record<Sort, readonly ScoredOffer[]>>;

/** The first `limit` offers of each order: those that meet the need, then the closest misses. */
export function order(offers: readonly ScoredOffer[], limit: number): Orders {
  const isDominated = dominatedAmong(offers);
  const sorted = (all: readonly ScoredOffer[], compare: Compare<ScoredOffer>) =>
    all
      .toSorted(compare)
      .values()
      .filter((offer) => !isDominated(offer));
  const meeting = offers.filter(({ fit }) => fit.meetsNeed);
  const cheapest = sorted(meeting, byTripPrice).take(limit).toArray();
  const room = limit - cheapest.length;
  const missing = room > 0 ? offers.filter(({ fit }) => !fit.meetsNeed) : [];
  const misses = sorted(missing, byMiss).take(room).toArray();
  return {
    recommended: [...withVariety(sorted(meeting, byComparablePrice), limit), ...misses],
    cheapest: [...cheapest, ...misses],
    fastest: [...sorted(meeting, bySpeed).take(limit).toArray(), ...misses],
  };
}

/** The first offer of an order that no other offer of its brand dominates. */
export function bestOf(
  offers: readonly ScoredOffer[],
  compare: Compare<ScoredOffer>,
  isDominated: (offer: ScoredOffer) => boolean,
): ScoredOffer | null {
  return offers.reduce<ScoredOffer | null>(
    (best, offer) => ((best === null || compare(offer, best) < 0) && !isDominated(offer) ? offer : best),
    null,
  );
}
