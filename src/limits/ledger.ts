/**
 * All counts of this process in plain Maps, and the one decision over them. It knows no clock, no disk and no timer.
 * A quota (comparisons; lists and health checks) is a Map from a caller's hash to what that caller has taken of it.
 */
import { type Reading, refusing, tightest } from './decision.ts';
import { Holder, type HolderWindows } from './holder.ts';
import { POLICY_NAMES, type Policies, type PolicyName, type RequestKind, WINDOWS_OF } from './policies.ts';
import {
  type CounterRow,
  CountersUnavailable,
  type Receipt,
  type WindowState,
  type WindowUsage,
} from './port.ts';
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

export type Verdict = { readonly admitted: true; readonly window: WindowState } | RefusedVerdict;
export interface RefusedVerdict {
  readonly admitted: false;
  readonly reading: Reading;
}

export class Ledger {
  readonly #policies: Policies;
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

  /** Whether `take` would refuse at this moment. */
  refusal(kind: RequestKind, caller: string, now: number): RefusedVerdict | null {
    const reading = refusing(this.#read(this.#holdersOf(kind, caller), now));
    return reading && { admitted: false, reading };
  }

  /** Checks every window of the kind, and then takes one unit of each; or touches none. */
  take(kind: RequestKind, caller: string, now: number): Verdict {
    const holders = this.#holdersOf(kind, caller);
    const readings = this.#read(holders, now);
    const reading = refusing(readings);
    if (reading !== null) return { admitted: false, reading };
    this.#needUnits(readings.length, now);
    this.#enter(this.#quotas.get(WINDOWS_OF[kind][0])!, holders[0]!, now);
    for (const holder of holders) {
      if (holder.windows.minute !== null) this.#units += 1;
      this.#change(holder, () => holder.add(now));
    }
    return { admitted: true, window: tightest(readings) };
  }

  giveBack({ kind, caller, takenAt }: Receipt, now: number): void {
    for (const holder of this.#holdersOf(kind, caller)) {
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
    return POLICY_NAMES.map((name) => {
      const { limit } = this.#policies[name];
      const service = this.#service.get(name);
      if (service === undefined) return { name, limit, ...(most.get(name) ?? { taken: 0, callers: 0 }) };
      this.#settle(service, now);
      return { name, limit, taken: service.taken, callers: null };
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

  /** The caller's own first, then the budgets. A caller who is not known has taken nothing. */
  #holdersOf(kind: RequestKind, caller: string): readonly Holder[] {
    const [minute, , ...services] = WINDOWS_OF[kind];
    const { windows, holders } = this.#quotas.get(minute)!;
    const own = holders.get(caller) ?? new Holder(windows, caller);
    return [own, ...services.map((name) => this.#service.get(name)!)];
  }

  #read(holders: readonly Holder[], now: number): Reading[] {
    const readings: Reading[] = [];
    for (const holder of holders) {
      this.#settle(holder, now);
      const { minute, day } = holder.windows;
      if (minute !== null) {
        const used = holder.minuteTaken;
        const { limit } = this.#policies[minute];
        const resetAt = holder.expiryOf(0) ?? now + ROLLING_MS;
        // Where a limit was lowered, all of the surplus must go first. One of 0 never frees: a whole window is told.
        const freeAt = (limit > 0 ? holder.expiryOf(used - limit) : undefined) ?? now + ROLLING_MS;
        readings.push({ name: minute, limit, used, resetAt, freeAt });
      }
      const midnight = endOfDay(holder.day);
      const { limit } = this.#policies[day];
      readings.push({ name: day, limit, used: holder.taken, resetAt: midnight, freeAt: midnight });
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

  /** A place for a caller who has none. Nobody is pushed out for it. */
  #enter({ holders }: Quota, holder: Holder, now: number): void {
    if (holders.has(holder.caller)) return;
    if (this.#callers >= this.#bounds.callers) this.sweep(now, SWEPT_IN_A_CALL, SWEPT_IN_A_CALL);
    if (this.#callers >= this.#bounds.callers) {
      throw new CountersUnavailable('full', 'the table of callers is full');
    }
    holders.set(holder.caller, holder);
    this.#callers += 1;
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
