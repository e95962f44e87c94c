/**
 * What one holder has taken: a caller of one quota (its rolling minute and its day), or everybody together of one of
 * the service's budgets (a day). It also knows which of its rows the journal lacks, and which it has.
 */
import type { PolicyName } from './policies.ts';
import type { CounterRow } from './port.ts';
import { dayOf, ROLLING_MS } from './time.ts';

/** The windows that a holder counts for. */
export interface HolderWindows {
  readonly minute: PolicyName | null;
  readonly day: PolicyName;
}

/** Bits: which of the two rows of a holder are meant. */
const MINUTE = 1;
const DAY = 2;
/** More than any limit of ours, so that theirs are kept to the millisecond; a bound for those who raise them far. */
const TIMES_IN_A_ROW = 256;
/** Shared by all who have none, so it is never added to. */
const NO_TIMES: number[] = [];

export class Holder {
  readonly windows: HolderWindows;
  /** Hash; '' for the service. */
  readonly caller: string;
  /** The UTC day that `taken` belongs to. */
  day = 0;
  taken = 0;
  /** When each unit of the minute was taken, oldest first; those before `#first` have ended. */
  #times = NO_TIMES;
  #first = 0;
  /** Rows that differ from what the journal was last given. */
  #changed = 0;
  /** Rows that the journal may have. */
  #kept = 0;

  constructor(windows: HolderWindows, caller: string) {
    this.windows = windows;
    this.caller = caller;
  }

  get minuteTaken(): number {
    return this.#times.length - this.#first;
  }

  get hasChanged(): boolean {
    return this.#changed !== 0;
  }

  /** Nothing counted, nothing in the journal, nothing to write: it may be forgotten. */
  get isVacant(): boolean {
    return this.taken === 0 && this.minuteTaken === 0 && this.#kept === 0 && this.#changed === 0;
  }

  /** Lets go of every unit whose time is over, and says how many of the minute's went. Comes before any question. */
  settle(now: number): number {
    const today = dayOf(now);
    if (this.day !== today) {
      this.day = today;
      this.taken = 0;
    }
    const before = this.#first;
    while (this.#first < this.#times.length && this.#times[this.#first]! + ROLLING_MS <= now)
      this.#first += 1;
    const ended = this.#first - before;
    // Ended units leave together once they are half of all, so that each is moved about once.
    if (this.#first * 2 >= this.#times.length && this.#first > 0) {
      this.#times = this.#first < this.#times.length ? this.#times.slice(this.#first) : NO_TIMES;
      this.#first = 0;
    }
    return ended;
  }

  /** When the unit expires that has `older` alive before it; undefined where there is none. */
  expiryOf(older: number): number | undefined {
    const time = this.#times[this.#first + older];
    return time === undefined ? undefined : time + ROLLING_MS;
  }

  add(now: number): void {
    this.taken += 1;
    this.#changed |= DAY;
    if (this.windows.minute === null) return;
    // An array that is grown has room for 16 more: most callers ask once, and that would be most of their memory.
    if (this.#times.length === 0) this.#times = [now];
    else this.#times.push(now);
    this.#changed |= MINUTE;
  }

  /** Gives one unit back where its windows still hold it; says how many the minute gave. */
  giveBack(takenAt: number): number {
    if (this.day === dayOf(takenAt) && this.taken > 0) {
      this.taken -= 1;
      this.#changed |= DAY;
    }
    const at = this.#times.lastIndexOf(takenAt);
    if (at < this.#first) return 0;
    this.#times.splice(at, 1);
    this.#changed |= MINUTE;
    return 1;
  }

  /** Takes in a row of the journal, whether or not its window has ended: only so does it leave the disk. */
  restore(row: CounterRow): void {
    if (row.window === this.windows.day) {
      this.#kept |= DAY;
      this.day = row.day;
      this.taken = row.count;
    } else {
      this.#kept |= MINUTE;
      this.#first = 0;
      const times = row.times.toSorted((a, b) => a - b);
      const { length } = times;
      const isGrouped = length > 0 && length < row.count;
      this.#times = isGrouped
        ? Array.from({ length: row.count }, (_, at) => times[groupOf(at, row.count, length)]!)
        : times;
    }
  }

  /** Windows that have ended while their rows are still in the journal become changes. */
  markEnded(): boolean {
    const ended = this.#kept & ((this.taken === 0 ? DAY : 0) | (this.minuteTaken === 0 ? MINUTE : 0));
    this.#changed |= ended;
    return ended !== 0;
  }

  /** Everything is to be written again: the journal was lost. */
  markAll(): void {
    this.#kept = 0;
    this.#changed = (this.taken > 0 ? DAY : 0) | (this.minuteTaken > 0 ? MINUTE : 0);
  }

  /** Appends the changed rows, which count as written from now on. Returns a note for what follows. */
  collect(rows: CounterRow[]): number {
    const { windows, caller, day, taken } = this;
    const changed = this.#changed;
    let emptied = 0;
    if ((changed & MINUTE) !== 0) {
      const count = this.minuteTaken;
      if (count === 0) emptied |= MINUTE;
      rows.push({ window: windows.minute!, caller, day: 0, count, times: this.#grouped() });
    }
    if ((changed & DAY) !== 0) {
      if (taken === 0) emptied |= DAY;
      rows.push({ window: windows.day, caller, day, count: taken, times: NO_TIMES });
    }
    this.#changed = 0;
    this.#kept |= changed;
    return changed | (emptied << 2);
  }

  written(note: number): void {
    this.#kept &= ~(note >> 2);
  }

  notWritten(note: number): void {
    this.#changed |= note & (MINUTE | DAY);
  }

  /** At most so many times: each stands for a group of equal size and is the latest in it, so that none ends too soon. */
  #grouped(): number[] {
    const alive = this.#times.slice(this.#first);
    if (alive.length <= TIMES_IN_A_ROW) return alive;
    const group = (at: number) => groupOf(at, alive.length, TIMES_IN_A_ROW);
    return alive.filter((_, at) => group(at) !== group(at + 1));
  }
}

/** Which of `groups` the unit at this place belongs to. */
const groupOf = (at: number, length: number, groups: number): number => Math.floor((at * groups) / length);
