/**
 * The units of all rolling windows: each is the time at which it was taken, 12 bytes, in two typed arrays.
 *
 * A window's units are a ring: the newest points to the oldest, so one number (the newest, 0 for none) is the whole
 * window, a new unit goes in and the oldest comes out in one step, and a caller with one unit costs one unit.
 */

/** 40,000 admissions a second, more than one process serves, make 2.4 million in 60 s. 50 MB when full. */
export const MAX_UNITS = 4_194_304;

export class Units {
  #times = new Float64Array(1024);
  #next = new Uint32Array(1024);
  /** Unit 0 is "none"; units from here on were never used. */
  #unused = 1;
  #free = 0;
  #freeCount = 0;
  readonly #max: number;

  constructor(max = MAX_UNITS) {
    this.#max = max;
  }

  /** How many more units fit. */
  get room(): number {
    return this.#freeCount + this.#max + 1 - this.#unused;
  }

  /** Adds a unit and returns the window's new newest. Times within a window never fall. */
  add(newest: number, time: number): number {
    const unit = this.#allocate();
    this.#times[unit] = time;
    if (newest === 0) {
      this.#next[unit] = unit;
    } else {
      this.#next[unit] = this.#next[newest]!;
      this.#next[newest] = unit;
    }
    return unit;
  }

  oldest(newest: number): number {
    return this.#times[this.#next[newest]!]!;
  }

  /** Removes the oldest unit and returns the newest, 0 where none is left. */
  dropOldest(newest: number): number {
    return this.#dropAfter(newest, newest);
  }

  /** The time of the unit that has `older` units before it. */
  timeAt(newest: number, older: number): number {
    let unit = this.#next[newest]!;
    for (let step = 0; step < older; step += 1) unit = this.#next[unit]!;
    return this.#times[unit]!;
  }

  /** Removes one unit of exactly this time; undefined where there is none, else the newest. */
  dropAt(newest: number, time: number): number | undefined {
    if (newest === 0) return undefined;
    let before = newest;
    do {
      const unit = this.#next[before]!;
      if (this.#times[unit] === time) return this.#dropAfter(newest, before);
      before = unit;
    } while (before !== newest);
    return undefined;
  }

  /**
   * Oldest first. Of more units than `max`, that many times: each stands for a group of equal size and is the latest
   * in it, so that whoever reads them back holds no unit for too short a time.
   */
  times(newest: number, length: number, max = Number.POSITIVE_INFINITY): number[] {
    const times: number[] = [];
    const groups = Math.min(length, max);
    let unit = newest;
    for (let at = 0; at < length; at += 1) {
      unit = this.#next[unit]!;
      if (groupOf(at, length, groups) !== groupOf(at + 1, length, groups)) times.push(this.#times[unit]!);
    }
    return times;
  }

  #dropAfter(newest: number, before: number): number {
    const unit = this.#next[before]!;
    this.#next[before] = this.#next[unit]!;
    this.#next[unit] = this.#free;
    this.#free = unit;
    this.#freeCount += 1;
    if (unit !== newest) return newest;
    return before === unit ? 0 : before;
  }

  #allocate(): number {
    const unit = this.#free;
    if (unit !== 0) {
      this.#free = this.#next[unit]!;
      this.#freeCount -= 1;
      return unit;
    }
    if (this.#unused === this.#times.length) this.#grow();
    this.#unused += 1;
    return this.#unused - 1;
  }

  #grow(): void {
    const size = Math.min(this.#times.length * 2, this.#max + 1);
    const times = new Float64Array(size);
    times.set(this.#times);
    this.#times = times;
    const next = new Uint32Array(size);
    next.set(this.#next);
    this.#next = next;
  }
}

/** Which of `groups` the unit at this place belongs to. */
export const groupOf = (at: number, length: number, groups: number): number =>
  Math.floor((at * groups) / length);
