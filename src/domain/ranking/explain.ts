/** The third step of ranking: the coupons, drawbacks and reasons of a listed offer. */
import { drawbacksOf } from './drawbacks.ts';
import type { RankedOffer } from './ranked.ts';
import { type PriceBase, reasonsOf } from './reasons.ts';
import type { ScoredOffer, TripOffers } from './score.ts';
import { couponOffersOf } from './trip-price.ts';

/** `base`: the prices with which the reasons compare. */
export function explain(
  { demand, coupons }: Pick<TripOffers, 'demand' | 'coupons'>,
  offer: ScoredOffer,
  base: PriceBase,
): RankedOffer {
  const { entry, fit, price, ratings } = offer;
  return {
    ...offer,
    coupons: couponOffersOf(entry.plan, fit.quantity, price, coupons),
    drawbacks: drawbacksOf(ratings, fit, price),
    reasons: reasonsOf(offer, demand, base),
  };
}
