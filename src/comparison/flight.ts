/**
 * One process's way to an answer that it does not hold. Whoever asks for the same meanwhile joins. Each of them gets a
 * decision of its own: one after the other, until one is admitted and computes; from then on the others are hits.
 * Across processes the one that may compute holds a lease.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { isServiceWindow, type RequestKind } from '../limits/policies.ts';
import type { Caller, Decision } from '../limits/port.ts';
import type { AnswerRequest, Outcome } from './answers.ts';
import type { Entry } from './cache.ts';

/** What a flight needs of the answers that it belongs to. */
export interface FlightCrew {
  /** From the shared cache. */
  fetch(): Promise<Entry | null>;
  take(kind: RequestKind, caller: Caller | string): Decision | Promise<Decision>;
  /** Throws where the answer cannot be computed. */
  compute(): Entry;
  refund(decision: Admitted): Promise<void>;
  share(entry: Entry): Promise<void>;
  acquire(leaseMs: number): Promise<string | null>;
  release(token: string): Promise<void>;
  report(level: 'warn' | 'error', message: string, error: unknown): void;
  monotonic(): number;
}

export type Admitted = Extract<Decision, { admitted: true }>;

/** A computation takes milliseconds; a holder that died is out of the way after this. */
const LEASE_MS = 2_000;
/** Longer than any lease, shorter than a socket's patience. Who has waited so long computes without a lease. */
const LONGEST_WAIT_MS = 2_500;
const POLL_MS = 15;
/** A store that did not answer in time is mostly back by then. */
const SHARE_AGAIN_MS = 300;

export const PROTECTION: Outcome = Object.freeze({ kind: 'unavailable', cause: 'protection' });
export const NO_DATA: Outcome = Object.freeze({ kind: 'unavailable', cause: 'data' });

interface Waiting {
  readonly caller: Caller | string;
  readonly settle: (outcome: Outcome) => void;
}

export class Flight {
  readonly #request: AnswerRequest;
  readonly #crew: FlightCrew;
  /** From then on nobody joins: the answer is at hand, or nothing more is tried. */
  readonly #onLanded: () => void;
  #waiting: Waiting[] = [];
  #entry: Entry | null = null;
  /** The same, where it was made here. */
  #computed: Entry | null = null;

  constructor(request: AnswerRequest, crew: FlightCrew, onLanded: () => void) {
    this.#request = request;
    this.#crew = crew;
    this.#onLanded = onLanded;
  }

  join(caller: Caller | string): Promise<Outcome> {
    return new Promise((settle) => this.#waiting.push({ caller, settle }));
  }

  async run(): Promise<void> {
    // Where a computation has no budget of its own there is nothing to share.
    const isShared = this.#request.miss() !== this.#request.hit;
    let token: string | null = null;
    try {
      if (isShared) token = await this.#findOrLease();
      do await this.#decideAll();
      while (this.#waiting.length > 0);
    } catch (error) {
      this.#crew.report('warn', 'an answer could not be looked up or computed', error);
      for (const { settle } of this.#waiting.splice(0)) settle(PROTECTION);
    }
    this.#onLanded();
    // Everybody has an answer: whatever fails from here on costs nobody his.
    if (isShared && this.#computed !== null) await this.#share(this.#computed);
    if (token !== null) await this.#release(token);
  }

  /** Ends with the entry, or with the right to make it, or without either where somebody held that right too long. */
  async #findOrLease(): Promise<string | null> {
    const startedAt = this.#crew.monotonic();
    for (;;) {
      if (await this.#find()) return null;
      const token = await this.#crew.acquire(LEASE_MS);
      if (token !== null) {
        // Whoever held it a moment ago may have finished since the look-up.
        if (!(await this.#find())) return token;
        await this.#release(token);
        return null;
      }
      if (this.#crew.monotonic() - startedAt >= LONGEST_WAIT_MS) return null;
      await delay(POLL_MS);
    }
  }

  async #find(): Promise<boolean> {
    this.#entry = await this.#crew.fetch();
    if (this.#entry !== null) this.#onLanded();
    return this.#entry !== null;
  }

  async #decideAll(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const outcome = await this.#decide(next);
      if (this.#entry !== null || isForAll(outcome)) {
        // Nobody needs to wait for another's decision any more.
        await Promise.all(this.#waiting.splice(0).map((each) => this.#decide(each)));
      }
    }
  }

  async #decide({ caller, settle }: Waiting): Promise<Outcome> {
    const kind = this.#entry === null ? this.#request.miss() : this.#request.hit;
    const outcome = await this.#outcomeOf(kind, caller);
    settle(outcome);
    return outcome;
  }

  async #outcomeOf(kind: RequestKind, caller: Caller | string): Promise<Outcome> {
    let decision: Decision;
    try {
      decision = await this.#crew.take(kind, caller);
    } catch {
      return PROTECTION;
    }
    if (!decision.admitted) return { kind: 'refused', decision };
    if (this.#entry !== null && kind !== this.#request.hit) {
      // Somebody computed it while this was decided: a unit is taken only for a computation.
      await this.#crew.refund(decision);
      return this.#outcomeOf(this.#request.hit, caller);
    }
    try {
      if (this.#entry === null) {
        this.#entry = this.#computed = this.#crew.compute();
        this.#onLanded();
      }
      return { kind: 'answer', entry: this.#entry, decision };
    } catch (error) {
      this.#onLanded();
      // What could not be computed for one cannot be for the others.
      for (const { settle } of this.#waiting.splice(0)) settle(NO_DATA);
      this.#crew.report('error', 'a computation failed; its units were given back', error);
      await this.#crew.refund(decision);
      return NO_DATA;
    }
  }

  /** A cache that cannot be written costs a computation later, not this answer. */
  async #share(entry: Entry): Promise<void> {
    try {
      await this.#crew.share(entry).catch(async () => {
        await delay(SHARE_AGAIN_MS);
        await this.#crew.share(entry);
      });
    } catch (error) {
      this.#crew.report('warn', 'a computed answer could not be shared', error);
    }
  }

  /** It ends by itself soon. */
  async #release(token: string): Promise<void> {
    await this.#crew
      .release(token)
      .catch((error: unknown) => this.#crew.report('warn', 'a lease could not be released', error));
  }
}

/** Refused by a window that all share: the others will be, too. */
const isForAll = (outcome: Outcome): boolean =>
  outcome.kind === 'refused' && isServiceWindow(outcome.decision.window.name);
