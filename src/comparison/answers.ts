/**
 * Cached answers with their price in allowance. For every kind of answer the order is the same:
 * cache look-up (free) → one decision, all windows or none → answer. A miss is a flight (`flight.ts`), which computes
 * once for all who ask meanwhile.
 */
import { createHash } from 'node:crypto';
import type { RequestKind } from '../limits/policies.ts';
import type { Caller, CounterStore, Decision } from '../limits/port.ts';
import type { Store } from '../store/port.ts';
import { AnswerCache, Entry } from './cache.ts';
import { type Admitted, Flight, type FlightCrew, NO_DATA, PROTECTION } from './flight.ts';

export type { Admitted };
export type Refused = Extract<Decision, { admitted: false }>;

export type Outcome =
  | { readonly kind: 'answer'; readonly entry: Entry; readonly decision: Admitted }
  | { readonly kind: 'refused'; readonly decision: Refused }
  /** `protection`: nothing can be counted; `data`: nothing can be computed. Neither costs quota. */
  | { readonly kind: 'unavailable'; readonly cause: 'protection' | 'data' };

/** An answer; or one that must end early, because what it says changes at that moment. */
export type Computed = string | { readonly json: string; readonly expiresAt: number };

export interface AnswerRequest {
  readonly key: string;
  readonly ttlMs: number;
  readonly hit: RequestKind;
  /** The same as `hit` where a computation has no budget of its own: it is then neither leased nor shared. */
  miss(): RequestKind;
  compute(now: number, expiresAt: number): Computed;
  readonly view?: View | undefined;
}

/**
 * Another look at the same answer (the same trip with `require`): it costs what the answer costs and no unit of its own,
 * is kept in this process, and ends with the answer that it was made from.
 */
export interface View {
  readonly name: string;
  readonly make: (base: Entry) => string;
}

export interface AnswersOptions {
  readonly store: Pick<Store, 'cache' | 'leases'> & {
    readonly counters: Pick<CounterStore, 'take' | 'refusal' | 'refund'>;
  };
  readonly clock: () => number;
  /** Milliseconds that never go back. */
  readonly monotonic?: () => number;
  /** What makes an answer another one: base URL, service name, code version. */
  readonly scope: readonly string[];
  readonly maxBytes?: number;
  readonly onEvent: (level: 'warn' | 'error', message: string, error?: unknown) => void;
}

/** About 800 full comparisons; the default budgets allow 250 computations a day. */
const MAX_BYTES = 192 * 1024 * 1024;
/** Clocks of several machines differ by less. An entry from further ahead was made before the clock went back. */
const CLOCK_SKEW_MS = 600_000;

/** Answers that were looked for since the start. */
export interface CacheCounts {
  /** At hand in this process. */
  hit: number;
  /** Found in the store, where another process or an earlier one had put it. */
  stored: number;
  computed: number;
  /** Somebody else was about to compute the same. */
  joined: number;
}

export class Answers {
  readonly counts: CacheCounts = { hit: 0, stored: 0, computed: 0, joined: 0 };
  readonly #options: AnswersOptions;
  readonly #cache: AnswerCache;
  readonly #scope: string;
  readonly #monotonic: () => number;
  readonly #flights = new Map<string, Flight>();

  constructor(options: AnswersOptions) {
    this.#options = options;
    this.#monotonic = options.monotonic ?? (() => performance.now());
    this.#cache = new AnswerCache(options.maxBytes ?? MAX_BYTES, options.clock, this.#monotonic);
    this.#scope = createHash('sha256').update(JSON.stringify(options.scope)).digest('base64url').slice(0, 16);
  }

  /** Answers at once where the entry is at hand and the store decides in memory. */
  get(request: AnswerRequest, caller: Caller | string): Outcome | Promise<Outcome> {
    const entry = this.#cache.get(request.key);
    if (entry !== null) this.counts.hit += 1;
    const outcome = entry === null ? this.#miss(request, caller) : this.#admit(request.hit, caller, entry);
    const { view } = request;
    if (view === undefined) return outcome;
    return outcome instanceof Promise
      ? outcome.then((made) => this.#viewed(request.key, view, made))
      : this.#viewed(request.key, view, outcome);
  }

  /** After a rollback. */
  forget(): void {
    this.#cache.clear();
  }

  get held(): number {
    return this.#cache.size;
  }

  #admit(kind: RequestKind, caller: Caller | string, entry: Entry): Outcome | Promise<Outcome> {
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

  #miss(request: AnswerRequest, caller: Caller | string): Outcome | Promise<Outcome> {
    // Who has nothing left is refused before anything is looked up: a flood of new trips touches no store.
    const refused = this.#options.store.counters.refusal(request.hit, caller);
    if (refused !== null) return { kind: 'refused', decision: refused };
    const { key } = request;
    const joined = this.#flights.get(key);
    if (joined !== undefined) {
      this.counts.joined += 1;
      return joined.join(caller);
    }
    const flight = new Flight(request, this.#crewOf(request), () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    });
    this.#flights.set(key, flight);
    const outcome = flight.join(caller);
    void flight.run();
    return outcome;
  }

  #crewOf(request: AnswerRequest): FlightCrew {
    const { key, ttlMs } = request;
    const { store, clock, onEvent } = this.#options;
    const { cache, leases, counters } = store;
    const cacheKey = `${this.#scope}:${key}`;
    const lease = `compute:${cacheKey}`;
    const kept = (entry: Entry, how: 'stored' | 'computed'): Entry => {
      this.counts[how] += 1;
      this.#cache.put(key, entry);
      return entry;
    };
    return {
      fetch: async () => {
        const bytes = await cache.get(cacheKey);
        const entry = bytes && (await Entry.fromBytes(bytes, ttlMs));
        if (entry === null || this.#cache.isOver(key, entry)) return null;
        const leftMs = entry.expiresAt - clock();
        return leftMs > 0 && leftMs <= ttlMs + CLOCK_SKEW_MS ? kept(entry, 'stored') : null;
      },
      take: (kind, caller) => counters.take(kind, caller),
      compute() {
        const now = clock();
        const made = request.compute(now, now + ttlMs);
        if (typeof made === 'string') return kept(new Entry(made, now + ttlMs, ttlMs), 'computed');
        return kept(new Entry(made.json, Math.min(made.expiresAt, now + ttlMs), ttlMs), 'computed');
      },
      refund: async ({ reservation }) => counters.refund(reservation),
      share: async (entry) => cache.put(cacheKey, await entry.toBytes(), entry.expiresAt),
      acquire: (leaseMs) => leases.acquire(lease, leaseMs),
      release: (token) => leases.release(lease, token),
      report: onEvent,
      monotonic: this.#monotonic,
    };
  }

  #viewed(key: string, view: View, outcome: Outcome): Outcome | Promise<Outcome> {
    if (outcome.kind !== 'answer') return outcome;
    const { entry: base, decision } = outcome;
    // With the moment in it, because a view must not outlive a newer answer for the same trip.
    const viewKey = `${key}|${view.name}|${base.expiresAt}`;
    const held = this.#cache.get(viewKey);
    if (held !== null) return { ...outcome, entry: held };
    try {
      const entry = new Entry(view.make(base), base.expiresAt, base.lifetimeMs);
      this.#cache.put(viewKey, entry);
      return { ...outcome, entry };
    } catch (error) {
      this.#options.onEvent('error', 'a computation failed; its units were given back', error);
      return Promise.resolve(this.#options.store.counters.refund(decision.reservation)).then(() => NO_DATA);
    }
  }
}

function outcomeOf(decision: Decision, entry: Entry): Outcome {
  return decision.admitted ? { kind: 'answer', entry, decision } : { kind: 'refused', decision };
}
