/**
 * Every key that this service writes, in one place.
 *
 * A Cluster spreads keys over its nodes by what stands in braces, or else by the whole key, and a script can only touch
 * keys of one node. So all counters begin with `{…:c}` and all snapshots with `{…:s}`; cached answers, leases and
 * documents have no braces and spread.
 */
import type { RequestKind } from '../../limits/policies.ts';

/** Comparisons have one quota, lists and health checks another; each is one record for each caller. */
const quotaOf = (kind: RequestKind): string => (kind.startsWith('comparison') ? 'p' : 'l');

export type Keys = ReturnType<typeof keysUnder>;

export function keysUnder(prefix: string) {
  const counters = `{${prefix}:c}`;
  const snapshots = `{${prefix}:s}`;
  return {
    /** Permanent. Packed: highest time seen, day, the counts of that day for the whole service, and their epoch (a random mark: another one means that counts were lost). */
    service: `${counters}:service`,
    /** Permanent. What callers are hashed with. */
    secret: `${counters}:secret`,
    probe: `${counters}:probe`,
    record: (kind: RequestKind, caller: string) => `${counters}:${quotaOf(kind)}:${caller}`,
    /** Matches the records of one kind of quota. */
    recordPattern: (kind: RequestKind) => `${escapePattern(`${counters}:${quotaOf(kind)}:`)}*`,
    refunded: (mark: string) => `${counters}:g:${mark}`,
    /** Matches the marks of what was given back. */
    refundedPattern: `${escapePattern(`${counters}:g:`)}*`,
    /** Permanent. Part entries by hash. */
    blobs: `${snapshots}:blobs`,
    /** Permanent while a blob is complete; with an expiry while it is being written. */
    chunk: (upload: string, index: number) => `${snapshots}:chunk:${upload}:${index}`,
    /** Permanent. Newest first. */
    snapshots: `${snapshots}:snapshots`,
    /** Permanent. */
    serial: `${snapshots}:serial`,
    /** Permanent. Which generation of cached answers is read. With the snapshots, because a rollback begins a new one. */
    generation: `${snapshots}:generation`,
    /** Is there while a blob is younger than an hour. */
    fresh: (sha256: string) => `${snapshots}:fresh:${sha256}`,
    cached: (generation: string, key: string) => `${prefix}:a:${generation}:${key}`,
    lease: (name: string) => `${prefix}:lease:${name}`,
    /** Permanent. One hash for each collection. */
    documents: (collection: string) => `${prefix}:documents:${collection}`,
    freedChannel: `${prefix}:freed`,
    snapshotChannel: `${prefix}:snapshot`,
    generationChannel: `${prefix}:generation`,
  };
}

const escapePattern = (text: string): string => text.replace(/[[\]*?\\]/g, '\\$&');

/** The keys that never expire, as patterns; a test scans the server for any other. */
export const permanentKeys = (prefix: string): readonly RegExp[] => {
  const literal = prefix.replace(/[^\w]/g, '\\$&');
  return [
    new RegExp(`^\\{${literal}:c\\}:(service|secret)$`),
    new RegExp(`^\\{${literal}:s\\}:(blobs|snapshots|serial|generation|chunk:.*)$`),
    new RegExp(`^${literal}:documents:.*$`),
  ];
};
