/**
 * Response cache that charges quota. The order is the same for every kind of response: look in the cache (free), take
 * from all windows or from none, respond. Concurrent identical misses share one computation (single-flight): one of
 * them leads, and the others wait for it. `shared.ts` extends this to other processes.
 */
import { isServiceWindow, type RequestKind } from '../limits/policies.ts';
import type { Caller, CounterStore, Decision } from '../limits/port.ts';
import type { Store } from '../store/port.ts';
import { type Entry, ResponseCache } from './cache.ts';
import { SharedResponses } from './shared.ts';

export type Admitted = Extract<Decision, { admitted: true }>;
export type Refused = Extract<Decision, { admitted: false }>;

export type Outcome =
  | { readonly kind: 'answer'; readonly entry: Entry; readonly decision: Admitted }
  | { readonly kind: 'refused'; readonly decision: Refused }
  /** `protection`: nothing can be counted. `data`: nothing can be computed. Neither takes quota. */
  | { readonly kind: 'unavailable'; readonly cause: 'protection' | 'data' };

const PROTECTION: Outcome = Object.freeze({ kind: 'unavailable', cause: 'protection' });
export const NO_DATA: Outcome = Object.freeze({ kind: 'unavailable', cause: 'data' });

/** JSON, or JSON that must expire early because its content changes at that moment. */
export type Computed = string | { readonly json: string; readonly expiresAt: number };

export interface AnswerRequest {
  readonly key: string;
  readonly ttlMs: number;
  readonly hit: RequestKind;
  /** Equal to `hit` if computing has no budget of its own. The response is then not shared with other processes. */
  miss(): RequestKind;
  compute(now: number, expiresAt: number): Computed;
  readonly view?: View | undefined;
}

/**
 * A filtered version of the same response (the same trip with `require`). It is charged like the response and takes no
 * unit of its own. It is cached in this process and expires with the response.
 */
export interface View {
  readonly name: string;
  readonly make: (base: Entry) => string;
}

/**
 * `hit`: cached in this process. `stored`: found in the store. `computed`: computed here. `joined`: waited for an
 * identical miss in this process.
 */
export const LOOKUP_OUTCOMES = ['hit', 'stored', 'computed', 'joined'] as const;
export type LookupOutcome = (typeof LOOKUP_OUTCOMES)[number];

export interface AnswersOptions {
  readonly store: Pick<Store, 'cache' | 'leases'> & {
    readonly counters: Pick<CounterStore, 'take' | 'refusal' | 'refund'>;
  };
  readonly clock: () => number;
  /** Milliseconds that never go back. */
  readonly monotonic?: () => number;
  /** What distinguishes responses with the same key: base URL, service name, code version. */
  readonly scope: readonly string[];
  readonly maxBytes?: number;
  readonly onEvent: (level: 'warn' | 'error', message: string, error?: unknown) => void;
  /** For the metrics: how each lookup ended. */
  readonly onLookup?: (outcome: LookupOutcome) => void;
}

/** Enough for the 250 computations a day of the default budgets, in every form. */
const MAX_BYTES = 128 * 1024 * 1024;

/** What the leader of identical misses got, and the response for those who wait, if there is one. */
interface Led {
  readonly outcome: Outcome;
  readonly entry: Entry | null;
}

export class Answers {
  readonly #options: AnswersOptions;
  readonly #cache: ResponseCache;
  readonly #shared: SharedResponses;
  /** Misses that are being answered in this process, by key. */
  readonly #running = new Map<string, Promise<Led>>();

  constructor(options: AnswersOptions) {
    const { clock, maxBytes = MAX_BYTES, monotonic = () => performance.now() } = options;
    this.#options = options;
    this.#cache = new ResponseCache({ maxBytes, clock, monotonic });
    this.#shared = new SharedResponses({ ...options, monotonic });
  }

  async get(request: AnswerRequest, caller: Caller | string): Promise<Outcome> {
    const entry = this.#cache.get(request.key);
    if (entry !== null) this.#options.onLookup?.('hit');
    const outcome = await (entry === null
      ? this.#miss(request, caller)
      : this.#charge(request.hit, caller, entry));
    if (request.view === undefined || outcome.kind !== 'answer') return outcome;
    return this.#viewed(request.view, outcome.entry, outcome.decision);
  }

  /** Empties the cache of this process, after a rollback. */
  forget(): void {
    this.#cache.clear();
  }

  /** For the metrics: how many bodies are cached, and how many bytes they take. */
  cached(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#cache.size, bytes: this.#cache.bytes };
  }

  async #miss(request: AnswerRequest, caller: Caller | string): Promise<Outcome> {
    // A caller without quota is refused before any lookup, so that a flood of new trips does not reach the store.
    const refusal = this.#options.store.counters.refusal(request.hit, caller);
    if (refusal !== null) return { kind: 'refused', decision: refusal };

    if (this.#running.has(request.key)) this.#options.onLookup?.('joined');
    for (;;) {
      const running = this.#running.get(request.key);
      if (running === undefined) return (await this.#start(request, caller)).outcome;
      const { entry, outcome } = await running;
      if (entry !== null) return this.#charge(request.hit, caller, entry);
      if (outcome.kind === 'unavailable') return outcome;
      if (outcome.kind === 'refused' && isServiceWindow(outcome.decision.window.name)) {
        // A budget that all share refuses all who wait. They need not lead one after the other to learn it.
        const decision = await this.#take(request.miss(), caller);
        if (decision === null) return PROTECTION;
        if (!decision.admitted) return { kind: 'refused', decision };
        // Units were refunded in the meantime. One of those who wait leads again, and only that one needs a unit.
        await this.#refund(decision);
      }
      // The leader's own quota refused it. The first of those who wait leads next.
    }
  }

  /** Leads the identical misses that arrive until this one is answered. */
  #start(request: AnswerRequest, caller: Caller | string): Promise<Led> {
    const { key } = request;
    const running = this.#lead(request, caller)
      .catch((error: unknown): Led => {
        this.#options.onEvent('warn', 'a response could not be looked up', error);
        return { outcome: PROTECTION, entry: null };
      })
      .finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  async #lead(request: AnswerRequest, caller: Caller | string): Promise<Led> {
    const { key, ttlMs } = request;
    const isShared = request.miss() !== request.hit;
    const { found, lease } = isShared
      ? await this.#shared.findOrLease(key, ttlMs)
      : { found: null, lease: null };
    if (found !== null) {
      this.#options.onLookup?.('stored');
      const entry = this.#cache.put(key, found.json, { at: found.expiresAt, lifetimeMs: ttlMs });
      return { outcome: await this.#charge(request.hit, caller, entry), entry };
    }

    const decision = await this.#take(request.miss(), caller);
    const entry = decision?.admitted ? this.#compute(request) : null;
    // Nobody waits for the store to take the response.
    if (isShared && entry !== null) void this.#shared.share(key, entry, lease);
    else await this.#shared.release(key, lease);

    if (decision === null) return { outcome: PROTECTION, entry };
    if (!decision.admitted) return { outcome: { kind: 'refused', decision }, entry };
    if (entry !== null) return { outcome: { kind: 'answer', entry, decision }, entry };
    await this.#refund(decision);
    return { outcome: NO_DATA, entry };
  }

  /** null if the computation fails. */
  #compute(request: AnswerRequest): Entry | null {
    const { key, ttlMs } = request;
    const now = this.#options.clock();
    const latest = now + ttlMs;
    try {
      const made = request.compute(now, latest);
      const { json, expiresAt } = typeof made === 'string' ? { json: made, expiresAt: latest } : made;
      this.#options.onLookup?.('computed');
      return this.#cache.put(key, json, { at: Math.min(expiresAt, latest), lifetimeMs: ttlMs });
    } catch (error) {
      this.#options.onEvent('error', COMPUTATION_FAILED, error);
      return null;
    }
  }

  async #viewed(view: View, base: Entry, decision: Admitted): Promise<Outcome> {
    try {
      return { kind: 'answer', entry: base.form(`view ${view.name}`, view.make), decision };
    } catch (error) {
      this.#options.onEvent('error', COMPUTATION_FAILED, error);
      await this.#refund(decision);
      return NO_DATA;
    }
  }

  async #charge(kind: RequestKind, caller: Caller | string, entry: Entry): Promise<Outcome> {
    const decision = await this.#take(kind, caller);
    if (decision === null) return PROTECTION;
    return decision.admitted ? { kind: 'answer', entry, decision } : { kind: 'refused', decision };
  }

  /** null if nothing can be counted. */
  async #take(kind: RequestKind, caller: Caller | string): Promise<Decision | null> {
    try {
      return await this.#options.store.counters.take(kind, caller);
    } catch {
      return null;
    }
  }

  async #refund({ reservation }: Admitted): Promise<void> {
    await this.#options.store.counters.refund(reservation);
  }
}

const COMPUTATION_FAILED = 'a computation failed; its units are refunded';
