/**
 * The market price of a plan is the median price of other providers for plans of the same kind (destination, model,
 * renewal and way of sale) whose size and length are within a factor of two of its own. All regional plans count as one
 * destination, and all global ones as another. Each provider counts once, with its lowest price.
 */
import { median } from '../../domain/median.ts';
import type { Plan } from '../../domain/plan.ts';

/** With fewer other providers there is no market price. */
const PROVIDERS_MIN = 3;
/** A price of at most this share of the market price is implausible. */
const IMPLAUSIBLE_SHARE = 0.1;
/**
 * A regional plan without a market price is compared with the market prices of its first countries by code. The limit
 * bounds the time that a global plan takes.
 */
const COUNTRIES_COMPARED = 10;

/** Plans of one kind with exactly one size and length. A destination has a few hundred of them, however many plans it has. */
interface Terms {
  readonly bytes: number;
  readonly days: number;
  /** The lowest price of each provider. */
  readonly lowest: Map<string, number>;
}

/** The lowest price of each provider, in USD cents, for plans of like size and length. */
type LowestByProvider = ReadonlyMap<string, number>;

interface MarketPrice {
  readonly usdCents: number;
  /** The number of other providers that it is based on. */
  readonly providers: number;
}

export type MarketPrices = ReturnType<typeof marketPrices>;

export function marketPrices(plans: Iterable<Plan>) {
  /** By kind, then by size and length. */
  const kinds = new Map<string, Map<string, Terms>>();
  for (const plan of plans) {
    // A free welcome plan does not show what others charge.
    if (plan.price.usdCents === 0) continue;
    const kind = kindOf(plan, destinationOf(plan));
    const ofKind = kinds.get(kind) ?? new Map<string, Terms>();
    const key = termsKey(plan);
    const terms = ofKind.get(key) ?? { ...measuresOf(plan), lowest: new Map<string, number>() };
    keepLowest(terms.lowest, plan.provider, plan.price.usdCents);
    kinds.set(kind, ofKind.set(key, terms));
  }
  const lowestByTerms = new Map<string, LowestByProvider>();
  const marketPriceAt = (plan: Plan, destination: string): MarketPrice | null => {
    const kind = kindOf(plan, destination);
    const key = `${kind} ${termsKey(plan)}`;
    const lowest = lowestByTerms.get(key) ?? lowestFor(plan, kinds.get(kind)?.values() ?? []);
    lowestByTerms.set(key, lowest);
    return medianOfOthers(lowest, plan.provider);
  };
  /** null if there are too few providers to compare with. */
  const marketPriceFor = (plan: Plan): MarketPrice | null => {
    const own = marketPriceAt(plan, destinationOf(plan));
    const { destinations } = plan.coverage;
    if (own !== null || destinations.length === 1) return own;
    // A region without a market price has the lowest market price of its countries.
    const found = destinations
      .slice(0, COUNTRIES_COMPARED)
      .map((country) => marketPriceAt(plan, country))
      .filter((price) => price !== null);
    return found.sort((a, b) => a.usdCents - b.usdCents)[0] ?? null;
  };
  /** True if the price is so low that the quarantine holds back the plan. */
  const isImplausible = (plan: Plan, usdCents: number): boolean => {
    const market = marketPriceFor(plan);
    return market !== null && usdCents <= market.usdCents * IMPLAUSIBLE_SHARE;
  };
  return { marketPriceFor, isImplausible };
}

const destinationOf = ({ coverage: { destinations, scope } }: Plan): string =>
  destinations.length === 1 ? (destinations[0] ?? '') : scope;

function kindOf({ allowance, validity }: Plan, destination: string): string {
  const renewal = allowance.periodDays ?? '';
  const sold = validity.soldPerDay ? 'by the day' : validity.days === null ? 'no end' : '';
  return `${destination} ${allowance.model} ${renewal} ${sold}`;
}

/**
 * The size and the length of a plan, for comparisons within its kind. All unlimited plans have the same size, and all plans
 * without expiry the same length, so any number stands for these: 1. A price by the day is for one day, however many days
 * an order may have.
 */
const measuresOf = ({ allowance, validity }: Plan) => ({
  bytes: allowance.bytes ?? 1,
  days: validity.soldPerDay ? 1 : (validity.days ?? 1),
});

function termsKey(plan: Plan): string {
  const { bytes, days } = measuresOf(plan);
  return `${bytes} ${days}`;
}

/** The lowest prices of the plans in `all` whose size and length are like those of the plan. */
function lowestFor(plan: Plan, all: Iterable<Terms>): LowestByProvider {
  const own = measuresOf(plan);
  const lowest = new Map<string, number>();
  for (const { bytes, days, lowest: prices } of all) {
    if (!isLike(own.bytes, bytes) || !isLike(own.days, days)) continue;
    for (const [provider, cents] of prices) keepLowest(lowest, provider, cents);
  }
  return lowest;
}

function keepLowest(lowest: Map<string, number>, provider: string, cents: number): void {
  lowest.set(provider, Math.min(cents, lowest.get(provider) ?? cents));
}

const isLike = (one: number, other: number): boolean => one <= 2 * other && other <= 2 * one;

/** The median price of the other providers. null if there are too few of them. */
function medianOfOthers(lowest: LowestByProvider, own: string): MarketPrice | null {
  const others = [...lowest].filter(([provider]) => provider !== own);
  const usdCents = median(others.map(([, cents]) => cents));
  return usdCents === null || others.length < PROVIDERS_MIN ? null : { usdCents, providers: others.length };
}
