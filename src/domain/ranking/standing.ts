/** Where one plan stands for a trip, or why it is in no list; and why one of two stands before the other. */
import { type DestinationView, FACT } from '../columns.ts';
import { ageSecondsOf, EXPIRED_CODE, freshnessCode } from '../freshness.ts';
import { BREAKOUTS, type Instant } from '../plan.ts';
import { LIST_MAX, SORTS, type Sort, type Trip } from '../trip.ts';
import { ROWS } from './drawbacks.ts';
import { topKbps, type Weighed } from './orders.ts';
import { makesPointless } from './pointless.ts';
import { type Placed, place } from './rank.ts';
import type { Drawback, Ranked } from './ranked.ts';

export interface Place {
  /** Counted over all plans that may be listed, not only over those that are. */
  readonly place: number;
  readonly listed: boolean;
}

export type Standing =
  | { readonly kind: 'out'; readonly reason: 'not_covered' | 'sold_out' | 'not_unlimited' | 'expired' }
  | {
      readonly kind: 'pointless';
      readonly ranked: Ranked;
      /** The cheapest plan of its brand that makes it so. */
      readonly by: { readonly row: number; readonly cents: number };
    }
  | {
      readonly kind: 'placed';
      readonly ranked: Ranked;
      /** How many plans may be listed. */
      readonly among: number;
      readonly places: Readonly<Record<Sort, Place>>;
    };

/** `view`: of the trip's country; null where nothing is sold there. */
export function standingOf(view: DestinationView | null, row: number, trip: Trip, now: Instant): Standing {
  if (view === null || !view.postings.rows.includes(row)) return { kind: 'out', reason: 'not_covered' };
  const placed = place(view, trip, now);
  const own = placed.all.find(({ plan }) => plan.row === row);
  if (own === undefined) {
    const { factsKnown, factsTrue, observedAtSeconds } = view.columns;
    const isSoldOut = (factsKnown[row]! & ~factsTrue[row]! & FACT.inStock) !== 0;
    const isExpired = freshnessCode(ageSecondsOf(observedAtSeconds[row]!, now)) === EXPIRED_CODE;
    return { kind: 'out', reason: isSoldOut ? 'sold_out' : isExpired ? 'expired' : 'not_unlimited' };
  }
  const ranked = placed.toRanked(own);
  if (!placed.cheapest.includes(own)) {
    const [by] = placed.all
      .filter((other) => other.plan.brand === own.plan.brand && other !== own)
      .filter((other) => makesPointless(view, other, own))
      .sort((a, b) => a.plan.price.cents - b.plan.price.cents);
    return { kind: 'pointless', ranked, by: { row: by!.plan.row, cents: by!.plan.price.cents } };
  }
  const placeIn = (ordered: readonly Weighed[]): Place => {
    const index = ordered.indexOf(own);
    return { place: index + 1, listed: index < LIST_MAX };
  };
  const places = Object.fromEntries(SORTS.map((sort) => [sort, placeIn(placed[sort])]));
  return { kind: 'placed', ranked, among: placed.cheapest.length, places: places as Record<Sort, Place> };
}

/** What decides between two plans in an order, in words of section 6 of docs/ranking.md. */
export type KeyCode =
  | 'meets_need'
  | 'new_customers_only'
  | 'closeness'
  | 'comparable_price'
  | 'trip_price'
  | 'purchases'
  | 'full_speed_data'
  | 'validity'
  | 'full_speed_alone'
  | 'generation'
  | 'top_speed'
  | 'local_exit'
  | 'networks'
  | 'id'
  /** In Recommended: its brand had its places. */
  | 'brand_places';

export interface Decision {
  readonly sort: Sort;
  /** Counted over all plans that may be listed. */
  readonly places: readonly [number, number];
  readonly by: KeyCode;
  /** Both values of that key; lower first. */
  readonly values: readonly [number, number];
}

/** One line of the sum that a comparable price is: null where a plan has no such drawback. */
export interface Line {
  readonly row: (typeof ROWS)[number];
  readonly drawbacks: readonly [Drawback | null, Drawback | null];
}

export interface PairExplained {
  readonly ranked: readonly [Ranked, Ranked];
  /** In the order of the table; only rows in which one of the two has a drawback. */
  readonly lines: readonly Line[];
  readonly decisions: readonly Decision[];
}

/** null where one of them is in no list: `standingOf` says why. */
export function explainPair(
  view: DestinationView,
  rows: readonly [number, number],
  trip: Trip,
  now: Instant,
): PairExplained | null {
  const placed = place(view, trip, now);
  const [a, b] = rows.map((row) => placed.cheapest.find(({ plan }) => plan.row === row));
  if (a === undefined || b === undefined) return null;
  const ranked = [placed.toRanked(a), placed.toRanked(b)] as const;
  const drawbackIn = (own: Weighed, { drawbacks }: Ranked, index: number) =>
    drawbacks.find(({ code }) => code === own.rows[index]!.code) ?? null;
  const lines = ROWS.map((row, index): Line => {
    return { row, drawbacks: [drawbackIn(a, ranked[0], index), drawbackIn(b, ranked[1], index)] };
  });
  return {
    ranked,
    lines: lines.filter(({ drawbacks }) => drawbacks.some((drawback) => drawback !== null)),
    decisions: SORTS.map((sort) => decide(view, placed, sort, a, b)),
  };
}

type Key = readonly [KeyCode, (weighed: Weighed) => number];

const ID: Key = ['id', ({ plan }) => plan.row];
const COMPARABLE: Key = ['comparable_price', ({ comparableCents }) => comparableCents];
const PRICE: Key = ['trip_price', ({ plan }) => plan.price.cents];
const PURCHASES: Key = ['purchases', ({ plan }) => plan.copies];
const NEW_ONLY: Key = ['new_customers_only', ({ plan }) => Number(plan.newCustomersOnly)];

/** The keys of each order, as the comparators of orders.ts have them; a test holds the two together. */
function keysOf({ postings, ...view }: DestinationView, sort: Sort, meet: boolean): readonly Key[] {
  if (!meet) return [['closeness', ({ plan }) => plan.miss], COMPARABLE, ID];
  if (sort === 'recommended') return [NEW_ONLY, COMPARABLE, PRICE, ID];
  if (sort === 'cheapest') {
    const data: Key = ['full_speed_data', ({ plan }) => -plan.dataMb];
    return [NEW_ONLY, PRICE, PURCHASES, data, ['validity', ({ plan }) => -plan.validityDays], ID];
  }
  const isLocal = (posting: number) => postings.breakout[posting] === BREAKOUTS.indexOf('local');
  return [
    ['full_speed_alone', ({ plan }) => -Number(plan.isFullSpeed)],
    ['generation', ({ plan }) => -postings.generation[plan.posting]!],
    ['top_speed', ({ plan }) => -topKbps({ postings, ...view }, plan.row)],
    ['local_exit', ({ plan }) => -Number(isLocal(plan.posting))],
    PURCHASES,
    ['networks', ({ plan }) => -postings.networks[plan.posting]!],
    COMPARABLE,
    ID,
  ];
}

function decide(view: DestinationView, placed: Placed, sort: Sort, a: Weighed, b: Weighed): Decision {
  const places = [placed[sort].indexOf(a) + 1, placed[sort].indexOf(b) + 1] as const;
  const meets: Key = ['meets_need', ({ plan }) => -Number(plan.meetsNeed)];
  const keys = [meets, ...keysOf(view, sort, a.plan.meetsNeed)];
  const [by, of] = keys.find(([, value]) => value(a) !== value(b)) ?? ID;
  const isAhead = of(a) < of(b);
  // Only the places that a brand may take turn an order around.
  if (isAhead !== places[0] < places[1]) return { sort, places, by: 'brand_places', values: [0, 0] };
  return { sort, places, by, values: [of(a), of(b)] };
}
