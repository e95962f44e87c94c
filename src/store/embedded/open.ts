/**
 * The embedded store: SQLite in a folder, in one worker thread, for one serving process and any number of commands at
 * the same time. It survives a crash at any time. The serving process renames a damaged file and creates a new one.
 */
import { DEFAULT_POLICIES, type Policies } from '../../limits/policies.ts';
import type { CounterJournal } from '../../limits/port.ts';
import type { OnStoreEvent, Store } from '../port.ts';
import { openCounters, type StoreMode } from './modes.ts';
import { embeddedSnapshots } from './snapshots.ts';
import { DatabaseThread } from './thread.ts';

export interface EmbeddedStoreOptions {
  readonly folder: string;
  readonly clock: () => number;
  readonly mode: StoreMode;
  /** For the counters of the modes `serve` and `read`. */
  readonly policies?: Policies;
  readonly onEvent: OnStoreEvent;
  /** How long a write waits for another process. Writes take milliseconds, so this is for a stuck process. */
  readonly busyTimeoutMs?: number;
  /** The interval at which snapshots of other processes are detected. */
  readonly pollMs?: number;
  /** Replaces the two deadlines below, for tests on a machine with a busy disk. */
  readonly deadlineMs?: number | undefined;
}

/** The longest wait of a request for the disk. */
const CALL_DEADLINE_MS = 1_000;
/** With the flush interval of the counters, a count is on disk within a second. */
const SAVE_DEADLINE_MS = 750;

/** Rejects with StoreError: `damaged` (except in mode `serve`), `folder_in_use`, `incompatible` or `unavailable`. */
export async function openEmbeddedStore({
  folder,
  clock,
  mode,
  policies = DEFAULT_POLICIES,
  onEvent,
  busyTimeoutMs = 2_000,
  pollMs = 1_000,
  deadlineMs,
}: EmbeddedStoreOptions): Promise<Store> {
  const callDeadlineMs = deadlineMs ?? CALL_DEADLINE_MS;
  const saveDeadlineMs = deadlineMs ?? SAVE_DEADLINE_MS;
  const { thread, secret } = await DatabaseThread.open(
    { folder, mode, busyTimeoutMs },
    callDeadlineMs,
    onEvent,
  );
  const journal: CounterJournal = {
    load: () => thread.call('loadCounters', []),
    save: (changed, now) => thread.call('saveCounters', [changed, now], saveDeadlineMs),
    clear: () => thread.call('clearCounters', []),
  };
  const counters = await openCounters(mode, { journal, secret, policies, clock, onEvent }).catch(
    async (error: unknown) => {
      await thread.close();
      throw error;
    },
  );
  // The new file needs every count, not only those that change from now on.
  thread.onReplaced = () => counters.rewrite();
  const snapshots = embeddedSnapshots(thread, { clock, pollMs, isReadOnly: mode === 'read' });
  let closing: Promise<void> | null = null;

  return {
    snapshots,
    cache: {
      get: (key) => thread.call('getCached', [key, clock()], callDeadlineMs),
      put: (key, bytes, expiresAt) =>
        thread.call('putCached', [key, bytes, expiresAt, clock()], callDeadlineMs),
    },
    leases: {
      // Only a request has a deadline. An ingest may wait for a slow disk.
      acquire: (name, ttlMs, deadline) =>
        thread.call('acquireLease', [name, ttlMs, clock()], deadline && callDeadlineMs),
      renew: (name, token, ttlMs) => thread.call('renewLease', [name, token, ttlMs, clock()]),
      release: (name, token) => thread.call('releaseLease', [name, token, clock()], callDeadlineMs),
    },
    // Documents are for ingest and commands, which may wait for a slow disk.
    documents: {
      get: (collection, key) => thread.call('getDocument', [collection, key]),
      put: (collection, key, bytes) => thread.call('putDocument', [collection, key, bytes]),
      delete: (collection, key) => thread.call('deleteDocument', [collection, key]),
      keys: (collection) => thread.call('documentKeys', [collection]),
    },
    // Without a deadline, because a call that timed out may still be done.
    clicks: {
      add: (batch, amounts) => thread.call('addClicks', [batch, amounts]),
      all: () => thread.call('allClicks', []),
    },
    counters,
    status() {
      const state = thread.state() === 'ok' ? counters.state() : thread.state();
      return { working: state === 'ok', kind: 'embedded', state };
    },
    close() {
      closing ??= (async () => {
        try {
          await counters.close();
        } finally {
          snapshots.stop();
          await thread.close();
        }
      })();
      return closing;
    },
  };
}
