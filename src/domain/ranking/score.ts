/** The first step of ranking: creates an offer for one trip from each plan, with its price and its drawbacks. */
import type { Destination, DestinationEntry } from '../destination.ts';
import { type Freshness, freshnessAt } from '../freshness.ts';
import type { Instant, ThreeState } from '../plan.ts';
import { type Filters, NO_FILTERS, type Trip } from '../trip.ts';
import { comparableCentsOf, type Ratings, ratingsOf } from './drawbacks.ts';
import { avoidsExits, hasAll, isAffordable, isAvoided, isOfProviders, passesAll } from './filters.ts';
import { type Fit, fitOf } from './fit.ts';
import { type Demand, demandOf } from './need.ts';
import { type TripPrice, tripPriceOf, type ValidCoupons, validCoupons } from './trip-price.ts';

export interface Offer {
  readonly entry: DestinationEntry;
  readonly newCustomersOnly: boolean;
  readonly freshness: Freshness;
  readonly fit: Fit;
  readonly price: TripPrice;
}

export interface ScoredOffer extends Offer {
  readonly ratings: Ratings;
  /** Trip price plus all drawbacks. */
  readonly comparableCents: number;
}

/** The number of offers that a filter removed. `no`: stated not to hold. `unknown`: not stated. */
interface LeftOut {
  readonly no: number;
  readonly unknown: number;
}

export interface Considered {
  /** Plans of the destination that are on sale and have a current price. */
  readonly plans: number;
  /** Offers that meet the need, after all filters. */
  readonly meetTheNeed: number;
  readonly leftOutByRequire: LeftOut;
  readonly leftOutByMaxUsd: number;
  readonly leftOutByAvoidExits: LeftOut;
  readonly leftOutByProviders: number;
  readonly leftOutByAvoidProviders: number;
}

export type EmptyCause =
  | 'no_plans'
  | 'sold_out'
  | 'too_old'
  | 'sold_out_or_too_old'
  | 'none_unlimited'
  /** Filters removed every plan. */
  | 'filters';

/** All offers for a trip. */
export interface TripOffers<O extends Offer = Offer> {
  readonly demand: Demand;
  /** The coupons that are valid for the trip. */
  readonly coupons: ValidCoupons;
  /** In the order of the destination's entries. */
  readonly offers: readonly O[];
  readonly considered: Considered;
  /** Why there is no offer; null if there is one. */
  readonly emptyCause: EmptyCause | null;
}

/** Omits plans that are sold out, have a price that is too old, or are not unlimited if that is the need. */
export function priceOffers(
  destination: Destination,
  trip: Trip,
  now: Instant,
  filters: Filters = NO_FILTERS,
): TripOffers {
  const demand = demandOf(trip);
  const coupons = validCoupons(destination.coupons, demand.countries, now);
  const offers: Offer[] = [];
  const count = new Count();
  for (const entry of destination.entries) {
    const { plan, observation } = entry;
    if (plan.facts.inStock === false) {
      count.soldOut += 1;
      continue;
    }
    const freshness = freshnessAt(observation.observedAt, now);
    if (freshness === 'expired') {
      count.tooOld += 1;
      continue;
    }
    count.plans += 1;
    if (demand.need === 'unlimited' && plan.allowance.model !== 'unlimited') {
      count.notUnlimited += 1;
      continue;
    }
    const fit = fitOf(plan, demand);
    const price = tripPriceOf(plan, fit.quantity, coupons);
    // Each filter is counted, even if another one removes the offer too.
    const hasRequired = passes(count.byRequire, hasAll(entry, fit, filters.require));
    const avoids = passes(count.byAvoidExits, avoidsExits(entry, filters.avoidExits));
    const canAfford = isAffordable(price.cents, filters);
    if (!canAfford) count.byMaxUsd += 1;
    const isWanted = isOfProviders(entry, filters.providers);
    if (!isWanted) count.byProviders += 1;
    const isUnwanted = isAvoided(entry, filters.avoidProviders);
    if (isUnwanted) count.byAvoidProviders += 1;
    if (!(hasRequired && avoids && canAfford && isWanted) || isUnwanted) continue;
    if (fit.meetsNeed) count.meetTheNeed += 1;
    offers.push({
      entry,
      newCustomersOnly: plan.facts.newCustomersOnly === true,
      freshness,
      fit,
      price,
    });
  }
  return {
    demand,
    coupons,
    offers,
    considered: {
      plans: count.plans,
      meetTheNeed: count.meetTheNeed,
      leftOutByRequire: count.byRequire,
      leftOutByMaxUsd: count.byMaxUsd,
      leftOutByAvoidExits: count.byAvoidExits,
      leftOutByProviders: count.byProviders,
      leftOutByAvoidProviders: count.byAvoidProviders,
    },
    emptyCause: offers.length > 0 ? null : count.emptyCause(),
  };
}

/**
 * Returns a part of the offers that includes the cheapest one, without computing all of them. A plan is skipped if one copy
 * costs more than an offer that any traveller can buy, because its trip price is at least that of one copy. Plans of a
 * provider with coupons are not skipped, because a coupon may make them cheaper.
 */
export function cheapOffers(
  destination: Destination,
  trip: Trip,
  now: Instant,
  filters: Filters,
): Pick<TripOffers, 'demand' | 'coupons' | 'offers'> {
  const demand = demandOf(trip);
  const coupons = validCoupons(destination.coupons, demand.countries, now);
  const offers: Offer[] = [];
  let lowestCents = Number.POSITIVE_INFINITY;
  for (const entry of destination.entries) {
    const { plan, observation } = entry;
    if (plan.price.usdCents > lowestCents && !coupons.has(plan.provider)) continue;
    if (plan.facts.inStock === false) continue;
    if (demand.need === 'unlimited' && plan.allowance.model !== 'unlimited') continue;
    const freshness = freshnessAt(observation.observedAt, now);
    if (freshness === 'expired') continue;
    const fit = fitOf(plan, demand);
    const price = tripPriceOf(plan, fit.quantity, coupons);
    const newCustomersOnly = plan.facts.newCustomersOnly === true;
    const offer: Offer = { entry, newCustomersOnly, freshness, fit, price };
    if (!passesAll(offer, filters)) continue;
    offers.push(offer);
    // In a region, a plan that covers more countries comes first, whatever it costs, so no price excludes another plan.
    const isForCountry = entry.cover === null;
    if (fit.meetsNeed && !newCustomersOnly && isForCountry) lowestCents = Math.min(lowestCents, price.cents);
  }
  return { demand, coupons, offers };
}

export function scoreOffer(offer: Offer, demand: Demand): ScoredOffer {
  const ratings = ratingsOf(offer, demand);
  return { ...offer, ratings, comparableCents: comparableCentsOf(ratings, offer.fit, offer.price) };
}

export function score(
  destination: Destination,
  trip: Trip,
  now: Instant,
  filters: Filters = NO_FILTERS,
): TripOffers<ScoredOffer> {
  const priced = priceOffers(destination, trip, now, filters);
  return { ...priced, offers: priced.offers.map((offer) => scoreOffer(offer, priced.demand)) };
}

type Counter = { -readonly [K in keyof LeftOut]: number };

/** Returns whether an offer passes a filter, and counts it if not. */
function passes(leftOut: Counter, stated: ThreeState): boolean {
  if (stated === false) leftOut.no += 1;
  if (stated === null) leftOut.unknown += 1;
  return stated === true;
}

/** Counts the plans of a destination by the step that removed them. */
class Count {
  soldOut = 0;
  tooOld = 0;
  plans = 0;
  notUnlimited = 0;
  meetTheNeed = 0;
  byMaxUsd = 0;
  byProviders = 0;
  byAvoidProviders = 0;
  readonly byRequire: Counter = { no: 0, unknown: 0 };
  readonly byAvoidExits: Counter = { no: 0, unknown: 0 };

  /** Why no offer is left: the step that removed the last plans. */
  emptyCause(): EmptyCause {
    if (this.plans > 0) return this.notUnlimited === this.plans ? 'none_unlimited' : 'filters';
    if (this.soldOut > 0 && this.tooOld > 0) return 'sold_out_or_too_old';
    if (this.soldOut > 0) return 'sold_out';
    return this.tooOld > 0 ? 'too_old' : 'no_plans';
  }
}
