/**
 * Hands changed counts to the journal a moment after they changed, and knows when that no longer works.
 *
 * Its time is a tick of 250 ms. A change is handed over at the next tick, and must be on disk three ticks after that:
 * so no request is admitted while a count older than one second could be lost. Ticks are counted rather than read
 * from a clock, so that a pause of this process, in which nothing is admitted either, is not mistaken for a slow disk.
 */
import { type CounterRow, CountersUnavailable } from './port.ts';

export const TICK_MS = 250;
const TICKS_TO_WRITE = 3;
const TICKS_TO_RETRY = 4;
/** Few enough that building and sending them holds up no answer: about 2 ms. */
const HOLDERS_IN_A_SAVE = 500;

/** Runs something later; the answer takes it back. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

export type WriteState = 'ok' | 'write failed' | 'write late';

export interface WriteBehindOptions {
  readonly schedule: Schedule;
  /** At each tick, before changes are handed over. */
  onTick(): void;
  onState(state: WriteState): void;
  save(rows: readonly CounterRow[]): Promise<void>;
}

/** Something with rows to be written. */
export interface Written {
  /** It has changes that wait to be written. */
  readonly hasChanged: boolean;
  /** Appends the changed rows and returns a note that comes back with the outcome. */
  collect(rows: CounterRow[]): number;
  written(note: number): void;
  /** The rows are changes again. */
  notWritten(note: number): void;
}

export class WriteBehind {
  readonly #options: WriteBehindOptions;
  /** Holders with changes, first come first written. */
  #queue: Written[] = [];
  /** How many were ever added, taken out of the queue, and settled one way or the other. */
  #added = 0;
  #handed = 0;
  #written = 0;
  /** `#added` at each of the last ticks, oldest first. */
  readonly #ends: number[] = Array.from({ length: TICKS_TO_WRITE + 1 }, () => 0);
  #saving: Promise<void> | null = null;
  #failed = false;
  #late = false;
  #ticksToWait = 0;
  #cancelTick: () => void = () => {};

  constructor(options: WriteBehindOptions) {
    this.#options = options;
  }

  get state(): WriteState {
    if (this.#failed) return 'write failed';
    return this.#late ? 'write late' : 'ok';
  }

  start(): void {
    this.#cancelTick = this.#options.schedule(() => {
      this.start();
      this.#tick();
    }, TICK_MS);
  }

  /** A holder has a change to be written. */
  add(holder: Written): void {
    this.#queue.push(holder);
    this.#added += 1;
  }

  /** Ends the ticks and writes what is left. Rejects where that fails. */
  async finish(): Promise<void> {
    this.#cancelTick();
    await this.#saving;
    this.#failed = false;
    await this.#drain(() => this.#added);
    if (this.#failed) throw new CountersUnavailable('unavailable', 'the last counts could not be written');
  }

  #tick(): void {
    this.#options.onTick();
    this.#ends.shift();
    this.#ends.push(this.#added);
    this.#update(() => {
      this.#late = this.#ends[0]! > this.#written;
    });
    this.#ticksToWait -= 1;
    if (this.#saving !== null || this.#ticksToWait > 0) return;
    // Up to the latest tick only: what changes now is gathered until the next.
    this.#saving = this.#drain(() => this.#ends.at(-1)!).finally(() => {
      this.#saving = null;
    });
  }

  /** Saves one chunk after the other until the end, which may move meanwhile, or the first failure. */
  async #drain(end: () => number): Promise<void> {
    while (this.#handed < end()) {
      const holders = this.#next(Math.min(HOLDERS_IN_A_SAVE, end() - this.#handed));
      const rows: CounterRow[] = [];
      const notes = holders.map((holder) => holder.collect(rows));
      let failed = false;
      try {
        await this.#options.save(rows);
      } catch {
        // The journal says why to the operator; here it matters only that it failed.
        failed = true;
      }
      for (const [at, holder] of holders.entries()) {
        if (failed) this.#again(holder, notes[at]!);
        else holder.written(notes[at]!);
      }
      this.#update(() => {
        this.#written = this.#handed;
        this.#failed = failed;
        this.#late &&= this.#ends[0]! > this.#written;
      });
      if (failed) {
        this.#ticksToWait = TICKS_TO_RETRY;
        return;
      }
    }
  }

  /** What changed meanwhile is in the queue already. */
  #again(holder: Written, note: number): void {
    if (!holder.hasChanged) this.add(holder);
    holder.notWritten(note);
  }

  #next(count: number): Written[] {
    const from = this.#queue.length - (this.#added - this.#handed);
    const to = from + count;
    const holders = this.#queue.slice(from, to);
    this.#handed += count;
    // What was handed over leaves only when it is half of the queue, so that moving the rest up stays cheap.
    if (to * 2 >= this.#queue.length) this.#queue.splice(0, to);
    return holders;
  }

  #update(change: () => void): void {
    const before = this.state;
    change();
    if (this.state !== before) this.#options.onState(this.state);
  }
}
