/** Where one plan stands for a trip, or why it is in no list. Pure; the same steps as ranking takes. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { DestinationView } from '../domain/columns.ts';
import { EXPIRED_CODE, freshnessCode } from '../domain/freshness.ts';
import type { Instant } from '../domain/plan.ts';
import { assemble } from '../domain/ranking/assemble.ts';
import { BestFirst } from '../domain/ranking/bestFirst.ts';
import { type Candidates, isCandidate, reckon } from '../domain/ranking/candidates.ts';
import { isLeftOut, makesSuperfluous } from '../domain/ranking/dominance.ts';
import { gatherCandidates } from '../domain/ranking/gather.ts';
import { CHEAPEST, FASTEST, RECOMMENDED } from '../domain/ranking/orders.ts';
import { rank } from '../domain/ranking/rank.ts';
import type { Ranked, Ranking } from '../domain/ranking/ranked.ts';
import type { Order } from '../domain/ranking/reading.ts';
import { RECORDS } from '../domain/ranking/records.ts';
import { TERM, termsOf } from '../domain/terms.ts';
import { LIST_MAX, SORTS, type Sort, type Trip } from '../domain/trip.ts';

export interface Place {
  /** Counted over all plans that may be listed, not only over those that are. */
  readonly place: number;
  readonly listed: boolean;
  /** In Recommended alone: it gave way, because its provider has its share of the places. */
  readonly gaveWay: boolean;
}

/** Another plan of the provider that makes this one superfluous. */
export interface BetterSibling {
  readonly row: number;
  readonly cents: number;
}

export type Standing =
  | { readonly kind: 'out'; readonly reason: 'not_covered' | 'sold_out' | 'not_unlimited' | 'expired' }
  | {
      readonly kind: 'dominated';
      readonly ranked: Ranked;
      /** The cheapest such plan for this trip. */
      readonly by: BetterSibling;
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
  const posting = view?.postings.rows.indexOf(row) ?? -1;
  if (view === null || posting < 0) return { kind: 'out', reason: 'not_covered' };
  const reason = whyOut(view, posting, row, trip, now);
  if (reason !== null) return { kind: 'out', reason };

  const ranking = rank(view, trip, now);
  const candidates = gatherCandidates(view, trip, now);
  const ranked = assemble(candidates, posting);
  const by = betterSibling(candidates, posting);
  if (by !== null) return { kind: 'dominated', ranked, by };

  const among = view.postings.rows.reduce(
    (count, _, other) => count + (isCandidate(candidates, other) && !isLeftOut(candidates, other) ? 1 : 0),
    0,
  );
  const places = Object.fromEntries(
    SORTS.map((sort) => [sort, placeIn(sort, candidates, posting, ranking)]),
  ) as Record<Sort, Place>;
  return { kind: 'placed', ranked, among, places };
}

function whyOut(view: DestinationView, posting: number, row: number, trip: Trip, now: Instant) {
  const terms = termsOf(view).flags[posting]!;
  if ((terms & TERM.soldOut) !== 0) return 'sold_out';
  if (trip.need === 'unlimited' && (terms & TERM.soldAsUnlimited) === 0) return 'not_unlimited';
  const age = Math.floor(now / 1000) - view.columns.observedAtSeconds[row]!;
  return freshnessCode(age) === EXPIRED_CODE ? 'expired' : null;
}

function betterSibling(candidates: Candidates, posting: number): BetterSibling | null {
  const { rows } = candidates.view.postings;
  const { provider } = candidates.view.columns;
  const centsOf = (other: number) =>
    candidates.scratch.slots[reckon(candidates, other) + RECORDS.SLOT.cents]!;
  let best: number | null = null;
  for (let other = 0; other < rows.length; other++) {
    if (provider[rows[other]!] !== provider[rows[posting]!]) continue;
    if (!makesSuperfluous(candidates, other, posting)) continue;
    if (best === null || centsOf(other) < centsOf(best)) best = other;
  }
  return best === null ? null : { row: rows[best]!, cents: centsOf(best) };
}

const ORDERS: Readonly<Record<Sort, Order>> = {
  recommended: RECOMMENDED,
  cheapest: CHEAPEST,
  fastest: FASTEST,
};

function placeIn(sort: Sort, candidates: Candidates, posting: number, ranking: Ranking): Place {
  const best = new BestFirst(candidates, ORDERS[sort]);
  let byKeys = 1;
  for (let other = best.next(); other !== null && other !== posting; other = best.next()) {
    if (!isLeftOut(candidates, other)) byKeys++;
  }
  const listed = ranking[sort].findIndex((ranked) => ranked.posting === posting) + 1;
  if (listed > 0) return { place: listed, listed: true, gaveWay: listed > byKeys };
  return { place: byKeys, listed: false, gaveWay: byKeys <= LIST_MAX };
}
