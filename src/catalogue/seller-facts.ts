/**
 * What the catalogue knows of each seller, for their pages. The figures are counted once while the catalogue is loaded,
 * because these pages take no quota. They are facts of all plans of a seller. They are no mark and affect no ranking.
 */
import { DAY_MS } from '../domain/freshness.ts';
import { median } from '../domain/median.ts';
import type { Coverage, Instant, Observation, Plan } from '../domain/plan.ts';

/** What a plan may state. Fair use counts for unlimited plans only. */
export const STATEMENTS = ['hotspot', 'network', 'fair_use', 'tax', 'start'] as const;
type Statement = (typeof STATEMENTS)[number];

/** `null` of a statement: it does not apply to any of its plans. */
type StatedShares = Readonly<Record<Statement, number | null>>;

interface PriceChanges {
  /** How many plans changed their price in the last 30 days. */
  readonly plans: number;
  /** The median of their ranges: the difference between highest and lowest price in percent of the lowest; null: none. */
  readonly medianPercent: number | null;
}

export interface SellerFacts {
  readonly plans: number;
  readonly destinations: number;
  /** The marketplaces through which it sells. Empty: its own shop alone. */
  readonly shops: readonly string[];
  /** From 0 to 1. */
  readonly stated: StatedShares;
  /** null: it has been in the catalogue for less than 30 days. */
  readonly priceChanges: PriceChanges | null;
  readonly newestPrice: Instant;
  readonly oldestPrice: Instant;
  readonly firstSeenAt: Instant;
}

/** The days that the lowest and the highest price of an observation are from. */
const PRICE_HISTORY_DAYS = 30;

/** Whether a plan states something; null: it does not apply. */
const STATES: Readonly<Record<Statement, (plan: Plan) => boolean | null>> = {
  hotspot: ({ facts }) => facts.hotspot !== null,
  network: ({ coverage }) => Object.values(coverage.networks).some((networks) => networks.length > 0),
  fair_use: ({ allowance: { model, uncapped, fullSpeedBytesPerDay } }) =>
    model === 'unlimited' ? uncapped !== null || fullSpeedBytesPerDay !== null : null,
  tax: ({ price }) => price.tax !== 'unknown',
  start: ({ validity }) => validity.starts !== 'unknown',
};

class SellerCounts {
  plans = 0;
  newestPrice = Number.NEGATIVE_INFINITY;
  oldestPrice = Number.POSITIVE_INFINITY;
  firstSeenAt = Number.POSITIVE_INFINITY;
  readonly shops = new Set<string>();
  readonly coverages = new Set<Coverage>();
  readonly destinations = new Set<string>();
  readonly #statements = new Map(STATEMENTS.map((name) => [name, { stated: 0, of: 0 }]));
  /** When the price of a plan changed, and its range in percent. */
  readonly #changes: { readonly at: Instant; readonly percent: number }[] = [];

  add(plan: Plan, observation: Observation): void {
    const { observedAt, firstSeenAt, priceChangedAt, lowestCents, highestCents } = observation;
    this.plans += 1;
    this.newestPrice = Math.max(this.newestPrice, observedAt);
    this.oldestPrice = Math.min(this.oldestPrice, observedAt);
    this.firstSeenAt = Math.min(this.firstSeenAt, firstSeenAt);
    this.coverages.add(plan.coverage);
    if (plan.shop !== undefined) this.shops.add(plan.shop);
    for (const [name, count] of this.#statements) {
      const isStated = STATES[name](plan);
      if (isStated === null) continue;
      count.of += 1;
      if (isStated) count.stated += 1;
    }
    if (priceChangedAt !== null && lowestCents > 0)
      this.#changes.push({ at: priceChangedAt, percent: (100 * (highestCents - lowestCents)) / lowestCents });
  }

  finish(): SellerFacts {
    const { plans, shops, destinations, newestPrice, oldestPrice, firstSeenAt } = this;
    const since = newestPrice - PRICE_HISTORY_DAYS * DAY_MS;
    const recent = this.#changes.filter(({ at, percent }) => at > since && percent > 0);
    const shares = [...this.#statements].map(([name, { stated, of }]) => [
      name,
      of === 0 ? null : stated / of,
    ]);
    return {
      plans,
      destinations: destinations.size,
      shops: [...shops].sort(),
      stated: Object.fromEntries(shares) as StatedShares,
      priceChanges:
        firstSeenAt > since
          ? null
          : { plans: recent.length, medianPercent: median(recent.map(({ percent }) => percent)) },
      newestPrice,
      oldestPrice,
      firstSeenAt,
    };
  }
}

/** Takes the plans one by one, and then counts the destinations in steps, because a seller may have thousands of coverages. */
export class SellerFactsBuilder {
  readonly #counts = new Map<string, SellerCounts>();

  add(plan: Plan, observation: Observation): void {
    const { provider } = plan;
    const counts = this.#counts.get(provider) ?? new SellerCounts();
    this.#counts.set(provider, counts);
    counts.add(plan, observation);
  }

  /** Yields after each step. Called once, before `finish`. */
  *countInSteps(): Iterable<void> {
    for (const { coverages, destinations } of this.#counts.values()) {
      for (const coverage of coverages) {
        for (const code of coverage.destinations) destinations.add(code);
        yield;
      }
    }
  }

  finish(): ReadonlyMap<string, SellerFacts> {
    return new Map(Array.from(this.#counts, ([provider, counts]) => [provider, counts.finish()]));
  }
}
