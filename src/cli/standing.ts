/** Where one plan stands for a trip, or why it is in no list. Pure; the same steps as ranking takes. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { DestinationView } from '../domain/columns.ts';
import { EXPIRED_CODE, freshnessCode } from '../domain/freshness.ts';
import type { Instant } from '../domain/plan.ts';
import { assemble } from '../domain/ranking/assemble.ts';
import { type Candidates, gatherCandidates } from '../domain/ranking/candidates.ts';
import { isLeftOut, makesSuperfluous } from '../domain/ranking/dominance.ts';
import {
  type KeyWriter,
  writeCheapestKeys,
  writeFastestKeys,
  writeRecommendedKeys,
} from '../domain/ranking/orders.ts';
import { rank } from '../domain/ranking/rank.ts';
import type { Ranked, Ranking } from '../domain/ranking/ranked.ts';
import { scoreAll } from '../domain/ranking/scoring.ts';
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
  scoreAll(candidates);
  const slot = candidates.scratch.row.subarray(0, candidates.count).indexOf(row);
  const ranked = assemble(candidates, slot);
  const by = betterSibling(candidates, slot);
  if (by !== null) return { kind: 'dominated', ranked, by };

  const stays = slotsOf(candidates).filter((other) => !isLeftOut(candidates, other));
  const places = Object.fromEntries(
    SORTS.map((sort) => [sort, placeIn(sort, candidates, stays, slot, ranking)]),
  ) as Record<Sort, Place>;
  return { kind: 'placed', ranked, among: stays.length, places };
}

function whyOut(view: DestinationView, posting: number, row: number, trip: Trip, now: Instant) {
  const terms = termsOf(view).flags[posting]!;
  if ((terms & TERM.soldOut) !== 0) return 'sold_out';
  if (trip.need === 'unlimited' && (terms & TERM.soldAsUnlimited) === 0) return 'not_unlimited';
  const age = Math.floor(now / 1000) - view.columns.observedAtSeconds[row]!;
  return freshnessCode(age) === EXPIRED_CODE ? 'expired' : null;
}

const slotsOf = ({ count }: Candidates): number[] => Array.from({ length: count }, (_, slot) => slot);

function betterSibling(candidates: Candidates, slot: number): BetterSibling | null {
  if (!isLeftOut(candidates, slot)) return null;
  const { scratch, view } = candidates;
  const providerOf = (other: number) => view.columns.provider[scratch.row[other]!];
  const better = slotsOf(candidates)
    .filter((other) => providerOf(other) === providerOf(slot) && makesSuperfluous(candidates, other, slot))
    .sort((a, b) => scratch.cents[a]! - scratch.cents[b]! || a - b)[0];
  return better === undefined ? null : { row: scratch.row[better]!, cents: scratch.cents[better]! };
}

const KEYS: Readonly<Record<Sort, KeyWriter>> = {
  recommended: writeRecommendedKeys,
  cheapest: writeCheapestKeys,
  fastest: writeFastestKeys,
};

function placeIn(
  sort: Sort,
  candidates: Candidates,
  stays: readonly number[],
  slot: number,
  ranking: Ranking,
): Place {
  const { scratch } = candidates;
  KEYS[sort](candidates);
  const { key1, key2, key3 } = scratch;
  const order = stays.toSorted(
    (a, b) => key1[a]! - key1[b]! || key2[a]! - key2[b]! || key3[a]! - key3[b]! || a - b,
  );
  const byKeys = order.indexOf(slot) + 1;
  const listed = ranking[sort].findIndex(({ row }) => row === scratch.row[slot]) + 1;
  if (listed > 0) return { place: listed, listed: true, gaveWay: listed > byKeys };
  return { place: byKeys, listed: false, gaveWay: byKeys <= LIST_MAX };
}
