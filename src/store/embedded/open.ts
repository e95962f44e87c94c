/**
 * The embedded store: SQLite in a folder, in one worker thread, for one serving process and any number of commands at
 * the same time. It survives a crash at any time. The serving process renames a damaged file and creates a new one.
 */
import { DEFAULT_POLICIES, type Policies } from '../../limits/policies.ts';
import type { CounterJournal } from '../../limits/port.ts';
import type { OnStoreEvent, Store } from '../port.ts';
import { openWorker } from './client.ts';
import { openCounters, type StoreMode } from './modes.ts';
import { embeddedSnapshots } from './snapshots.ts';

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
  // The worker may report damage before the counters are open, when there are no counts to write again.
  let rewriteCounts = () => {};
  const condition = createCondition(() => client.call('probe', [], callDeadlineMs), onEvent);
  const { client, secret } = await openWorker({
    folder,
    mode,
    busyTimeoutMs,
    onDamage(message) {
      onEvent({ level: 'error', message });
      // The new file needs every count, not only those that change from now on.
      rewriteCounts();
    },
    onWarning: (message) => onEvent({ level: 'warn', message }),
    onOutage: (message) => condition.failed(message),
  });

  const journal: CounterJournal = {
    load: () => client.call('loadCounters', []),
    save: (changed, now) => client.call('saveCounters', [changed, now], saveDeadlineMs),
    clear: () => client.call('clearCounters', []),
  };
  const counters = await openCounters(mode, { journal, secret, policies, clock, onEvent }).catch(
    async (error: unknown) => {
      await client.close();
      throw error;
    },
  );
  rewriteCounts = () => counters.rewrite();
  const snapshots = embeddedSnapshots(client, { clock, pollMs, isReadOnly: mode === 'read' });
  let closing: Promise<void> | null = null;

  return {
    snapshots,
    cache: {
      get: (key) => client.call('getCached', [key, clock()], callDeadlineMs),
      put: (key, bytes, expiresAt) =>
        client.call('putCached', [key, bytes, expiresAt, clock()], callDeadlineMs),
    },
    leases: {
      // Only a request has a deadline. An ingest may wait for a slow disk.
      acquire: (name, ttlMs, deadline) =>
        client.call('acquireLease', [name, ttlMs, clock()], deadline && callDeadlineMs),
      renew: (name, token, ttlMs) => client.call('renewLease', [name, token, ttlMs, clock()]),
      release: (name, token) => client.call('releaseLease', [name, token, clock()], callDeadlineMs),
    },
    // Documents are for ingest and commands, which may wait for a slow disk.
    documents: {
      get: (collection, key) => client.call('getDocument', [collection, key]),
      put: (collection, key, bytes) => client.call('putDocument', [collection, key, bytes]),
      delete: (collection, key) => client.call('deleteDocument', [collection, key]),
      keys: (collection) => client.call('documentKeys', [collection]),
    },
    counters,
    status() {
      const state = condition.state() === 'ok' ? counters.state() : condition.state();
      return { working: state === 'ok', kind: 'embedded', state };
    },
    close() {
      closing ??= (async () => {
        try {
          await counters.close();
        } finally {
          condition.stop();
          snapshots.stop();
          await client.close();
        }
      })();
      return closing;
    },
  };
}

/** While the database fails, a test write runs at this interval, so that recovery needs no request. */
const PROBE_EVERY_MS = 500;

/** The state for health: the message of the last failure, and `ok` again after a successful test write. */
function createCondition(probe: () => Promise<unknown>, onEvent: OnStoreEvent) {
  let state = 'ok';
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function failed(message: string): void {
    if (isStopped) return;
    if (state === 'ok') onEvent({ level: 'error', message: `the store fails: ${message}` });
    state = message;
    timer ??= setTimeout(() => void tryAgain(), PROBE_EVERY_MS).unref();
  }

  async function tryAgain(): Promise<void> {
    try {
      await probe();
      if (isStopped) return;
      timer = undefined;
      state = 'ok';
      onEvent({ level: 'info', message: 'the store works again' });
    } catch (error) {
      timer = undefined;
      failed(error instanceof Error ? error.message : String(error));
    }
  }

  return {
    failed,
    state: () => state,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
