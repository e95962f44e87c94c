/**
 * All counts of this process in plain Maps, and the one decision over them. It knows no clock, no disk and no timer.
 * A quota (comparisons; lists and health checks) is a Map from a caller's hash to what that caller has taken of it.
 */
import { type Reading, refusing } from './decision.ts';
import { Holder, type HolderWindows } from './holder.ts';
import {
  type CallerLimits,
  limitOf,
  POLICY_NAMES,
  type Policies,
  type PolicyName,
  type RequestKind,
  WINDOWS_OF,
} from './policies.ts';
import { type Caller, type CounterRow, CountersUnavailable, type Receipt, type WindowUsage } from './port.ts';
import { DAY_MS, dayOf, endOfDay, ROLLING_MS } from './time.ts';

/** How far a call looks for room when the table is full. */
const SWEPT_IN_A_CALL = 64;

interface Quota {
  readonly windows: HolderWindows;
  readonly holders: Map<string, Holder>;
}

/** `units`: those of all rolling minutes together. */
export interface LedgerBounds {
  readonly callers: number;
  readonly units: number;
}

export interface Verdict {
  readonly readings: readonly Reading[];
  /** The window that refuses; null: one unit of each was taken. */
  readonly refusedBy: Reading | null;
}

/** A holder with the figures that bind it in one decision. */
interface Bound {
  readonly holder: Holder;
  readonly quota: Quota | null;
  /** Of a network: a window that is not named here is open, not the table's. */
  readonly limits: CallerLimits | undefined;
  readonly isOpen: boolean;
}

export class Ledger {
  #policies: Policies;
  readonly #onChange: (holder: Holder) => void;
  /** Each under the names of both of its windows. */
  readonly #quotas = new Map<PolicyName, Quota>();
  readonly #service = new Map<PolicyName, Holder>();
  #bounds: LedgerBounds;
  #callers = 0;
  #units = 0;
  /** Where the sweep has come to. */
  #round: Iterator<readonly [Quota, Holder]> = this.#everyCaller();

  /** `onChange` hears of a holder whose rows must be written. */
  constructor(policies: Policies, bounds: LedgerBounds, onChange: (holder: Holder) => void) {
    this.#policies = policies;
    this.#bounds = bounds;
    this.#onChange = onChange;
    for (const [minute, day, ...services] of Object.values(WINDOWS_OF)) {
      const quota = this.#quotas.get(day) ?? { windows: { minute, day }, holders: new Map() };
      this.#quotas.set(minute, quota).set(day, quota);
      for (const name of services) this.#service.set(name, new Holder({ minute: null, day: name }, ''));
    }
  }

  /** How many are held. Who compares and lists is two. */
  get callers(): number {
    return this.#callers;
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
    this.#needUnits(readings.length, now);
    this.#enter(bounds, now);
    for (const { holder } of bounds) {
      if (holder.windows.minute !== null) this.#units += 1;
      this.#change(holder, () => holder.add(now));
    }
    return { readings, refusedBy: null };
  }

  giveBack({ kind, keys, takenAt }: Receipt, now: number): void {
    const [key = '', together] = keys;
    const caller = { key, ...(together === undefined ? {} : { together: { key: together, limits: {} } }) };
    for (const { holder } of this.#boundsOf(kind, caller)) {
      this.#settle(holder, now);
      this.#change(holder, () => {
        this.#units -= holder.giveBack(takenAt);
      });
    }
  }

  /**
   * Looks at the next `maxCallers` callers: windows that ended leave the disk (of at most `maxChanges` at a time), and
   * callers of whom nothing is left are forgotten.
   */
  sweep(now: number, maxCallers: number, maxChanges: number): void {
    for (const holder of this.#service.values()) {
      this.#settle(holder, now);
      this.#change(holder, () => holder.markEnded());
    }
    let changes = 0;
    for (let step = Math.min(maxCallers, this.#callers); step > 0; step -= 1) {
      const found = this.#nextCaller();
      if (found === null) return;
      const [{ holders }, holder] = found;
      this.#settle(holder, now);
      if (changes < maxChanges && this.#change(holder, () => holder.markEnded())) changes += 1;
      else if (holder.isVacant) {
        holders.delete(holder.caller);
        this.#callers -= 1;
      }
    }
  }

  usage(now: number): WindowUsage[] {
    const most = new Map<PolicyName, { taken: number; callers: number }>();
    const see = (name: PolicyName, taken: number) => {
      const seen = most.get(name) ?? { taken: 0, callers: 0 };
      most.set(name, { taken: Math.max(seen.taken, taken), callers: seen.callers + (taken > 0 ? 1 : 0) });
    };
    for (const [, holder] of this.#everyCaller()) {
      this.#settle(holder, now);
      see(holder.windows.minute!, holder.minuteTaken);
      see(holder.windows.day, holder.taken);
    }
    const budgets = new Map(this.budgets(now).map((budget) => [budget.name, budget]));
    return POLICY_NAMES.map((name) => {
      const { limit } = this.#policies[name];
      return budgets.get(name) ?? { name, limit, ...(most.get(name) ?? { taken: 0, callers: 0 }) };
    });
  }

  /** Of the service's windows alone. */
  budgets(now: number): WindowUsage[] {
    return [...this.#service].map(([name, holder]) => {
      this.#settle(holder, now);
      return { name, limit: this.#policies[name].limit, taken: holder.taken, callers: null };
    });
  }

  /** Takes in what the journal kept; whatever the bounds are, it all comes in. Returns the latest time in it. */
  restore(rows: Iterable<CounterRow>, now: number): number {
    let latest = 0;
    for (const row of rows) {
      latest = Math.max(latest, row.day * DAY_MS, row.times.at(-1) ?? 0);
      const quota = this.#quotas.get(row.window);
      if (row.caller === '') this.#service.get(row.window)?.restore(row);
      else if (quota !== undefined) {
        const holder = quota.holders.get(row.caller) ?? new Holder(quota.windows, row.caller);
        if (!quota.holders.has(row.caller)) this.#callers += 1;
        quota.holders.set(row.caller, holder);
        holder.restore(row);
        if (row.window === quota.windows.minute) this.#units += holder.minuteTaken;
        // A day that is ahead of the clock stays as it is: time will go on from there.
        if (holder.day <= dayOf(now)) this.#settle(holder, now);
      }
    }
    const { callers, units } = this.#bounds;
    this.#bounds = { callers: Math.max(callers, this.#callers), units: Math.max(units, this.#units * 2) };
    return latest;
  }

  /** The journal was lost: every count is to be written again. */
  rewrite(): void {
    for (const holder of this.#service.values()) this.#change(holder, () => holder.markAll());
    for (const [, holder] of this.#everyCaller()) this.#change(holder, () => holder.markAll());
  }

  /** The caller's own first, then its network's, then the budgets. Who is not known has taken nothing. */
  #boundsOf(kind: RequestKind, { key, limits, together }: Caller): readonly Bound[] {
    const [minute, , ...services] = WINDOWS_OF[kind];
    const quota = this.#quotas.get(minute)!;
    const holderOf = (caller: string) => quota.holders.get(caller) ?? new Holder(quota.windows, caller);
    const bounds: Bound[] = [{ holder: holderOf(key), quota, limits, isOpen: false }];
    if (together !== undefined)
      bounds.push({ holder: holderOf(together.key), quota, limits: together.limits, isOpen: true });
    for (const name of services)
      bounds.push({ holder: this.#service.get(name)!, quota: null, limits: undefined, isOpen: false });
    return bounds;
  }

  #read(bounds: readonly Bound[], now: number): Reading[] {
    const readings: Reading[] = [];
    for (const { holder, limits, isOpen } of bounds) {
      this.#settle(holder, now);
      const { minute, day } = holder.windows;
      const shared = isOpen ? ({ together: true } as const) : {};
      const limitIn = (name: PolicyName) =>
        isOpen ? (limits?.[name] ?? null) : limitOf(name, this.#policies, limits);
      const minuteLimit = minute === null ? null : limitIn(minute);
      if (minute !== null && minuteLimit !== null) {
        const used = holder.minuteTaken;
        const resetAt = holder.expiryOf(0) ?? now + ROLLING_MS;
        // Where a limit was lowered, all of the surplus must go first. One of 0 never frees: a whole window is told.
        const freeAt =
          (minuteLimit > 0 ? holder.expiryOf(used - minuteLimit) : undefined) ?? now + ROLLING_MS;
        readings.push({ name: minute, limit: minuteLimit, used, resetAt, freeAt, ...shared });
      }
      const midnight = endOfDay(holder.day);
      const dayLimit = limitIn(day);
      if (dayLimit !== null)
        readings.push({
          name: day,
          limit: dayLimit,
          used: holder.taken,
          resetAt: midnight,
          freeAt: midnight,
          ...shared,
        });
    }
    return readings;
  }

  #settle(holder: Holder, now: number): void {
    this.#units -= holder.settle(now);
  }

  /** Says whether the change was one. */
  #change(holder: Holder, change: () => void): boolean {
    const hadChanged = holder.hasChanged;
    change();
    const isNews = holder.hasChanged && !hadChanged;
    if (isNews) this.#onChange(holder);
    return isNews;
  }

  /** A place for each who has none. Nobody is pushed out for it. */
  #enter(bounds: readonly Bound[], now: number): void {
    const isNew = ({ quota, holder }: Bound) => quota !== null && !quota.holders.has(holder.caller);
    const newcomers = bounds.filter(isNew);
    if (newcomers.length === 0) return;
    const isFull = () => this.#callers + newcomers.length > this.#bounds.callers;
    if (isFull()) this.sweep(now, SWEPT_IN_A_CALL, SWEPT_IN_A_CALL);
    if (isFull()) throw new CountersUnavailable('full', 'the table of callers is full');
    for (const { quota, holder } of newcomers) quota!.holders.set(holder.caller, holder);
    this.#callers += newcomers.length;
  }

  /** At most one for each window. */
  #needUnits(count: number, now: number): void {
    if (this.#units + count <= this.#bounds.units) return;
    this.sweep(now, SWEPT_IN_A_CALL, SWEPT_IN_A_CALL);
    if (this.#units + count > this.#bounds.units) {
      throw new CountersUnavailable('full', 'the table of units is full');
    }
  }

  /** Round and round; null where nobody is left. */
  #nextCaller(): readonly [Quota, Holder] | null {
    const next = this.#round.next();
    if (next.done !== true) return next.value;
    this.#round = this.#everyCaller();
    const first = this.#round.next();
    return first.done === true ? null : first.value;
  }

  /** Callers may come and go between two steps. */
  *#everyCaller(): Generator<readonly [Quota, Holder]> {
    for (const quota of new Set(this.#quotas.values())) {
      for (const holder of quota.holders.values()) yield [quota, holder];
    }
  }
}
