/**
 * Every key that this service writes, in one place.
 *
 * A Cluster spreads keys over its nodes by what stands in braces, or else by the whole key, and a script can only touch
 * keys of one node. So all counters begin with `{…:c}` and all snapshots with `{…:s}`; cached answers, leases and
 * documents have no braces and spread.
 */
import type { RequestKind } from '../../limits/policies.ts';

export interface Keys {
  /** Permanent. Packed: highest time seen, day, the counts of that day for the whole service, and their epoch (a random mark: another one means that counts were lost). */
  readonly service: string;
  /** Permanent. What callers are hashed with. */
  readonly secret: string;
  readonly probe: string;
  record(kind: RequestKind, caller: string): string;
  /** Matches the records of one kind of quota. */
  recordPattern(kind: RequestKind): string;
  givenBack(mark: string): string;
  /** Matches the marks of what was given back. */
  readonly givenBackPattern: string;
  /** Permanent. Part entries by hash. */
  readonly parts: string;
  /** Is there while a part is younger than an hour. */
  fresh(sha256: string): string;
  /** Permanent while a part is complete; with an expiry while it is being written. */
  chunk(upload: string, index: number): string;
  /** Permanent. Newest first. */
  readonly editions: string;
  /** Permanent. */
  readonly serial: string;
  /** Permanent. Which generation of cached answers is read. With the snapshots, because a rollback begins a new one. */
  readonly generation: string;
  cached(generation: string, key: string): string;
  lease(name: string): string;
  /** Permanent. One hash for each collection. */
  documents(collection: string): string;
  /** Channels. */
  readonly freedChannel: string;
  readonly editionChannel: string;
  readonly generationChannel: string;
}

/** Comparisons have one quota, lists and health checks another; each is one record for each caller. */
const quotaOf = (kind: RequestKind): string => (kind.startsWith('comparison') ? 'p' : 'l');

export function keysUnder(prefix: string): Keys {
  const counters = `{${prefix}:c}`;
  const snapshots = `{${prefix}:s}`;
  return {
    service: `${counters}:service`,
    secret: `${counters}:secret`,
    probe: `${counters}:probe`,
    record: (kind, caller) => `${counters}:${quotaOf(kind)}:${caller}`,
    recordPattern: (kind) => `${escapePattern(`${counters}:${quotaOf(kind)}:`)}*`,
    givenBack: (mark) => `${counters}:g:${mark}`,
    givenBackPattern: `${escapePattern(`${counters}:g:`)}*`,
    parts: `${snapshots}:parts`,
    chunk: (upload, index) => `${snapshots}:chunk:${upload}:${index}`,
    editions: `${snapshots}:editions`,
    serial: `${snapshots}:serial`,
    generation: `${snapshots}:generation`,
    fresh: (sha256) => `${snapshots}:fresh:${sha256}`,
    cached: (generation, key) => `${prefix}:a:${generation}:${key}`,
    lease: (name) => `${prefix}:lease:${name}`,
    documents: (collection) => `${prefix}:documents:${collection}`,
    freedChannel: `${prefix}:freed`,
    editionChannel: `${prefix}:edition`,
    generationChannel: `${prefix}:generation`,
  };
}

const escapePattern = (text: string): string => text.replace(/[[\]*?\\]/g, '\\$&');

/** The keys that never expire, as patterns; a test scans the server for any other. */
export const permanentKeys = (prefix: string): readonly RegExp[] => {
  const literal = prefix.replace(/[^\w]/g, '\\$&');
  return [
    new RegExp(`^\\{${literal}:c\\}:(service|secret)$`),
    new RegExp(`^\\{${literal}:s\\}:(parts|editions|serial|generation|chunk:.*)$`),
    new RegExp(`^${literal}:documents:.*$`),
  ];
};
