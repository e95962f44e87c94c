/**
 * The folder: what the service needs from a store, and nothing more. Two implementations keep it: `embedded/` (one
 * process, a folder) and `redis/` (many processes, many machines), and one test suite runs against both. It imports
 * `limits/`. An open store may be called at any time and from everywhere; after `close` it answers nobody.
 */
import type { CounterJournal, CounterStore } from '../limits/port.ts';

/** An immutable run of bytes, named by its content. */
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
  /** Written in chunks; visible to `getBlob` only once every chunk is there. Writing the same bytes again is free. */
  putBlob(bytes: Uint8Array): Promise<BlobRef>;
  /** Bytes of the caller's own. Rejects with `StoreError` where the blob is missing, short or altered. */
  getBlob(ref: BlobRef): Promise<Uint8Array>;
  /** Makes a snapshot current, atomically. Refused where one of its blobs is not complete. */
  announce(snapshot: Omit<Snapshot, 'serial'>): Promise<Snapshot>;
  current(): Promise<Snapshot | null>;
  /** Newest first. */
  list(limit: number): Promise<readonly Snapshot[]>;
  /** Calls back soon after another process (or this one) announced. Returns the way to stop. */
  watch(onSnapshot: (snapshot: Snapshot) => void): () => void;
  /** Drops these snapshots, by serial, but never the newest; and blobs that no snapshot names any more. */
  prune(drop: readonly number[]): Promise<void>;
}

/** A rollback empties it. */
export interface CacheStore {
  /** null where there is none or its time is over. */
  get(key: string): Promise<Uint8Array | null>;
  put(key: string, bytes: Uint8Array, expiresAt: number): Promise<void>;
}

/** The right to do something alone: one process computes a trip, one process ingests. Lost by a holder that dies. */
export interface LeaseStore {
  /** A token, or null while somebody else holds it. */
  acquire(name: string, ttlMs: number): Promise<string | null>;
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
  /** Writes what is still due, then closes. Safe to call twice. */
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

/** Counters as a store holds them: it closes them before it lets go of the disk. */
export type HeldCounters = CounterStore & {
  close(): Promise<void>;
  /** `ok`, or why nothing can be counted at the moment. */
  state?(): string;
  /** What was written is lost: everything that is held is written again. */
  rewrite?(): void;
};

/** The counters engine is made by the caller, so that the store knows nothing of policies. */
export type MakeCounters = (
  journal: CounterJournal,
  secret: Uint8Array,
) => HeldCounters | Promise<HeldCounters>;

/** For who opens a store to read or to publish: it keeps the secret, counts nothing and takes no allowance. */
export const noCounters: MakeCounters = (_journal, secret): HeldCounters => ({
  take() {
    throw new Error('this store was opened without counters');
  },
  refusal: () => null,
  refund() {},
  usage: async () => [],
  budgets: async () => [],
  usePolicies() {},
  secret: async () => secret,
  close: async () => {},
});

/** Forgets the counts of a folder; whoever opens it so owns it, and no service may run. Redis forgets by itself. */
export const forgettingCounts: MakeCounters = async (journal, secret) => ({
  ...(await noCounters(journal, secret)),
  async reset() {
    for await (const rows of journal.load()) {
      await journal.save(Array.from(rows, (row) => ({ ...row, count: 0, times: [] })));
    }
  },
});
