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
import type { Demand } from '../ranking/need.ts';
import { byMiss, type Compare, tiersOf } from '../ranking/order.ts';
import { lowestCentsOf } from '../ranking/rank.ts';
import type { RankedOffer } from '../ranking/ranked.ts';
import { type Offer, priceOffers, type ScoredOffer, scoreOffer, type TripOffers } from '../ranking/score.ts';
import { type Filters, NO_FILTERS, type Stops, stopsOf, type Trip, withStops } from '../trip.ts';
import { type DestinationOf, joinWith } from './stops.ts';

export interface Leg {
  readonly stops: Stops;
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
  readonly stops: Stops;
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

/** Whether a leg may use an offer. `leg` is the part of the trip that the leg serves. */
type LegRule = (offer: Offer, leg: Trip) => boolean;

interface ItineraryOptions {
  /** If it is set, a group shares the plans. */
  readonly mayUse?: LegRule;
  /** What each traveller of a group pays for shared plans, with which the reasons compare. */
  readonly sharedCentsEach?: number | null;
}

const ANY_OFFER: LegRule = () => true;

export function itineraryOf(
  destinationOf: DestinationOf,
  trip: Trip,
  now: Instant,
  filters: Filters = NO_FILTERS,
  { mayUse, sharedCentsEach = null }: ItineraryOptions = {},
): Itinerary {
  const splits = splitsWithinPrice(destinationOf, trip, now, filters, mayUse ?? ANY_OFFER);
  if (splits.length === 0) return { recommended: null, cheapest: null };
  const recommended = splits.toSorted(byComparable)[0]!;
  const cheapest = splits.toSorted(byPrice)[0]!;
  const base = { cheapestCents: cheapest.cents, sharedCentsEach, isShared: mayUse !== undefined };
  return { recommended: explained(recommended, base), cheapest: explained(cheapest, base) };
}

/**
 * A split must not become affordable by omitting a stop that has a plan at any price, so the number of stops without a
 * plan is that of the best split without the highest price.
 */
function splitsWithinPrice(
  destinationOf: DestinationOf,
  trip: Trip,
  now: Instant,
  filters: Filters,
  mayUse: LegRule,
): PartialSplit[] {
  const { maxUsdCents } = filters;
  const splits = splitsOf(destinationOf, trip, now, filters, mayUse);
  if (maxUsdCents === null) return splits;
  const atAnyPrice = splitsOf(destinationOf, trip, now, { ...filters, maxUsdCents: null }, mayUse);
  const fewest = Math.min(...atAnyPrice.map(({ unserved }) => unserved));
  return splits.filter(({ unserved, cents }) => unserved === fewest && cents <= maxUsdCents);
}

/** Returns every split of all stops that can be the best one by price or by comparable price. */
function splitsOf(
  destinationOf: DestinationOf,
  trip: Trip,
  now: Instant,
  filters: Filters,
  mayUse: LegRule,
): PartialSplit[] {
  const stops = stopsOf(trip);
  const countries = stops.map(({ country }) => country);
  const isOneLeg = filters.require.includes('one_purchase');
  const destinations = countries.map(destinationOf);
  /** Each adds a stop to the stops before it, so the first stop has none. */
  const joins = destinations.map((one, at) => (one === null || at === 0 ? null : joinWith(one)));
  /** `prefixes[n]` has the splits of the first n stops. Each round appends one leg to the splits of `prefixes[from]`. */
  const prefixes: PartialSplit[][] = [[NO_LEGS], ...stops.map((): PartialSplit[] => [])];
  for (const from of stops.keys()) {
    const kept = withoutWorse(prefixes[from]!);
    let destination = destinations[from] ?? null;
    for (let to = from + 1; to <= stops.length; to++) {
      const join = joins[to - 1];
      const isNew = !countries.slice(from, to - 1).includes(countries[to - 1]!);
      if (to > from + 1 && isNew) destination = destination && join ? join(destination) : null;
      if (isOneLeg && to < stops.length) continue;
      const leg = withStops(trip, [stops[from]!, ...stops.slice(from + 1, to)]);
      const choice = legChoice(destination, leg, now, filters, mayUse);
      const offers = choice.offers.length === 0 ? [null] : choice.offers;
      prefixes[to]!.push(
        ...kept.flatMap((split) => offers.map((offer) => withLeg(split, { choice, offer }))),
      );
    }
  }
  return withoutWorse(prefixes[stops.length]!);
}

/** The offers that any traveller can buy and that meet the need of the leg, or else the closest one that misses it. */
function legChoice(
  destination: Destination | null,
  leg: Trip,
  now: Instant,
  filters: Filters,
  mayUse: LegRule,
): LegChoice {
  const stops = stopsOf(leg);
  if (destination === null) return { stops, all: null, offers: [] };
  const priced = priceOffers(destination, leg, now, filters);
  const all = { ...priced, offers: priced.offers.filter((offer) => mayUse(offer, leg)) };
  const open = all.offers.filter(({ newCustomersOnly }) => !newCustomersOnly);
  const [meeting = []] = tiersOf(open.filter(({ fit }) => fit.meetsNeed));
  const scored = (offers: readonly Offer[]): ScoredOffer[] => {
    const withScores = offers.map((offer) => scoreOffer(offer, priced.demand));
    const isDominated = dominatedAmong(withScores);
    return withScores.filter((offer) => !isDominated(offer));
  };
  if (meeting.length === 0) return { stops, all, offers: scored(open).sort(byMiss).slice(0, 1) };
  const most = highestUsefulCents(meeting, priced.demand);
  return { stops, all, offers: scored(meeting.filter(({ price }) => price.cents <= most)) };
}

/**
 * An offer with a price above the comparable price of the cheapest offer of one copy is in no best split, so it is not
 * scored. At least one of the cheapest offers is not dominated, because an offer that dominates it costs no more, needs
 * no more purchases, meets the need, and can be bought by any traveller. `meeting`: offers that do both.
 */
function highestUsefulCents(meeting: readonly Offer[], demand: Demand): number {
  const single = meeting.filter(({ fit }) => fit.copies === 1);
  if (single.length === 0) return Number.POSITIVE_INFINITY;
  const lowest = Math.min(...single.map(({ price }) => price.cents));
  const cheapest = single.filter(({ price }) => price.cents === lowest);
  return Math.max(...cheapest.map((offer) => scoreOffer(offer, demand).comparableCents));
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

type Key = (split: PartialSplit) => number;

const unserved: Key = (split) => split.unserved;
const misses: Key = (split) => split.misses;
const purchases: Key = (split) => split.purchases;
const cents: Key = (split) => split.cents;
const baseCents: Key = (split) => split.baseCents;
const legs: Key = (split) => split.legs.length;
const comparableCents: Key = (split) => split.baseCents + purchasesCents(split.purchases, split.cents);

/** Compares by the keys in their order, then by the ids of the plans. The lower value comes first. */
const byKeys =
  (...keys: readonly Key[]): Compare<PartialSplit> =>
  (a, b) => {
    for (const key of keys) if (key(a) !== key(b)) return key(a) - key(b);
    return byPlans(a, b);
  };

function byPlans(a: PartialSplit, b: PartialSplit): number {
  for (const [index, { offer }] of a.legs.entries()) {
    const other = b.legs[index]!.offer;
    if (offer === null || other === null) continue;
    const order = compareIds(offer.entry.plan, other.entry.plan);
    if (order !== 0) return order;
  }
  return 0;
}

const SUMS = [unserved, misses, purchases, cents, baseCents];
const bySums = byKeys(...SUMS, legs);
const byComparable = byKeys(unserved, misses, comparableCents, cents, purchases, legs);
const byPrice = byKeys(unserved, misses, cents, comparableCents, purchases, legs);

/**
 * Removes every split that is not better than another one in any of the sums. The drawback of purchases never becomes
 * smaller with more purchases or a higher price, so a removed split can never become part of the best one. A split that
 * is better in all sums comes first in their order, so each split is compared only with those before it.
 */
function withoutWorse(splits: readonly PartialSplit[]): PartialSplit[] {
  const kept: PartialSplit[] = [];
  for (const split of splits.toSorted(bySums)) {
    if (!kept.some((other) => SUMS.every((sum) => sum(other) <= sum(split)))) kept.push(split);
  }
  return kept;
}

interface SplitBase {
  /** The price of the cheapest split. */
  readonly cheapestCents: number;
  readonly sharedCentsEach: number | null;
  readonly isShared: boolean;
}

function explained(split: PartialSplit, { cheapestCents, sharedCentsEach, isShared }: SplitBase): Split {
  const extent = split.legs.length === 1 ? 'whole' : 'part';
  return {
    legs: split.legs.map(({ choice, offer }) => ({
      stops: choice.stops,
      ranked:
        offer &&
        choice.all &&
        explain(choice.all, offer, {
          lowestCents: lowestCentsOf(choice.offers),
          splitCents: cheapestCents,
          sharedCentsEach,
          leg: isShared ? 'shared' : extent,
        }),
    })),
    cents: split.cents,
    comparableCents: comparableCents(split),
    furtherPurchasesCents: purchasesCents(split.purchases, split.cents),
    purchases: split.purchases,
    unserved: split.unserved,
    misses: split.misses,
  };
}
