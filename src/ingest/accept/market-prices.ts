/**
 * What other providers ask for plans of one kind: the same destination and model, size and length within a factor of
 * two. Each provider counts once, with its lowest price, and the middle one of them is the market's.
 */
import type { Plan } from '../../domain/plan.ts';

/** Fewer other providers are no market. */
const PROVIDERS_MIN = 3;
/** A price of at most this share of the market price is implausible. */
const PLAUSIBLE_SHARE = 0.1;
/** A regional plan without a market of its own is compared with those of so many of its countries. */
const COUNTRIES_COMPARED = 10;

/** Plans of exactly one size and length. There are a few hundred for a destination, whatever the number of plans. */
interface Terms {
  readonly bytes: number;
  readonly days: number;
  /** The lowest price of each provider. */
  readonly lowest: Map<string, number>;
}

/** The lowest price of each provider for plans of like size and length, cheapest first. */
type Market = readonly (readonly [provider: string, usdCents: number])[];

interface MarketPrice {
  readonly usdCents: number;
  /** How many other providers it rests on. */
  readonly providers: number;
}

export type MarketPrices = ReturnType<typeof marketPrices>;

export function marketPrices(plans: Iterable<Plan>) {
  /** By destination and model, then by size and length. */
  const kinds = new Map<string, Map<string, Terms>>();
  for (const plan of plans) {
    // A free welcome plan says nothing about what others ask.
    if (plan.price.usdCents === 0) continue;
    const kind = kindOf(plan, destinationOf(plan));
    const ofKind = kinds.get(kind) ?? new Map<string, Terms>();
    const key = termsKey(plan);
    const terms = ofKind.get(key) ?? { ...sizeOf(plan), lowest: new Map<string, number>() };
    keepLowest(terms.lowest, plan.provider, plan.price.usdCents);
    kinds.set(kind, ofKind.set(key, terms));
  }
  const markets = new Map<string, Market>();
  const usualAt = (plan: Plan, destination: string): MarketPrice | null => {
    const kind = kindOf(plan, destination);
    const key = `${kind} ${termsKey(plan)}`;
    const market = markets.get(key) ?? marketOf(plan, kinds.get(kind)?.values() ?? []);
    markets.set(key, market);
    return middleOfOthers(market, plan.provider);
  };
  /** null if there are too few providers to compare with. */
  const usualFor = (plan: Plan): MarketPrice | null => {
    const usual = usualAt(plan, destinationOf(plan));
    const { destinations } = plan.coverage;
    if (usual !== null || destinations.length === 1) return usual;
    // The lowest of the prices of its countries stands for a region that has no market of its own.
    const found = destinations
      .slice(0, COUNTRIES_COMPARED)
      .map((country) => usualAt(plan, country))
      .filter((price) => price !== null);
    return found.sort((a, b) => a.usdCents - b.usdCents)[0] ?? null;
  };
  /** The quarantine holds back a plan at such a price. */
  const isImplausible = (plan: Plan, usdCents: number): boolean => {
    const usual = usualFor(plan);
    return usual !== null && usdCents <= usual.usdCents * PLAUSIBLE_SHARE;
  };
  return { usualFor, isImplausible };
}

const destinationOf = ({ coverage: { destinations, scope } }: Plan): string =>
  destinations.length === 1 ? (destinations[0] ?? '') : scope;

function kindOf({ allowance, validity }: Plan, destination: string): string {
  const renewal = allowance.periodDays ?? '';
  const sold = validity.soldPerDay ? 'by the day' : validity.days === null ? 'no end' : '';
  return `${destination} ${allowance.model} ${renewal} ${sold}`;
}

/** All unlimited plans have the same size, all plans without an end the same length. */
const sizeOf = ({ allowance, validity }: Plan) => ({ bytes: allowance.bytes ?? 1, days: validity.days ?? 1 });

function termsKey(plan: Plan): string {
  const { bytes, days } = sizeOf(plan);
  return `${bytes} ${days}`;
}

function marketOf(plan: Plan, all: Iterable<Terms>): Market {
  const own = sizeOf(plan);
  const lowest = new Map<string, number>();
  for (const { bytes, days, lowest: prices } of all) {
    if (!isLike(own.bytes, bytes) || !isLike(own.days, days)) continue;
    for (const [provider, cents] of prices) keepLowest(lowest, provider, cents);
  }
  return [...lowest].sort(([, a], [, b]) => a - b);
}

function keepLowest(lowest: Map<string, number>, provider: string, cents: number): void {
  lowest.set(provider, Math.min(cents, lowest.get(provider) ?? cents));
}

const isLike = (one: number, other: number): boolean => one <= 2 * other && other <= 2 * one;

/** The lower of two middles. */
function middleOfOthers(market: Market, own: string): MarketPrice | null {
  const others = market.filter(([provider]) => provider !== own);
  if (others.length < PROVIDERS_MIN) return null;
  const [, usdCents] = others[(others.length - 1) >> 1]!;
  return { usdCents, providers: others.length };
}
