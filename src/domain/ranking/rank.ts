/** The three ranked lists of one destination. Pure: same view, trip and time, same answer. */
import type { DestinationView } from '../columns.ts';
import type { Instant } from '../plan.ts';
import { LIST_MAX, type Requirement, type Trip } from '../trip.ts';
import { type Candidate, candidateOf } from './candidate.ts';
import { comparableCents, drawbacksOf, rowsOf } from './drawbacks.ts';
import { type Demand, demandOf } from './need.ts';
import { cheapest, closest, fastest, recommended, type Weighed, withVariety } from './orders.ts';
import { withoutPointless } from './pointless.ts';
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

/** Every plan of a destination in its place, not only the first 20. */
export interface Placed {
  /** All that were looked at, in the order of the catalogue. */
  readonly all: readonly Weighed[];
  /** By `require`: stated otherwise, or not stated. */
  readonly leftOut: { readonly no: number; readonly unknown: number };
  readonly recommended: readonly Weighed[];
  readonly cheapest: readonly Weighed[];
  readonly fastest: readonly Weighed[];
  /** As the rest of the service knows it; the same object wherever it stands. */
  readonly toRanked: (weighed: Weighed) => Ranked;
}

export function place(
  view: DestinationView,
  trip: Trip,
  now: Instant,
  require: readonly Requirement[] = [],
): Placed {
  const question = questionOf(view, trip, now);
  const candidates = candidatesOf(question);
  const stated = candidates.map((plan) => hasAll(view, plan, require));
  const all = candidates.filter((_, index) => stated[index]).map((plan) => weigh(question, plan));
  const stay = withoutPointless(view, all);
  const meeting = stay.filter(({ plan }) => plan.meetsNeed);
  const misses = stay.filter(({ plan }) => !plan.meetsNeed).sort(closest);
  const byPrice = meeting.toSorted((a, b) => cheapest(a.plan, b.plan));
  return {
    all,
    leftOut: {
      no: stated.filter((answer) => answer === false).length,
      unknown: stated.filter((answer) => answer === null).length,
    },
    recommended: [...withVariety(meeting.toSorted(recommended)), ...misses],
    cheapest: [...byPrice, ...misses],
    fastest: [...meeting.toSorted(fastest(view)), ...misses],
    toRanked: rankedBy(question, byPrice[0]?.plan.price.cents ?? null),
  };
}

export function rank(
  view: DestinationView,
  trip: Trip,
  now: Instant,
  require: readonly Requirement[] = [],
): Ranking {
  const placed = place(view, trip, now, require);
  const list = (ordered: readonly Weighed[]) => ordered.slice(0, LIST_MAX).map(placed.toRanked);
  return {
    recommended: list(placed.recommended),
    cheapest: list(placed.cheapest),
    fastest: list(placed.fastest),
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
  if (meeting.length === 0) {
    const [best] = withoutPointless(
      view,
      candidates.map((plan) => weigh(question, plan)),
    ).sort(closest);
    return best === undefined ? null : rankedBy(question, null)(best);
  }
  // Only plans at the same price can make the cheapest one pointless.
  const lowest = meeting.reduce((best, plan) => (cheapest(plan, best) < 0 ? plan : best)).price.cents;
  const rivals = meeting.filter(({ price }) => price.cents <= lowest).map((plan) => weigh(question, plan));
  const [best] = withoutPointless(view, rivals).sort((a, b) => cheapest(a.plan, b.plan));
  return rankedBy(question, lowest)(best!);
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
