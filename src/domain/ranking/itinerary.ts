/**
 * Section 9 of docs/ranking.md: the best way to cut a trip's stops, in their order, into runs of neighbours with one
 * plan for each run. Exact: the best cut of the first stops is extended by every run that may follow it.
 */
import type { DestinationView } from '../columns.ts';
import type { Instant } from '../plan.ts';
import { type Need, type Requirement, type Stop, stopsOf, type Trip } from '../trip.ts';
import { furtherLegCents } from './drawbacks.ts';
import { type Compare, closest, recommended, type Weighed } from './orders.ts';
import { bestOf, byTripPrice, type Ceiling, look } from './rank.ts';
import type { Ranked } from './ranked.ts';
import { type ViewOf, viewOfBoth } from './stops.ts';

export interface Leg {
  readonly stops: readonly Stop[];
  /** null: nothing is sold for these stops. */
  readonly ranked: Ranked | null;
  /** Of all of its stops. */
  readonly view: DestinationView | null;
}

export interface Way {
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
  readonly recommended: Way;
  readonly cheapest: Way;
}

/** The plan that each way takes for one run of stops; null: nothing is sold for it. */
interface Run {
  readonly view: DestinationView | null;
  readonly recommended: Ranked | null;
  /** After another leg: a second purchase weighs on a high price, so it may be another plan. */
  readonly recommendedLater: Ranked | null;
  readonly cheapest: Ranked | null;
}
const NO_RUN: Run = { view: null, recommended: null, recommendedLater: null, cheapest: null };

export function itineraryOf(
  viewOf: ViewOf,
  trip: Trip,
  now: Instant,
  require: readonly Requirement[] = [],
): Itinerary {
  const stops = stopsOf(trip);
  const isOneLeg = require.includes('one_purchase');
  const runs = stops.map((_, from) => {
    // A run's view is that of the run before it and its last stop.
    let view: DestinationView | null = null;
    return stops.slice(from).map(({ country }, index): Run | null => {
      const next = viewOf(country);
      view = index === 0 ? next : view && next && viewOfBoth(view, next);
      const run = stops.slice(from, from + index + 1);
      if (isOneLeg && run.length < stops.length) return null;
      return bestOfRun(view, run, trip.need, now, require);
    });
  });
  return {
    recommended: bestWay(
      stops,
      runs,
      (run, isLater) => run[isLater ? 'recommendedLater' : 'recommended'],
      byComparable,
    ),
    cheapest: bestWay(stops, runs, (run) => run.cheapest, byPrice),
  };
}

/** Of the plans that anybody may buy: one that meets the need of its own days, else the closest miss. */
function bestOfRun(
  view: DestinationView | null,
  run: readonly Stop[],
  need: Need,
  now: Instant,
  require: readonly Requirement[],
): Run {
  if (view === null) return NO_RUN;
  const [{ country, days }, ...then] = run as [Stop, ...Stop[]];
  const trip = { country, days, need, then };
  const { all, isPointless, rankedBeside } = look(view, trip, now, require, ceilingOf);
  const open = all.filter(({ plan }) => !plan.newCustomersOnly);
  const meeting = open.filter(({ plan }) => plan.meetsNeed);
  const best = (compare: Compare<Weighed>) =>
    meeting.length > 0 ? bestOf(meeting, compare, isPointless) : bestOf(open, closest, isPointless);
  const cheapest = best(byTripPrice);
  if (cheapest === null) return NO_RUN;
  const toRanked = rankedBeside(cheapest.plan.price.cents);
  return {
    view,
    recommended: toRanked(best(recommended)!),
    recommendedLater: toRanked(best((a, b) => laterCents(a) - laterCents(b) || recommended(a, b))!),
    cheapest: toRanked(cheapest),
  };
}

/**
 * A plan that costs more than the cheapest ones are worth with all their drawbacks wins in no order. One of those is not
 * pointless, because what makes it so costs no more, and is open to anybody and meets the need as well.
 */
const ceilingOf: Ceiling = (plans, weighed) => {
  const meeting = plans.filter(({ newCustomersOnly, meetsNeed }) => !newCustomersOnly && meetsNeed);
  const lowest = meeting.reduce((least, { price }) => Math.min(least, price.cents), Number.POSITIVE_INFINITY);
  const cheapest = meeting.filter(({ price }) => price.cents === lowest);
  return cheapest.length === 0 ? lowest : Math.max(...cheapest.map((plan) => laterCents(weighed(plan))));
};

const laterCents = ({ plan, comparableCents }: Weighed): number =>
  comparableCents + furtherLegCents(plan.price.cents);

const NOTHING: Way = { legs: [], cents: 0, comparableCents: 0, purchases: 0, unserved: 0, misses: 0 };

/** First the fewest stops without a plan, then the fewest misses. */
const byFaults: Compare<Way> = (a, b) => a.unserved - b.unserved || a.misses - b.misses;
const byComparable: Compare<Way> = (a, b) =>
  byFaults(a, b) || a.comparableCents - b.comparableCents || a.cents - b.cents || fewer(a, b);
const byPrice: Compare<Way> = (a, b) =>
  byFaults(a, b) || a.cents - b.cents || a.comparableCents - b.comparableCents || fewer(a, b);
const fewer: Compare<Way> = (a, b) => a.purchases - b.purchases || a.legs.length - b.legs.length;

function bestWay(
  stops: readonly Stop[],
  /** By first stop, then by length less one; null: this run may not be taken. */
  runs: readonly (readonly (Run | null)[])[],
  planFor: (run: Run, isLater: boolean) => Ranked | null,
  compare: Compare<Way>,
): Way {
  const best: (Way | null)[] = [NOTHING];
  for (let to = 1; to <= stops.length; to++) {
    best[to] = null;
    for (let from = 0; from < to; from++) {
      const before = best[from]!;
      const run = runs[from]![to - from - 1]!;
      if (before === null || run === null) continue;
      const way = extended(before, stops.slice(from, to), run.view, planFor(run, from > 0));
      const known = best[to] ?? null;
      if (known === null || compare(way, known) < 0) best[to] = way;
    }
  }
  return best[stops.length]!;
}

function extended(
  before: Way,
  stops: readonly Stop[],
  view: DestinationView | null,
  ranked: Ranked | null,
): Way {
  const legs = [...before.legs, { stops, view, ranked }];
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
