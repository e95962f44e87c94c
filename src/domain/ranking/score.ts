/** The first step of ranking: every plan of a destination as an offer for one trip, with its price and its drawbacks. */
import type { Destination, DestinationEntry } from '../destination.ts';
import { freshnessAt } from '../freshness.ts';
import type { Instant } from '../plan.ts';
import type { Requirement, Trip } from '../trip.ts';
import { comparableCentsOf, type Rows, rowsOf } from './drawbacks.ts';
import { type Fit, fitOf } from './fit.ts';
import { type Demand, demandOf } from './need.ts';
import { hasAll } from './require.ts';
import { type OrderPrice, orderPriceOf, type ValidCoupons, validCoupons } from './trip-price.ts';

export interface ScoredOffer {
  readonly entry: DestinationEntry;
  readonly brand: string;
  readonly newCustomersOnly: boolean;
  readonly fit: Fit;
  readonly price: OrderPrice;
  readonly rows: Rows;
  /** Trip price and all drawbacks. */
  readonly comparableCents: number;
}

export interface Scored {
  readonly demand: Demand;
  readonly coupons: ValidCoupons;
  /** In the order of the destination's entries. */
  readonly offers: readonly ScoredOffer[];
  /** By `require`: stated otherwise, or not stated. */
  readonly leftOut: { readonly no: number; readonly unknown: number };
}

/** Leaves out plans that are sold out, whose price is too old, or that are not sold as unlimited where that is needed. */
export function score(
  destination: Destination,
  trip: Trip,
  now: Instant,
  require: readonly Requirement[] = [],
): Scored {
  const demand = demandOf(trip);
  const coupons = validCoupons(destination, demand, now);
  const offers: ScoredOffer[] = [];
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
    const price = orderPriceOf(plan, fit.units, coupons);
    const rows = rowsOf(entry, fit, price, freshness, demand);
    offers.push({
      entry,
      brand: destination.brands.get(plan.provider) ?? plan.provider,
      newCustomersOnly: plan.facts.newCustomersOnly === true,
      fit,
      price,
      rows,
      comparableCents: comparableCentsOf(rows, fit, price),
    });
  }
  return { demand, coupons, offers, leftOut };
}
