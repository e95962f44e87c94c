/**
 * The folder: the three ranked lists of one destination, section by section as docs/ranking.md has them. It imports no
 * other folder. Pure, and may be called at any time: same view, trip and time, same answer.
 */
import type { DestinationView } from '../columns.ts';
import type { Instant } from '../plan.ts';
import { LIST_MAX, type Requirement, type Trip } from '../trip.ts';
import { type Candidate, candidateOf } from './candidate.ts';
import { comparableCents, drawbacksOf, rowsOf } from './drawbacks.ts';
import { type Demand, demandOf } from './need.ts';
import {
  type Compare,
  cheapest,
  closest,
  fastest,
  inOrder,
  recommended,
  type Weighed,
  withVariety,
} from './orders.ts';
import { pointlessAmong } from './pointless.ts';
import type { Ranked, Ranking } from './ranked.ts';
import { reasonsOf } from './reasons.ts';
import { hasAll } from './require.ts';
import { offersOf, type ValidCoupons, validCoupons } from './trip-price.ts';

/** One question about one destination. */
interface Question {
  readonly view: DestinationView;
  readonly demand: Demand;
  readonly coupons: ValidCoupons;
  readonly now: Instant;
}

function questionOf(view: DestinationView, trip: Trip, now: Instant): Question {
  const demand = demandOf(trip);
  return { view, demand, coupons: validCoupons(view, demand, now), now };
}

/** All plans of a destination, weighed for a trip. */
export interface Looked {
  /** In the order of the catalogue. */
  readonly all: readonly Weighed[];
  /** By `require`: stated otherwise, or not stated. */
  readonly leftOut: { readonly no: number; readonly unknown: number };
  readonly isPointless: (weighed: Weighed) => boolean;
  /** As the rest of the service knows a plan; the same object wherever it stands. */
  readonly rankedBeside: (lowestCents: number | null) => (weighed: Weighed) => Ranked;
}

/** The price above which plans need not be weighed. */
export type Ceiling = (plans: readonly Candidate[], weighed: (plan: Candidate) => Weighed) => number;

export function look(
  view: DestinationView,
  trip: Trip,
  now: Instant,
  require: readonly Requirement[] = [],
  ceilingOf: Ceiling = () => Number.POSITIVE_INFINITY,
): Looked {
  const question = questionOf(view, trip, now);
  const leftOut = { no: 0, unknown: 0 };
  const plans = candidatesOf(question).filter((plan) => {
    const stated = hasAll(view, plan, require);
    if (stated !== true) leftOut[stated === null ? 'unknown' : 'no'] += 1;
    return stated === true;
  });
  const weighed = (plan: Candidate) => weigh(question, plan);
  const ceiling = ceilingOf(plans, weighed);
  const all = plans.filter(({ price }) => price.cents <= ceiling).map(weighed);
  return {
    all,
    leftOut,
    isPointless: pointlessAmong(view, all),
    rankedBeside: (lowestCents) => rankedBy(question, lowestCents),
  };
}

/** Plans in their places: all of them, or the first `limit` of each order. */
export interface Placed extends Looked {
  readonly recommended: readonly Weighed[];
  readonly cheapest: readonly Weighed[];
  readonly fastest: readonly Weighed[];
  readonly toRanked: (weighed: Weighed) => Ranked;
}

export function place(
  view: DestinationView,
  trip: Trip,
  now: Instant,
  require: readonly Requirement[] = [],
  limit = Number.POSITIVE_INFINITY,
): Placed {
  const looked = look(view, trip, now, require);
  const { all, isPointless } = looked;
  const stays = (weighed: Weighed) => !isPointless(weighed);
  const meeting = all.filter(({ plan }) => plan.meetsNeed);
  const byPrice = inOrder(meeting, byTripPrice).filter(stays).take(limit).toArray();
  // Misses only fill up.
  const room = limit - byPrice.length;
  const missing = room > 0 ? all.filter(({ plan }) => !plan.meetsNeed) : [];
  const misses = inOrder(missing, closest).filter(stays).take(room).toArray();
  const byComparable = withVariety(inOrder(meeting, recommended).filter(stays), limit);
  const bySpeed = inOrder(meeting, fastest(view)).filter(stays).take(limit).toArray();
  return {
    ...looked,
    recommended: [...byComparable, ...misses],
    cheapest: [...byPrice, ...misses],
    fastest: [...bySpeed, ...misses],
    toRanked: looked.rankedBeside(byPrice[0]?.plan.price.cents ?? null),
  };
}

export const byTripPrice: Compare<Weighed> = (a, b) => cheapest(a.plan, b.plan);

/** The first of an order, found without sorting. */
export function bestOf(
  pool: readonly Weighed[],
  compare: Compare<Weighed>,
  isPointless: (weighed: Weighed) => boolean,
): Weighed | null {
  return inOrder(pool, compare).find((weighed) => !isPointless(weighed)) ?? null;
}

export function rank(
  view: DestinationView,
  trip: Trip,
  now: Instant,
  require: readonly Requirement[] = [],
): Ranking {
  const placed = place(view, trip, now, require, LIST_MAX);
  return {
    recommended: placed.recommended.map(placed.toRanked),
    cheapest: placed.cheapest.map(placed.toRanked),
    fastest: placed.fastest.map(placed.toRanked),
    considered: {
      plans: view.postings.rows.length,
      meetTheNeed: placed.all.filter(({ plan }) => plan.meetsNeed).length,
      leftOutByRequire: placed.leftOut,
    },
    statesGenerations: placed.all.some(({ plan }) => view.postings.generation[plan.posting] !== 0),
  };
}

/** Exactly the first of Cheapest, without making the lists. */
export function cheapestFor(
  view: DestinationView,
  trip: Trip,
  now: Instant,
  require: readonly Requirement[] = [],
): Ranked | null {
  const question = questionOf(view, trip, now);
  const candidates = candidatesOf(question).filter((plan) => hasAll(view, plan, require));
  const meeting = candidates.filter(({ meetsNeed }) => meetsNeed);
  const lowest = meeting.reduce((best, plan) => (cheapest(plan, best) < 0 ? plan : best), meeting[0]!);
  // Only plans that cost no more can make the cheapest one pointless, so that the others need not be weighed.
  const rivals =
    meeting.length === 0 ? candidates : meeting.filter(({ price }) => price.cents <= lowest.price.cents);
  const weighed = rivals.map((plan) => weigh(question, plan));
  const compare = meeting.length === 0 ? closest : byTripPrice;
  const best = bestOf(weighed, compare, pointlessAmong(view, weighed));
  const lowestCents = meeting.length === 0 ? null : lowest.price.cents;
  return best && rankedBy(question, lowestCents)(best);
}

function candidatesOf({ view, demand, coupons, now }: Question): Candidate[] {
  const candidates: Candidate[] = [];
  for (let posting = 0; posting < view.postings.rows.length; posting++) {
    const candidate = candidateOf(view, posting, demand, coupons, now);
    if (candidate !== null) candidates.push(candidate);
  }
  return candidates;
}

function weigh({ view, demand }: Question, plan: Candidate): Weighed {
  const rows = rowsOf(view, plan, demand);
  return { plan, rows, comparableCents: comparableCents(plan, rows) };
}

function rankedBy(
  { view, demand, coupons }: Question,
  lowestCents: number | null,
): (weighed: Weighed) => Ranked {
  const known = new Map<number, Ranked>();
  return ({ plan, rows, comparableCents: comparable }) => {
    const { posting, row, listCents, price, units, kind } = plan;
    const ranked: Ranked = known.get(posting) ?? {
      row,
      posting,
      fit: {
        copies: plan.copies,
        meetsNeed: plan.meetsNeed,
        shortByMb: plan.shortByMb,
        shortByDays: plan.shortByDays,
        mbForTrip: kind === 'uncapped' || kind === 'unstated' ? null : plan.dataMb,
        fullSpeed: plan.isFullSpeed,
      },
      price: {
        listCents,
        cents: price.cents,
        offers: offersOf(view, coupons, row, { ...price, listCents, units }),
      },
      comparableCents: comparable,
      drawbacks: drawbacksOf(plan, rows),
      reasons: reasonsOf(view, plan, demand, lowestCents),
    };
    known.set(posting, ranked);
    return ranked;
  };
}
