/**
 * The counters of one process and the decision over them. A `Map` has a small record for each caller, with one counter
 * for each window. The table has no clock, disk or timer: its owner passes the time and writes the rows of `changed`.
 */
import { DAY_MS } from '../domain/freshness.ts';
import { dayOf, endOfDay, ROLLING_MS, refusingWindow, type WindowCount, windowsOf } from './decision.ts';
import {
  isServiceWindow,
  POLICY_NAMES,
  type Policies,
  type PolicyName,
  type RequestKind,
} from './policies.ts';
import {
  type Caller,
  type CounterRow,
  CountersUnavailable,
  type Reservation,
  type WindowUsage,
} from './port.ts';

/**
 * A rolling minute uses `times`, the time of each unit, oldest first; those before `first` have expired. A UTC day uses
 * `day` and `count`.
 */
interface Counter {
  times: number[];
  first: number;
  day: number;
  count: number;
}

/** The counters of one caller. The caller '' has those of the whole service. */
type CallerRecord = Partial<Record<PolicyName, Counter>>;
const SERVICE = '';

const isMinute = (name: PolicyName): boolean => name.endsWith('.minute');

/** Drops expired units, and returns how many are left. */
function usedOf(name: PolicyName, counter: Counter, now: number): number {
  if (!isMinute(name)) {
    const day = dayOf(now);
    if (counter.day !== day) {
      counter.day = day;
      counter.count = 0;
    }
    return counter.count;
  }
  const { times } = counter;
  while (counter.first < times.length && times[counter.first]! + ROLLING_MS <= now) counter.first += 1;
  // The array is copied only if half of it has expired, so that a large limit does not make every request slow.
  if (counter.first * 2 > times.length) {
    times.splice(0, counter.first);
    counter.first = 0;
  }
  return times.length - counter.first;
}

function windowCountOf(name: PolicyName, limit: number, counter: Counter, now: number): WindowCount {
  const used = usedOf(name, counter, now);
  if (!isMinute(name))
    return { name, limit, used, resetAt: endOfDay(counter.day), freeAt: endOfDay(counter.day) };
  const { times, first } = counter;
  // If the limit was lowered, several units must expire first. With a limit of 0 nothing ever fits, so the result is
  // one whole window.
  const lastToExpire = limit > 0 ? times[times.length - limit] : undefined;
  return {
    name,
    limit,
    used,
    resetAt: (times[first] ?? now) + ROLLING_MS,
    freeAt: (lastToExpire ?? now) + ROLLING_MS,
  };
}

function addUnit(name: PolicyName, counter: Counter, now: number): void {
  if (!isMinute(name)) counter.count += 1;
  // `push` on an empty array allocates room for 17 numbers, but most callers send one request.
  else if (counter.times.length === 0) counter.times = [now];
  else counter.times.push(now);
}

function removeUnit(name: PolicyName, counter: Counter, takenAt: number): void {
  const at = counter.times.lastIndexOf(takenAt);
  if (at >= counter.first) counter.times.splice(at, 1);
  else if (!isMinute(name) && counter.day === dayOf(takenAt) && counter.count > 0) counter.count -= 1;
}

function rowOf(window: PolicyName, caller: string, { times, first, day, count }: Counter): CounterRow {
  if (isMinute(window)) {
    const left = times.slice(first);
    const newest = left.at(-1);
    return {
      window,
      caller,
      day: 0,
      count: left.length,
      times: left,
      expiresAt: newest ? newest + ROLLING_MS : 0,
    };
  }
  return { window, caller, day, count, times: [], expiresAt: count > 0 ? endOfDay(day) : 0 };
}

export class CounterTable {
  /** Can be replaced at any time. Units that were taken stay taken. */
  policies: Policies;
  /** Callers whose rows must be written. The writer clears the set. */
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
    const windows = windowsOf(kind, caller, this.policies).map(({ name, limit }) => {
      const owner = isServiceWindow(name) ? this.#service : record;
      const counter = owner[name] ?? { times: [], first: 0, day: 0, count: 0 };
      return { name, owner, counter, count: windowCountOf(name, limit, counter, now) };
    });
    const counts = windows.map(({ count }) => count);
    const refusedBy = refusingWindow(counts);
    if (refusedBy !== null) return { counts, refusedBy };
    if (!this.#callers.has(caller.key)) {
      if (this.#callers.size >= this.#maxCallers)
        throw new CountersUnavailable('full', 'the table of callers is full');
      this.#callers.set(caller.key, record);
    }
    for (const { name, owner, counter } of windows) {
      addUnit(name, counter, now);
      owner[name] = counter;
    }
    this.changed.add(caller.key).add(SERVICE);
    return { counts, refusedBy };
  }

  refund({ kind, caller, takenAt }: Reservation): void {
    for (const window of windowsOf(kind, { key: caller }, this.policies)) {
      const counter = this.#recordOf(window.caller)[window.name];
      if (counter !== undefined) removeUnit(window.name, counter, takenAt);
    }
    this.changed.add(caller).add(SERVICE);
  }

  /** Removes the callers without units. Their rows on disk expire by themselves. */
  sweep(now: number): void {
    for (const [caller, record] of this.#callers) {
      const isEmpty = Object.entries(record).every(
        ([name, counter]) => usedOf(name as PolicyName, counter, now) === 0,
      );
      if (isEmpty) this.#callers.delete(caller);
    }
  }

  usage(now: number, names: readonly PolicyName[] = POLICY_NAMES): WindowUsage[] {
    return names.map((name) => {
      const isService = isServiceWindow(name);
      let [taken, callers] = [0, 0];
      for (const record of isService ? [this.#service] : this.#callers.values()) {
        const counter = record[name];
        const used = counter === undefined ? 0 : usedOf(name, counter, now);
        taken = Math.max(taken, used);
        if (used > 0) callers += 1;
      }
      return { name, limit: this.policies[name].limit, taken, callers: isService ? null : callers };
    });
  }

  rowsOf(caller: string): CounterRow[] {
    return Object.entries(this.#recordOf(caller)).map(([name, counter]) =>
      rowOf(name as PolicyName, caller, counter),
    );
  }

  /** Adds the rows of a journal, even if they exceed the maximum of callers. Returns the latest time in them. */
  restore(rows: readonly CounterRow[]): number {
    let latest = 0;
    for (const { window, caller, day, count, times } of rows) {
      // Another version of the service may have written other windows.
      if (this.policies[window]?.per !== (caller === SERVICE ? 'service' : 'caller')) continue;
      latest = Math.max(latest, day * DAY_MS, times.at(-1) ?? 0);
      if (caller !== SERVICE && !this.#callers.has(caller)) this.#callers.set(caller, {});
      this.#recordOf(caller)[window] = { times: [...times], first: 0, day, count };
    }
    return latest;
  }

  /** For a lost journal: every row is written again. */
  markAllChanged(): void {
    for (const caller of [SERVICE, ...this.#callers.keys()]) this.changed.add(caller);
  }

  #recordOf(caller: string): CallerRecord {
    return caller === SERVICE ? this.#service : (this.#callers.get(caller) ?? {});
  }
}
