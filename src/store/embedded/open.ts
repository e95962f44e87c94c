/**
 * The folder: the embedded store, SQLite in a folder, in one worker thread. It serves one serving process and any number
 * of commands at the same time. It survives a crash at any time; a damaged file is set aside and replaced by a new one.
 */
import type { CounterJournal } from '../../limits/port.ts';
import type { HeldCounters, MakeCounters, Store, StoreEvent } from '../port.ts';
import { ANSWER_DEADLINE_MS, openWorker } from './client.ts';
import { embeddedSnapshots } from './snapshots.ts';

export interface EmbeddedStoreOptions {
  readonly folder: string;
  readonly clock: () => number;
  readonly makeCounters: MakeCounters;
  /** `own`: the one serving process. `share`: a command that runs with it or before it; its counters are read only. */
  readonly mode: 'own' | 'share';
  readonly onEvent: (event: StoreEvent) => void;
  /** How long a write waits for one of another process. Writes take milliseconds; this bounds a stuck process. */
  readonly busyTimeoutMs?: number;
  /** How soon a snapshot of another process is noticed. */
  readonly pollMs?: number;
}

/** With the flush interval of the counters, a count is on disk within a second. */
const SAVE_DEADLINE_MS = 750;

/** Rejects with StoreError: `folder_in_use`, `incompatible` or `unavailable`. */
export async function openEmbeddedStore({
  folder,
  clock,
  makeCounters,
  mode,
  onEvent,
  busyTimeoutMs = 2_000,
  pollMs = 1_000,
}: EmbeddedStoreOptions): Promise<Store> {
  let counting: HeldCounters | null = null;
  const condition = createCondition(() => client.call('probe', [], ANSWER_DEADLINE_MS), onEvent);
  const { client, secret } = await openWorker({
    folder,
    mode,
    busyTimeoutMs,
    onDamage(message) {
      onEvent({ level: 'error', kind: 'damaged', message });
      // A new file was begun: it needs every count, not only those that change from now on.
      counting?.rewrite?.();
    },
    onWarning: (message) => onEvent({ level: 'warn', kind: 'open_to_others', message }),
    onOutage: (message) => condition.failed(message),
  });

  const journal: CounterJournal = {
    load: () => client.call('loadCounters', []),
    // What a command read a moment ago must not overwrite what the serving process counted since.
    async save(rows, now) {
      if (mode === 'own') await client.call('saveCounters', [rows, now], SAVE_DEADLINE_MS);
    },
    clear: () => client.call('clearCounters', []),
  };
  const counters = await Promise.resolve(makeCounters(journal, secret)).catch(async (error: unknown) => {
    await client.close();
    throw error;
  });
  counting = counters;
  const snapshots = embeddedSnapshots(client, clock, pollMs);
  let closing: Promise<void> | null = null;

  return {
    snapshots,
    cache: {
      get: (key) => client.call('getCached', [key, clock()], ANSWER_DEADLINE_MS),
      put: (key, bytes, expiresAt) =>
        client.call('putCached', [key, bytes, expiresAt, clock()], ANSWER_DEADLINE_MS),
    },
    leases: {
      acquire: (name, ttlMs) => client.call('acquireLease', [name, ttlMs, clock()], ANSWER_DEADLINE_MS),
      renew: (name, token, ttlMs) =>
        client.call('renewLease', [name, token, ttlMs, clock()], ANSWER_DEADLINE_MS),
      release: (name, token) => client.call('releaseLease', [name, token, clock()], ANSWER_DEADLINE_MS),
    },
    documents: {
      get: (collection, key) => client.call('getDocument', [collection, key]),
      put: (collection, key, bytes) => client.call('putDocument', [collection, key, bytes]),
      delete: (collection, key) => client.call('deleteDocument', [collection, key]),
      keys: (collection) => client.call('documentKeys', [collection]),
    },
    counters,
    status() {
      const counting = counters.state?.() ?? 'ok';
      const state = condition.state() === 'ok' ? counting : condition.state();
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

/** While something is wrong, a write that means nothing is tried this often, so that recovery needs no request. */
const PROBE_EVERY_MS = 500;

/** Whether the database works, as health says it. Goes bad with the first failure, well with a write that worked. */
function createCondition(probe: () => Promise<unknown>, onEvent: (event: StoreEvent) => void) {
  let state = 'ok';
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function failed(message: string): void {
    if (isStopped) return;
    if (state === 'ok') onEvent({ level: 'error', kind: 'failing', message: `the store fails: ${message}` });
    state = message;
    timer ??= setTimeout(() => void tryAgain(), PROBE_EVERY_MS).unref();
  }

  async function tryAgain(): Promise<void> {
    try {
      await probe();
      if (isStopped) return;
      timer = undefined;
      state = 'ok';
      onEvent({ level: 'info', kind: 'recovered', message: 'the store works again' });
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
