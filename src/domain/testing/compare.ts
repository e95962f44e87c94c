/** The quick ranking and the oracle's brought to one shape, so that one deepEqual compares them. */
import type { Ranked } from '../ranking/ranked.ts';
import type { Listing } from './builders.ts';
import type { ScoredEntry } from './oracle.ts';
import { inRowOrder } from './view.ts';

export function planKey({ provider, id }: { readonly provider: string; readonly id: string }): string {
  return `${provider}/${id}`;
}

/** Provider and plan id of each listed plan. */
export function keysOf(ranked: readonly Ranked[], listings: readonly Listing[]): string[] {
  const sorted = inRowOrder(listings);
  return ranked.map(({ row }) => planKey(sorted[row]!.plan));
}

export function fromRanked(ranked: readonly Ranked[], listings: readonly Listing[]): object[] {
  const keys = keysOf(ranked, listings);
  return ranked.map(({ fit, price, score, parts }, place) => ({
    key: keys[place],
    fit,
    listCents: price.listCents,
    cents: price.cents,
    offers: price.offers.map(({ coupon, cents, applied }) => ({ couponId: coupon.id, cents, applied })),
    score,
    parts,
  }));
}

export function fromOracle(entries: readonly ScoredEntry[]): object[] {
  return entries.map(({ plan, copies, outcome, meets, fullSpeed, price, score, parts }) => ({
    key: planKey(plan),
    fit: {
      copies,
      meetsNeed: meets,
      shortByMb: outcome.shortMb,
      shortByDays: outcome.shortDays,
      mbForTrip: outcome.fullSpeedMb === Number.POSITIVE_INFINITY ? null : outcome.fullSpeedMb,
      fullSpeed,
    },
    listCents: price.listCents,
    cents: price.cents,
    offers: price.offers,
    score,
    parts,
  }));
}
