/** All counts of this process, and the one decision over them. It knows no clock, no disk and no timer. */
import { CallerIndex, NO_SLOT } from './caller-index.ts';
import { CountersUnavailable } from './errors.ts';
import {
  POLICY_NAMES,
  type Policies,
  type Policy,
  REQUEST_KINDS,
  type RequestKind,
  WINDOWS_OF,
} from './policies.ts';
import type { CounterRow, Receipt, WindowState, WindowUsage } from './port.ts';
import { Tally } from './tally.ts';
import { dayOf } from './time.ts';
import { Units } from './units.ts';

/** Holder 0 is the service itself; every other holder is the slot of a caller. */
const SERVICE = 0;
/** How far a call looks for room when the table is full. */
const SLOTS_SWEPT_IN_A_CALL = 64;

interface LedgerWindow extends Policy {
  readonly tally: Tally;
  readonly column: number;
}

export interface RefusedVerdict {
  readonly admitted: false;
  readonly window: Policy;
  readonly freeAt: number;
}
export type Verdict = { readonly admitted: true; readonly window: WindowState } | RefusedVerdict;

export class Ledger {
  readonly #units: Units;
  readonly #index: CallerIndex;
  readonly #callers: Tally;
  readonly #service: Tally;
  readonly #windows: readonly LedgerWindow[];
  readonly #windowsOf: Readonly<Record<RequestKind, readonly LedgerWindow[]>>;
  #sweptTo = 1;

  /** `onChange` hears of a holder whose rows must be written. */
  constructor(policies: Policies, maxCallers: number, maxUnits: number, onChange: (holder: number) => void) {
    this.#units = new Units(maxUnits);
    this.#index = new CallerIndex(maxCallers);
    const all = POLICY_NAMES.map((name) => policies[name]);
    const caller = all.filter(({ per }) => per === 'caller');
    const service = all.filter(({ per }) => per === 'service');
    this.#callers = new Tally(caller, this.#units, onChange);
    this.#service = new Tally(service, this.#units, onChange);
    this.#windows = all.map((policy) => {
      const tally = policy.per === 'caller' ? this.#callers : this.#service;
      return { ...policy, tally, column: tally.windows.indexOf(policy) };
    });
    const windowsOf = (kind: RequestKind) =>
      WINDOWS_OF[kind].map((name) => this.#windows[POLICY_NAMES.indexOf(name)]!);
    this.#windowsOf = Object.fromEntries(REQUEST_KINDS.map((kind) => [kind, windowsOf(kind)])) as Record<
      RequestKind,
      LedgerWindow[]
    >;
  }

  get callers(): number {
    return this.#index.size;
  }

  /** Whether `take` would refuse at this moment. */
  refusal(kind: RequestKind, caller: string, now: number): RefusedVerdict | null {
    return this.#check(this.#windowsOf[kind], this.#index.find(caller), now, dayOf(now));
  }

  /** Checks every window of the kind, and then takes one unit of each; or touches none. */
  take(kind: RequestKind, caller: string, now: number): Verdict {
    const windows = this.#windowsOf[kind];
    const today = dayOf(now);
    const known = this.#index.find(caller);
    const refusal = this.#check(windows, known, now, today);
    if (refusal !== null) return refusal;
    this.#needUnits(windows.length, now);
    const slot = known === NO_SLOT ? this.#newcomer(caller, now, today) : known;
    return this.#admission(windows, slot, now, today);
  }

  giveBack({ kind, caller, takenAt }: Receipt, now: number): void {
    const slot = this.#index.find(caller);
    for (const { tally, column } of this.#windowsOf[kind]) {
      const holder = tally === this.#service ? SERVICE : slot;
      tally.settle(holder, now, dayOf(now));
      if (tally === this.#service || slot !== NO_SLOT) tally.giveBack(holder, column, takenAt);
    }
  }

  /**
   * Looks at the next `maxSlots` slots: windows that ended leave the disk (at most `maxChanges` callers at a time),
   * and callers of whom nothing is left are forgotten.
   */
  sweep(now: number, maxSlots: number, maxChanges: number): void {
    const today = dayOf(now);
    this.#service.settle(SERVICE, now, today);
    const serviceEnded = this.#service.ended(SERVICE);
    if (serviceEnded !== 0) this.#service.change(SERVICE, serviceEnded);
    let changes = 0;
    for (let step = Math.min(maxSlots, this.#index.end - 1); step > 0; step -= 1) {
      if (this.#sweptTo >= this.#index.end) this.#sweptTo = 1;
      const slot = this.#sweptTo;
      this.#sweptTo += 1;
      if (!this.#index.isLive(slot)) continue;
      this.#callers.settle(slot, now, today);
      const ended = this.#callers.ended(slot);
      if (ended !== 0 && changes < maxChanges) {
        this.#callers.change(slot, ended);
        changes += 1;
      } else if (this.#callers.isVacant(slot)) {
        this.#index.remove(slot);
      }
    }
  }

  usage(now: number): WindowUsage[] {
    const today = dayOf(now);
    const columns = this.#callers.windows.length;
    const most = new Array<number>(columns).fill(0);
    const callers = new Array<number>(columns).fill(0);
    for (let slot = 1; slot < this.#index.end; slot += 1) {
      if (!this.#index.isLive(slot)) continue;
      this.#callers.settle(slot, now, today);
      for (let column = 0; column < columns; column += 1) {
        const used = this.#callers.used(slot, column);
        if (used === 0) continue;
        callers[column]! += 1;
        if (used > most[column]!) most[column] = used;
      }
    }
    this.#service.settle(SERVICE, now, today);
    return this.#windows.map(({ name, limit, tally, column }) =>
      tally === this.#service
        ? { name, limit, taken: tally.used(SERVICE, column), callers: null }
        : { name, limit, taken: most[column]!, callers: callers[column]! },
    );
  }

  /** Takes in what the journal kept. Rows whose window has ended come in too, so that they leave the disk. */
  restore(rows: readonly CounterRow[], now: number): void {
    for (const row of rows) {
      const window = this.#windows.find(({ name }) => name === row.window);
      if (window === undefined || (window.per === 'service') !== (row.caller === '')) continue;
      const holder =
        row.caller === '' ? SERVICE : this.#index.find(row.caller) || this.#index.add(row.caller);
      window.tally.reserve(holder);
      window.tally.settle(holder, now, dayOf(now));
      window.tally.restore(holder, window.column, row);
    }
  }

  collect(holder: number, rows: CounterRow[]): number {
    if (holder === SERVICE) return this.#service.collect(SERVICE, '', rows);
    return this.#callers.collect(holder, this.#index.callerOf(holder), rows);
  }

  written(holder: number, note: number): void {
    this.#tallyOf(holder).written(holder, note);
  }

  notWritten(holder: number, note: number): void {
    this.#tallyOf(holder).notWritten(holder, note);
  }

  #tallyOf(holder: number): Tally {
    return holder === SERVICE ? this.#service : this.#callers;
  }

  /**
   * Of the windows that refuse, the one that frees last; the caller's own first where they are equal. A caller that is
   * not known reads as slot 0, which nobody has: all counts are 0.
   */
  #check(windows: readonly LedgerWindow[], slot: number, now: number, today: number): RefusedVerdict | null {
    this.#callers.settle(slot, now, today);
    this.#service.settle(SERVICE, now, today);
    let refusing: LedgerWindow | null = null;
    let freeAt = 0;
    for (const window of windows) {
      const { tally, column, limit } = window;
      const holder = tally === this.#service ? SERVICE : slot;
      if (tally.used(holder, column) < limit) continue;
      const at = tally.freeAt(holder, column, limit, now, today);
      if (at <= freeAt) continue;
      refusing = window;
      freeAt = at;
    }
    return refusing === null ? null : { admitted: false, window: refusing, freeAt };
  }

  /** Takes from all, and shows the window with the fewest left; where they are equal, the one that resets later. */
  #admission(windows: readonly LedgerWindow[], slot: number, now: number, today: number): Verdict {
    let shown = windows[0]!;
    let remaining = Number.POSITIVE_INFINITY;
    let resetAt = 0;
    for (const window of windows) {
      const { tally, column, limit } = window;
      const holder = tally === this.#service ? SERVICE : slot;
      tally.add(holder, column, now);
      const left = limit - tally.used(holder, column);
      if (left > remaining) continue;
      const at = tally.resetAt(holder, column, today);
      if (left === remaining && at <= resetAt) continue;
      shown = window;
      remaining = left;
      resetAt = at;
    }
    return { admitted: true, window: { name: shown.name, limit: shown.limit, remaining, resetAt } };
  }

  /** A slot for a caller who has none. Nobody is pushed out for it. */
  #newcomer(caller: string, now: number, today: number): number {
    if (this.#index.size >= this.#index.max) this.#sweepInACall(now);
    const slot = this.#index.add(caller);
    if (slot === NO_SLOT) throw new CountersUnavailable('full', 'the table of callers is full');
    this.#callers.reserve(slot);
    this.#callers.settle(slot, now, today);
    return slot;
  }

  #needUnits(count: number, now: number): void {
    if (this.#units.room >= count) return;
    this.#sweepInACall(now);
    if (this.#units.room < count) throw new CountersUnavailable('full', 'the table of units is full');
  }

  #sweepInACall(now: number): void {
    this.sweep(now, SLOTS_SWEPT_IN_A_CALL, SLOTS_SWEPT_IN_A_CALL);
  }
}
