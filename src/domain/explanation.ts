/** Explains the position of a plan for a trip, or why it is in no list, and why one of two plans ranks above the other. */
import { compareIds, type Destination, type DestinationEntry } from './destination.ts';
import { freshnessAt } from './freshness.ts';
import type { Instant, Plan } from './plan.ts';
import { dominates } from './ranking/dominated.ts';
import { ASPECTS, type Aspect, type Drawback } from './ranking/drawbacks.ts';
import { KEYS, type KeyCode, MISS_KEYS, type Orders, order } from './ranking/order.ts';
import { explainer } from './ranking/rank.ts';
import type { RankedOffer } from './ranking/ranked.ts';
import { type ScoredOffer, score, type TripOffers } from './ranking/score.ts';
import { LIST_MAX, SORTS, type Sort, type Trip } from './trip.ts';

/** The position of a plan in a list. */
export interface Position {
  /** Counted over all plans that can be listed, also beyond the length of the lists. */
  readonly position: number;
  readonly listed: boolean;
}

export type Explanation =
  | { readonly kind: 'out'; readonly reason: 'not_covered' | 'sold_out' | 'not_unlimited' | 'expired' }
  | {
      readonly kind: 'dominated';
      readonly ranked: RankedOffer;
      /** The cheapest plan of its brand that dominates it. */
      readonly by: { readonly plan: Plan; readonly cents: number };
    }
  | {
      readonly kind: 'placed';
      readonly ranked: RankedOffer;
      /** The number of plans that can be listed. */
      readonly among: number;
      readonly positions: Readonly<Record<Sort, Position>>;
    };

/** The orders of all offers of a trip, beyond the length of the lists. */
function orderAll(
  destination: Destination,
  trip: Trip,
  now: Instant,
): TripOffers<ScoredOffer> & { readonly lists: Orders } {
  const scored = score(destination, trip, now);
  return { ...scored, lists: order(scored.offers, Number.POSITIVE_INFINITY) };
}

const isOf =
  (plan: Plan) =>
  ({ entry }: { readonly entry: DestinationEntry }): boolean =>
    entry.plan === plan;

/** `destination`: of the trip's country; null if it has no plans. */
export function explainPlan(
  destination: Destination | null,
  plan: Plan,
  trip: Trip,
  now: Instant,
): Explanation {
  const entry = destination?.entries.find((one) => one.plan === plan);
  if (destination === null || entry === undefined) return { kind: 'out', reason: 'not_covered' };
  const all = orderAll(destination, trip, now);
  const own = all.offers.find(isOf(plan));
  if (own === undefined) {
    const isExpired = freshnessAt(entry.observation.observedAt, now) === 'expired';
    const isSoldOut = plan.facts.inStock === false;
    // `priceOffers` omits a plan for three reasons, so the third one remains.
    return { kind: 'out', reason: isSoldOut ? 'sold_out' : isExpired ? 'expired' : 'not_unlimited' };
  }
  const ranked = explainer(all)(own);
  const [dominator] = all.offers
    .filter((other) => other.entry.brand === own.entry.brand && other !== own && dominates(other, own))
    .sort((a, b) => a.price.cents - b.price.cents);
  if (dominator !== undefined) {
    return { kind: 'dominated', ranked, by: { plan: dominator.entry.plan, cents: dominator.price.cents } };
  }
  const positionIn = (offers: readonly ScoredOffer[]): Position => {
    const index = offers.indexOf(own);
    return { position: index + 1, listed: index < LIST_MAX };
  };
  const { recommended, cheapest, fastest } = all.lists;
  return {
    kind: 'placed',
    ranked,
    among: cheapest.length,
    positions: {
      recommended: positionIn(recommended),
      cheapest: positionIn(cheapest),
      fastest: positionIn(fastest),
    },
  };
}

/** The key that decides between two offers in an order. */
export type DecisionCode =
  | KeyCode
  | 'meets_need'
  | 'id'
  /** In Recommended, the brand already has its maximum of positions. */
  | 'brand_places';

export interface Decision {
  readonly sort: Sort;
  /** Counted over all plans that can be listed. */
  readonly positions: readonly [number, number];
  readonly by: DecisionCode;
  /** Both values of that key. The lower value comes first. `brand_places` has no values, and both are 0. */
  readonly values: readonly [number, number];
}

/** One line of the sum of a comparable price. null: the offer does not have this drawback. */
export interface Line {
  readonly aspect: Aspect;
  readonly drawbacks: readonly [Drawback | null, Drawback | null];
}

export interface PairExplained {
  readonly ranked: readonly [RankedOffer, RankedOffer];
  /** In the order of `ASPECTS`, without aspects in which neither plan has a drawback. */
  readonly lines: readonly Line[];
  readonly decisions: readonly Decision[];
}

/** null if one of them is in no list. `explainPlan` has the reason. */
export function explainPair(
  destination: Destination,
  plans: readonly [Plan, Plan],
  trip: Trip,
  now: Instant,
): PairExplained | null {
  const all = orderAll(destination, trip, now);
  const a = all.lists.cheapest.find(isOf(plans[0]));
  const b = all.lists.cheapest.find(isOf(plans[1]));
  if (a === undefined || b === undefined) return null;
  const explained = explainer(all);
  const ranked = [explained(a), explained(b)] as const;
  const drawbackIn = (aspect: Aspect, { ratings, drawbacks }: RankedOffer) =>
    drawbacks.find(({ code }) => code === ratings[aspect].code) ?? null;
  const lines = ASPECTS.map((aspect): Line => {
    return { aspect, drawbacks: [drawbackIn(aspect, ranked[0]), drawbackIn(aspect, ranked[1])] };
  });
  return {
    ranked,
    lines: lines.filter(({ drawbacks }) => drawbacks.some((drawback) => drawback !== null)),
    decisions: SORTS.map((sort) => decide(all.lists, sort, a, b)),
  };
}

function decide(lists: Orders, sort: Sort, a: ScoredOffer, b: ScoredOffer): Decision {
  const positions = [lists[sort].indexOf(a) + 1, lists[sort].indexOf(b) + 1] as const;
  type AnyKey = readonly [DecisionCode, (offer: ScoredOffer) => number];
  // Ids are no numbers, so `a` gets the result of their comparison and `b` gets 0.
  const byId: AnyKey = ['id', (offer) => (offer === a ? compareIds(a.entry.plan, b.entry.plan) : 0)];
  const meets: AnyKey = ['meets_need', ({ fit }) => -Number(fit.meetsNeed)];
  const keys = [meets, ...(a.fit.meetsNeed ? KEYS[sort] : MISS_KEYS), byId];
  const [by, keyValue] = keys.find(([, value]) => value(a) !== value(b)) ?? byId;
  const isAhead = keyValue(a) < keyValue(b);
  // Only the maximum of positions of a brand can reverse the order of the keys.
  const isListedFirst = positions[0] < positions[1];
  if (isAhead !== isListedFirst) return { sort, positions, by: 'brand_places', values: [0, 0] };
  return { sort, positions, by, values: [keyValue(a), keyValue(b)] };
}
