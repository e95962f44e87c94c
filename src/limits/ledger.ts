/**
 * All counts of this process and the one decision over them: look at every window, then take from every one, or from
 * none. Each window is a Map from a caller's hash to a small holder of what that caller has taken in it. No clock, no
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
import { type Caller, type CounterRow, CountersUnavailable, type Receipt, type WindowUsage } from './port.ts';

/** What one caller has taken in one window; the service itself is the caller ''. */
export type Holder = DayHolder | MinuteHolder;

/** What comes to a holder and goes from it is told as a number of times: one for each unit of a minute, none of a day. */
class AnyHolder {
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
class DayHolder extends AnyHolder {
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

  giveBack(takenAt: number): number {
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
class MinuteHolder extends AnyHolder {
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

  giveBack(takenAt: number): number {
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

function readingOf({ name, limit, together }: AskedWindow, holder: Holder, now: number): Reading {
  const { used } = holder;
  const reading = { name, limit, used, resetAt: holder.resetAt(now), freeAt: holder.freeAt(now, limit) };
  return together ? { ...reading, together } : reading;
}

/** How far a call looks for room when the table is full. */
const SWEPT_IN_A_CALL = 64;
/** A caller is held for as long as its day is. */
const DAYS_OF_CALLERS: readonly PolicyName[] = ['comparison.day', 'list.day'];

export class Ledger {
  /** In force from the next decision on; what was taken stays taken. */
  policies: Policies;
  /** Holders whose rows are to be written. Whoever writes them takes them out. */
  readonly changed = new Set<Holder>();
  readonly #bounds: { readonly callers: number; readonly units: number };
  readonly #windows = Object.fromEntries(
    POLICY_NAMES.map((name) => [name, new Map<string, Holder>()]),
  ) as Record<PolicyName, Map<string, Holder>>;
  /** Times in all rolling minutes together. */
  #units = 0;
  /** Where the sweep has come to. */
  #round = this.#everyHolder();

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
    const holders: Holder[] = [];
    const readings: Reading[] = [];
    for (const asked of windowsOf(kind, caller, this.policies)) {
      const holder = this.#holderOf(asked.name, asked.caller);
      holders.push(holder);
      this.#units -= holder.settle(now);
      if (asked.limit !== NO_LIMIT) readings.push(readingOf(asked, holder, now));
    }
    return { readings, refusedBy: refusing(readings), holders };
  }

  /** Looks at every window of the kind, and then takes one unit of each; or touches none. */
  take(kind: RequestKind, caller: Caller, now: number) {
    const verdict = this.look(kind, caller, now);
    if (verdict.refusedBy !== null) return verdict;
    this.#needRoom(verdict.holders, verdict.readings.length, now);
    for (const holder of verdict.holders) {
      if (holder.used === 0) this.#windows[holder.window].set(holder.caller, holder);
      this.#units += holder.add(now);
      this.changed.add(holder);
    }
    return verdict;
  }

  giveBack({ kind, keys, takenAt }: Receipt, now: number): void {
    for (const name of WINDOWS_OF[kind]) {
      for (const caller of isServiceWindow(name) ? [''] : keys) {
        const holder = this.#windows[name].get(caller);
        if (holder === undefined) continue;
        this.#units -= holder.settle(now);
        const { used } = holder;
        this.#units -= holder.giveBack(takenAt);
        if (holder.used < used) this.changed.add(holder);
      }
    }
  }

  /** Looks at the next `most` holders: those that ended leave the disk, `mostEnded` at a time, and then this table. */
  sweep(now: number, most: number, mostEnded: number): void {
    let ended = 0;
    for (let step = 0; step < most; step += 1) {
      const { value: holder } = this.#round.next();
      if (holder === undefined) {
        this.#round = this.#everyHolder();
        return;
      }
      this.#units -= holder.settle(now);
      if (holder.used > 0 || this.changed.has(holder)) continue;
      if (!holder.isKept) this.#windows[holder.window].delete(holder.caller);
      else if (ended < mostEnded) {
        this.changed.add(holder);
        ended += 1;
      }
    }
  }

  usage(now: number, names: readonly PolicyName[] = POLICY_NAMES): WindowUsage[] {
    return names.map((name) => {
      let [taken, callers] = [0, 0];
      for (const holder of this.#windows[name].values()) {
        this.#units -= holder.settle(now);
        taken = Math.max(taken, holder.used);
        if (holder.used > 0) callers += 1;
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
      const holder = this.#holderOf(window, caller);
      this.#windows[window].set(caller, holder);
      holder.isKept = true;
      // Whether or not the window has ended: only so does the row leave the disk.
      this.#units += holder.restore(row);
    }
    return latest;
  }

  /** The journal was lost: every count is to be written again. */
  rewrite(): void {
    for (const holder of this.#everyHolder()) {
      holder.isKept = false;
      this.changed.add(holder);
    }
  }

  /** Who is not known has taken nothing. */
  #holderOf(name: PolicyName, caller: string): Holder {
    const Missing = this.policies[name].window === 'day' ? DayHolder : MinuteHolder;
    return this.#windows[name].get(caller) ?? new Missing(name, caller);
  }

  /** A place for each caller who has none, and for so many units. Nobody is pushed out for it. */
  #needRoom(holders: readonly Holder[], units: number, now: number): void {
    if (this.#lacks(holders, units) === null) return;
    this.sweep(now, SWEPT_IN_A_CALL, SWEPT_IN_A_CALL);
    const table = this.#lacks(holders, units);
    if (table !== null) throw new CountersUnavailable('full', `the table of ${table} is full`);
  }

  #lacks(holders: readonly Holder[], units: number): 'units' | 'callers' | null {
    if (this.#units + units > this.#bounds.units) return 'units';
    let newcomers = 0;
    for (const { used, window, caller } of holders) {
      if (used > 0 || !DAYS_OF_CALLERS.includes(window)) continue;
      if (!this.#windows[window].has(caller)) newcomers += 1;
    }
    return newcomers > 0 && this.callers + newcomers > this.#bounds.callers ? 'callers' : null;
  }

  /** Holders may come and go between two steps. */
  *#everyHolder(): Generator<Holder, undefined> {
    for (const holders of Object.values(this.#windows)) yield* holders.values();
  }
}
