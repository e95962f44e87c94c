/**
 * What other providers ask for plans of one kind: the same destination and model, size and length within a factor of
 * two. Each provider counts once, with its lowest price, and the middle one of them is the market's.
 */
import type { Plan } from '../domain/plan.ts';
import { median } from './statistics.ts';

/** Fewer other providers are no market. */
const PROVIDERS_MIN = 3;
/** A regional plan without a market of its own is compared with those of so many of its countries. */
const COUNTRIES_COMPARED = 10;

interface Entry {
  readonly provider: string;
  readonly bytes: number;
  readonly days: number;
  readonly usdCents: number;
}

export interface MarketPrice {
  readonly usdCents: number;
  /** How many other providers it rests on. */
  readonly providers: number;
}

export interface MarketPrices {
  add(plan: Plan): void;
  /** null where there are too few to compare with. */
  usualFor(plan: Plan): MarketPrice | null;
}

export function createMarketPrices(): MarketPrices {
  /** By destination, model, and the powers of two of size and length. */
  const kinds = new Map<string, Entry[]>();

  const usualAt = (plan: Plan, destination: string): MarketPrice | null => {
    const own = entryOf(plan);
    const lowest = new Map<string, number>();
    const [size, length] = [step(own.bytes), step(own.days)];
    for (let i = size - 1; i <= size + 1; i++)
      for (let j = length - 1; j <= length + 1; j++)
        for (const other of kinds.get(keyOf(plan, destination, i, j)) ?? []) {
          if (other.provider === plan.provider || !isLike(own, other)) continue;
          const known = lowest.get(other.provider);
          if (known === undefined || other.usdCents < known) lowest.set(other.provider, other.usdCents);
        }
    if (lowest.size < PROVIDERS_MIN) return null;
    return { usdCents: median([...lowest.values()]) ?? 0, providers: lowest.size };
  };

  return {
    add(plan) {
      const entry = entryOf(plan);
      // A free welcome plan says nothing of what others ask.
      if (entry.usdCents === 0) return;
      const key = keyOf(plan, destinationOf(plan), step(entry.bytes), step(entry.days));
      const list = kinds.get(key);
      if (list === undefined) kinds.set(key, [entry]);
      else list.push(entry);
    },
    usualFor(plan) {
      const usual = usualAt(plan, destinationOf(plan));
      const { destinations } = plan.coverage;
      if (usual !== null || destinations.length === 1) return usual;
      // Below the market of every country that has one: the least of them speaks for it.
      const found = destinations
        .slice(0, COUNTRIES_COMPARED)
        .map((country) => usualAt(plan, country))
        .filter((price) => price !== null);
      return found.sort((a, b) => a.usdCents - b.usdCents)[0] ?? null;
    },
  };
}

const destinationOf = ({ coverage: { destinations, scope } }: Plan): string =>
  destinations.length === 1 ? (destinations[0] ?? '') : scope;

/** Unlimited and endless plans are alike among themselves. */
function entryOf({ provider, allowance, validity, price }: Plan): Entry {
  return { provider, bytes: allowance.bytes ?? 1, days: validity.days ?? 1, usdCents: price.usdCents };
}

function keyOf({ allowance, validity }: Plan, destination: string, size: number, length: number): string {
  const model = `${allowance.model}${allowance.periodDays ?? ''}${validity.soldPerDay ? 'd' : ''}`;
  return `${destination} ${model} ${validity.days === null ? 'e' : ''} ${size} ${length}`;
}

const step = (value: number): number => Math.floor(Math.log2(value));

function isLike(one: Entry, other: Entry): boolean {
  return (
    one.bytes <= 2 * other.bytes &&
    other.bytes <= 2 * one.bytes &&
    one.days <= 2 * other.days &&
    other.days <= 2 * one.days
  );
}
