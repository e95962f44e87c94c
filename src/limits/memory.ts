/**
 * The counters of one process. A decision checks and takes units in one synchronous step, so that concurrent requests
 * cannot exceed a limit. The journal is written at intervals.
 *
 * A change waits at most one flush interval, and the journal rejects a save that takes too long. Therefore no request is
 * admitted while a count older than one second could be lost.
 */
import { CounterTable, SERVICE } from './counter-table.ts';
import { admission, refusal } from './decision.ts';
import {
  CALLER_POLICIES,
  POLICY_NAMES,
  type Policies,
  type RequestKind,
  SERVICE_POLICIES,
} from './policies.ts';
import type {
  Caller,
  CallersInMemory,
  Clock,
  CounterJournal,
  CounterStore,
  Decision,
  Reservation,
  WindowUsage,
} from './port.ts';

/** Less than 100 MB when full. */
export const MAX_CALLERS = 100_000;
export const FLUSH_MS = 250;
/** The hash of a caller stays at most this long after its last window has ended. */
const SWEEP_EVERY_MS = 30_000;
/** Smaller steps back are ordinary corrections of a clock. */
const CLOCK_SLACK_MS = 1000;

type WriteState = 'ok' | 'write failed';

/** For the operator's log. Events contain no caller. */
export type CountersEvent =
  | { readonly type: 'counters_full'; readonly callers: number }
  /** The time of the windows does not advance until the clock has caught up. */
  | { readonly type: 'clock_went_back'; readonly byMs: number };

interface MemoryCountersOptions {
  readonly policies: Policies;
  readonly clock: Clock;
  readonly journal: CounterJournal;
  readonly secret: Uint8Array;
  readonly maxCallers?: number;
  readonly onEvent?: (event: CountersEvent) => void;
  /** Calls `run` every `everyMs` milliseconds and returns a function that stops it. */
  readonly schedule?: (run: () => void, everyMs: number) => () => void;
}

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
  #isClockBack = false;
  #sweptAt = 0;
  #hasReportedFull = false;
  #lastReservation = 0;
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

  async take(kind: RequestKind, caller: Caller): Promise<Decision> {
    if (this.#closing !== null || this.#state !== 'ok') {
      const why = this.#closing === null ? this.#state : 'closed';
      throw new Error(`counts cannot be written: ${why}`);
    }
    const now = this.#options.clock();
    const time = this.#windowTime();
    try {
      const { counts, refusedBy } = this.#table.take(kind, caller, time);
      if (refusedBy !== null) return refusal(refusedBy, now, counts);
      this.#lastReservation += 1;
      const id = String(this.#lastReservation);
      return admission(counts, now, { kind, caller: caller.key, takenAt: time, id });
    } catch (error) {
      // The table throws only if it is full.
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

  async usage(callers?: ReadonlySet<string>): Promise<readonly WindowUsage[]> {
    const names = callers === undefined ? POLICY_NAMES : CALLER_POLICIES;
    return this.#table.usage(this.#windowTime(), names, callers);
  }

  async budgets(): Promise<readonly WindowUsage[]> {
    return this.#table.usage(this.#windowTime(), SERVICE_POLICIES);
  }

  async secret(): Promise<Uint8Array> {
    return this.#options.secret;
  }

  usePolicies(policies: Policies): void {
    this.#table.policies = policies;
  }

  callersInMemory(): CallersInMemory {
    const { callers } = this.#table;
    return { callers, max: this.#maxCallers, isFull: callers >= this.#maxCallers };
  }

  /** `ok`, or why every decision rejects at the moment. */
  state(): WriteState {
    return this.#state;
  }

  /** For a lost journal: writes every count again. */
  rewrite(): void {
    this.#table.markAllChanged();
  }

  /** Writes the remaining changes, and rejects if that fails. All later decisions reject. It can be called twice. */
  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    this.#stopFlushing();
    await this.#saving;
    await this.#save();
    if (this.#state === 'ok') return;
    throw new Error('the last counts could not be written');
  }

  #flush(): void {
    if (this.#saving !== null) return;
    // A save also deletes expired counters on disk, so a sweep needs one even if no count changed.
    if (this.#isSweepDue() && this.#table.callers > 0) this.#table.changed.add(SERVICE);
    if (this.#table.changed.size === 0) return;
    this.#saving = this.#save().finally(() => {
      this.#saving = null;
    });
  }

  async #save(): Promise<void> {
    const { changed } = this.#table;
    const callers = [...changed];
    const stored = callers.flatMap((caller) => this.#table.storedOf(caller));
    changed.clear();
    // The sweep removes callers without units, so their counters are collected first.
    if (this.#isSweepDue()) this.#sweep();
    try {
      await this.#options.journal.save(stored, this.#windowTime());
      this.#state = 'ok';
    } catch {
      // The journal logs the cause.
      for (const caller of callers) changed.add(caller);
      this.#state = 'write failed';
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

  /** The time of the windows: the current one, or the latest one seen while the clock is behind it. */
  #windowTime(): number {
    const now = this.#options.clock();
    if (now >= this.#latest) {
      this.#latest = now;
      this.#isClockBack = false;
    } else if (!this.#isClockBack && this.#latest - now > CLOCK_SLACK_MS) {
      this.#isClockBack = true;
      this.#report({ type: 'clock_went_back', byMs: this.#latest - now });
    }
    return this.#latest;
  }

  #report(event: CountersEvent): void {
    this.#options.onEvent?.(event);
  }
}

/** The timer does not keep the process alive. */
function repeat(run: () => void, everyMs: number): () => void {
  const timer = setInterval(run, everyMs).unref();
  return () => clearInterval(timer);
}
