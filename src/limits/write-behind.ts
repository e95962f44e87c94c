/**
 * Hands changed counts to the journal a moment after they changed, and knows when that no longer works.
 *
 * Its time is a tick of 250 ms. A change is handed over at the next tick, and must be on disk three ticks after that:
 * so no request is admitted while a count older than one second could be lost. Ticks are counted rather than read
 * from a clock, so that a pause of this process, in which nothing is admitted either, is not mistaken for a slow disk.
 */
import type { Counter } from './counter-table.ts';
import { type CounterRow, CountersUnavailable } from './port.ts';

export const TICK_MS = 250;
const TICKS_TO_WRITE = 3;
const TICKS_TO_RETRY = 4;
/** Few enough that building and sending them holds up no answer: about 2 ms. */
const ROWS_IN_A_SAVE = 1_000;

/** Runs something later; the answer takes it back. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

export type WriteState = 'ok' | 'write failed' | 'write late';

export interface WriteBehindOptions {
  /** What is to be written; taken out when it is handed over, and put back where that fails. */
  readonly changed: Set<Counter>;
  readonly schedule: Schedule;
  /** At each tick, before changes are handed over. */
  onTick(): void;
  onState(state: WriteState): void;
  save(rows: readonly CounterRow[]): Promise<void>;
}

export class WriteBehind {
  readonly #options: WriteBehindOptions;
  #tick = 0;
  /** The tick at which the oldest of the changes that wait was due, and of those that are being written. */
  #waitingSince: number | null = null;
  #writingSince: number | null = null;
  #saving: Promise<void> | null = null;
  #failed = false;
  #ticksToWait = 0;
  #state: WriteState = 'ok';
  #cancelTick: () => void = () => {};

  constructor(options: WriteBehindOptions) {
    this.#options = options;
  }

  start(): void {
    this.#cancelTick = this.#options.schedule(() => {
      this.start();
      this.#onTick();
    }, TICK_MS);
  }

  /** Ends the ticks and writes what is left. Rejects where that fails. */
  async finish(): Promise<void> {
    this.#cancelTick();
    await this.#saving;
    this.#failed = false;
    this.#waitingSince ??= this.#tick;
    await this.#writeAll();
    if (this.#failed) throw new CountersUnavailable('unavailable', 'the last counts could not be written');
  }

  #onTick(): void {
    this.#options.onTick();
    this.#tick += 1;
    if (this.#options.changed.size > 0) this.#waitingSince ??= this.#tick;
    this.#tellState();
    this.#ticksToWait -= 1;
    if (this.#saving !== null || this.#ticksToWait > 0) return;
    this.#saving = this.#writeAll().finally(() => {
      this.#saving = null;
    });
  }

  /** Until nothing waits that changed before the latest tick, or the first failure. */
  async #writeAll(): Promise<void> {
    const { changed } = this.#options;
    let failed = false;
    while (this.#waitingSince !== null && !failed) {
      const counters = [...changed];
      changed.clear();
      this.#writingSince = this.#waitingSince;
      this.#waitingSince = null;
      for (let from = 0; from < counters.length && !failed; from += ROWS_IN_A_SAVE) {
        failed = !(await this.#write(counters.slice(from, from + ROWS_IN_A_SAVE)));
        if (!failed) continue;
        for (const counter of counters.slice(from)) changed.add(counter);
        this.#waitingSince = this.#writingSince;
        this.#ticksToWait = TICKS_TO_RETRY;
      }
      this.#writingSince = null;
      this.#failed = failed;
      this.#tellState();
    }
  }

  async #write(counters: readonly Counter[]): Promise<boolean> {
    const written: [Counter, CounterRow][] = [];
    for (const counter of counters) {
      const row = counter.row();
      // Taken and given back before it was ever written: the journal knows nothing of it.
      if (row.count === 0 && !counter.isKept) continue;
      counter.isKept = true;
      written.push([counter, row]);
    }
    if (written.length === 0) return true;
    try {
      await this.#options.save(written.map(([, row]) => row));
    } catch {
      // The journal says why to the operator; here it matters only that it failed.
      return false;
    }
    for (const [counter, { count }] of written) if (count === 0) counter.isKept = false;
    return true;
  }

  #tellState(): void {
    const since = this.#writingSince ?? this.#waitingSince ?? this.#tick;
    const isLate = this.#tick - since >= TICKS_TO_WRITE;
    const state = this.#failed ? 'write failed' : isLate ? 'write late' : 'ok';
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onState(state);
  }
}
