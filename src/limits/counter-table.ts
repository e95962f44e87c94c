/**
 * All counts of this process and the one decision over them: look at every window, then take from every one, or from
 * none. Each window is a Map from a caller's hash to a small counter of what that caller has taken in it. No clock, no
 * disk and no timer is known here: whoever calls says what time it is, and writes what stands in `changed`.
 */
import {
  type AskedWindow,
  DAY_MS,
  dayOf,
  endOfDay,
  NO_LIMIT,
  type Reading,
  ROLLING_MS,
  refusing,
  windowsOf,
} from './decision.ts';
import {
  isServiceWindow,
  POLICY_NAMES,
  type Policies,
  type PolicyName,
  type RequestKind,
  WINDOWS_OF,
} from './policies.ts';
import {
  type Caller,
  type CounterRow,
  CountersUnavailable,
  type Reservation,
  type WindowUsage,
} from './port.ts';

/** What one caller has taken in one window; the service itself is the caller ''. */
export type Counter = DayCounter | MinuteCounter;

/** What comes to a counter and goes from it is told as a number of times: one for each unit of a minute, none of a day. */
class AnyCounter {
  readonly window: PolicyName;
  readonly caller: string;
  /** Whether the journal may have a row of it. */
  isKept = false;

  constructor(window: PolicyName, caller: string) {
    this.window = window;
    this.caller = caller;
  }
}

/** From midnight to midnight UTC: a number. */
class DayCounter extends AnyCounter {
  used = 0;
  /** Which day `used` belongs to. */
  #day = 0;

  /** Lets go of what is over. Comes before any question. */
  settle(now: number): number {
    const today = dayOf(now);
    if (this.#day !== today) this.used = 0;
    this.#day = today;
    return 0;
  }

  resetAt(): number {
    return endOfDay(this.#day);
  }

  freeAt(): number {
    return endOfDay(this.#day);
  }

  add(): number {
    this.used += 1;
    return 0;
  }

  refund(takenAt: number): number {
    if (this.#day === dayOf(takenAt) && this.used > 0) this.used -= 1;
    return 0;
  }

  row(): CounterRow {
    return { window: this.window, caller: this.caller, day: this.#day, count: this.used, times: [] };
  }

  restore({ day, count }: CounterRow): number {
    this.#day = day;
    this.used = count;
    return 0;
  }
}

/** More than any limit of ours, so that theirs are kept to the millisecond; a bound for those who raise them far. */
const TIMES_IN_A_ROW = 256;

/** Exact over any 60 seconds: the time of every unit. */
class MinuteCounter extends AnyCounter {
  /** Oldest first; those before `#first` have ended. */
  #times: number[] = [];
  #first = 0;

  get used(): number {
    return this.#times.length - this.#first;
  }

  settle(now: number): number {
    const { used } = this;
    while (this.used > 0 && this.#times[this.#first]! + ROLLING_MS <= now) this.#first += 1;
    const ended = used - this.used;
    // Ended units leave together once they are more than half of all, so that each is moved about once.
    if (this.#first > this.used) {
      this.#times = this.#times.slice(this.#first);
      this.#first = 0;
    }
    return ended;
  }

  resetAt(now: number): number {
    return (this.#times[this.#first] ?? now) + ROLLING_MS;
  }

  /** Where a limit was lowered, all of the surplus must go first. One of 0 never frees: a whole window is told. */
  freeAt(now: number, limit: number): number {
    const isFull = limit > 0 && this.used >= limit;
    return (isFull ? this.#times[this.#times.length - limit]! : now) + ROLLING_MS;
  }

  add(now: number): number {
    // An array that is grown has room for 16 more: most callers ask once, and that would be most of their memory.
    if (this.#times.length === 0) this.#times = [now];
    else this.#times.push(now);
    return 1;
  }

  refund(takenAt: number): number {
    const at = this.#times.lastIndexOf(takenAt);
    return at < this.#first ? 0 : this.#times.splice(at, 1).length;
  }

  /** At most so many times: each stands for a group of equal size and is the latest in it, so that none ends too soon. */
  row(): CounterRow {
    const { used, window, caller } = this;
    const groups = Math.min(used, TIMES_IN_A_ROW);
    const latestOf = (group: number) => this.#first + Math.ceil(((group + 1) * used) / groups) - 1;
    const times = Array.from({ length: groups }, (_, group) => this.#times[latestOf(group)]!);
    return { window, caller, day: 0, count: used, times };
  }

  restore({ count, times }: CounterRow): number {
    const latest = times.toSorted((a, b) => a - b);
    const groups = latest.length;
    const units = groups === 0 ? 0 : Math.max(count, groups);
    this.#times = Array.from({ length: units }, (_, unit) => latest[Math.floor((unit * groups) / units)]!);
    return units;
  }
}

function readingOf({ name, limit, together }: AskedWindow, counter: Counter, now: number): Reading {
  const { used } = counter;
  const reading = { name, limit, used, resetAt: counter.resetAt(now), freeAt: counter.freeAt(now, limit) };
  return together ? { ...reading, together } : reading;
}

/** How far a call looks for room when the table is full. */
const SWEPT_IN_A_CALL = 64;
/** A caller is held for as long as its day is. */
const DAYS_OF_CALLERS: readonly PolicyName[] = ['comparison.day', 'list.day'];

export class CounterTable {
  /** In force from the next decision on; what was taken stays taken. */
  policies: Policies;
  /** Holders whose rows are to be written. Whoever writes them takes them out. */
  readonly changed = new Set<Counter>();
  readonly #bounds: { readonly callers: number; readonly units: number };
  readonly #windows = Object.fromEntries(
    POLICY_NAMES.map((name) => [name, new Map<string, Counter>()]),
  ) as Record<PolicyName, Map<string, Counter>>;
  /** Times in all rolling minutes together. */
  #units = 0;
  /** Where the sweep has come to. */
  #round = this.#everyCounter();

  constructor(policies: Policies, bounds: { readonly callers: number; readonly units: number }) {
    this.policies = policies;
    this.#bounds = bounds;
  }

  /** How many are held. Who compares and lists is two. */
  get callers(): number {
    return DAYS_OF_CALLERS.reduce((sum, name) => sum + this.#windows[name].size, 0);
  }

  /** What `take` would say at this moment; takes nothing. */
  look(kind: RequestKind, caller: Caller, now: number) {
    const counters: Counter[] = [];
    const readings: Reading[] = [];
    for (const asked of windowsOf(kind, caller, this.policies)) {
      const counter = this.#counterOf(asked.name, asked.caller);
      counters.push(counter);
      this.#units -= counter.settle(now);
      if (asked.limit !== NO_LIMIT) readings.push(readingOf(asked, counter, now));
    }
    return { readings, refusedBy: refusing(readings), counters };
  }

  /** Looks at every window of the kind, and then takes one unit of each; or touches none. */
  take(kind: RequestKind, caller: Caller, now: number) {
    const verdict = this.look(kind, caller, now);
    if (verdict.refusedBy !== null) return verdict;
    this.#needRoom(verdict.counters, verdict.readings.length, now);
    for (const counter of verdict.counters) {
      if (counter.used === 0) this.#windows[counter.window].set(counter.caller, counter);
      this.#units += counter.add(now);
      this.changed.add(counter);
    }
    return verdict;
  }

  refund({ kind, keys, takenAt }: Reservation, now: number): void {
    for (const name of WINDOWS_OF[kind]) {
      for (const caller of isServiceWindow(name) ? [''] : keys) {
        const counter = this.#windows[name].get(caller);
        if (counter === undefined) continue;
        this.#units -= counter.settle(now);
        const { used } = counter;
        this.#units -= counter.refund(takenAt);
        if (counter.used < used) this.changed.add(counter);
      }
    }
  }

  /** Looks at the next `most` counters: those that ended leave the disk, `mostEnded` at a time, and then this table. */
  sweep(now: number, most: number, mostEnded: number): void {
    let ended = 0;
    for (let step = 0; step < most; step += 1) {
      const { value: counter } = this.#round.next();
      if (counter === undefined) {
        this.#round = this.#everyCounter();
        return;
      }
      this.#units -= counter.settle(now);
      if (counter.used > 0 || this.changed.has(counter)) continue;
      if (!counter.isKept) this.#windows[counter.window].delete(counter.caller);
      else if (ended < mostEnded) {
        this.changed.add(counter);
        ended += 1;
      }
    }
  }

  usage(now: number, names: readonly PolicyName[] = POLICY_NAMES): WindowUsage[] {
    return names.map((name) => {
      let [taken, callers] = [0, 0];
      for (const counter of this.#windows[name].values()) {
        this.#units -= counter.settle(now);
        taken = Math.max(taken, counter.used);
        if (counter.used > 0) callers += 1;
      }
      const { limit } = this.policies[name];
      return { name, limit, taken, callers: isServiceWindow(name) ? null : callers };
    });
  }

  /** Takes in what the journal kept; whatever the bounds are, it all comes in. Returns the latest time in it. */
  restore(rows: Iterable<CounterRow>): number {
    let latest = 0;
    for (const row of rows) {
      const { window, caller, day, times } = row;
      latest = Math.max(latest, day * DAY_MS, times.at(-1) ?? 0);
      // Rows of a window that is gone, or of one that was counted otherwise.
      if (this.policies[window]?.per !== (caller === '' ? 'service' : 'caller')) continue;
      const counter = this.#counterOf(window, caller);
      this.#windows[window].set(caller, counter);
      counter.isKept = true;
      // Whether or not the window has ended: only so does the row leave the disk.
      this.#units += counter.restore(row);
    }
    return latest;
  }

  /** The journal was lost: every count is to be written again. */
  rewrite(): void {
    for (const counter of this.#everyCounter()) {
      counter.isKept = false;
      this.changed.add(counter);
    }
  }

  /** Who is not known has taken nothing. */
  #counterOf(name: PolicyName, caller: string): Counter {
    const Missing = this.policies[name].window === 'day' ? DayCounter : MinuteCounter;
    return this.#windows[name].get(caller) ?? new Missing(name, caller);
  }

  /** A place for each caller who has none, and for so many units. Nobody is pushed out for it. */
  #needRoom(counters: readonly Counter[], units: number, now: number): void {
    if (this.#lacks(counters, units) === null) return;
    this.sweep(now, SWEPT_IN_A_CALL, SWEPT_IN_A_CALL);
    const table = this.#lacks(counters, units);
    if (table !== null) throw new CountersUnavailable('full', `the table of ${table} is full`);
  }

  #lacks(counters: readonly Counter[], units: number): 'units' | 'callers' | null {
    if (this.#units + units > this.#bounds.units) return 'units';
    let newcomers = 0;
    for (const { used, window, caller } of counters) {
      if (used > 0 || !DAYS_OF_CALLERS.includes(window)) continue;
      if (!this.#windows[window].has(caller)) newcomers += 1;
    }
    return newcomers > 0 && this.callers + newcomers > this.#bounds.callers ? 'callers' : null;
  }

  /** Holders may come and go between two steps. */
  *#everyCounter(): Generator<Counter, undefined> {
    for (const counters of Object.values(this.#windows)) yield* counters.values();
  }
}
