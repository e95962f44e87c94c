/** The first step of ranking: every plan of a destination as an offer for one trip, with its price and its drawbacks. */
import type { Destination, DestinationEntry } from '../destination.ts';
import { type Freshness, freshnessAt } from '../freshness.ts';
import type { Instant } from '../plan.ts';
import type { Requirement, Trip } from '../trip.ts';
import { comparableCentsOf, type Rows, rowsOf } from './drawbacks.ts';
import { type Fit, fitOf } from './fit.ts';
import { type Demand, demandOf } from './need.ts';
import { hasAll } from './require.ts';
import { type OrderPrice, orderPriceOf, type ValidCoupons, validCoupons } from './trip-price.ts';

export interface Offer {
  readonly entry: DestinationEntry;
  readonly newCustomersOnly: boolean;
  readonly freshness: Freshness;
  readonly fit: Fit;
  readonly price: OrderPrice;
}

export interface ScoredOffer extends Offer {
  readonly rows: Rows;
  /** Trip price and all drawbacks. */
  readonly comparableCents: number;
}

/** What a trip asks for, and the coupons that are valid for it. */
export interface Question {
  readonly demand: Demand;
  readonly coupons: ValidCoupons;
}

export interface Priced extends Question {
  /** In the order of the destination's entries. */
  readonly offers: readonly Offer[];
  /** By `require`: stated otherwise, or not stated. */
  readonly leftOut: { readonly no: number; readonly unknown: number };
}

export interface Scored extends Priced {
  readonly offers: readonly ScoredOffer[];
}

/** Leaves out plans that are sold out, whose price is too old, or that are not sold as unlimited where that is needed. */
export function priceOffers(
  destination: Destination,
  trip: Trip,
  now: Instant,
  require: readonly Requirement[] = [],
): Priced {
  const demand = demandOf(trip);
  const coupons = validCoupons(destination, demand, now);
  const offers: Offer[] = [];
  const leftOut = { no: 0, unknown: 0 };
  for (const entry of destination.entries) {
    const { plan, observation } = entry;
    if (plan.facts.inStock === false) continue;
    if (demand.need === 'unlimited' && plan.allowance.model !== 'unlimited') continue;
    const freshness = freshnessAt(observation.observedAt, now);
    if (freshness === 'expired') continue;
    const fit = fitOf(plan, demand);
    const stated = hasAll(entry, fit, require);
    if (stated !== true) {
      leftOut[stated === null ? 'unknown' : 'no'] += 1;
      continue;
    }
    offers.push({
      entry,
      newCustomersOnly: plan.facts.newCustomersOnly === true,
      freshness,
      fit,
      price: orderPriceOf(plan, fit.units, coupons),
    });
  }
  return { demand, coupons, offers, leftOut };
}

export function scoreOffer(offer: Offer, demand: Demand): ScoredOffer {
  const { entry, newCustomersOnly, freshness, fit, price } = offer;
  const rows = rowsOf(offer, demand);
  const comparableCents = comparableCentsOf(rows, fit, price);
  return { entry, newCustomersOnly, freshness, fit, price, rows, comparableCents };
}

export function score(
  destination: Destination,
  trip: Trip,
  now: Instant,
  require: readonly Requirement[] = [],
): Scored {
  const priced = priceOffers(destination, trip, now, require);
  return { ...priced, offers: priced.offers.map((offer) => scoreOffer(offer, priced.demand)) };
}
