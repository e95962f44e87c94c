/**
 * Cached answers with their price in allowance. For every kind of answer the order is the same:
 * cache look-up (free) → one decision, all windows or none → answer. A miss is computed once: in this process the
 * first asker leads and the others wait; across processes the leader holds a lease.
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { RequestKind } from '../limits/policies.ts';
import type { CounterStore, Decision } from '../limits/port.ts';
import type { Store } from '../store/port.ts';
import { Entry } from './entry.ts';
import { Shelf } from './shelf.ts';

export type Admitted = Extract<Decision, { admitted: true }>;
export type Refused = Extract<Decision, { admitted: false }>;

export type Outcome =
  | { readonly kind: 'answer'; readonly entry: Entry; readonly decision: Admitted }
  | { readonly kind: 'refused'; readonly decision: Refused }
  /** `protection`: nothing can be counted; `data`: nothing can be computed. Neither costs quota. */
  | { readonly kind: 'unavailable'; readonly cause: 'protection' | 'data' };

export interface AnswerRequest {
  readonly key: string;
  readonly ttlMs: number;
  readonly hit: RequestKind;
  /** The same as `hit` where a computation has no budget of its own: it is then neither leased nor shared. */
  readonly miss: RequestKind;
  readonly compute: (now: number, expiresAt: number) => string;
}

export interface AnswersOptions {
  readonly store: Pick<Store, 'cache' | 'leases'> & {
    readonly counters: Pick<CounterStore, 'take' | 'refusal' | 'giveBack'>;
  };
  readonly clock: () => number;
  /** What makes an answer another one: base URL, service name, code version. */
  readonly scope: readonly string[];
  readonly maxBytes?: number;
  readonly onEvent: (level: 'warn' | 'error', message: string, error?: unknown) => void;
}

/** About 800 full comparisons; the default budgets allow 250 computations a day. */
const MAX_BYTES = 192 * 1024 * 1024;
/** A computation takes milliseconds; a holder that died is out of the way after this. */
const LEASE_MS = 2_000;
const POLL_MS = 15;
/** Each round either answers or finds that another leader gave up; more rounds than this mean trouble. */
const MAX_ROUNDS = 8;

export class Answers {
  readonly #options: AnswersOptions;
  readonly #shelf: Shelf;
  readonly #scope: string;
  readonly #flights = new Map<string, Promise<Outcome | null>>();

  constructor(options: AnswersOptions) {
    this.#options = options;
    this.#shelf = new Shelf(options.maxBytes ?? MAX_BYTES);
    this.#scope = createHash('sha256').update(JSON.stringify(options.scope)).digest('base64url').slice(0, 16);
  }

  /** Answers at once where the entry is at hand and the store decides in memory. */
  get(request: AnswerRequest, caller: string): Outcome | Promise<Outcome> {
    const entry = this.#shelf.get(request.key, this.#options.clock());
    return entry === null ? this.#miss(request, caller) : this.#admit(request.hit, caller, entry);
  }

  /** After a rollback. */
  forget(): void {
    this.#shelf.clear();
  }

  get held(): number {
    return this.#shelf.size;
  }

  #admit(kind: RequestKind, caller: string, entry: Entry): Outcome | Promise<Outcome> {
    try {
      const decision = this.#options.store.counters.take(kind, caller);
      return decision instanceof Promise
        ? decision.then(
            (made) => outcomeOf(made, entry),
            () => PROTECTION,
          )
        : outcomeOf(decision, entry);
    } catch {
      return PROTECTION;
    }
  }

  async #miss(request: AnswerRequest, caller: string): Promise<Outcome> {
    // Who has nothing left is refused before anything is looked up: a flood of new trips touches no store.
    const refused = this.#options.store.counters.refusal(request.hit, caller);
    if (refused !== null) return { kind: 'refused', decision: refused };
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const flight = this.#flights.get(request.key);
      if (flight === undefined) {
        const outcome = await this.#lead(request, caller);
        if (outcome !== null) return outcome;
      } else {
        await flight;
      }
      const entry = this.#shelf.get(request.key, this.#options.clock());
      if (entry !== null) return this.#admit(request.hit, caller, entry);
    }
    return PROTECTION;
  }

  /** null: look at the shelf again. */
  #lead(request: AnswerRequest, caller: string): Promise<Outcome | null> {
    const alone = request.miss === request.hit;
    const work = alone ? this.#compute(request, caller, false) : this.#findOrCompute(request, caller);
    const flight = work
      .catch((error: unknown) => {
        this.#options.onEvent('warn', 'an answer could not be looked up or computed', error);
        return PROTECTION;
      })
      .finally(() => this.#flights.delete(request.key));
    this.#flights.set(request.key, flight);
    return flight;
  }

  async #findOrCompute(request: AnswerRequest, caller: string): Promise<Outcome | null> {
    if (await this.#fetch(request.key)) return null;
    const { leases } = this.#options.store;
    const name = `compute:${this.#scope}:${request.key}`;
    const token = await leases.acquire(name, LEASE_MS);
    if (token === null) {
      await this.#awaitOther(request.key);
      return null;
    }
    try {
      // Whoever held the lease a moment ago may have finished since the look-up.
      if (await this.#fetch(request.key)) return null;
      return await this.#compute(request, caller, true);
    } finally {
      await leases.release(name, token);
    }
  }

  async #awaitOther(key: string): Promise<void> {
    for (let waited = 0; waited < LEASE_MS; waited += POLL_MS) {
      await delay(POLL_MS);
      if (await this.#fetch(key)) return;
    }
  }

  async #fetch(key: string): Promise<boolean> {
    const bytes = await this.#options.store.cache.get(`${this.#scope}:${key}`);
    const entry = bytes && (await Entry.fromBytes(bytes));
    if (entry === null || entry.expiresAt <= this.#options.clock()) return false;
    this.#shelf.put(key, entry);
    return true;
  }

  async #compute(request: AnswerRequest, caller: string, shared: boolean): Promise<Outcome> {
    const { store, clock, onEvent } = this.#options;
    let decision: Decision;
    try {
      decision = await store.counters.take(request.miss, caller);
    } catch {
      return PROTECTION;
    }
    if (!decision.admitted) return { kind: 'refused', decision };
    try {
      const now = clock();
      const entry = new Entry(request.compute(now, now + request.ttlMs), now + request.ttlMs);
      this.#shelf.put(request.key, entry);
      if (shared) await this.#share(request.key, entry);
      return { kind: 'answer', entry, decision };
    } catch (error) {
      onEvent('error', 'a computation failed; its units were given back', error);
      await store.counters.giveBack(decision.receipt);
      return { kind: 'unavailable', cause: 'data' };
    }
  }

  /** A cache that cannot be written costs a computation later, not this answer. */
  async #share(key: string, entry: Entry): Promise<void> {
    try {
      await this.#options.store.cache.put(`${this.#scope}:${key}`, await entry.toBytes(), entry.expiresAt);
    } catch (error) {
      this.#options.onEvent('warn', 'a computed answer could not be shared', error);
    }
  }
}

const PROTECTION: Outcome = Object.freeze({ kind: 'unavailable', cause: 'protection' });

function outcomeOf(decision: Decision, entry: Entry): Outcome {
  return decision.admitted ? { kind: 'answer', entry, decision } : { kind: 'refused', decision };
}
