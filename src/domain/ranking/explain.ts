/** The third step of ranking: the fit, price, drawbacks and reasons of a listed offer. */
import { drawbacksOf } from './drawbacks.ts';
import type { RankedOffer } from './ranked.ts';
import { reasonsOf } from './reasons.ts';
import type { Question, ScoredOffer } from './score.ts';
import { couponOffersOf } from './trip-price.ts';

/** `lowestCents`: the first price of Cheapest; null if no offer meets the need. */
export function explain(
  { demand, coupons }: Question,
  offer: ScoredOffer,
  lowestCents: number | null,
  cheapestSplitCents: number | null = null,
): RankedOffer {
  const { entry, fit, price, rows, comparableCents } = offer;
  return {
    entry,
    fit: {
      copies: fit.copies,
      meetsNeed: fit.meetsNeed,
      shortByMb: Math.ceil(fit.shortBy / demand.unitsPerMb),
      shortByDays: fit.shortByDays,
      mbForTrip: fit.kind === 'uncapped' || fit.kind === 'unstated' ? null : fit.data / demand.unitsPerMb,
      fullSpeed: fit.isFullSpeed,
    },
    price: {
      listCents: price.listCents,
      cents: price.cents,
      offers: couponOffersOf(entry.plan, fit.units, price, coupons),
    },
    comparableCents,
    drawbacks: drawbacksOf(rows, fit, price),
    reasons: reasonsOf(offer, demand, lowestCents, cheapestSplitCents),
  };
}
