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
} from './policies.ts';
import { type Caller, type CounterRow, CountersUnavailable, type Receipt, type WindowUsage } from './port.ts';

/** What one caller has taken in one window; the service itself is the caller ''. */
export abstract class Holder {
  readonly window: PolicyName;
  readonly caller: string;
  /** Whether the journal may have a row of it. */
  isKept = false;

  constructor(window: PolicyName, caller: string) {
    this.window = window;
    this.caller = caller;
  }

  abstract get used(): number;
  /** Lets go of what is over, and says how many units with a time were. Comes before any question. */
  abstract settle(now: number): number;
  abstract read(limit: number, now: number): Reading;
  /** Says how many units with a time came. */
  abstract add(now: number): number;
  /** Says how many units with a time went; null where the window no longer holds the unit. */
  abstract giveBack(takenAt: number): number | null;
  abstract row(): CounterRow;
  /** Whether or not the window has ended: only so does the row leave the disk. */
  abstract restore(row: CounterRow): number;
}

/** From midnight to midnight UTC: a number. */
class DayHolder extends Holder {
  used = 0;
  /** Which day `used` belongs to. */
  #day = 0;

  settle(now: number): number {
    const today = dayOf(now);
    if (this.#day !== today) this.used = 0;
    this.#day = today;
    return 0;
  }

  read(limit: number): Reading {
    const midnight = endOfDay(this.#day);
    return { name: this.window, limit, used: this.used, resetAt: midnight, freeAt: midnight };
  }

  add(): number {
    this.used += 1;
    return 0;
  }

  giveBack(takenAt: number): number | null {
    if (this.#day !== dayOf(takenAt) || this.used === 0) return null;
    this.used -= 1;
    return 0;
  }

  row(): CounterRow {
    return { window: this.window, caller: this.caller, day: this.#day, count: this.used, times: NO_TIMES };
  }

  restore({ day, count }: CounterRow): number {
    this.#day = day;
    this.used = count;
    return 0;
  }
}

/** More than any limit of ours, so that theirs are kept to the millisecond; a bound for those who raise them far. */
const TIMES_IN_A_ROW = 256;
/** Shared by all who have none, so it is never added to. */
const NO_TIMES: number[] = [];
/** Which of `groups` the unit at this place belongs to. */
const groupOf = (at: number, length: number, groups: number): number => Math.floor((at * groups) / length);

/** Exact over any 60 seconds: the time of every unit. */
class MinuteHolder extends Holder {
  /** Oldest first; those before `#first` have ended. */
  #times = NO_TIMES;
  #first = 0;

  get used(): number {
    return this.#times.length - this.#first;
  }

  settle(now: number): number {
    const before = this.#first;
    while (this.used > 0 && this.#times[this.#first]! + ROLLING_MS <= now) this.#first += 1;
    const ended = this.#first - before;
    // Ended units leave together once they are half of all, so that each is moved about once.
    if (this.#first > 0 && this.#first >= this.used) {
      this.#times = this.used > 0 ? this.#times.slice(this.#first) : NO_TIMES;
      this.#first = 0;
    }
    return ended;
  }

  /** Where a limit was lowered, all of the surplus must go first. One of 0 never frees: a whole window is told. */
  read(limit: number, now: number): Reading {
    const { used } = this;
    const oldest = this.#times[this.#first] ?? now;
    const surplus = (limit > 0 ? this.#times[this.#first + used - limit] : undefined) ?? now;
    const [resetAt, freeAt] = [oldest + ROLLING_MS, surplus + ROLLING_MS];
    return { name: this.window, limit, used, resetAt, freeAt };
  }

  add(now: number): number {
    // An array that is grown has room for 16 more: most callers ask once, and that would be most of their memory.
    if (this.#times.length === 0) this.#times = [now];
    else this.#times.push(now);
    return 1;
  }

  giveBack(takenAt: number): number | null {
    const at = this.#times.lastIndexOf(takenAt);
    if (at < this.#first) return null;
    this.#times.splice(at, 1);
    return 1;
  }

  /** At most so many times: each stands for a group of equal size and is the latest in it, so that none ends too soon. */
  row(): CounterRow {
    const { used, window, caller } = this;
    const isLastOfGroup = (_: number, at: number) =>
      groupOf(at, used, TIMES_IN_A_ROW) !== groupOf(at + 1, used, TIMES_IN_A_ROW);
    const alive = this.#times.slice(this.#first);
    const times = used > TIMES_IN_A_ROW ? alive.filter(isLastOfGroup) : alive;
    return { window, caller, day: 0, count: used, times };
  }

  restore({ count, times }: CounterRow): number {
    const sorted = times.toSorted((a, b) => a - b);
    const { length } = sorted;
    const isGrouped = length > 0 && length < count;
    const at = (unit: number) => sorted[groupOf(unit, count, length)]!;
    this.#times = isGrouped ? Array.from({ length: count }, (_, unit) => at(unit)) : sorted;
    return this.used;
  }
}

export interface Verdict {
  readonly readings: readonly Reading[];
  /** The window that refuses; null: none does. */
  readonly refusedBy: Reading | null;
}

interface Bound extends AskedWindow {
  readonly holder: Holder;
}

/** How far a call looks for room when the table is full. */
const SWEPT_IN_A_CALL = 64;
/** A caller is held for as long as its day is. */
const DAYS_OF_CALLERS: readonly PolicyName[] = ['comparison.day', 'list.day'];

export class Ledger {
  /** Holders whose rows are to be written. Whoever writes them takes them out. */
  readonly changed = new Set<Holder>();
  #policies: Policies;
  readonly #bounds: { readonly callers: number; readonly units: number };
  readonly #windows = new Map(POLICY_NAMES.map((name) => [name, new Map<string, Holder>()]));
  /** With a time, in all rolling minutes together. */
  #units = 0;
  /** Where the sweep has come to. */
  #round = this.#everyHolder();

  constructor(policies: Policies, bounds: { readonly callers: number; readonly units: number }) {
    this.#policies = policies;
    this.#bounds = bounds;
  }

  /** How many are held. Who compares and lists is two. */
  get callers(): number {
    return DAYS_OF_CALLERS.reduce((sum, name) => sum + this.#windows.get(name)!.size, 0);
  }

  get maxCallers(): number {
    return this.#bounds.callers;
  }

  /** From the next decision on; what was taken stays taken. */
  usePolicies(policies: Policies): void {
    this.#policies = policies;
  }

  /** What `take` would say at this moment; takes nothing. */
  look(kind: RequestKind, caller: Caller, now: number): Verdict {
    const readings = this.#read(this.#boundsOf(kind, caller), now);
    return { readings, refusedBy: refusing(readings) };
  }

  /** Checks every window of the kind, and then takes one unit of each; or touches none. */
  take(kind: RequestKind, caller: Caller, now: number): Verdict {
    const bounds = this.#boundsOf(kind, caller);
    const readings = this.#read(bounds, now);
    const refusedBy = refusing(readings);
    if (refusedBy !== null) return { readings, refusedBy };
    this.#needRoom(bounds, readings.length, now);
    for (const { holder } of bounds) {
      this.#windows.get(holder.window)!.set(holder.caller, holder);
      this.#units += holder.add(now);
      this.changed.add(holder);
    }
    return { readings, refusedBy: null };
  }

  giveBack({ kind, keys, takenAt }: Receipt, now: number): void {
    const [key = '', network] = keys;
    const together = network === undefined ? {} : { together: { key: network, limits: {} } };
    for (const { holder } of this.#boundsOf(kind, { key, ...together })) {
      this.#units -= holder.settle(now);
      const given = holder.giveBack(takenAt);
      if (given === null) continue;
      this.#units -= given;
      this.changed.add(holder);
    }
  }

  /** Looks at the next `most` holders: those that ended leave the disk, `mostEnded` at a time, and then this table. */
  sweep(now: number, most: number, mostEnded: number): void {
    let ended = 0;
    for (let step = 0; step < most; step += 1) {
      const next = this.#round.next();
      if (next.done === true) {
        this.#round = this.#everyHolder();
        return;
      }
      const holder = next.value;
      this.#units -= holder.settle(now);
      if (holder.used > 0 || this.changed.has(holder)) continue;
      if (!holder.isKept) this.#windows.get(holder.window)!.delete(holder.caller);
      else if (ended < mostEnded) {
        this.changed.add(holder);
        ended += 1;
      }
    }
  }

  usage(now: number, names: readonly PolicyName[] = POLICY_NAMES): WindowUsage[] {
    return names.map((name) => {
      let [taken, callers] = [0, 0];
      for (const holder of this.#windows.get(name)!.values()) {
        this.#units -= holder.settle(now);
        taken = Math.max(taken, holder.used);
        if (holder.used > 0) callers += 1;
      }
      return {
        name,
        limit: this.#policies[name].limit,
        taken,
        callers: isServiceWindow(name) ? null : callers,
      };
    });
  }

  /** Of the service's windows alone. */
  budgets(now: number): WindowUsage[] {
    return this.usage(now, POLICY_NAMES.filter(isServiceWindow));
  }

  /** Takes in what the journal kept; whatever the bounds are, it all comes in. Returns the latest time in it. */
  restore(rows: Iterable<CounterRow>): number {
    let latest = 0;
    for (const row of rows) {
      const { window, caller } = row;
      latest = Math.max(latest, row.day * DAY_MS, row.times.at(-1) ?? 0);
      // Rows of a window that is gone, or of one that was counted otherwise.
      if (this.#policies[window]?.per !== (caller === '' ? 'service' : 'caller')) continue;
      const holder = this.#holderOf(window, caller);
      this.#windows.get(window)!.set(caller, holder);
      holder.isKept = true;
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
    const known = this.#windows.get(name)!.get(caller);
    if (known !== undefined) return known;
    return new (this.#policies[name].window === 'day' ? DayHolder : MinuteHolder)(name, caller);
  }

  #boundsOf(kind: RequestKind, caller: Caller): readonly Bound[] {
    return windowsOf(kind, caller, this.#policies).map((window) => ({
      ...window,
      holder: this.#holderOf(window.name, window.caller),
    }));
  }

  #read(bounds: readonly Bound[], now: number): Reading[] {
    const readings: Reading[] = [];
    for (const { holder, limit, together } of bounds) {
      this.#units -= holder.settle(now);
      if (limit === NO_LIMIT) continue;
      const reading = holder.read(limit, now);
      readings.push(together ? { ...reading, together } : reading);
    }
    return readings;
  }

  /** A place for each caller who has none, and for so many units. Nobody is pushed out for it. */
  #needRoom(bounds: readonly Bound[], units: number, now: number): void {
    const isNew = ({ name, caller }: Bound) =>
      DAYS_OF_CALLERS.includes(name) && !this.#windows.get(name)!.has(caller);
    const lacking = (): string | null => {
      if (this.#units + units > this.#bounds.units) return 'units';
      const newcomers = bounds.filter(isNew).length;
      return newcomers > 0 && this.callers + newcomers > this.#bounds.callers ? 'callers' : null;
    };
    if (lacking() !== null) this.sweep(now, SWEPT_IN_A_CALL, SWEPT_IN_A_CALL);
    const table = lacking();
    if (table !== null) throw new CountersUnavailable('full', `the table of ${table} is full`);
  }

  /** Holders may come and go between two steps. */
  *#everyHolder(): Generator<Holder> {
    for (const holders of this.#windows.values()) yield* holders.values();
  }
}
