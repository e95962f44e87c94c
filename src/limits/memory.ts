/**
 * The counters of one process. A decision is made in memory, in one synchronous step, so that nothing comes between the
 * check and the taking. The journal gets the counts shortly afterwards.
 *
 * A change waits at most one flush interval. The journal rejects a save that takes too long. So no request is admitted
 * while a count older than one second could be lost.
 */
import { callerOf } from './caller.ts';
import { CounterTable } from './counter-table.ts';
import { admissionTo, refusalBy } from './decision.ts';
import { isServiceWindow, POLICY_NAMES, type Policies, type RequestKind } from './policies.ts';
import {
  type Caller,
  type Clock,
  type CounterJournal,
  type CounterStore,
  CountersUnavailable,
  type Decision,
  type HeldCallers,
  type Reservation,
  type WindowUsage,
} from './port.ts';

/** Less than 100 MB when full. */
export const MAX_CALLERS = 100_000;
export const FLUSH_MS = 250;
/** How long the hash of a caller may stay after its last window has ended. */
const SWEEP_EVERY_MS = 30_000;
/** Smaller steps back are ordinary corrections of a clock. */
const CLOCK_SLACK_MS = 1000;

export type WriteState = 'ok' | 'write failed';

/** What the operator should know. It contains no caller. */
export type CountersEvent =
  | { readonly type: 'counters_state'; readonly state: WriteState }
  | { readonly type: 'counters_full'; readonly callers: number }
  /** The windows' time stands still until the clock has caught up. */
  | { readonly type: 'clock_went_back'; readonly byMs: number };

export interface MemoryCountersOptions {
  readonly policies: Policies;
  readonly clock: Clock;
  readonly journal: CounterJournal;
  readonly secret: Uint8Array;
  readonly maxCallers?: number;
  readonly onEvent?: (event: CountersEvent) => void;
  /** Calls `run` every `everyMs`. The result stops it. */
  readonly schedule?: (run: () => void, everyMs: number) => () => void;
}

/** For counts that are not kept. */
export const NO_JOURNAL: CounterJournal = Object.freeze({
  load: async () => [],
  save: async () => {},
  clear: async () => {},
});

export async function createMemoryCounters(options: MemoryCountersOptions): Promise<MemoryCounters> {
  const counters = new MemoryCounters(options);
  await counters.open();
  return counters;
}

export class MemoryCounters implements CounterStore {
  readonly #options: MemoryCountersOptions;
  readonly #maxCallers: number;
  readonly #table: CounterTable;
  readonly #refunded = new WeakSet<Reservation>();
  /** The latest time seen, also before a restart: a clock that goes back never restores quota. */
  #latest = 0;
  #isBack = false;
  #sweptAt = 0;
  #hasReportedFull = false;
  #taken = 0;
  #state: WriteState = 'ok';
  #saving: Promise<void> | null = null;
  #stopFlushing: () => void = () => {};
  #closing: Promise<void> | null = null;

  constructor(options: MemoryCountersOptions) {
    this.#options = options;
    this.#maxCallers = options.maxCallers ?? MAX_CALLERS;
    this.#table = new CounterTable(options.policies, this.#maxCallers);
  }

  async open(): Promise<void> {
    const { clock, journal, schedule = repeat } = this.#options;
    this.#latest = Math.max(clock(), this.#table.restore(await journal.load()));
    this.#stopFlushing = schedule(() => this.#flush(), FLUSH_MS);
  }

  async take(kind: RequestKind, asker: Caller | string): Promise<Decision> {
    const caller = callerOf(asker);
    if (this.#closing !== null || this.#state !== 'ok') {
      const why = this.#closing === null ? this.#state : 'closed';
      throw new CountersUnavailable('unavailable', `counts cannot be kept: ${why}`);
    }
    const now = this.#options.clock();
    const time = this.#windowTime();
    try {
      const { readings, refusedBy } = this.#table.take(kind, caller, time);
      if (refusedBy !== null) return refusalBy(refusedBy, now, readings);
      this.#taken += 1;
      const id = String(this.#taken);
      return admissionTo(readings, now, { kind, caller: caller.key, takenAt: time, id });
    } catch (error) {
      if (!this.#hasReportedFull) this.#report({ type: 'counters_full', callers: this.#table.callers });
      this.#hasReportedFull = true;
      throw error;
    }
  }

  async refund(reservation: Reservation): Promise<void> {
    if (this.#refunded.has(reservation)) return;
    this.#refunded.add(reservation);
    this.#table.refund(reservation);
  }

  async usage(): Promise<readonly WindowUsage[]> {
    return this.#table.usage(this.#windowTime());
  }

  async budgets(): Promise<readonly WindowUsage[]> {
    return this.#table.usage(this.#windowTime(), POLICY_NAMES.filter(isServiceWindow));
  }

  async secret(): Promise<Uint8Array> {
    return this.#options.secret;
  }

  usePolicies(policies: Policies): void {
    this.#table.policies = policies;
  }

  held(): HeldCallers {
    const { callers } = this.#table;
    return { callers, max: this.#maxCallers, isFull: callers >= this.#maxCallers };
  }

  /** `ok`, or why every decision rejects with `CountersUnavailable` at the moment. */
  state(): WriteState {
    return this.#state;
  }

  /** The journal was lost: writes every count again. */
  rewrite(): void {
    this.#table.markAllChanged();
  }

  /** Writes the rest, and rejects if that fails. Decisions reject from now on. Safe to call twice. */
  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    this.#stopFlushing();
    await this.#saving;
    await this.#save();
    if (this.#state === 'ok') return;
    throw new CountersUnavailable('unavailable', 'the last counts could not be written');
  }

  #flush(): void {
    if (this.#saving !== null) return;
    // A save also deletes what has expired on disk.
    if (this.#isSweepDue() && this.#table.callers > 0) this.#table.changed.add('');
    if (this.#table.changed.size === 0) return;
    this.#saving = this.#save().finally(() => {
      this.#saving = null;
    });
  }

  async #save(): Promise<void> {
    const { changed } = this.#table;
    const callers = [...changed];
    const rows = callers.flatMap((caller) => this.#table.rowsOf(caller));
    changed.clear();
    // After the rows of callers without units were collected.
    if (this.#isSweepDue()) this.#sweep();
    try {
      await this.#options.journal.save(rows, this.#windowTime());
      this.#setState('ok');
    } catch {
      // The journal tells the operator why.
      for (const caller of callers) changed.add(caller);
      this.#setState('write failed');
    }
  }

  #isSweepDue(): boolean {
    return this.#windowTime() - this.#sweptAt >= SWEEP_EVERY_MS;
  }

  #sweep(): void {
    this.#sweptAt = this.#windowTime();
    this.#table.sweep(this.#sweptAt);
    if (this.#table.callers < this.#maxCallers) this.#hasReportedFull = false;
  }

  #windowTime(): number {
    const now = this.#options.clock();
    if (now >= this.#latest) {
      this.#latest = now;
      this.#isBack = false;
    } else if (!this.#isBack && this.#latest - now > CLOCK_SLACK_MS) {
      this.#isBack = true;
      this.#report({ type: 'clock_went_back', byMs: this.#latest - now });
    }
    return this.#latest;
  }

  #setState(state: WriteState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#report({ type: 'counters_state', state });
  }

  #report(event: CountersEvent): void {
    this.#options.onEvent?.(event);
  }
}

/** A timer that keeps no process alive. */
function repeat(run: () => void, everyMs: number): () => void {
  const timer = setInterval(run, everyMs).unref();
  return () => clearInterval(timer);
}
