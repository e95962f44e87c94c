/**
 * The counters of one process. A decision is made in memory, at once and whole: JavaScript runs one at a time, so
 * nothing can come between the check and the taking. The journal gets the counts behind the answers' back.
 */
import { CountersUnavailable } from './errors.ts';
import { Ledger, type RefusedVerdict } from './ledger.ts';
import type { Policies, RequestKind } from './policies.ts';
import type { CounterJournal, CounterRow, CounterStore, Decision, Receipt, Refusal } from './port.ts';
import { type Clock, DAY_MS, wholeSeconds } from './time.ts';
import { MAX_UNITS } from './units.ts';
import { type Schedule, WriteBehind, type WriteState } from './write-behind.ts';

/** About 70 MB when full. */
export const MAX_CALLERS = 1_000_000;
/** A whole round over a million callers takes 16 s of ticks, and a tick about 1 ms. */
const SLOTS_SWEPT_IN_A_TICK = 16_384;
/** Ended windows leave the disk at this pace, so that they never crowd out the counts that must be written. */
const CALLERS_ENDED_IN_A_TICK = 500;

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
  take(kind: RequestKind, caller: string): Decision;
  giveBack(receipt: Receipt): void;
  /** `ok`, or why every decision is refused with `CountersUnavailable` at the moment. */
  state(): WriteState;
  /** How many callers hold a slot. */
  callers(): number;
  /** Writes what is left. Decisions are refused from now on. Safe to call twice. */
  close(): Promise<void>;
}

/** Less than this is a clock that is being set, not one that went back. */
const CLOCK_SLACK_MS = 1000;

/** A receipt is its own mark: only the very object that a decision gave out is taken back, and only once. */
class MemoryReceipt implements Receipt {
  readonly mark = '';
  readonly kind: RequestKind;
  readonly caller: string;
  readonly takenAt: number;
  isSpent = false;
  constructor(kind: RequestKind, caller: string, takenAt: number) {
    this.kind = kind;
    this.caller = caller;
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
  const rows = await journal.load();
  // Where the bounds were lowered since, what is kept still counts: it all comes in.
  const kept = { callers: callersIn(rows), units: unitsIn(rows) };
  const ledger = new Ledger(
    policies,
    Math.max(maxCallers, kept.callers),
    Math.max(maxUnits, kept.units * 2),
    (holder) => writer.add(holder),
  );
  const writer = new WriteBehind({
    schedule,
    onTick() {
      const before = ledger.callers;
      ledger.sweep(windowTime(clock()), SLOTS_SWEPT_IN_A_TICK, CALLERS_ENDED_IN_A_TICK);
      if (ledger.callers < before) isFull = false;
    },
    onState: (state) => onEvent({ type: 'counters_state', state }),
    collect: (holder, into) => ledger.collect(holder, into),
    save: (changed) => journal.save(changed),
    written: (holder, note) => ledger.written(holder, note),
    notWritten: (holder, note) => ledger.notWritten(holder, note),
  });

  // The latest time seen, across restarts too: a clock that goes back gives no allowance back.
  let latest = Math.max(clock(), newestTime(rows));
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
  ledger.restore(rows, latest);
  writer.start();

  return {
    take(kind, caller) {
      if (closing !== null || writer.state !== 'ok') {
        const why = closing === null ? writer.state : 'closed';
        throw new CountersUnavailable('unavailable', `counts cannot be kept: ${why}`);
      }
      const now = clock();
      const time = windowTime(now);
      try {
        const verdict = ledger.take(kind, caller, time);
        if (verdict.admitted) {
          const receipt = new MemoryReceipt(kind, caller, time);
          return { admitted: true, window: verdict.window, now, receipt };
        }
        return refusalOf(verdict, now);
      } catch (error) {
        if (error instanceof CountersUnavailable && !isFull) {
          isFull = true;
          onEvent({ type: 'counters_full', callers: ledger.callers });
        }
        throw error;
      }
    },
    refusal(kind, caller) {
      if (closing !== null || writer.state !== 'ok') return null;
      const now = clock();
      const verdict = ledger.refusal(kind, caller, windowTime(now));
      return verdict === null ? null : refusalOf(verdict, now);
    },
    giveBack(receipt) {
      if (!(receipt instanceof MemoryReceipt) || receipt.isSpent) return;
      receipt.isSpent = true;
      ledger.giveBack(receipt, windowTime(clock()));
    },
    usage: async () => ledger.usage(windowTime(clock())),
    secret: async () => secret,
    state: () => writer.state,
    callers: () => ledger.callers,
    close() {
      closing ??= writer.finish();
      return closing;
    },
  };
}

/** From the clock as it is: one that is behind has further to go. */
function refusalOf({ window: { name, limit }, freeAt }: RefusedVerdict, now: number): Refusal {
  const retryAfterSeconds = wholeSeconds(freeAt - now);
  const window = { name, limit, remaining: 0, resetAt: now + retryAfterSeconds * 1000 };
  return { admitted: false, window, now, retryAfterSeconds };
}

/** The service's own rows have no caller. */
const callersIn = (rows: readonly CounterRow[]): number =>
  new Set(rows.map(({ caller }) => caller).filter((caller) => caller !== '')).size;

const unitsIn = (rows: readonly CounterRow[]): number =>
  rows.reduce((sum, { count, times }) => sum + (times.length === 0 ? 0 : count), 0);

function newestTime(rows: readonly CounterRow[]): number {
  return rows.reduce((newest, { day, times }) => Math.max(newest, day * DAY_MS, times.at(-1) ?? 0), 0);
}

/** A timer that keeps no process alive. */
function scheduleTimer(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs).unref();
  return () => clearTimeout(timer);
}
