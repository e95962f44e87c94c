/** The limits as a slow, obvious model: it keeps the time of every unit for ever, and reads the calendar. */
import { type Policies, type PolicyName, type RequestKind, WINDOWS_OF } from '../../src/limits/policies.ts';

interface Unit {
  readonly window: PolicyName;
  readonly holder: string;
  readonly time: number;
}

export interface NaiveDecision {
  readonly admitted: boolean;
  readonly window: { name: PolicyName; limit: number; remaining: number; resetAt: number };
  readonly now: number;
  readonly retryAfterSeconds?: number;
}

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const nextMidnight = (time: number): number => {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + 1);
};

export class NaiveLimits {
  /** As they are in force; a test may change them on the way. */
  policies: Policies;
  #units: Unit[] = [];
  #latest = 0;
  constructor(policies: Policies) {
    this.policies = policies;
  }

  /** Whoever looks at the clock moves time on, and nobody moves it back. */
  see(now: number): number {
    this.#latest = Math.max(this.#latest, now);
    return this.#latest;
  }

  held(window: PolicyName, caller: string): number[] {
    const { scope, window: length } = this.policies[window];
    const holder = scope === 'caller' ? caller : 'everybody';
    const lives = (time: number) =>
      length === 'minute' ? this.#latest < time + 60_000 : dateOf(time) === dateOf(this.#latest);
    return this.#units
      .filter((unit) => unit.window === window && unit.holder === holder && lives(unit.time))
      .map(({ time }) => time);
  }

  take(kind: RequestKind, caller: string, now: number): NaiveDecision {
    const time = this.see(now);
    const names = WINDOWS_OF[kind];
    const refusing = names
      .filter((name) => this.held(name, caller).length >= this.policies[name].limit)
      .map((name) => ({ name, freeAt: this.#freeAt(name, caller) }));
    if (refusing.length > 0) {
      const last = Math.max(...refusing.map(({ freeAt }) => freeAt));
      const { name } = refusing.find(({ freeAt }) => freeAt === last)!;
      let seconds = 1;
      while (now + seconds * 1000 < last) seconds += 1;
      const { limit } = this.policies[name];
      const window = { name, limit, remaining: 0, resetAt: now + seconds * 1000 };
      return { admitted: false, window, now, retryAfterSeconds: seconds };
    }
    for (const name of names) {
      this.#units.push({
        window: name,
        holder: this.policies[name].scope === 'caller' ? caller : 'everybody',
        time,
      });
    }
    const states = names.map((name) => {
      const held = this.held(name, caller);
      const { limit, window } = this.policies[name];
      const resetAt = window === 'minute' ? Math.min(...held) + 60_000 : nextMidnight(time);
      return { name, limit, remaining: limit - held.length, resetAt };
    });
    const fewest = Math.min(...states.map(({ remaining }) => remaining));
    const tightest = states.filter(({ remaining }) => remaining === fewest);
    const latestReset = Math.max(...tightest.map(({ resetAt }) => resetAt));
    return { admitted: true, window: tightest.find(({ resetAt }) => resetAt === latestReset)!, now };
  }

  refund(kind: RequestKind, caller: string, takenAt: number): void {
    for (const window of WINDOWS_OF[kind]) {
      const holder = this.policies[window].scope === 'caller' ? caller : 'everybody';
      const at = this.#units.findIndex(
        (unit) => unit.window === window && unit.holder === holder && unit.time === takenAt,
      );
      if (at >= 0) this.#units.splice(at, 1);
    }
  }

  /** The first moment, of those at which something ends, at which one more would fit. */
  #freeAt(name: PolicyName, caller: string): number {
    const { limit, window } = this.policies[name];
    if (window === 'day') return nextMidnight(this.#latest);
    if (limit === 0) return this.#latest + 60_000;
    const ends = this.held(name, caller)
      .map((time) => time + 60_000)
      .sort((a, b) => a - b);
    return ends.find((moment) => ends.filter((end) => end > moment).length < limit)!;
  }
}
