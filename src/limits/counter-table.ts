/**
 * The counters of one process and the decision over them. A `Map` has a small record for each caller, with one counter
 * for each window. The table has no clock, disk or timer: its owner passes the time and writes the counters of `changed`.
 */
import { DAY_MS } from '../domain/freshness.ts';
import { type Counter, counterOf } from './counter.ts';
import { type CountedWindow, chargedWindows, refusingWindow } from './decision.ts';
import type { Policies, PolicyName, RequestKind } from './policies.ts';
import type { Caller, Reservation, StoredCounter, WindowUsage } from './port.ts';

/** The counters of one caller. */
type CallerRecord = Partial<Record<PolicyName, Counter>>;
/** The caller of the counters of the whole service. */
export const SERVICE = '';

export class CounterTable {
  /** Can be replaced at any time. Units that were taken stay taken. */
  policies: Policies;
  /** Callers whose counters must be written. The writer clears the set. */
  readonly changed = new Set<string>();
  readonly #maxCallers: number;
  readonly #service: CallerRecord = {};
  readonly #callers = new Map<string, CallerRecord>();

  constructor(policies: Policies, maxCallers: number) {
    this.policies = policies;
    this.#maxCallers = maxCallers;
  }

  get callers(): number {
    return this.#callers.size;
  }

  /** Takes one unit from every window of the request, or from none. Throws if there is no room for a new caller. */
  take(kind: RequestKind, caller: Caller, now: number) {
    const record = this.#callers.get(caller.key) ?? {};
    const counters: Counter[] = [];
    const counts: CountedWindow[] = [];
    for (const { name, owner, limit } of chargedWindows(kind, caller, this.policies)) {
      const owned = owner === SERVICE ? this.#service : record;
      const counter = owned[name] ?? counterOf(name);
      owned[name] = counter;
      const used = counter.used(now);
      counters.push(counter);
      const freeAt = used < limit ? now : counter.freeAt(limit, now);
      counts.push({ name, limit, used, resetAt: counter.resetAt(now), freeAt });
    }
    const refusedBy = refusingWindow(counts);
    if (refusedBy !== null) return { counts, refusedBy };
    if (!this.#callers.has(caller.key)) {
      if (this.#callers.size >= this.#maxCallers) throw new Error('the table of callers is full');
      this.#callers.set(caller.key, record);
    }
    for (const counter of counters) counter.add(now);
    this.changed.add(caller.key).add(SERVICE);
    return { counts, refusedBy };
  }

  refund({ kind, caller, takenAt }: Reservation): void {
    // The limits of the caller do not matter for a refund.
    for (const window of chargedWindows(kind, { key: caller }, this.policies)) {
      this.#recordOf(window.owner)[window.name]?.remove(takenAt);
    }
    this.changed.add(caller).add(SERVICE);
  }

  /** Removes the callers without units. Their counters on disk expire by themselves. */
  sweep(now: number): void {
    for (const [caller, record] of this.#callers) {
      if (Object.values(record).every((counter) => counter.used(now) === 0)) this.#callers.delete(caller);
    }
  }

  /** `only`: the keys of the callers that count; all by default. */
  usage(now: number, names: readonly PolicyName[], only?: ReadonlySet<string>): WindowUsage[] {
    const counted = [...this.#callers].filter(([key]) => only?.has(key) ?? true).map(([, record]) => record);
    return names.map((name) => {
      const isService = this.policies[name].scope === 'service';
      // For the windows of callers, `taken` is the largest count of any one caller, and not a sum.
      let [taken, callers] = [0, 0];
      for (const record of isService ? [this.#service] : counted) {
        const used = record[name]?.used(now) ?? 0;
        taken = Math.max(taken, used);
        if (used > 0) callers += 1;
      }
      return { name, limit: this.policies[name].limit, taken, callers: isService ? null : callers };
    });
  }

  storedOf(caller: string): StoredCounter[] {
    return Object.entries(this.#recordOf(caller)).map(([name, counter]) => ({
      window: name as PolicyName,
      caller,
      ...counter.stored(),
    }));
  }

  /** Adds the rows of a journal, even if they exceed the maximum of callers. Returns the latest time in them. */
  restore(stored: readonly StoredCounter[]): number {
    let latest = 0;
    for (const counter of stored) {
      const { window, caller, day, times } = counter;
      // Another version of the service may have written other windows.
      if (this.policies[window]?.scope !== (caller === SERVICE ? 'service' : 'caller')) continue;
      latest = Math.max(latest, day * DAY_MS, times.at(-1) ?? 0);
      if (caller !== SERVICE && !this.#callers.has(caller)) this.#callers.set(caller, {});
      this.#recordOf(caller)[window] = counterOf(window, counter);
    }
    return latest;
  }

  /** For a lost journal: every counter is written again. */
  markAllChanged(): void {
    for (const caller of [SERVICE, ...this.#callers.keys()]) this.changed.add(caller);
  }

  #recordOf(caller: string): CallerRecord {
    return caller === SERVICE ? this.#service : (this.#callers.get(caller) ?? {});
  }
}
