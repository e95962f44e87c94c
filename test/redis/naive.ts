/** What the limits mean, written as plainly as possible: every admitted request is kept, and counted again each time. */
import { type Policies, type PolicyName, type RequestKind, WINDOWS_OF } from '../../src/limits/policies.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

interface Unit {
  readonly kind: RequestKind;
  readonly caller: string;
  readonly time: number;
}

export type NaiveDecision =
  | { admitted: true; name: PolicyName; remaining: number; resetAt: number; unit: Unit }
  /** `names`: the windows that free last, in the table's order. */
  | { admitted: false; names: PolicyName[]; resetAt: number; retryAfterSeconds: number };

export class NaiveLimits {
  #units: Unit[] = [];
  #highest = 0;

  take(policies: Policies, kind: RequestKind, caller: string, clock: number): NaiveDecision {
    this.#highest = Math.max(this.#highest, clock);
    const now = this.#highest;
    const midnight = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
    const windows = WINDOWS_OF[kind].map((name) => ({
      ...policies[name],
      times: this.#times(policies, name, caller),
    }));

    const refusing = windows
      .filter(({ times, limit }) => times.length >= limit)
      .map(({ name, window, limit, times }) => {
        if (window === 'day') return { name, frees: midnight };
        return { name, frees: limit === 0 ? now + MINUTE_MS : times[times.length - limit]! + MINUTE_MS };
      });
    if (refusing.length > 0) {
      const last = Math.max(...refusing.map(({ frees }) => frees));
      const retryAfterSeconds = Math.max(1, Math.ceil((last - clock) / 1000));
      const names = refusing.filter(({ frees }) => frees === last).map(({ name }) => name);
      return { admitted: false, names, retryAfterSeconds, resetAt: clock + retryAfterSeconds * 1000 };
    }

    const unit = { kind, caller, time: now };
    this.#units.push(unit);
    const shown = windows
      .map(({ name, window, limit, times }) => ({
        name,
        remaining: limit - times.length - 1,
        resetAt: window === 'day' ? midnight : (times[0] ?? now) + MINUTE_MS,
      }))
      .toSorted((a, b) => a.remaining - b.remaining || b.resetAt - a.resetAt)[0]!;
    return { admitted: true, ...shown, unit };
  }

  refund(unit: Unit): void {
    this.#units = this.#units.filter((each) => each !== unit);
  }

  /** Of the units that a window still holds, oldest first. */
  #times(policies: Policies, name: PolicyName, caller: string): number[] {
    const { scope, window } = policies[name];
    return this.#units
      .filter(
        (unit) => WINDOWS_OF[unit.kind].includes(name) && (scope === 'service' || unit.caller === caller),
      )
      .map(({ time }) => time)
      .filter((time) =>
        window === 'minute'
          ? time + MINUTE_MS > this.#highest
          : Math.floor(time / DAY_MS) === Math.floor(this.#highest / DAY_MS),
      );
  }
}
