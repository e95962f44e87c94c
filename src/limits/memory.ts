/**
 * The counters of one process. A decision is made in memory, at once and whole: JavaScript runs one at a time, so
 * nothing can come between the check and the taking. The journal gets the counts behind the answers' back.
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
} from './port.ts';
import { type Schedule, WriteBehind, type WriteState } from './write-behind.ts';

/** About 330 MB when full. */
export const MAX_CALLERS = 1_000_000;
/** 40,000 admissions a second, more than one process serves, make 2.4 million in 60 s. 34 MB when full. */
const MAX_UNITS = 4_194_304;
/** A whole round over a million callers, each with a minute and a day, takes a minute of ticks, and a tick some 8 ms. */
const SWEPT_IN_A_TICK = 8_192;
/** Ended windows leave the disk at this pace, so that they never crowd out the counts that must be written. */
const ENDED_IN_A_TICK = 500;

/** What the operator should hear of. No caller is in it. */
export type CountersEvent =
  | { readonly type: 'counters_state'; readonly state: WriteState }
  | { readonly type: 'counters_full'; readonly callers: number }
  /** Time stands still for the windows until the clock is where it was. */
  | { readonly type: 'clock_went_back'; readonly byMs: number };

export interface MemoryCountersOptions {
  readonly policies: Policies;
  readonly clock: Clock;
  readonly journal: CounterJournal;
  readonly secret: Uint8Array;
  readonly maxCallers?: number;
  readonly maxUnits?: number;
  readonly onEvent?: (event: CountersEvent) => void;
  readonly schedule?: Schedule;
}

export interface MemoryCounters extends CounterStore {
  take(kind: RequestKind, caller: Caller | string): Decision;
  refund(reservation: Reservation): void;
  /** `ok`, or why every decision is refused with `CountersUnavailable` at the moment. */
  state(): WriteState;
  /** The journal was lost: every count is written again. */
  rewrite(): void;
  held(): HeldCallers;
  /** Writes what is left. Decisions are refused from now on. Safe to call twice. */
  close(): Promise<void>;
}

/** Counts that nobody keeps. */
export const NO_JOURNAL: CounterJournal = Object.freeze({ async *load() {}, async save() {} });

/** Less than this is a clock that is being set, not one that went back. */
const CLOCK_SLACK_MS = 1000;

/** A reservation is its own mark: only the very object that a decision gave out is taken back, and only once. */
class MemoryReservation implements Reservation {
  readonly mark = '';
  readonly kind: RequestKind;
  readonly keys: readonly string[];
  readonly takenAt: number;
  isSpent = false;
  constructor(kind: RequestKind, { key, together }: Caller, takenAt: number) {
    this.kind = kind;
    this.keys = together === undefined ? [key] : [key, together.key];
    this.takenAt = takenAt;
  }
}

export async function createMemoryCounters({
  policies,
  clock,
  journal,
  secret,
  maxCallers = MAX_CALLERS,
  maxUnits = MAX_UNITS,
  onEvent = () => {},
  schedule = scheduleTimer,
}: MemoryCountersOptions): Promise<MemoryCounters> {
  const table = new CounterTable(policies, { callers: maxCallers, units: maxUnits });
  let state: WriteState = 'ok';
  const writer = new WriteBehind({
    changed: table.changed,
    schedule,
    onTick() {
      const before = table.callers;
      table.sweep(windowTime(clock()), SWEPT_IN_A_TICK, ENDED_IN_A_TICK);
      if (table.callers < before) isFull = false;
    },
    onState(next) {
      state = next;
      onEvent({ type: 'counters_state', state });
    },
    save: (changed) => journal.save(changed),
  });

  // The latest time seen, across restarts too: a clock that goes back gives no allowance back.
  let latest = clock();
  let isBack = false;
  const windowTime = (now: number): number => {
    if (now >= latest) {
      latest = now;
      isBack = false;
    } else if (!isBack && latest - now > CLOCK_SLACK_MS) {
      isBack = true;
      onEvent({ type: 'clock_went_back', byMs: latest - now });
    }
    return latest;
  };

  let isFull = false;
  let closing: Promise<void> | null = null;
  for await (const rows of journal.load()) {
    latest = Math.max(latest, table.restore(rows));
  }
  writer.start();

  return {
    take(kind, asker) {
      const caller = callerOf(asker);
      if (closing !== null || state !== 'ok') {
        const why = closing === null ? state : 'closed';
        throw new CountersUnavailable('unavailable', `counts cannot be kept: ${why}`);
      }
      const now = clock();
      const time = windowTime(now);
      try {
        const { readings, refusedBy } = table.take(kind, caller, time);
        return refusedBy === null
          ? admissionTo(readings, now, new MemoryReservation(kind, caller, time))
          : refusalBy(refusedBy, now, readings);
      } catch (error) {
        if (error instanceof CountersUnavailable && !isFull) {
          isFull = true;
          onEvent({ type: 'counters_full', callers: table.callers });
        }
        throw error;
      }
    },
    refusal(kind, caller) {
      if (closing !== null || state !== 'ok') return null;
      const now = clock();
      const { readings, refusedBy } = table.look(kind, callerOf(caller), windowTime(now));
      return refusedBy === null ? null : refusalBy(refusedBy, now, readings);
    },
    refund(reservation) {
      if (!(reservation instanceof MemoryReservation) || reservation.isSpent) return;
      reservation.isSpent = true;
      table.refund(reservation, windowTime(clock()));
    },
    usage: async () => table.usage(windowTime(clock())),
    secret: async () => secret,
    state: () => state,
    rewrite: () => table.rewrite(),
    held: () => ({ callers: table.callers, max: maxCallers, isFull }),
    budgets: async () => table.usage(windowTime(clock()), POLICY_NAMES.filter(isServiceWindow)),
    usePolicies(changed) {
      table.policies = changed;
    },
    close() {
      closing ??= writer.finish();
      return closing;
    },
  };
}

/** A timer that keeps no process alive. */
function scheduleTimer(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs).unref();
  return () => clearTimeout(timer);
}
