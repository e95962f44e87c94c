/**
 * Refusals that this process remembers, so that a flood of refused requests costs Redis nothing.
 *
 * A refusal holds until its window frees, measured as a duration on the monotonic clock: no process's wall clock
 * matters. A give-back anywhere may free a window early, so all are forgotten then; and while this process cannot hear
 * of give-backs, it remembers nothing.
 */
import { ROLLING_MS, refusalBy } from '../../limits/decision.ts';
import { type PolicyName, REQUEST_KINDS, type RequestKind, WINDOWS_OF } from '../../limits/policies.ts';
import type { Decision } from '../../limits/port.ts';

type Refused = Extract<Decision, { admitted: false }>;

interface Refusal {
  readonly name: PolicyName;
  readonly limit: number;
  /** On the server's clock. */
  readonly now: number;
  readonly frees: number;
}

interface Remembered extends Refusal {
  /** On the monotonic clock, when `now` was heard. */
  readonly heardAt: number;
}

/** About 20 MB when full. */
export const MAX_REMEMBERED = 100_000;

export class Refusals {
  readonly #monotonic: () => number;
  readonly #max: number;
  readonly #byAsker = new Map<string, Remembered>();
  /** Budgets of the whole service that are spent: they refuse everybody. */
  readonly #spent = new Map<PolicyName, Remembered>();
  #listening = false;
  /** Grows with every give-back that was heard: an answer that was asked for before one may be out of date. */
  #heard = 0;

  constructor(monotonic: () => number, max = MAX_REMEMBERED) {
    this.#monotonic = monotonic;
    this.#max = max;
  }

  get size(): number {
    return this.#byAsker.size;
  }

  /** To be read before a decision is asked for, and handed to `remember`. */
  get mark(): number {
    return this.#heard;
  }

  setListening(listening: boolean): void {
    this.#listening = listening;
    this.forgetAll();
  }

  forgetAll(): void {
    this.#heard += 1;
    this.#byAsker.clear();
    this.#spent.clear();
  }

  /** The last unit of a service window is gone, whether or not somebody was refused for it yet. */
  rememberSpent(mark: number, refusal: Refusal): void {
    if (this.#listening && mark === this.#heard) this.#spent.set(refusal.name, this.#heardNow(refusal));
  }

  remember(kind: RequestKind, caller: string, mark: number, refusal: Refusal): void {
    if (!this.#listening || mark !== this.#heard) return;
    const asker = `${kind} ${caller}`;
    this.#byAsker.delete(asker);
    this.#byAsker.set(asker, this.#heardNow(refusal));
    if (this.#byAsker.size <= this.#max) return;
    const [oldest] = this.#byAsker.keys();
    if (oldest !== undefined) this.#byAsker.delete(oldest);
  }

  /** An admission may have filled a window of the caller's own, which another kind of request shares. */
  forget(caller: string): void {
    if (this.#byAsker.size === 0) return;
    for (const kind of REQUEST_KINDS) this.#byAsker.delete(`${kind} ${caller}`);
  }

  /** The refusal as it stands now: time goes on, and so does what the caller is told. */
  recall(kind: RequestKind, caller: string): Refused | null {
    if (this.#byAsker.size === 0 && this.#spent.size === 0) return null;
    const asker = `${kind} ${caller}`;
    const own = this.#byAsker.get(asker);
    if (own !== undefined && this.#timeOf(own) < own.frees) return this.#answer(this.#laterSpent(kind, own));
    if (own !== undefined) this.#byAsker.delete(asker);
    const spent = this.#spent.get(serviceDayOf(kind));
    // In the last minute of a day a caller's own rolling window may free later than the day ends: then ask.
    return spent !== undefined && this.#timeOf(spent) + ROLLING_MS < spent.frees ? this.#answer(spent) : null;
  }

  /** The window that frees last is the one to name; the caller's own where they are equal. */
  #laterSpent(kind: RequestKind, own: Remembered): Remembered {
    let latest = own;
    for (const name of WINDOWS_OF[kind]) {
      const spent = this.#spent.get(name);
      if (spent !== undefined && spent.frees > latest.frees) latest = spent;
    }
    return latest;
  }

  #heardNow(refusal: Refusal): Remembered {
    return { ...refusal, heardAt: this.#monotonic() };
  }

  #timeOf({ now, heardAt }: Remembered): number {
    return now + Math.floor(this.#monotonic() - heardAt);
  }

  #answer(refusal: Remembered): Refused {
    const { name, limit, frees } = refusal;
    return refusalBy({ name, limit, freeAt: frees }, this.#timeOf(refusal));
  }
}

const serviceDayOf = (kind: RequestKind): PolicyName =>
  kind.startsWith('comparison') ? 'comparison.service.day' : 'list.service.day';
