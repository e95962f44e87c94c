/** The itinerary of the reference implementation: tries every split of the stops, with every plan for each leg. */
import type { Plan } from '../../plan.ts';
import { furtherPurchasesCents } from './drawbacks.ts';
import { type Candidate, candidatesOf, idOrder, sortMisses } from './oracle.ts';
import { type Asked, daysOf, type Market, type Stop } from './trip.ts';

export interface OracleItinerary {
  readonly legs: readonly Leg[];
  readonly unserved: number;
  readonly misses: number;
  readonly cents: number;
  readonly comparableCents: number;
  readonly furtherPurchasesCents: number;
  readonly purchases: number;
}

interface Leg {
  readonly stops: readonly Stop[];
  /** null: no plan covers these stops. */
  readonly plan: Candidate | null;
}

/** A leg with one of its possible plans. */
interface LegSums extends Leg {
  readonly unserved: number;
  readonly misses: number;
  readonly purchases: number;
  readonly cents: number;
  /** Without the drawback of purchases. */
  readonly baseCents: number;
}

/** All splits of a list into legs: after each stop except the last, a new leg starts or not. */
export function splitsOf(stops: readonly Stop[]): Stop[][][] {
  if (stops.length === 0) return [[]];
  return stops.flatMap((_, index) =>
    splitsOf(stops.slice(index + 1)).map((rest) => [stops.slice(0, index + 1), ...rest]),
  );
}

/**
 * The leg with each plan that is tried for it. Of plans with the same sums, only the first one by its ids is tried, because
 * their totals are equal.
 */
function legsOf(market: Market, asked: Asked): LegSums[] {
  const { stops } = asked;
  const candidates = plansToTry(market, asked);
  if (candidates.length === 0) {
    return [{ stops, plan: null, unserved: stops.length, misses: 0, purchases: 0, cents: 0, baseCents: 0 }];
  }
  const legs = candidates.map((plan): LegSums => ({ stops, plan, ...sumsOf(plan) }));
  const bySums = Map.groupBy(legs, ({ plan }) => JSON.stringify(sumsOf(plan!)));
  return [...bySums.values()].map(([first]) => first!);
}

/** Plans that meet the need. If there are none, the one that misses it least, which cannot be shared. */
function plansToTry(market: Market, asked: Asked): Candidate[] {
  const forAnyTraveller = candidatesOf(market, asked).kept.filter(
    ({ plan }) => plan.facts.newCustomersOnly !== true,
  );
  const meetTheNeed = forAnyTraveller.filter(({ meets }) => meets).toSorted(idOrder);
  if (asked.isShared === true) return meetTheNeed.filter(({ plan }) => canShare(plan, asked));
  return meetTheNeed.length > 0 ? meetTheNeed : sortMisses(forAnyTraveller).slice(0, 1);
}

/** The hotspot is stated to be allowed, for the data that the days of the leg need. */
function canShare({ facts, extras }: Plan, asked: Asked): boolean {
  if (facts.hotspot !== true) return false;
  if (extras.hotspotBytes === null) return true;
  const { data } = asked;
  if (data === undefined) return false;
  // `data` is for the days of the whole trip. Both sides are multiplied by these days, so that nothing is rounded.
  const neededTimesDays = BigInt(data.mb) * 1_000_000n * BigInt(daysOf(asked));
  return BigInt(extras.hotspotBytes) * BigInt(data.days) >= neededTimesDays;
}

const sumsOf = ({
  meets,
  copies,
  cents,
  comparableCents,
  drawbacks,
}: Candidate): Omit<LegSums, keyof Leg> => ({
  unserved: 0,
  misses: meets ? 0 : 1,
  purchases: copies,
  cents,
  baseCents: comparableCents - (drawbacks.find(({ row }) => row === 'purchases')?.cents ?? 0),
});

function* combinations(choices: readonly (readonly LegSums[])[]): Generator<LegSums[]> {
  const [first, ...rest] = choices;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const others of combinations(rest)) for (const leg of first) yield [leg, ...others];
}

function totalOf(legs: readonly LegSums[]): OracleItinerary {
  const sum = (of: (leg: LegSums) => number) => legs.reduce((total, leg) => total + of(leg), 0);
  const purchases = sum((leg) => leg.purchases);
  const cents = sum((leg) => leg.cents);
  const further = furtherPurchasesCents(purchases, cents);
  return {
    legs,
    unserved: sum((leg) => leg.unserved),
    misses: sum((leg) => leg.misses),
    cents,
    comparableCents: sum((leg) => leg.baseCents) + further,
    furtherPurchasesCents: further,
    purchases,
  };
}

/** Every split with every choice of plans. */
function* totalsOf(market: Market, asked: Asked): Generator<OracleItinerary> {
  const known = new Map<string, LegSums[]>();
  for (const split of splitsOf(asked.stops)) {
    if (asked.require?.includes('one_purchase') && split.length > 1) continue;
    const choices = split.map((stops) => {
      const key = JSON.stringify(stops);
      const legs = known.get(key) ?? legsOf(market, { ...asked, stops });
      known.set(key, legs);
      return legs;
    });
    for (const legs of combinations(choices)) yield totalOf(legs);
  }
}

/** By the ids of the plans of the legs, in order. A leg without a plan decides nothing. */
function planOrder(legs: readonly Leg[], others: readonly Leg[]): number {
  const pairs = legs.map((leg, index) => [leg.plan, others[index]!.plan] as const);
  const orders = pairs.map(([a, b]) => (a === null || b === null ? 0 : idOrder(a, b)));
  return orders.find((order) => order !== 0) ?? 0;
}

/** null: none costs at most `maxUsdCents`. */
export function oracleItinerary(
  market: Market,
  asked: Asked,
  by: 'comparableCents' | 'cents',
): OracleItinerary | null {
  const other = by === 'cents' ? 'comparableCents' : 'cents';
  const keys = (it: OracleItinerary) => [
    it.unserved,
    it.misses,
    it[by],
    it[other],
    it.purchases,
    it.legs.length,
  ];
  const isBefore = (a: OracleItinerary, b: OracleItinerary): boolean => {
    const difference = keys(a).map((key, index) => key - keys(b)[index]!);
    return (difference.find((one) => one !== 0) ?? planOrder(a.legs, b.legs)) < 0;
  };
  const most = asked.maxUsdCents ?? Number.POSITIVE_INFINITY;
  let best: OracleItinerary | null = null;
  for (const total of totalsOf(market, asked)) {
    if (total.cents <= most && (best === null || isBefore(total, best))) best = total;
  }
  // An itinerary must not omit a stop that has a plan at any price.
  return best?.unserved === fewestUnserved(market, asked) ? best : null;
}

/** The number of stops that have no plan at any price. */
function fewestUnserved(market: Market, asked: Asked): number {
  const { maxUsdCents: _, ...atAnyPrice } = asked;
  let fewest = Number.POSITIVE_INFINITY;
  for (const { unserved } of totalsOf(market, atAnyPrice)) fewest = Math.min(fewest, unserved);
  return fewest;
}
