/**
 * Section 9 of docs/ranking.md: the best split of a trip's stops, in their order, into legs of neighbouring stops with
 * one plan for each leg. Exact: the best split of the first stops is extended by every leg that may follow it.
 */
import type { Destination } from '../destination.ts';
import type { Instant } from '../plan.ts';
import { type Filters, NO_FILTERS, type Stop, stopsOf, type Trip } from '../trip.ts';
import { dominatedAmong } from './dominated.ts';
import { furtherLegCents } from './drawbacks.ts';
import { explain } from './explain.ts';
import { bestOf, byComparablePrice, byMiss, byTripPrice, type Compare } from './order.ts';
import type { RankedOffer } from './ranked.ts';
import { type ScoredOffer, score } from './score.ts';
import { type DestinationOf, joined } from './stops.ts';

export interface Leg {
  readonly stops: readonly Stop[];
  /** null: nothing is sold for these stops. */
  readonly ranked: RankedOffer | null;
}

export interface Split {
  readonly legs: readonly Leg[];
  readonly cents: number;
  /** Each leg after the first with what a second purchase is worth. */
  readonly comparableCents: number;
  readonly purchases: number;
  /** Stops without a plan. */
  readonly unserved: number;
  /** Legs whose plan misses the need. */
  readonly misses: number;
}

export interface Itinerary {
  readonly recommended: Split;
  readonly cheapest: Split;
}

/** The best offers for one leg; null: nothing is sold for it. */
interface LegOffers {
  readonly recommended: RankedOffer | null;
  /** After another leg: a second purchase weighs on a high price, so it may be another plan. */
  readonly recommendedLater: RankedOffer | null;
  readonly cheapest: RankedOffer | null;
}
const NO_OFFERS: LegOffers = { recommended: null, recommendedLater: null, cheapest: null };

export function itineraryOf(
  destinationOf: DestinationOf,
  trip: Trip,
  now: Instant,
  filters: Filters = NO_FILTERS,
): Itinerary {
  const stops = stopsOf(trip);
  const isOneLeg = filters.require.includes('one_purchase');
  const legs = stops.map((_, from) => {
    // The destination of a leg joins that of the leg before it and its last stop.
    let destination: Destination | null = null;
    return stops.slice(from).map(({ country }, index): LegOffers | null => {
      const next = destinationOf(country);
      destination = index === 0 ? next : destination && next && joined(destination, next);
      const legStops = stops.slice(from, from + index + 1);
      if (isOneLeg && legStops.length < stops.length) return null;
      return bestOfLeg(destination, legStops, trip, now, filters);
    });
  });
  return {
    recommended: bestSplit(
      stops,
      legs,
      (leg, isLater) => (isLater ? leg.recommendedLater : leg.recommended),
      byComparable,
    ),
    cheapest: bestSplit(stops, legs, (leg) => leg.cheapest, byPrice),
  };
}

/** Of the offers that any traveller may buy: the best that meets the need for the leg's days, else the closest miss. */
function bestOfLeg(
  destination: Destination | null,
  stops: readonly Stop[],
  { need, data }: Trip,
  now: Instant,
  filters: Filters,
): LegOffers {
  const [first, ...then] = stops;
  if (destination === null || first === undefined) return NO_OFFERS;
  const scored = score(destination, { ...first, need, then, ...(data && { data }) }, now, filters);
  const isDominated = dominatedAmong(scored.offers);
  const open = scored.offers.filter(({ newCustomersOnly }) => !newCustomersOnly);
  const meeting = open.filter(({ fit }) => fit.meetsNeed);
  const best = (compare: Compare<ScoredOffer>) =>
    meeting.length > 0 ? bestOf(meeting, compare, isDominated) : bestOf(open, byMiss, isDominated);
  const cheapest = best(byTripPrice);
  if (cheapest === null) return NO_OFFERS;
  const explained = (offer: ScoredOffer | null) => offer && explain(scored, offer, cheapest.price.cents);
  return {
    recommended: explained(best(byComparablePrice)),
    recommendedLater: explained(best((a, b) => laterCents(a) - laterCents(b) || byComparablePrice(a, b))),
    cheapest: explained(cheapest),
  };
}

const laterCents = ({ price, comparableCents }: ScoredOffer): number =>
  comparableCents + furtherLegCents(price.cents);

const EMPTY: Split = { legs: [], cents: 0, comparableCents: 0, purchases: 0, unserved: 0, misses: 0 };

/** First the fewest stops without a plan, then the fewest misses. */
const byFaults: Compare<Split> = (a, b) => a.unserved - b.unserved || a.misses - b.misses;
const byComparable: Compare<Split> = (a, b) =>
  byFaults(a, b) || a.comparableCents - b.comparableCents || a.cents - b.cents || byPurchases(a, b);
const byPrice: Compare<Split> = (a, b) =>
  byFaults(a, b) || a.cents - b.cents || a.comparableCents - b.comparableCents || byPurchases(a, b);
const byPurchases: Compare<Split> = (a, b) => a.purchases - b.purchases || a.legs.length - b.legs.length;

function bestSplit(
  stops: readonly Stop[],
  /** By first stop, then by length less one; null: this leg may not be taken. */
  legs: readonly (readonly (LegOffers | null)[])[],
  offerFor: (leg: LegOffers, isLater: boolean) => RankedOffer | null,
  compare: Compare<Split>,
): Split {
  const best: (Split | null)[] = [EMPTY];
  for (let to = 1; to <= stops.length; to++) {
    const extended = legs.slice(0, to).flatMap((from, first) => {
      const before = best[first] ?? null;
      const leg = from[to - first - 1] ?? null;
      if (before === null || leg === null) return [];
      return [withLeg(before, stops.slice(first, to), offerFor(leg, first > 0))];
    });
    best[to] = extended.reduce<Split | null>(
      (known, split) => (known === null || compare(split, known) < 0 ? split : known),
      null,
    );
  }
  return best[stops.length] ?? EMPTY;
}

function withLeg(before: Split, stops: readonly Stop[], ranked: RankedOffer | null): Split {
  const legs = [...before.legs, { stops, ranked }];
  if (ranked === null) return { ...before, legs, unserved: before.unserved + stops.length };
  const { cents } = ranked.price;
  const further = before.legs.length > 0 ? furtherLegCents(cents) : 0;
  return {
    legs,
    cents: before.cents + cents,
    comparableCents: before.comparableCents + ranked.comparableCents + further,
    purchases: before.purchases + ranked.fit.copies,
    unserved: before.unserved,
    misses: before.misses + (ranked.fit.meetsNeed ? 0 : 1),
  };
}
