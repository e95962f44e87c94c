/**
 * The interface of a store. There are two implementations: `embedded/` (one process, SQLite in a folder) and `redis/`
 * (several processes on several machines). One test suite runs against both.
 */
import type { CounterStore, Deadline } from '../limits/port.ts';

/** Refers to immutable bytes by their hash. */
export interface BlobRef {
  /** Hex. */
  readonly sha256: string;
  readonly bytes: number;
}

/** One published state of the catalogue. A snapshot is complete before it becomes visible. */
export interface Snapshot {
  /** Increases by one with every publication and every rollback. */
  readonly serial: number;
  readonly publishedAt: number;
  /** The plans, providers and sources. Its hash is the version of the catalogue. */
  readonly content: BlobRef;
  /** When each plan was observed. Separate, so that an unchanged catalogue keeps its version. */
  readonly observations: BlobRef;
  /** Whether the plans are the sample market. Stated here, because the content may be damaged. */
  readonly sample?: boolean;
  readonly reason: 'publish' | 'rollback';
  /** The serial of the snapshot that a rollback restored. The contents are equal, unless overrides changed since it. */
  readonly restored?: number;
  /** The changes since the previous snapshot, for the operator. */
  readonly summary: SnapshotSummary;
  /** Corrections of the last hour. Cached responses from before them are computed again. */
  readonly corrections?: readonly Correction[];
}

/** A correction of the operator: a rollback, a hidden plan, or a changed override, coupon or provider file. */
export interface Correction {
  /** Of the first snapshot with the correction; null: the snapshot that states it. */
  readonly serial: number | null;
  readonly at: number;
  /** The country codes whose responses changed. `all`: after a rollback. */
  readonly destinations: readonly string[] | 'all';
}

export interface SnapshotSummary {
  readonly plans: number;
  readonly added: number;
  readonly removed: number;
  readonly priceChanges: number;
}

export interface SnapshotStore {
  /** Atomic. Existing bytes are not written again. A blob without a snapshot is deleted after an hour. */
  putBlob(bytes: Uint8Array): Promise<BlobRef>;
  /** Rejects with `StoreError` if the blob is missing or altered. */
  getBlob(ref: BlobRef): Promise<Uint8Array>;
  /**
   * Makes a snapshot current, atomically. Rejects if one of its blobs is missing, and with `overtaken` if `after` is given
   * and is not the newest snapshot (null: there is none) any more.
   */
  announce(snapshot: Omit<Snapshot, 'serial'>, after?: Snapshot | null): Promise<Snapshot>;
  current(): Promise<Snapshot | null>;
  /** Newest first. */
  list(limit: number): Promise<readonly Snapshot[]>;
  /**
   * Calls `onSnapshot` soon after any process announced a snapshot, and with null after the store has lost its
   * snapshots. Returns a function that stops it.
   */
  watch(onSnapshot: (snapshot: Snapshot | null) => void): () => void;
  /** Deletes snapshots by serial, but never the newest, and the blobs that no remaining snapshot uses. */
  prune(drop: readonly number[]): Promise<void>;
}

/** Cached responses. Whether one is still right is decided by the serial of its snapshot. */
export interface CacheStore {
  /** null if there is no response or if it has expired. */
  get(key: string, deadline?: Deadline): Promise<Uint8Array | null>;
  put(key: string, bytes: Uint8Array, expiresAt: number): Promise<void>;
}

/** Leases: one process computes a trip, one process ingests. The lease of a process that dies expires. */
export interface LeaseStore {
  /** Returns a token, or null while another process has the lease. */
  acquire(name: string, ttlMs: number, deadline?: Deadline): Promise<string | null>;
  renew(name: string, token: string, ttlMs: number): Promise<boolean>;
  release(name: string, token: string): Promise<void>;
}

/** Small named documents: ingest runs, rejected rows, price history. */
export interface DocumentStore {
  get(collection: string, key: string): Promise<Uint8Array | null>;
  put(collection: string, key: string, bytes: Uint8Array): Promise<void>;
  delete(collection: string, key: string): Promise<void>;
  keys(collection: string): Promise<readonly string[]>;
}

/** The counts of clicks, each under a name. */
export interface ClickStore {
  /**
   * Adds to counts, to all or to none. Repeating a batch changes nothing, so that a caller can repeat it after a lost
   * reply. A count that becomes 0 is removed.
   */
  add(batch: string, amounts: ReadonlyMap<string, number>): Promise<void>;
  all(): Promise<ReadonlyMap<string, number>>;
}

/** The state of the store for health. It contains no address and no path. */
export interface StoreStatus {
  readonly working: boolean;
  readonly kind: 'embedded' | 'redis';
  /** A word or short phrase for the operator, such as "ok", "write failed" or "unreachable". */
  readonly state: string;
}

export interface Store {
  readonly snapshots: SnapshotStore;
  readonly cache: CacheStore;
  readonly leases: LeaseStore;
  readonly documents: DocumentStore;
  readonly clicks: ClickStore;
  readonly counters: CounterStore;
  status(): StoreStatus;
  /** Writes pending counts, then closes. It can be called twice. */
  close(): Promise<void>;
}

/** The only error that a store throws. `message` is for the operator and contains no address, path or credential. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export type StoreErrorCode =
  | 'unavailable'
  /** The database file itself is damaged. */
  | 'damaged'
  | 'missing_blob'
  | 'altered_blob'
  /** Another process announced a snapshot first. */
  | 'overtaken'
  | 'folder_in_use'
  | 'incompatible';

/** True if a snapshot could not be read because of its content, and false if the store does not work at the moment. */
export const isFaultOfSnapshot = (error: unknown): boolean =>
  !(error instanceof StoreError) || error.code === 'missing_blob' || error.code === 'altered_blob';

/** An event for the operator's log. The message is one line without an address, a path, a password or a caller. */
export interface StoreEvent {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
}

export type OnStoreEvent = (event: StoreEvent) => void;
