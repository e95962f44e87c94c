/** The units of one window of one caller, or of the whole service. */
import { dayOf, endOfDay } from './decision.ts';
import { DEFAULT_POLICIES, type PolicyName, ROLLING_MS } from './policies.ts';
import type { StoredCounter } from './port.ts';

/** The counter without the name of its window and caller. */
type StoredUnits = Pick<StoredCounter, 'day' | 'count' | 'times' | 'expiresAt'>;

export interface Counter {
  /** Drops expired units, and returns how many are left. It must be called before the functions below. */
  used(now: number): number;
  /** Minute: when the oldest unit expires; without units, when a unit taken now would expire. Day: its end. */
  resetAt(now: number): number;
  /** When one more unit fits, if the window is full. */
  freeAt(limit: number, now: number): number;
  add(now: number): void;
  /** Removes one unit that was taken at this time, unless it has expired. */
  remove(takenAt: number): void;
  stored(): StoredUnits;
}

/** The default table has the windows of all tables, because an operator changes only limits. */
export const counterOf = (name: PolicyName, stored?: StoredUnits): Counter =>
  DEFAULT_POLICIES[name].window === 'minute'
    ? new MinuteCounter(stored?.times)
    : new DayCounter(stored?.day, stored?.count);

/** A rolling minute: the time of each unit, oldest first. */
class MinuteCounter implements Counter {
  #times: number[];
  /** The units before this index have expired. */
  #firstCurrent = 0;

  constructor(times: readonly number[] = []) {
    this.#times = [...times];
  }

  used(now: number): number {
    const times = this.#times;
    while (this.#firstCurrent < times.length && times[this.#firstCurrent]! + ROLLING_MS <= now)
      this.#firstCurrent += 1;
    // The array is copied only if half of it has expired, so that a large limit does not make every request slow.
    if (this.#firstCurrent * 2 > times.length) {
      times.splice(0, this.#firstCurrent);
      this.#firstCurrent = 0;
    }
    return times.length - this.#firstCurrent;
  }

  resetAt(now: number): number {
    return (this.#times[this.#firstCurrent] ?? now) + ROLLING_MS;
  }

  freeAt(limit: number, now: number): number {
    // If the limit was lowered, several units must expire first. With a limit of 0 nothing ever fits, so the result is
    // one whole window.
    const lastToExpire = limit > 0 ? this.#times[this.#times.length - limit] : undefined;
    return (lastToExpire ?? now) + ROLLING_MS;
  }

  add(now: number): void {
    // `push` on an empty array allocates room for 17 numbers, but most callers send one request.
    if (this.#times.length === 0) this.#times = [now];
    else this.#times.push(now);
  }

  remove(takenAt: number): void {
    const at = this.#times.lastIndexOf(takenAt);
    if (at >= this.#firstCurrent) this.#times.splice(at, 1);
  }

  stored(): StoredUnits {
    const times = this.#times.slice(this.#firstCurrent);
    const newest = times.at(-1);
    return {
      day: 0,
      count: times.length,
      times,
      expiresAt: newest === undefined ? 0 : newest + ROLLING_MS,
    };
  }
}

/** A day from midnight to midnight UTC: the number of its units. */
class DayCounter implements Counter {
  #day: number;
  #count: number;

  constructor(day = 0, count = 0) {
    this.#day = day;
    this.#count = count;
  }

  used(now: number): number {
    const day = dayOf(now);
    if (this.#day !== day) {
      this.#day = day;
      this.#count = 0;
    }
    return this.#count;
  }

  resetAt(): number {
    return endOfDay(this.#day);
  }

  freeAt(): number {
    return endOfDay(this.#day);
  }

  add(): void {
    this.#count += 1;
  }

  remove(takenAt: number): void {
    if (this.#day === dayOf(takenAt) && this.#count > 0) this.#count -= 1;
  }

  stored(): StoredUnits {
    return {
      day: this.#day,
      count: this.#count,
      times: [],
      expiresAt: this.#count > 0 ? endOfDay(this.#day) : 0,
    };
  }
}
