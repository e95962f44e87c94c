/**
 * The counts of many holders in columns, one column for each window. A holder is a slot: a caller, or the service.
 * It knows which counts have changed since they were last written, and which are on disk; 30 bytes a caller.
 */
import type { Policy } from './policies.ts';
import type { CounterRow } from './port.ts';
import { dayOf, endOfDay, ROLLING_MS } from './time.ts';
import { groupOf, type Units } from './units.ts';

/** More than any limit of ours, so that theirs are kept to the millisecond; a bound for those who raise them far. */
const TIMES_IN_A_ROW = 256;
const NO_TIMES: readonly number[] = Object.freeze([]);

export class Tally {
  /** Rolling windows first, then days. A window's place here is its column, and its bit in `#changed` and `#kept`. */
  readonly windows: readonly Policy[];
  readonly #rolling: number;
  readonly #days: number;
  readonly #units: Units;
  readonly #onChange: (slot: number) => void;
  /** The UTC day that a slot's day counts belong to. 16 bits last until the year 2149. */
  #day = new Uint16Array(0);
  #counts = new Uint32Array(0);
  #newest = new Uint32Array(0);
  #lengths = new Uint32Array(0);
  /** Columns that differ from what was last handed to the journal. */
  #changed = new Uint8Array(0);
  /** Columns that may have a row on disk. */
  #kept = new Uint8Array(0);

  /** `onChange` hears of a slot when its first column changes. */
  constructor(windows: readonly Policy[], units: Units, onChange: (slot: number) => void) {
    const rolling = windows.filter(({ window }) => window === 'minute');
    const days = windows.filter(({ window }) => window === 'day');
    this.windows = [...rolling, ...days];
    this.#rolling = rolling.length;
    this.#days = days.length;
    this.#units = units;
    this.#onChange = onChange;
    this.reserve(0);
  }

  /** Makes sure that a slot can be used. */
  reserve(slot: number): void {
    if (slot < this.#day.length) return;
    const slots = Math.max(1024, 2 ** Math.ceil(Math.log2(slot + 1)));
    this.#day = grown(new Uint16Array(slots), this.#day);
    this.#counts = grown(new Uint32Array(slots * this.#days), this.#counts);
    this.#newest = grown(new Uint32Array(slots * this.#rolling), this.#newest);
    this.#lengths = grown(new Uint32Array(slots * this.#rolling), this.#lengths);
    this.#changed = grown(new Uint8Array(slots), this.#changed);
    this.#kept = grown(new Uint8Array(slots), this.#kept);
  }

  /** Lets go of every unit whose time is over. Comes before any question about a slot. */
  settle(slot: number, now: number, today: number): void {
    for (let at = slot * this.#rolling; at < (slot + 1) * this.#rolling; at += 1) {
      while (this.#newest[at] !== 0 && this.#units.oldest(this.#newest[at]!) + ROLLING_MS <= now) {
        this.#newest[at] = this.#units.dropOldest(this.#newest[at]!);
        this.#lengths[at]! -= 1;
      }
    }
    if (this.#day[slot] === today) return;
    this.#day[slot] = today;
    this.#counts.fill(0, slot * this.#days, (slot + 1) * this.#days);
  }

  used(slot: number, column: number): number {
    return column < this.#rolling
      ? this.#lengths[slot * this.#rolling + column]!
      : this.#counts[slot * this.#days + column - this.#rolling]!;
  }

  /** When the oldest unit expires; of a day, its end. */
  resetAt(slot: number, column: number, today: number): number {
    if (column >= this.#rolling) return endOfDay(today);
    return this.#units.oldest(this.#newest[slot * this.#rolling + column]!) + ROLLING_MS;
  }

  /** When a window that is at its limit has room for one more. A limit of 0 never has: ask again after a whole window. */
  freeAt(slot: number, column: number, limit: number, now: number, today: number): number {
    if (column >= this.#rolling) return endOfDay(today);
    if (limit === 0) return now + ROLLING_MS;
    const at = slot * this.#rolling + column;
    // A limit that was lowered leaves more units than it allows: all of the surplus must go first.
    return this.#units.timeAt(this.#newest[at]!, this.#lengths[at]! - limit) + ROLLING_MS;
  }

  add(slot: number, column: number, now: number): void {
    this.#put(slot, column, now, 1);
    this.change(slot, 1 << column);
  }

  /** Gives one unit back. Nothing happens where its window is over. */
  giveBack(slot: number, column: number, takenAt: number): void {
    if (column >= this.#rolling) {
      const at = slot * this.#days + column - this.#rolling;
      if (this.#day[slot] !== dayOf(takenAt) || this.#counts[at] === 0) return;
      this.#counts[at]! -= 1;
    } else {
      const at = slot * this.#rolling + column;
      const newest = this.#units.dropAt(this.#newest[at]!, takenAt);
      if (newest === undefined) return;
      this.#newest[at] = newest;
      this.#lengths[at]! -= 1;
    }
    this.change(slot, 1 << column);
  }

  /** Takes in a row of the journal; a slot must be settled first. */
  restore(slot: number, column: number, row: CounterRow): void {
    this.#kept[slot]! |= 1 << column;
    if (column >= this.#rolling) {
      if (row.day === this.#day[slot]) this.#put(slot, column, 0, row.count);
    } else {
      const times = [...row.times].sort((a, b) => a - b);
      for (let at = 0; times.length > 0 && at < row.count; at += 1) {
        this.#put(slot, column, times[groupOf(at, row.count, times.length)]!, 1);
      }
    }
  }

  /** Columns whose window has ended while their row is still on disk. */
  ended(slot: number): number {
    let ended = this.#kept[slot]!;
    for (let column = 0; column < this.windows.length && ended !== 0; column += 1) {
      if (this.used(slot, column) > 0) ended &= ~(1 << column);
    }
    return ended;
  }

  /** Nothing counted, nothing on disk, nothing to write: the slot may be forgotten. */
  isVacant(slot: number): boolean {
    if (this.#kept[slot] !== 0 || this.#changed[slot] !== 0) return false;
    for (let column = 0; column < this.windows.length; column += 1) {
      if (this.used(slot, column) > 0) return false;
    }
    return true;
  }

  /** Marks columns as changed. */
  change(slot: number, columns: number): void {
    const before = this.#changed[slot]!;
    this.#changed[slot] = before | columns;
    if (before === 0) this.#onChange(slot);
  }

  /** Appends the rows of the changed columns, which count as written from now on. Returns a note for what follows. */
  collect(slot: number, caller: string, rows: CounterRow[]): number {
    const columns = this.#changed[slot]!;
    let emptied = 0;
    for (const [column, { name }] of this.windows.entries()) {
      if ((columns & (1 << column)) === 0) continue;
      const count = this.used(slot, column);
      if (count === 0) emptied |= 1 << column;
      const isRolling = column < this.#rolling;
      const newest = isRolling ? this.#newest[slot * this.#rolling + column]! : 0;
      const times = isRolling ? this.#units.times(newest, count, TIMES_IN_A_ROW) : NO_TIMES;
      rows.push({ window: name, caller, day: isRolling ? 0 : this.#day[slot]!, count, times });
    }
    this.#changed[slot] = 0;
    this.#kept[slot]! |= columns;
    return columns | (emptied << 8);
  }

  written(slot: number, note: number): void {
    this.#kept[slot]! &= ~(note >> 8);
  }

  notWritten(slot: number, note: number): void {
    this.change(slot, note & 0xff);
  }

  #put(slot: number, column: number, time: number, count: number): void {
    if (column >= this.#rolling) {
      this.#counts[slot * this.#days + column - this.#rolling]! += count;
      return;
    }
    const at = slot * this.#rolling + column;
    this.#newest[at] = this.#units.add(this.#newest[at]!, time);
    this.#lengths[at]! += 1;
  }
}

function grown<Column extends Uint8Array | Uint16Array | Uint32Array>(
  larger: Column,
  column: Column,
): Column {
  larger.set(column);
  return larger;
}
