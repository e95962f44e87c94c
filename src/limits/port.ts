/**
 * What the limits need from whoever counts, and what they answer. Three implementations: `memory.ts` (one process, with
 * a journal that the embedded store writes), the Redis store, and the fakes of the tests.
 */
import type { CallerLimits, Policies, PolicyName, RequestKind } from './policies.ts';

/** Unix milliseconds. */
export type Clock = () => number;

/** How one window stands after a decision, as the caller may know it. */
export interface WindowState {
  readonly name: PolicyName | 'burst';
  readonly limit: number;
  readonly remaining: number;
  /** Unix milliseconds on the store's clock: rolling window, when its oldest unit expires; day, the next midnight. */
  readonly resetAt: number;
  /** It is the whole network's under an agreement, not this caller's own. */
  readonly together?: true;
}

/** Who asks, as far as anything but the reading of addresses may know. */
export interface Caller {
  /** A keyed hash, of a network address or of what an agreement counts by. */
  readonly key: string;
  /** Figures of an agreement, in place of the table's. */
  readonly limits?: CallerLimits;
  /** Under an agreement: what the whole network may take, which binds too. */
  readonly together?: { readonly key: string; readonly limits: CallerLimits };
  /** The agreement in whose network a person is told apart by name. */
  readonly subjectsOf?: string;
}

/** What to give back if the computation fails. Opaque to all but the store that made it. */
export interface Reservation {
  readonly kind: RequestKind;
  /** Whose units they are: the caller's, and its network's under an agreement. */
  readonly keys: readonly string[];
  /** When it was taken, on the store's clock, in milliseconds. */
  readonly takenAt: number;
  /** Store's own mark, so that a second give-back of the same reservation does nothing. */
  readonly mark: string;
}

export type Decision =
  | {
      readonly admitted: true;
      readonly window: WindowState;
      /** All windows that were taken from, the caller's first. */
      readonly windows?: readonly WindowState[];
      readonly now: number;
      readonly reservation: Reservation;
    }
  | {
      readonly admitted: false;
      /** The refusing window that frees last. */
      readonly window: WindowState;
      /** All windows that were looked at, where they are known. */
      readonly windows?: readonly WindowState[];
      readonly now: number;
      /** Waiting exactly this long succeeds if nobody else who shares the window asks. Whole seconds, at least 1. */
      readonly retryAfterSeconds: number;
    };

export type Refusal = Extract<Decision, { admitted: false }>;

/** A count that the operator may see: no caller in it. */
export interface WindowUsage {
  readonly name: PolicyName;
  readonly limit: number;
  /** Service windows: units taken in this window now. Caller windows: the largest count of any one caller. */
  readonly taken: number;
  /** Caller windows: how many callers hold at least one unit. */
  readonly callers: number | null;
}

/** How full the bounded table of callers is; who compares and lists is two. */
export interface HeldCallers {
  readonly callers: number;
  readonly max: number;
  /** True while new callers are refused with 503. */
  readonly isFull: boolean;
}

export interface CounterStore {
  /**
   * The one decision: every window of `kind` is checked and taken together, or none is touched.
   * The embedded store answers at once, Redis with a promise.
   * Throws or rejects with `CountersUnavailable` where nothing can be decided: the answer is then 503.
   */
  take(kind: RequestKind, caller: Caller | string): Decision | Promise<Decision>;
  /**
   * A refusal that is certain from memory alone, or null where it must be asked. Takes nothing. It lets a caller who
   * has nothing left be refused before anything is looked up for him.
   */
  refusal(kind: RequestKind, caller: Caller | string): Refusal | null;
  /** Returns every unit of a reservation. May over-count where the store cannot be reached; never under-counts. */
  refund(reservation: Reservation): void | Promise<void>;
  usage(): Promise<readonly WindowUsage[]>;
  /** The same of the service's windows alone: quick, for every scrape of the metrics. */
  budgets(): Promise<readonly WindowUsage[]>;
  /** From now on; what was taken stays taken. */
  usePolicies(policies: Policies): void;
  /** The table of callers, where this process keeps one. */
  held?(): HeldCallers;
  /** The secret that callers are hashed with: made at first start, kept in the store. */
  secret(): Promise<Uint8Array>;
  /** Forgets every count and every time seen, for the operator alone: after a clock that ran far ahead. */
  reset?(): Promise<void>;
}

/** Where the embedded counters are kept between two starts: another thread writes them, a moment after the decision. */
export interface CounterJournal {
  /** In pieces, in any order, so that a million rows are never held twice. */
  load(): AsyncIterable<Iterable<CounterRow>>;
  /**
   * Resolves once the rows are on disk. Each row replaces the one with the same window and caller, whatever its day.
   * A row with `count` 0 only removes it: its window has ended, and nothing of the caller may stay.
   */
  save(rows: readonly CounterRow[]): Promise<void>;
}

/** Its key is (window, caller). */
export interface CounterRow {
  readonly window: PolicyName;
  /** Caller hash; '' for a service window. */
  readonly caller: string;
  /** Day windows: which UTC day (days since the epoch). Rolling windows: 0. */
  readonly day: number;
  /** Units held. */
  readonly count: number;
  /**
   * Rolling windows: the times of the units, milliseconds, oldest first; where there are very many units, each time
   * stands for a group of them, and is the latest in its group. Day windows: empty.
   */
  readonly times: readonly number[];
}

/** `unavailable`: the counts cannot be kept. `full`: no room for one more caller. Either way the answer is 503. */
export type CountersUnavailableCode = 'unavailable' | 'full';

/** Thrown where nothing can be decided: protection fails closed. Its message holds no caller and no address. */
export class CountersUnavailable extends Error {
  override readonly name = 'CountersUnavailable';
  readonly code: CountersUnavailableCode;
  constructor(code: CountersUnavailableCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
