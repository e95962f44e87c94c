/** One ingest at a time, in all processes together. Renewed while it works; noticed when it is lost. */
import type { LeaseStore } from '../../store/port.ts';

const INGEST_LEASE = 'ingest';
/** A process that dies blocks the others for no longer than this. */
const TTL_MS = 60_000;
const RENEW_EVERY_MS = 15_000;

export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

export type HeldLease = NonNullable<Awaited<ReturnType<typeof holdLease>>>;

/** Calls back again and again; returns the way to stop. */
export type Every = (ms: number, task: () => void) => () => void;

const everyByTimer: Every = (ms, task) => {
  const timer = setInterval(task, ms).unref();
  return () => clearInterval(timer);
};

/** null while somebody else ingests. */
export async function holdLease(leases: LeaseStore, every: Every = everyByTimer) {
  const token = await leases.acquire(INGEST_LEASE, TTL_MS);
  if (token === null) return null;
  let lost = false;
  const renew = async () => {
    try {
      if (!(await leases.renew(INGEST_LEASE, token, TTL_MS))) lost = true;
    } catch {
      // A store that is away for a moment has not given the lease to anybody; `confirm` has the last word.
    }
  };
  const stop = every(RENEW_EVERY_MS, () => void renew());
  const check = () => {
    if (lost) throw new LeaseLost('another process has taken over the ingest');
  };
  return {
    /** Throws `LeaseLost` where a renewal was refused. Asks nobody. */
    check,
    /** The same, after asking the store: the last step before anything is published. */
    async confirm(): Promise<void> {
      if (!(await leases.renew(INGEST_LEASE, token, TTL_MS))) lost = true;
      check();
    },
    async release(): Promise<void> {
      stop();
      if (lost) return;
      // Whoever goes on working after this has no right to publish any more.
      lost = true;
      await leases.release(INGEST_LEASE, token);
    },
  };
}
