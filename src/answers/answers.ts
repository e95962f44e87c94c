/**
 * Response cache that charges quota. The order is the same for every kind of response: look in the cache (free), take
 * from all windows or from none, respond. Concurrent identical misses share one computation: one of them leads, and
 * the others wait for it. `shared.ts` extends this to other processes.
 */
import type { RequestKind } from '../limits/policies.ts';
import type { Admission, Caller, CounterStore, Decision, Refusal } from '../limits/port.ts';
import { RequestDeadline } from '../store/deadline.ts';
import type { Snapshot, Store } from '../store/port.ts';
import { type Entry, ResponseCache } from './cache.ts';
import { type IsObsolete, SharedResponses } from './shared.ts';

export type Outcome =
  | { readonly kind: 'answer'; readonly entry: Entry; readonly decision: Admission }
  | { readonly kind: 'refused'; readonly decision: Refusal }
  /** `protection`: the counters are unavailable. `data`: nothing can be computed. Neither takes quota. */
  | { readonly kind: 'unavailable'; readonly cause: 'protection' | 'data' };

const PROTECTION: Outcome = Object.freeze({ kind: 'unavailable', cause: 'protection' });
export const NO_DATA: Outcome = Object.freeze({ kind: 'unavailable', cause: 'data' });

interface Computed {
  readonly json: string;
  /** When the content changes. If this is after the end of `ttlMs`, the response expires at that end. */
  readonly expiresAt: number;
}

export interface AnswerRequest {
  readonly key: string;
  readonly ttlMs: number;
  /** What the caller is charged for a cached response. */
  readonly kindIfCached: RequestKind;
  /** What the caller is charged for a computation. It is a function, because a hit need not find out. */
  kindIfComputed(): RequestKind;
  /** Whether other processes may use the response. */
  readonly shared: boolean;
  /** The catalogue that `compute` reads, by the serial of its snapshot; 0: none. */
  readonly serial: number;
  /** The country codes of the response. A correction of one of them makes it obsolete. */
  readonly destinations: readonly string[] | 'all';
  /** `latestExpiry`: the end of `ttlMs`, which some responses state as the time until which they are fresh. */
  compute(now: number, latestExpiry: number): Computed;
  /**
   * The steps from the response to what the caller gets. Each form is made from the result of the one before it. Without
   * forms, the caller gets the response itself.
   */
  readonly forms?: readonly Form[];
}

/**
 * Another form of a response: filtered, shorter, as CSV or as a page. It takes no extra unit. It is cached in this
 * process and expires with the response.
 */
export interface Form {
  /** null: the form belongs to one request and is not cached. */
  readonly name: string | null;
  readonly make: (base: Entry) => string;
}

/**
 * `hit`: cached in this process. `stored`: found in the store. `computed`: computed here. `joined`: waited for an
 * identical miss in this process.
 */
export const LOOKUP_OUTCOMES = ['hit', 'stored', 'computed', 'joined'] as const;
export type LookupOutcome = (typeof LOOKUP_OUTCOMES)[number];

interface ServedCorrection {
  /** Of the first snapshot with the correction. */
  readonly serial: number;
  readonly destinations: ReadonlySet<string> | 'all';
}

interface AnswersOptions {
  readonly store: Pick<Store, 'cache' | 'leases'> & {
    readonly counters: Pick<CounterStore, 'take' | 'refund'>;
  };
  readonly clock: () => number;
  /** Milliseconds that never go back. */
  readonly monotonic?: () => number;
  /** How long a request may wait for a shared store. */
  readonly deadlineMs?: number | undefined;
  /** Distinguishes responses with the same key: base URL, service name, code version. */
  readonly scope: readonly string[];
  readonly onEvent: (level: 'warn' | 'error', message: string, error?: unknown) => void;
  /** For the metrics: the result of each lookup. */
  readonly onLookup?: (outcome: LookupOutcome) => void;
}

/** Enough for the 250 computations a day of the default budgets, in every form. */
const MAX_BYTES = 128 * 1024 * 1024;

/** The result of the request that leads identical misses, and the response for the requests that wait for it. */
interface LeaderResult {
  readonly outcome: Outcome;
  readonly entry: Entry | null;
}

/** A miss in progress. */
interface Running {
  readonly caller: string;
  readonly deadline: RequestDeadline;
  readonly result: Promise<LeaderResult>;
}

export class Answers {
  readonly #options: AnswersOptions;
  readonly #monotonic: () => number;
  readonly #cache: ResponseCache;
  readonly #shared: SharedResponses;
  #corrections: readonly ServedCorrection[] = [];
  /** The misses in progress in this process, by key. */
  readonly #running = new Map<string, Running>();

  constructor(options: AnswersOptions) {
    const { clock, monotonic = () => performance.now() } = options;
    this.#options = options;
    this.#monotonic = monotonic;
    this.#cache = new ResponseCache({ maxBytes: MAX_BYTES, clock, monotonic });
    this.#shared = new SharedResponses({ ...options, monotonic });
  }

  async get(request: AnswerRequest, caller: Caller): Promise<Outcome> {
    const { key, kindIfCached, forms = [] } = request;
    const deadline = new RequestDeadline(this.#options.deadlineMs, this.#monotonic);
    // A form without a name is never found, because it is never cached.
    const formed = this.#usable(request, forms.reduce(keyOfForm, key));
    const entry = formed ?? this.#usable(request, key);
    if (entry !== null) this.#options.onLookup?.('hit');
    const outcome =
      entry === null
        ? await this.#miss(request, caller, deadline)
        : outcomeOf(await this.#take(kindIfCached, caller, deadline), entry);
    return formed === null ? await this.#inForm(outcome, request) : outcome;
  }

  /** Responses from before a correction of their destinations are computed again. */
  useCorrections({ serial: current, corrections = [] }: Pick<Snapshot, 'serial' | 'corrections'>): void {
    this.#corrections = corrections.map(({ serial, destinations }) => ({
      serial: serial ?? current,
      destinations: destinations === 'all' ? 'all' : new Set(destinations),
    }));
  }

  /** An entry of the cache of this process, unless a correction made it obsolete. */
  #usable(request: AnswerRequest, key: string): Entry | null {
    const entry = this.#cache.get(key);
    return entry === null || this.#isObsolete(request, entry.expiry) ? null : entry;
  }

  #isObsolete({ destinations }: AnswerRequest, response: { readonly serial: number }): boolean {
    return this.#corrections.some(
      (correction) => response.serial < correction.serial && concerns(correction, destinations),
    );
  }

  /** For the metrics: the number of cached bodies and their size. */
  cached(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#cache.size, bytes: this.#cache.bytes };
  }

  async #miss(request: AnswerRequest, caller: Caller, deadline: RequestDeadline): Promise<Outcome> {
    if (this.#running.has(request.key)) this.#options.onLookup?.('joined');
    for (;;) {
      const running = this.#running.get(request.key);
      if (running === undefined) return (await this.#start(request, caller, deadline)).outcome;
      const { entry, outcome } = await running.result;
      // Both requests wait for the same store, so this one has no more time left than its leader.
      deadline.limitTo(running.deadline);
      if (entry !== null) return outcomeOf(await this.#take(request.kindIfCached, caller, deadline), entry);
      // A refusal of the same caller applies to all of its requests. Another caller has other windows.
      if (outcome.kind !== 'refused' || running.caller === caller.key) return outcome;
      // The first of the waiting requests becomes the next leader.
    }
  }

  /** Makes this request the leader of identical misses until it is done. */
  #start(request: AnswerRequest, caller: Caller, deadline: RequestDeadline): Promise<LeaderResult> {
    const { key } = request;
    const result = this.#lead(request, caller, deadline)
      .catch((error: unknown): LeaderResult => {
        this.#options.onEvent('warn', 'a response could not be looked up', error);
        return { outcome: PROTECTION, entry: null };
      })
      .finally(() => this.#running.delete(key));
    this.#running.set(key, { caller: caller.key, deadline, result });
    return result;
  }

  async #lead(request: AnswerRequest, caller: Caller, deadline: RequestDeadline): Promise<LeaderResult> {
    const { key, ttlMs, shared } = request;
    const isObsolete: IsObsolete = (response) => this.#isObsolete(request, response);
    const { found, lease, obsoleteUntil } = shared
      ? await this.#shared.findOrLease(key, ttlMs, deadline, isObsolete)
      : { found: null, lease: null, obsoleteUntil: 0 };
    if (found !== null) {
      this.#options.onLookup?.('stored');
      const { expiresAt: at, serial } = found;
      const entry = this.#cache.put(key, found.json, { at, lifetimeMs: ttlMs, serial });
      return { outcome: outcomeOf(await this.#take(request.kindIfCached, caller, deadline), entry), entry };
    }

    // The computation of an obsolete response was paid for until it expires.
    const paidUntil = Math.max(obsoleteUntil, this.#cache.get(key)?.expiry.at ?? 0);
    const isPaid = paidUntil > this.#options.clock();
    const kind = isPaid ? request.kindIfCached : request.kindIfComputed();
    const decision = await this.#take(kind, caller, deadline);
    const entry = decision?.admitted ? this.#compute(request, isPaid ? paidUntil : null) : null;
    // The response does not wait for the write to the store.
    if (shared && entry !== null) void this.#shared.share(key, entry, lease);
    else await this.#shared.release(key, lease);

    if (decision?.admitted && entry === null) await this.#refund(decision);
    return { outcome: outcomeOf(decision, entry), entry };
  }

  /** null if the computation fails. */
  #compute(request: AnswerRequest, paidUntil: number | null): Entry | null {
    const { key, ttlMs, serial } = request;
    const now = this.#options.clock();
    const latestExpiry = Math.min(now + ttlMs, paidUntil ?? Number.POSITIVE_INFINITY);
    try {
      const { json, expiresAt } = request.compute(now, latestExpiry);
      this.#options.onLookup?.('computed');
      return this.#cache.put(key, json, {
        at: Math.min(expiresAt, latestExpiry),
        lifetimeMs: ttlMs,
        serial,
      });
    } catch (error) {
      this.#options.onEvent('error', COMPUTATION_FAILED, error);
      return null;
    }
  }

  /** A form that cannot be made refunds the units, like a computation that fails. */
  async #inForm(outcome: Outcome, { key, forms = [] }: AnswerRequest): Promise<Outcome> {
    if (outcome.kind !== 'answer') return outcome;
    try {
      let [entry, formKey] = [outcome.entry, key];
      for (const form of forms) {
        const base = entry;
        formKey = keyOfForm(formKey, form);
        entry =
          form.name === null
            ? base.uncached(form.make(base))
            : this.#cache.getOrPut(formKey, base.expiry, () => form.make(base));
      }
      return { ...outcome, entry };
    } catch (error) {
      this.#options.onEvent('error', COMPUTATION_FAILED, error);
      await this.#refund(outcome.decision);
      return NO_DATA;
    }
  }

  /** null if the counters are unavailable. */
  #take(kind: RequestKind, caller: Caller, deadline: RequestDeadline): Promise<Decision | null> {
    return this.#options.store.counters.take(kind, caller, deadline).catch(() => null);
  }

  async #refund({ reservation }: Admission): Promise<void> {
    await this.#options.store.counters.refund(reservation);
  }
}

/** A form without a name must be the last one, because the key of a form after it would not contain what both depend on. */
const keyOfForm = (key: string, { name }: Form): string => `${key} ${name ?? ''}`;

/** A response without destinations depends on no catalogue, so no correction concerns it. */
function concerns(
  { destinations: corrected }: ServedCorrection,
  destinations: readonly string[] | 'all',
): boolean {
  if (destinations === 'all') return true;
  return destinations.some((code) => corrected === 'all' || corrected.has(code));
}

/** `decision`: null if the counters are unavailable. `entry`: null if the computation failed. */
function outcomeOf(decision: Decision | null, entry: Entry | null): Outcome {
  if (decision === null) return PROTECTION;
  if (!decision.admitted) return { kind: 'refused', decision };
  return entry === null ? NO_DATA : { kind: 'answer', entry, decision };
}

const COMPUTATION_FAILED = 'a computation failed; its units are refunded';
