/** What ingest remembers between runs, as small documents: how each source fared, and what was refused. */

import type { DocumentStore, Snapshot } from '../store/port.ts';
import { decodeHistory, type SourceHistory } from './accept/history.ts';
import type { WithheldPlan } from './accept/quarantine.ts';
import type { LastGood } from './accept/source-checks.ts';
import type { Validators } from './read/client.ts';
import type { Progress } from './run/read-source.ts';
import type { RejectReason, RowRef } from './types.ts';

export type Outcome = 'ok' | 'unchanged' | 'kept' | 'left_out';

export interface RunProblem {
  /** A guard's, a fetch fault's or a step's code. */
  readonly code: string;
  readonly message: string;
  /** What the feed answered with, where that was it. */
  readonly status?: number;
}

export interface RunCounts {
  /** Rows in the feed. */
  readonly rows: number;
  /** Rows that passed every check. */
  readonly plans: number;
  readonly rejected: number;
  readonly byReason: Readonly<Partial<Record<RejectReason, number>>>;
  /** Rows whose price is held back. */
  readonly withheld: number;
  /** Unknown places left out of regional plans that were kept. */
  readonly droppedPlaces: number;
}

export interface RunRecord {
  readonly source: string;
  readonly outcome: Outcome;
  readonly lastAttemptAt: number;
  /** null: never. */
  readonly lastSuccessAt: number | null;
  /** Why the last attempt did not go through; null where it did. */
  readonly problem: RunProblem | null;
  readonly counts: RunCounts;
  /** Plans of this source in the catalogue now. */
  readonly plansServed: number;
  readonly lastGood: LastGood | null;
  /** Attempts in a row that did not go through. */
  readonly failures: number;
  readonly durationMs: number;
  readonly nextRunAt: number;
}

export interface RejectedRow extends RowRef {
  readonly reason: RejectReason;
  readonly detail: string;
}

export interface RejectsDocument {
  readonly source: string;
  readonly at: number;
  readonly total: number;
  /** The first ones; `total` counts all. */
  readonly rows: readonly RejectedRow[];
}

/** Plans of a source whose price is held back, as its last run left them. */
interface WithheldDocument {
  readonly source: string;
  readonly at: number;
  readonly plans: readonly WithheldPlan[];
}

/** What the last good answer said, and for which settings and plans it holds. */
export interface ValidatorsDocument {
  readonly fingerprint: string;
  readonly plansDigest: string;
  /** Until when an unchanged feed still means unchanged plans: the first offer ends then. null: no such end. */
  readonly goodUntil: number | null;
  readonly validators: Validators;
}

const COLLECTION = {
  runs: 'runs',
  rejects: 'rejects',
  withheld: 'withheld',
  history: 'history',
  validators: 'validators',
  accept: 'accept',
  rolledBack: 'rolled_back',
  settings: 'settings',
} as const;

export async function getJson<T>(
  documents: DocumentStore,
  collection: string,
  key: string,
): Promise<T | null> {
  const bytes = await documents.get(collection, key);
  if (bytes === null) return null;
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
  } catch {
    // A damaged note is no reason to stop: the next run writes it anew.
    return null;
  }
}

export function putJson(
  documents: DocumentStore,
  collection: string,
  key: string,
  value: unknown,
): Promise<void> {
  return documents.put(collection, key, new TextEncoder().encode(JSON.stringify(value)));
}

export const readRun = (documents: DocumentStore, source: string) =>
  getJson<RunRecord>(documents, COLLECTION.runs, source);
export const writeRun = (documents: DocumentStore, record: RunRecord) =>
  putJson(documents, COLLECTION.runs, record.source, record);

/** Of every source that ever ran, by id. */
export async function readRuns(documents: DocumentStore): Promise<readonly RunRecord[]> {
  const keys = [...(await documents.keys(COLLECTION.runs))].sort();
  const records = await Promise.all(keys.map((key) => readRun(documents, key)));
  return records.filter((record) => record !== null);
}

export const readRejects = (documents: DocumentStore, source: string) =>
  getJson<RejectsDocument>(documents, COLLECTION.rejects, source);
export const writeRejects = (documents: DocumentStore, rejects: RejectsDocument) =>
  putJson(documents, COLLECTION.rejects, rejects.source, rejects);

/** Some ten megabytes. What is beyond waits until these are settled. */
const WITHHELD_KEPT = 50_000;

export const readWithheld = (documents: DocumentStore, source: string) =>
  getJson<WithheldDocument>(documents, COLLECTION.withheld, source);

export async function writeWithheld(documents: DocumentStore, withheld: WithheldDocument): Promise<void> {
  const { source } = withheld;
  const plans = withheld.plans.slice(0, WITHHELD_KEPT);
  if (plans.length === 0) await documents.delete(COLLECTION.withheld, source);
  else await putJson(documents, COLLECTION.withheld, source, { ...withheld, plans });
}

/** The operator says that these prices of a source are real. Gives those that are held back; all must be. */
export async function acceptPrices(
  documents: DocumentStore,
  source: string,
  wanted: readonly string[],
): Promise<readonly string[]> {
  const document = await readWithheld(documents, source);
  if (document === null) return [];
  const held = document.plans.map(({ plan }) => plan).filter((plan) => wanted.includes(plan));
  if (held.length < new Set(wanted).size) return held;
  const plans = document.plans.map((row) => (wanted.includes(row.plan) ? { ...row, accepted: true } : row));
  await writeWithheld(documents, { ...document, plans });
  return held;
}

export const readValidators = (documents: DocumentStore, source: string) =>
  getJson<ValidatorsDocument>(documents, COLLECTION.validators, source);
export const writeValidators = (documents: DocumentStore, source: string, value: ValidatorsDocument) =>
  putJson(documents, COLLECTION.validators, source, value);

export async function readHistory(documents: DocumentStore, source: string): Promise<SourceHistory> {
  return decodeHistory(await documents.get(COLLECTION.history, source));
}
export const writeHistory = (documents: DocumentStore, source: string, history: Uint8Array) =>
  documents.put(COLLECTION.history, source, history);

/** The operator says that the next change of a source is real: its next run is taken as it comes, once. */
export const acceptNextRun = (documents: DocumentStore, source: string, now: number) =>
  putJson(documents, COLLECTION.accept, source, { requestedAt: now });
export const isNextRunAccepted = async (documents: DocumentStore, source: string) =>
  (await documents.get(COLLECTION.accept, source)) !== null;
export const forgetAcceptance = (documents: DocumentStore, source: string) =>
  documents.delete(COLLECTION.accept, source);

/** A source whose feed was rolled back. It is held until the operator accepts it, however the feed looks meanwhile. */
interface HoldDocument {
  readonly source: string;
  readonly at: number;
  /** The edition that was found to be bad. */
  readonly left: number;
}

export const readHold = (documents: DocumentStore, source: string) =>
  getJson<HoldDocument>(documents, COLLECTION.rolledBack, source);
export const writeHold = (documents: DocumentStore, hold: HoldDocument) =>
  putJson(documents, COLLECTION.rolledBack, hold.source, hold);
export const releaseHold = (documents: DocumentStore, source: string) =>
  documents.delete(COLLECTION.rolledBack, source);

/** Which settings the last whole run worked with: edited ones make every source due. */
export const readApplied = (documents: DocumentStore) =>
  getJson<string>(documents, COLLECTION.settings, 'applied');
export const writeApplied = (documents: DocumentStore, digest: string) =>
  putJson(documents, COLLECTION.settings, 'applied', digest);

// Which plans once stood in the catalogue: a link that leads nowhere today deserves "gone", not "never was".

interface DiscontinuedOptions {
  readonly documents: DocumentStore;
  /** Ids of the sources that speak for a provider. */
  readonly sourcesOf: (provider: string) => Promise<readonly string[]>;
  /** Changes whenever the histories may have: the edition's serial. */
  readonly edition: () => number;
}

/** Old links may come in numbers, so a source's history is read once for each edition, not for each request. */
export function createDiscontinued({ documents, sourcesOf, edition }: DiscontinuedOptions) {
  let readAt = -1;
  const known = new Map<string, Promise<ReadonlySet<string>>>();

  const plansOf = (source: string): Promise<ReadonlySet<string>> => {
    if (readAt !== edition()) known.clear();
    readAt = edition();
    const plans =
      known.get(source) ?? readHistory(documents, source).then((history) => new Set(history.keys()));
    known.set(source, plans);
    plans.catch(() => known.delete(source));
    return plans;
  };

  /** False too where the history cannot be read just now: "not found" is the smaller claim. */
  return async (provider: string, plan: string): Promise<boolean> => {
    try {
      const sets = await Promise.all((await sourcesOf(provider)).map(plansOf));
      return sets.some((plans) => plans.has(plan));
    } catch {
      return false;
    }
  };
}

// What an ingest tells while it works and when it is done. Plain data: it crosses threads.

export type SourceReport = Omit<RunRecord, 'lastAttemptAt' | 'lastGood' | 'failures'>;

export interface IngestReport {
  /** `busy`: somebody else ingests. `lost`: somebody else took over in the middle. `nothing`: no plan to publish, or no source was due. */
  readonly status: 'published' | 'nothing' | 'busy' | 'lost';
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly edition: Snapshot | null;
  /** Of the sources that were asked, in the order of the file. */
  readonly sources: readonly SourceReport[];
  /** When each configured source is due next. */
  readonly nextRuns: Readonly<Record<string, number>>;
  readonly ratesDate: string | null;
  readonly warnings: readonly string[];
}

export type IngestEvent =
  | { readonly type: 'started'; readonly sources: readonly string[] }
  | { readonly type: 'source_started'; readonly source: string }
  | ({ readonly type: 'page'; readonly source: string } & Progress)
  | { readonly type: 'waiting'; readonly source: string; readonly reason: string; readonly waitMs: number }
  | ({ readonly type: 'reject'; readonly source: string } & RejectedRow)
  | { readonly type: 'source_read'; readonly source: string; readonly problem: RunProblem | null }
  | { readonly type: 'warning'; readonly message: string }
  | { readonly type: 'finished'; readonly report: IngestReport };
