/** The lease admits one ingest at a time among all processes. It is renewed during the run. */
import type { LeaseStore } from '../../store/port.ts';

const INGEST_LEASE = 'ingest';
/** A process that dies blocks the others for no longer than this. */
const TTL_MS = 60_000;
/** Three renewals may fail before the lease expires. */
const RENEW_EVERY_MS = 15_000;

export class LeaseLost extends Error {
  override readonly name: string = 'LeaseLost';
}

/** The operator rolled back the catalogue during the run, so its result is not published. */
export class RolledBack extends LeaseLost {
  override readonly name = 'RolledBack';
}

export type HeldLease = NonNullable<Awaited<ReturnType<typeof holdLease>>>;

/** Calls a task repeatedly. Returns a function that stops it. */
export type Every = (ms: number, task: () => void) => () => void;

const everyByTimer: Every = (ms, task) => {
  const timer = setInterval(task, ms).unref();
  return () => clearInterval(timer);
};

/** Returns whether a process ingests at the moment. */
export async function isLeaseTaken(leases: LeaseStore): Promise<boolean> {
  const token = await leases.acquire(INGEST_LEASE, TTL_MS);
  if (token !== null) await leases.release(INGEST_LEASE, token);
  return token === null;
}

/** Returns null while another process has the lease. */
export async function holdLease(leases: LeaseStore, every: Every = everyByTimer) {
  const token = await leases.acquire(INGEST_LEASE, TTL_MS);
  if (token === null) return null;
  /** True if another process has the lease, or if this one has released it. */
  let isOver = false;
  const renew = async () => {
    try {
      if (!(await leases.renew(INGEST_LEASE, token, TTL_MS))) isOver = true;
    } catch {
      // The lease may still be held, so an unavailable store does not end the run. `confirm` checks it again.
    }
  };
  const stop = every(RENEW_EVERY_MS, () => void renew());
  const check = () => {
    if (isOver) throw new LeaseLost('another process has taken over the ingest');
  };
  return {
    /** Throws `LeaseLost` if the lease is over. It does not access the store. */
    check,
    /** Renews the lease, and throws `LeaseLost` if it is lost. This is the last step before publishing. */
    async confirm(): Promise<void> {
      if (!(await leases.renew(INGEST_LEASE, token, TTL_MS))) isOver = true;
      check();
    },
    async release(): Promise<void> {
      stop();
      if (isOver) return;
      // From here on `check` throws, so that nothing is published after the release.
      isOver = true;
      await leases.release(INGEST_LEASE, token);
    },
  };
}
