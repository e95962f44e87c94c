/**
 * Section 9 of docs/ranking.md: finds the best split of the stops of a trip into legs of consecutive stops, with one plan
 * for each leg. All purchases of an itinerary count together, so the best offer for one leg depends on the others. The
 * search is exact: for each number of first stops it keeps every split that can become part of the best one.
 */
import { compareIds, type Destination } from '../destination.ts';
import type { Instant } from '../plan.ts';
import { dominatedAmong } from '../ranking/dominated.ts';
import { purchasesCents } from '../ranking/drawbacks.ts';
import { explain } from '../ranking/explain.ts';
import { byMiss, type Compare } from '../ranking/order.ts';
import { lowestCentsOf } from '../ranking/rank.ts';
import type { RankedOffer } from '../ranking/ranked.ts';
import { priceOffers, type ScoredOffer, scoreOffer, type TripOffers } from '../ranking/score.ts';
import { type Filters, NO_FILTERS, type Stop, stopsOf, type Trip, withStops } from '../trip.ts';
import { type DestinationOf, joinWith } from './stops.ts';

type LegStops = readonly [Stop, ...Stop[]];

export interface Leg {
  readonly stops: LegStops;
  /** null: there is no plan for these stops. */
  readonly ranked: RankedOffer | null;
}

export interface Split {
  readonly legs: readonly Leg[];
  /** The sum of the legs' trip prices. */
  readonly cents: number;
  /** The sum of the comparable prices of the legs, with the drawback of further purchases once and not for each leg. */
  readonly comparableCents: number;
  /** The drawback of all further purchases of the itinerary. */
  readonly furtherPurchasesCents: number;
  readonly purchases: number;
  /** Stops without a plan. */
  readonly unserved: number;
  /** Legs whose plan misses the need. */
  readonly misses: number;
}

/** null: every split costs more than the highest price of the filters. */
export interface Itinerary {
  readonly recommended: Split | null;
  readonly cheapest: Split | null;
}

/** Consecutive stops with the offers for them. */
interface LegChoice {
  readonly stops: LegStops;
  /** All offers for these stops; null: there are none. */
  readonly all: TripOffers | null;
  /** The offers that can be part of the best split. Empty: there is no plan for these stops. */
  readonly offers: readonly ScoredOffer[];
}

interface ChosenLeg {
  readonly choice: LegChoice;
  readonly offer: ScoredOffer | null;
}

/** A split of the first stops. The numbers are sums over its legs. */
interface PartialSplit {
  readonly legs: readonly ChosenLeg[];
  readonly unserved: number;
  readonly misses: number;
  readonly purchases: number;
  readonly cents: number;
  /** Comparable prices without the drawbacks of purchases. */
  readonly baseCents: number;
}

export function itineraryOf(
  destinationOf: DestinationOf,
  trip: Trip,
  now: Instant,
  filters: Filters = NO_FILTERS,
): Itinerary {
  const splits = splitsWithinPrice(destinationOf, trip, now, filters);
  const best = (compare: Compare<PartialSplit>): PartialSplit | null =>
    splits.reduce<PartialSplit | null>(
      (known, split) => (known === null || compare(split, known) < 0 ? split : known),
      null,
    );
  const recommended = best(byComparable);
  const cheapest = best(byPrice);
  const cheapestCents = cheapest && completeCents(cheapest);
  return {
    recommended: recommended && explained(recommended, cheapestCents),
    cheapest: cheapest && explained(cheapest, cheapestCents),
  };
}

/** The price of a split; null if it does not meet the need at every stop. */
export const completeCents = ({ cents, unserved, misses }: PartialSplit | Split): number | null =>
  unserved + misses === 0 ? cents : null;

/**
 * A split must not become affordable by omitting a stop that has a plan at any price, so the number of stops without a
 * plan is that of the best split without the highest price.
 */
function splitsWithinPrice(
  destinationOf: DestinationOf,
  trip: Trip,
  now: Instant,
  filters: Filters,
): PartialSplit[] {
  const { maxUsdCents } = filters;
  const splits = splitsOf(destinationOf, trip, now, filters);
  if (maxUsdCents === null) return splits;
  const atAnyPrice = splitsOf(destinationOf, trip, now, { ...filters, maxUsdCents: null });
  const fewest = Math.min(...atAnyPrice.map(({ unserved }) => unserved));
  return splits.filter(({ unserved, cents }) => unserved === fewest && cents <= maxUsdCents);
}

/** Returns every split of all stops that can be the best one by price or by comparable price. */
function splitsOf(destinationOf: DestinationOf, trip: Trip, now: Instant, filters: Filters): PartialSplit[] {
  const stops = stopsOf(trip);
  const isOneLeg = filters.require.includes('one_purchase');
  const joins = stops.map(({ country }) => {
    const destination = destinationOf(country);
    return destination && { destination, join: joinWith(destination) };
  });
  /** `prefixes[n]` has the splits of the first n stops. Each round appends one leg to the splits of `prefixes[from]`. */
  const prefixes: PartialSplit[][] = [[NO_LEGS], ...stops.map((): PartialSplit[] => [])];
  for (const [from, before] of prefixes.entries()) {
    // A leg of several stops joins the destination of the leg without its last stop and that of the last stop.
    let destination: Destination | null = null;
    const kept = withoutWorse(before);
    for (let to = from + 1; to <= stops.length && kept.length > 0; to++) {
      const next = joins[to - 1] ?? null;
      if (to === from + 1) destination = next?.destination ?? null;
      else destination = destination === null || next === null ? null : next.join(destination);
      if (isOneLeg && to - from < stops.length) continue;
      const choice = legChoice(destination, [stops[from]!, ...stops.slice(from + 1, to)], trip, now, filters);
      const offers = choice.offers.length === 0 ? [null] : choice.offers;
      prefixes[to]?.push(
        ...kept.flatMap((split) => offers.map((offer) => withLeg(split, { choice, offer }))),
      );
    }
  }
  return withoutWorse(prefixes.at(-1) ?? []);
}

/** The offers that any traveller can buy and that meet the need of the leg, or else the closest one that misses it. */
function legChoice(
  destination: Destination | null,
  stops: LegStops,
  trip: Trip,
  now: Instant,
  filters: Filters,
): LegChoice {
  if (destination === null) return { stops, all: null, offers: [] };
  const all = priceOffers(destination, withStops(trip, stops), now, filters);
  const most = highestUsefulCents(all);
  const offers = all.offers
    .filter(({ price }) => price.cents <= most)
    .map((offer) => scoreOffer(offer, all.demand));
  const isDominated = dominatedAmong(offers);
  const open = offers.filter((offer) => !offer.newCustomersOnly && !isDominated(offer));
  const meeting = open.filter(({ fit }) => fit.meetsNeed);
  if (meeting.length === 0) return { stops, all, offers: open.toSorted(byMiss).slice(0, 1) };
  // An offer that is worse than another one in all sums of a split of one leg is worse in every split.
  const choice = { stops, all, offers: meeting };
  const splits = withoutWorse(meeting.map((offer) => withLeg(NO_LEGS, { choice, offer })));
  const useful = new Set(splits.map(({ legs }) => legs[0]?.offer));
  return { stops, all, offers: meeting.filter((offer) => useful.has(offer)) };
}

/**
 * An offer with a price above the comparable price of the cheapest offer of one copy is in no best split, so it is not
 * scored. At least one of the cheapest offers is not dominated, because an offer that dominates it costs no more, needs
 * no more purchases, meets the need, and can be bought by any traveller.
 */
function highestUsefulCents({ offers, demand }: TripOffers): number {
  const single = offers.filter(
    ({ fit, newCustomersOnly }) => fit.meetsNeed && fit.copies === 1 && !newCustomersOnly,
  );
  const lowest = single.reduce((least, { price }) => Math.min(least, price.cents), Number.POSITIVE_INFINITY);
  const cheapest = single.filter(({ price }) => price.cents === lowest);
  return cheapest.length === 0
    ? Number.POSITIVE_INFINITY
    : Math.max(...cheapest.map((offer) => scoreOffer(offer, demand).comparableCents));
}

const NO_LEGS: PartialSplit = { legs: [], unserved: 0, misses: 0, purchases: 0, cents: 0, baseCents: 0 };

function withLeg(before: PartialSplit, leg: ChosenLeg): PartialSplit {
  const legs = [...before.legs, leg];
  const { offer, choice } = leg;
  if (offer === null) return { ...before, legs, unserved: before.unserved + choice.stops.length };
  const { fit, price, comparableCents } = offer;
  return {
    legs,
    unserved: before.unserved,
    misses: before.misses + (fit.meetsNeed ? 0 : 1),
    purchases: before.purchases + fit.copies,
    cents: before.cents + price.cents,
    baseCents: before.baseCents + comparableCents - purchasesCents(fit.copies, price.cents),
  };
}

/**
 * Removes every split that is not better than another one in any of the five sums. The drawback of purchases never
 * becomes smaller with more purchases or a higher price, so a removed split can never become part of the best one.
 */
function withoutWorse(splits: readonly PartialSplit[]): PartialSplit[] {
  const kept: PartialSplit[] = [];
  for (const split of splits.toSorted(bySums)) {
    if (!kept.some((other) => isNoWorse(other, split))) kept.push(split);
  }
  return kept;
}

const isNoWorse = (a: PartialSplit, b: PartialSplit): boolean =>
  a.unserved <= b.unserved &&
  a.misses <= b.misses &&
  a.purchases <= b.purchases &&
  a.cents <= b.cents &&
  a.baseCents <= b.baseCents;

/** A split that is better in all sums comes first. Equal splits have the order of the last tie-breaks. */
const bySums: Compare<PartialSplit> = (a, b) =>
  byFaults(a, b) ||
  a.purchases - b.purchases ||
  a.cents - b.cents ||
  a.baseCents - b.baseCents ||
  byLegs(a, b);

/** Fewer stops without a plan first, then fewer legs that miss the need. */
const byFaults: Compare<PartialSplit> = (a, b) => a.unserved - b.unserved || a.misses - b.misses;

const comparable = ({ baseCents, purchases, cents }: PartialSplit): number =>
  baseCents + purchasesCents(purchases, cents);

const byComparable: Compare<PartialSplit> = (a, b) =>
  byFaults(a, b) || comparable(a) - comparable(b) || a.cents - b.cents || byPurchases(a, b);

const byPrice: Compare<PartialSplit> = (a, b) =>
  byFaults(a, b) || a.cents - b.cents || comparable(a) - comparable(b) || byPurchases(a, b);

const byPurchases: Compare<PartialSplit> = (a, b) => a.purchases - b.purchases || byLegs(a, b);

/** Fewer legs first, then by the ids of their plans. */
function byLegs(a: PartialSplit, b: PartialSplit): number {
  if (a.legs.length !== b.legs.length) return a.legs.length - b.legs.length;
  for (const [index, { offer }] of a.legs.entries()) {
    const other = b.legs[index]?.offer ?? null;
    if (offer === null || other === null) continue;
    const order = compareIds(offer.entry.plan, other.entry.plan);
    if (order !== 0) return order;
  }
  return 0;
}

/** `cheapestCents`: the price of the cheapest split that meets the need at every stop. */
function explained(split: PartialSplit, cheapestCents: number | null): Split {
  const { unserved, misses, purchases, cents } = split;
  const legExtent = split.legs.length === 1 ? 'whole' : 'part';
  return {
    legs: split.legs.map(({ choice, offer }) => ({
      stops: choice.stops,
      ranked:
        offer &&
        choice.all &&
        explain(choice.all, offer, {
          lowestCents: lowestCentsOf(choice.offers),
          splitCents: legExtent === 'whole' ? cheapestCents : null,
          legExtent,
        }),
    })),
    cents,
    comparableCents: comparable(split),
    furtherPurchasesCents: purchasesCents(purchases, cents),
    purchases,
    unserved,
    misses,
  };
}
