/**
 * All keys that this service writes.
 *
 * A cluster distributes keys by the text in braces, or else by the whole key, and a script can only use keys of one
 * node. So all counters begin with `{…:c}`, all snapshots with `{…:s}` and all clicks with `{…:clicks}`. Other keys have no braces and are distributed.
 */
import { DEFAULT_POLICIES, POLICY_NAMES, type PolicyName } from '../../limits/policies.ts';

export type Keys = ReturnType<typeof keysUnder>;

const MINUTES = POLICY_NAMES.filter((name) => DEFAULT_POLICIES[name].window === 'minute');

export function keysUnder(prefix: string) {
  const counters = `{${prefix}:c}`;
  const snapshots = `{${prefix}:s}`;
  const clicks = `{${prefix}:clicks}`;
  const minute = (name: PolicyName, caller: string) => `${counters}:${name}:${caller}`;
  const day = (name: PolicyName, date: number, caller: string) => `${counters}:${name}:${date}:${caller}`;
  return {
    /**
     * Permanent hash. `epoch`: a random id that changes when counts are lost or reset. `time`: the latest time of a
     * decision. `lost`: the day on which counts were lost.
     */
    clock: `${counters}:clock`,
    /** Permanent. The secret that callers are hashed with. */
    secret: `${counters}:secret`,
    /** Sorted set: the units of one caller by the time at which they were taken. Expires with its last unit. */
    minute,
    /** Integer. `date`: days since the epoch. `caller`: '' for the service. Expires at the end of the day. */
    day,
    minutePattern: (name: PolicyName) => minute(name, '*'),
    dayPattern: (name: PolicyName, date: number) => day(name, date, '*'),
    /** Matches all counters, because the name of every policy has a dot, but `clock` and `secret` have none. */
    counterPattern: `${counters}:*.*`,
    /** Permanent while a snapshot uses it. Before and after that it expires. */
    blob: (sha256: string) => `${snapshots}:blob:${sha256}`,
    /** Permanent list, newest first. */
    snapshots: `${snapshots}:snapshots`,
    /** Permanent. */
    serial: `${snapshots}:serial`,
    cached: (key: string) => `${prefix}:cache:${key}`,
    lease: (name: string) => `${prefix}:lease:${name}`,
    /** Permanent hash for each collection. */
    documents: (collection: string) => `${prefix}:documents:${collection}`,
    /** Permanent hash. */
    clicks: `${clicks}:counts`,
    /** Expires. Marks a batch of clicks that was added. */
    clickBatch: (batch: string) => `${clicks}:batch:${batch}`,
    /** Announces a new snapshot. */
    channel: `${prefix}:snapshot`,
    /** Every request needs them. */
    shared: ['clock', 'secret']
      .map((name) => `${counters}:${name}`)
      .concat(['snapshots', 'serial'].map((name) => `${snapshots}:${name}`)),
    /** What Redis must say of a key, or null for a key of another program. */
    typeOf(key: string): 'string' | 'hash' | 'list' | 'zset' | null {
      if (key === `${counters}:clock` || key === `${clicks}:counts`) return 'hash';
      if (key.startsWith(`${prefix}:documents:`)) return 'hash';
      if (key === `${snapshots}:snapshots`) return 'list';
      if (MINUTES.some((name) => key.startsWith(`${counters}:${name}:`))) return 'zset';
      const folders = [counters, snapshots, clicks, `${prefix}:cache`, `${prefix}:lease`].map(
        (name) => `${name}:`,
      );
      return folders.some((folder) => key.startsWith(folder)) ? 'string' : null;
    },
    /** For the log, which contains no caller. */
    shown: (key: string) =>
      key.startsWith(`${counters}:`) && key.includes('.') ? key.replace(/:[^:]+$/, ':*') : key,
  };
}
