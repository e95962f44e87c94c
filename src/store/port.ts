/**
 * The folder: what the service needs from a store. There are two implementations: `embedded/` (one process, SQLite in a
 * folder) and `redis/` (many processes on many machines). One test suite runs against both. The folder imports `limits/`.
 */
import type { CounterJournal, CounterStore, Deadline } from '../limits/port.ts';

/** Immutable bytes, named by their content. */
export interface BlobRef {
  /** Hex. */
  readonly sha256: string;
  readonly bytes: number;
}

/** One published state of the catalogue. A snapshot is complete before anybody can see it. */
export interface Snapshot {
  /** Counts up by one with every publication and every rollback. */
  readonly serial: number;
  readonly publishedAt: number;
  /** What the catalogue says. Its hash is the catalogue's version. */
  readonly content: BlobRef;
  /** When each plan was seen. Apart from the content, so that seeing the same again makes no new version. */
  readonly observations: BlobRef;
  /** A rollback also drops every cached answer; a publication lets them live out their time. */
  readonly reason: 'publish' | 'rollback';
  /** The serial that a rollback restored. Its content differs from this one if overrides changed since. */
  readonly restored?: number;
  /** What changed against the snapshot before, for the operator: small JSON. */
  readonly summary: SnapshotSummary;
}

export interface SnapshotSummary {
  readonly plans: number;
  readonly added: number;
  readonly removed: number;
  readonly priceChanges: number;
}

export interface SnapshotStore {
  hasBlob(sha256: string): Promise<boolean>;
  /** Atomic. Writing the same bytes again costs almost nothing. A blob that no snapshot names is deleted after an hour. */
  putBlob(bytes: Uint8Array): Promise<BlobRef>;
  /** Bytes of the caller's own. Rejects with `StoreError` where the blob is missing, short or altered. */
  getBlob(ref: BlobRef): Promise<Uint8Array>;
  /** Makes a snapshot current, atomically. Refused where one of its blobs is not complete. */
  announce(snapshot: Omit<Snapshot, 'serial'>): Promise<Snapshot>;
  current(): Promise<Snapshot | null>;
  /** Newest first. */
  list(limit: number): Promise<readonly Snapshot[]>;
  /** Calls back soon after this process or another announced a snapshot. Returns a function that stops it. */
  watch(onSnapshot: (snapshot: Snapshot) => void): () => void;
  /** Deletes these snapshots, by serial, but never the newest, and the blobs that no snapshot names any more. */
  prune(drop: readonly number[]): Promise<void>;
}

/** Cached responses. A rollback empties the cache. */
export interface CacheStore {
  /** null if there is none or it has expired. */
  get(key: string, deadline?: Deadline): Promise<Uint8Array | null>;
  put(key: string, bytes: Uint8Array, expiresAt: number): Promise<void>;
}

/** Leases: one process computes a trip, one process ingests. The lease of a process that dies expires. */
export interface LeaseStore {
  /** A token, or null while another process has the lease. */
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

/** What health may say of the store: a word, never an address or a path. */
export interface StoreStatus {
  readonly working: boolean;
  readonly kind: 'embedded' | 'redis';
  /** One plain word or short phrase for the operator, for example "ok", "write failed", "unreachable". */
  readonly state: string;
}

export interface Store {
  readonly snapshots: SnapshotStore;
  readonly cache: CacheStore;
  readonly leases: LeaseStore;
  readonly documents: DocumentStore;
  readonly counters: CounterStore;
  status(): StoreStatus;
  /** Writes the counts that are not on disk yet, then closes. Safe to call twice. */
  close(): Promise<void>;
}

/** The only error that a store lets out. `message` is for the operator and holds no address, path or credential. */
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
  | 'missing_blob'
  | 'altered_blob'
  | 'folder_in_use'
  | 'incompatible'
  | 'full';

/** What a store tells the operator by itself. One line, without an address, a path, a password or a caller. */
export interface StoreEvent {
  readonly level: 'info' | 'warn' | 'error';
  readonly kind: StoreEventKind;
  readonly message: string;
}

export type OnStoreEvent = (event: StoreEvent) => void;

export type StoreEventKind =
  | 'failing'
  | 'recovered'
  /** A database file was set aside and begun anew. */
  | 'damaged'
  /** A shared store came back without its counts. */
  | 'counts_lost'
  | 'refund_failed'
  /** Other users of the machine may look into the store's folder. */
  | 'open_to_others'
  | 'clock_went_back'
  /** From the look at a shared store's settings at start. */
  | 'eviction_on'
  | 'persistence_off'
  | 'settings_hidden';

/** Counters of an embedded store, which closes them before it closes the disk. */
export type HeldCounters = CounterStore & {
  close(): Promise<void>;
  /** `ok`, or why nothing can be counted at the moment. */
  state?(): string;
  /** The file was lost: writes every count again. */
  rewrite?(): void;
};

/** Creates the counters, so that the store knows nothing about policies. */
export type MakeCounters = (
  journal: CounterJournal,
  secret: Uint8Array,
) => HeldCounters | Promise<HeldCounters>;

/** For commands that read or publish: they count nothing. */
export const noCounters: MakeCounters = (_journal, secret): HeldCounters => ({
  take: () => Promise.reject(new Error('this store was opened without counters')),
  refund: async () => {},
  usage: async () => [],
  budgets: async () => [],
  usePolicies() {},
  secret: async () => secret,
  close: async () => {},
});

/** For the operator's reset of an embedded store, while no service runs. */
export const resettingCounts: MakeCounters = async (journal, secret) => ({
  ...(await noCounters(journal, secret)),
  reset: () => journal.clear(),
});
