/**
 * What this process has seen of the day's counts: enough to bring them back if Redis loses them.
 * Bounded: the callers seen last are kept. Rolling minutes are not in it; they mend themselves within one.
 */
import { dayOf } from '../../limits/decision.ts';
import type { PolicyName, RequestKind } from '../../limits/policies.ts';

/** About 15 MB when full. With the default budgets no day has more than 12,000 admitted requests. */
const MAX_CALLERS = 50_000;

export interface SeenCaller {
  readonly kind: RequestKind;
  readonly caller: string;
  readonly units: number;
}

export class Recollection {
  readonly #max: number;
  readonly #services = new Map<PolicyName, number>();
  readonly #callers = new Map<string, SeenCaller>();
  #day = -1;
  #now = 0;

  constructor(max = MAX_CALLERS) {
    this.#max = max;
  }

  get day(): number {
    return this.#day;
  }

  /** The highest time seen on the server's clock. */
  get now(): number {
    return this.#now;
  }

  get services(): ReadonlyMap<PolicyName, number> {
    return this.#services;
  }

  get callers(): Iterable<SeenCaller> {
    return this.#callers.values();
  }

  see(
    now: number,
    key: string,
    seen: SeenCaller,
    services: readonly { readonly name: PolicyName; readonly count: number }[],
  ): void {
    this.#advance(now);
    if (dayOf(now) !== this.#day) return;
    for (const { name, count } of services) {
      // Answers may overtake each other.
      this.#services.set(name, Math.max(this.#services.get(name) ?? 0, count));
    }
    if (seen.units === 0) return;
    const units = Math.max(this.#callers.get(key)?.units ?? 0, seen.units);
    this.#callers.delete(key);
    this.#callers.set(key, { ...seen, units });
    if (this.#callers.size <= this.#max) return;
    const [oldest] = this.#callers.keys();
    if (oldest !== undefined) this.#callers.delete(oldest);
  }

  /** The operator began all counts anew: what was seen before must never be brought back. */
  forgetAll(): void {
    this.#day = -1;
    this.#now = 0;
    this.#services.clear();
    this.#callers.clear();
  }

  /** A unit was given back, by whichever process. */
  giveBack(takenAt: number, keys: readonly string[], services: readonly PolicyName[]): void {
    if (dayOf(takenAt) !== this.#day) return;
    for (const name of services) this.#services.set(name, Math.max(0, (this.#services.get(name) ?? 0) - 1));
    for (const key of keys) {
      const seen = this.#callers.get(key);
      if (seen !== undefined) this.#callers.set(key, { ...seen, units: Math.max(0, seen.units - 1) });
    }
  }

  #advance(now: number): void {
    this.#now = Math.max(this.#now, now);
    if (dayOf(this.#now) <= this.#day) return;
    this.#day = dayOf(this.#now);
    this.#services.clear();
    this.#callers.clear();
  }
}
