/**
 * The three ranked lists of one destination, in three steps: score, order, explain. The sections of docs/ranking.md
 * define them. The result depends only on the arguments.
 */
import { type Destination, type DestinationEntry, placeFactsOf } from '../destination.ts';
import { freshnessAt } from '../freshness.ts';
import { regionOf } from '../places/region-destinations.ts';
import type { CountryCode, Instant } from '../plan.ts';
import { type Filters, LIST_MAX, NO_FILTERS, type Trip } from '../trip.ts';
import { dominatedAmong } from './dominated.ts';
import { explain } from './explain.ts';
import type { Demand } from './need.ts';
import { byMiss, byTripPrice, firstOf, order, tiersOf } from './order.ts';
import { picksOf } from './picks.ts';
import type { RankedOffer, Ranking } from './ranked.ts';
import type { PriceBase } from './reasons.ts';
import { cheapOffers, type Offer, type ScoredOffer, score, scoreOffer, type TripOffers } from './score.ts';

/** The prices of other ways to buy for the same trip, with which reasons compare. */
export type OtherWays = Pick<PriceBase, 'splitCents' | 'sharedCentsEach'>;

const NO_OTHER_WAYS: OtherWays = { splitCents: null, sharedCentsEach: null };

export function rank(
  destination: Destination,
  trip: Trip,
  now: Instant,
  filters: Filters = NO_FILTERS,
  otherWays: OtherWays = NO_OTHER_WAYS,
): Ranking {
  const scored = score(destination, trip, now, filters);
  const { offers, considered, emptyCause } = scored;
  const lists = order(offers, LIST_MAX);
  const explained = explainer(scored, otherWays);
  return {
    recommended: lists.recommended.map(explained),
    cheapest: lists.cheapest.map(explained),
    fastest: lists.fastest.map(explained),
    picks: picksOf(offers, otherWays).map((pick) => ({ ...pick, offer: explained(pick.offer) })),
    isBrandLimited: lists.isBrandLimited,
    considered,
    emptyCause,
    withoutGenerations: withoutGenerations(destination, trip, scored.demand, now),
  };
}

/** The result for stops that no plan covers together. */
export const NOTHING_RANKED: Ranking = {
  recommended: [],
  cheapest: [],
  fastest: [],
  picks: [],
  isBrandLimited: false,
  considered: {
    plans: 0,
    meetTheNeed: 0,
    leftOutByRequire: { no: 0, unknown: 0 },
    leftOutByMaxUsd: 0,
    leftOutByAvoidExits: { no: 0, unknown: 0 },
    leftOutByProviders: 0,
    leftOutByAvoidProviders: 0,
  },
  emptyCause: 'no_plans',
  withoutGenerations: null,
};

/**
 * The countries, or the region, for which no plan on sale states a generation, whatever the need and the filters. null if
 * a plan states one for the whole trip: the generation of a plan for several stops is the worst of them, and unknown if it
 * is unknown at one of them.
 */
function withoutGenerations(
  { entries }: Destination,
  { country }: Trip,
  { countries }: Demand,
  now: Instant,
): readonly CountryCode[] | null {
  const isOnSale = ({ plan, observation }: DestinationEntry) =>
    plan.facts.inStock !== false && freshnessAt(observation.observedAt, now) !== 'expired';
  if (entries.some((entry) => entry.generation !== null && isOnSale(entry))) return null;
  if (regionOf(country) !== null) return [country];
  const statesIn = ({ plan }: DestinationEntry, stop: CountryCode) =>
    placeFactsOf(plan.coverage, stop).generation !== null;
  return countries.filter((stop) => !entries.some((entry) => statesIn(entry, stop) && isOnSale(entry)));
}

/** An offer that is in several lists is explained once and is the same object in each. */
export function explainer(
  scored: TripOffers<ScoredOffer>,
  otherWays: OtherWays = NO_OTHER_WAYS,
): (offer: ScoredOffer) => RankedOffer {
  const base = { lowestCents: lowestCentsOf(scored.offers), ...otherWays, leg: null } as const;
  const results = new Map<ScoredOffer, RankedOffer>();
  return (offer) => {
    const explained = results.get(offer) ?? explain(scored, offer, base);
    results.set(offer, explained);
    return explained;
  };
}

/** The first offer of Cheapest, without computing the lists. */
export function cheapestFor(
  destination: Destination,
  trip: Trip,
  now: Instant,
  filters: Filters = NO_FILTERS,
): RankedOffer | null {
  const priced = cheapOffers(destination, trip, now, filters);
  const lowestCents = lowestCentsOf(priced.offers);
  // Only an offer that costs the same or less can dominate the cheapest one. The others need no score.
  const candidates =
    lowestCents === null
      ? priced.offers
      : priced.offers.filter(({ fit, price }) => fit.meetsNeed && price.cents <= lowestCents);
  const scored = candidates.map((offer) => scoreOffer(offer, priced.demand));
  const [best] = firstOf(scored, 1, lowestCents === null ? byMiss : byTripPrice, dominatedAmong(scored));
  return best === undefined ? null : explain(priced, best, { lowestCents, ...NO_OTHER_WAYS, leg: null });
}

/**
 * The price of the first offer of Cheapest; null if no offer meets the need. For a region, it is the lowest price of its
 * first tier. Dominated offers need not be removed: the offer that dominates the cheapest one has the same price.
 */
export function lowestCentsOf(offers: readonly Offer[]): number | null {
  const [tier = []] = tiersOf(offers.filter(({ fit }) => fit.meetsNeed));
  // In Cheapest, offers for new customers only come after the others.
  const open = tier.filter(({ newCustomersOnly }) => !newCustomersOnly);
  const first = open.length > 0 ? open : tier;
  if (first.length === 0) return null;
  return first.reduce((lowest, { price }) => Math.min(lowest, price.cents), Number.POSITIVE_INFINITY);
}
