/** Where one plan stands for a trip, or why it is in no list. Pure; the same steps as ranking takes. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import { FACT } from '../domain/columns.ts';
import { ageSecondsOf, EXPIRED_CODE, freshnessCode } from '../domain/freshness.ts';
import type { Instant } from '../domain/plan.ts';
import type { Weighed } from '../domain/ranking/orders.ts';
import { makesPointless } from '../domain/ranking/pointless.ts';
import { place } from '../domain/ranking/rank.ts';
import type { Ranked } from '../domain/ranking/ranked.ts';
import { LIST_MAX, SORTS, type Sort, type Trip } from '../domain/trip.ts';

export interface Place {
  /** Counted over all plans that may be listed, not only over those that are. */
  readonly place: number;
  readonly listed: boolean;
}

export type Standing =
  | { readonly kind: 'out'; readonly reason: 'not_covered' | 'sold_out' | 'not_unlimited' | 'expired' }
  | {
      readonly kind: 'pointless';
      readonly ranked: Ranked;
      /** The cheapest plan of its brand that makes it so. */
      readonly by: { readonly row: number; readonly cents: number };
    }
  | {
      readonly kind: 'placed';
      readonly ranked: Ranked;
      /** How many plans may be listed. */
      readonly among: number;
      readonly places: Readonly<Record<Sort, Place>>;
    };

export function standingOf(catalogue: Catalogue, row: number, trip: Trip, now: Instant): Standing {
  const view = catalogue.view(trip.country);
  if (view === null || !view.postings.rows.includes(row)) return { kind: 'out', reason: 'not_covered' };
  const placed = place(view, trip, now);
  const own = placed.all.find(({ plan }) => plan.row === row);
  if (own === undefined) {
    const { factsKnown, factsTrue, observedAtSeconds } = view.columns;
    const isSoldOut = (factsKnown[row]! & ~factsTrue[row]! & FACT.inStock) !== 0;
    const isExpired = freshnessCode(ageSecondsOf(observedAtSeconds[row]!, now)) === EXPIRED_CODE;
    return { kind: 'out', reason: isSoldOut ? 'sold_out' : isExpired ? 'expired' : 'not_unlimited' };
  }
  const ranked = placed.toRanked(own);
  if (!placed.cheapest.includes(own)) {
    const [by] = placed.all
      .filter((other) => other.plan.brand === own.plan.brand && other !== own)
      .filter((other) => makesPointless(view, other, own))
      .sort((a, b) => a.plan.price.cents - b.plan.price.cents);
    return { kind: 'pointless', ranked, by: { row: by!.plan.row, cents: by!.plan.price.cents } };
  }
  const placeIn = (ordered: readonly Weighed[]): Place => {
    const index = ordered.indexOf(own);
    return { place: index + 1, listed: index < LIST_MAX };
  };
  const places = Object.fromEntries(SORTS.map((sort) => [sort, placeIn(placed[sort])]));
  return { kind: 'placed', ranked, among: placed.cheapest.length, places: places as Record<Sort, Place> };
}
