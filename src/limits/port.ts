/**
 * The interface of a store of counters, and the types of decisions. `memory.ts` implements it for one process, and the
 * Redis store for several.
 */
import type { CallerLimits, Policies, PolicyName, RequestKind } from './policies.ts';

/** Unix milliseconds. */
export type Clock = () => number;

/** A quota window after a decision, as the response reports it. */
export interface ReportedQuota {
  readonly name: PolicyName;
  readonly limit: number;
  readonly remaining: number;
  /** Unix milliseconds on the store's clock. Rolling window: when its oldest unit expires. Day: the next midnight UTC. */
  readonly resetAt: number;
}

/** The burst limit after a decision, as the response reports it. */
export interface ReportedBurst {
  readonly name: 'burst';
  /** How long an empty bucket takes to be full, in whole seconds. */
  readonly seconds: number;
  readonly limit: number;
  readonly remaining: number;
  /** Unix milliseconds. Admitted: when the bucket is full again. Refused: when a retry succeeds. */
  readonly resetAt: number;
}

export type ReportedWindow = ReportedQuota | ReportedBurst;

/** The identity that limits apply to. */
export interface Caller {
  /** A keyed hash of a network address, or of the name of an agreement. */
  readonly key: string;
  /** The limits of an agreement, which replace those of the table. */
  readonly limits?: CallerLimits;
  /** True if the operator blocked the network of this caller. */
  readonly isBlocked?: boolean;
  /** With an agreement: whether each address is a caller, or all networks of the agreement together. */
  readonly per?: 'address' | 'network';
}

/** The units that an admitted request took, for a refund if its computation fails. */
export interface Reservation {
  readonly kind: RequestKind;
  /** Key of the caller. */
  readonly caller: string;
  /** When the units were taken, on the store's clock, in milliseconds. */
  readonly takenAt: number;
  /** Unique, so that a second refund of the same reservation does nothing. */
  readonly id: string;
}

/** A decision of the quotas. */
export type Decision = Admission | Refusal;

export interface Admission {
  readonly admitted: true;
  /** The window with the fewest requests left. */
  readonly window: ReportedQuota;
  /** All windows of the request. Those of the caller come first. */
  readonly windows: readonly ReportedQuota[];
  readonly now: number;
  readonly reservation: Reservation;
}

export interface Refusal {
  readonly admitted: false;
  /** The full window that is free again last. */
  readonly window: ReportedQuota;
  /** All windows of the request. Those of the caller come first. */
  readonly windows: readonly ReportedQuota[];
  readonly now: number;
  /** At least 1. A retry after this wait succeeds if no other request takes a unit of the window before it. */
  readonly retryAfterSeconds: number;
}

/** A decision of the burst limit. It does not use quota. */
export type BurstDecision =
  | { readonly admitted: true; readonly window: ReportedBurst; readonly now: number }
  | BurstRefusal;

export interface BurstRefusal {
  readonly admitted: false;
  readonly window: ReportedBurst;
  readonly now: number;
  readonly retryAfterSeconds: number;
}

/** A count for the operator. It contains no caller. */
export interface WindowUsage {
  readonly name: PolicyName;
  readonly limit: number;
  /** Service windows: the units taken. Caller windows: the largest count of any one caller. */
  readonly taken: number;
  /** Caller windows: the number of callers with at least one unit. null: not counted. */
  readonly callers: number | null;
}

/** The size of the table of callers in this process. */
export interface CallersInMemory {
  readonly callers: number;
  readonly max: number;
  /** True while new callers get 503. */
  readonly isFull: boolean;
}

/** The time that one request may wait for a shared store, over all of its round trips. */
export interface Deadline {
  /** Settles like `reply`, or rejects if the time runs out first. */
  wait<T>(reply: Promise<T>): Promise<T>;
}

export interface CounterStore {
  /**
   * Takes a unit from every window of `kind`, or from none. Rejects if the counters are unavailable; the response is
   * then 503.
   */
  take(kind: RequestKind, caller: Caller, deadline?: Deadline): Promise<Decision>;
  /** Refunds every unit of a reservation, in one attempt. If it fails, the units stay taken. */
  refund(reservation: Reservation): Promise<void>;
  /** The usage of all windows. With `callers`, only the windows of these callers, by their keys. */
  usage(callers?: ReadonlySet<string>): Promise<readonly WindowUsage[]>;
  /** The usage of the service windows only. It is quick enough for every scrape of the metrics. */
  budgets(): Promise<readonly WindowUsage[]>;
  /** Applies from the next decision on. Units that were taken stay taken. */
  usePolicies(policies: Policies): void;
  /** Absent if a shared store has the counters. */
  callersInMemory?(): CallersInMemory;
  /** The secret that callers are hashed with. It is created at the first start and kept in the store. */
  secret(): Promise<Uint8Array>;
  /**
   * Deletes every count and the latest time. An operator needs it after a clock that was far ahead. A store that is opened
   * to reset its counters has it.
   */
  reset?(): Promise<void>;
}

/** Stores the counters of one process across restarts. */
export interface CounterJournal {
  load(): Promise<readonly StoredCounter[]>;
  /**
   * Resolves when the counters are on disk, and rejects if that takes longer than 750 ms. Each counter replaces the stored
   * one of the same window and caller. Stored counters that have expired are deleted.
   */
  save(counters: readonly StoredCounter[], now: number): Promise<void>;
  clear(): Promise<void>;
}

/** The primary key is (window, caller). */
export interface StoredCounter {
  readonly window: PolicyName;
  /** Caller hash; '' for a service window. */
  readonly caller: string;
  /** Day windows: which UTC day (days since the epoch). Rolling windows: 0. */
  readonly day: number;
  /** The units taken. */
  readonly count: number;
  /** Rolling windows: when each unit was taken, in milliseconds, oldest first. Day windows: empty. */
  readonly times: readonly number[];
  /** When the last unit expires, in Unix milliseconds; 0 without units. */
  readonly expiresAt: number;
}
