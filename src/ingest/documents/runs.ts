/** The record of the last run of each source, with the figures that the next run is compared with. */
import type { DocumentStore } from '../../store/port.ts';
import type { Proposals, RejectCounts } from '../draft.ts';
import { getJson, putJson } from './json.ts';

/** The figures of the last run that was published. The next run is compared with them. */
export interface LastGood {
  readonly plans: number;
  readonly medianUsdCents: number;
  /** In a source of many providers, the same figures of each. */
  readonly byProvider?: Readonly<Record<string, LastGood>>;
}

export type SourceOutcome = 'ok' | 'kept' | 'left_out';

export interface RunProblem {
  /** The code of a source check, of a fetch fault or of a step. */
  readonly code: string;
  readonly message: string;
  /** The HTTP status, if it is the cause. */
  readonly status?: number;
}

export interface RunCounts {
  readonly rows: number;
  /** Rows that passed every check. */
  readonly plans: number;
  readonly rejected: number;
  readonly byReason: RejectCounts;
  /** Rows that the operator's `keep` filter removes. */
  readonly filtered: number;
  readonly quarantined: number;
  /** Networks that were left out of regional plans, because nobody says in which country they are. */
  readonly droppedNetworks: number;
}

export interface RunRecord {
  readonly source: string;
  readonly outcome: SourceOutcome;
  readonly lastAttemptAt: number;
  /** null: never. */
  readonly lastSuccessAt: number | null;
  /** Why the last attempt failed. null if it did not. */
  readonly problem: RunProblem | null;
  readonly counts: RunCounts;
  /** Plans of this source in the catalogue now. */
  readonly plansServed: number;
  /** Of the last run that could read the feed. Records of earlier versions have none. */
  readonly proposals?: Proposals;
  /** When the first certificate of its hosts expires. Missing for a feed that was never reached over TLS. */
  readonly certificateUntil?: number;
  readonly lastGood: LastGood | null;
  /** Failed attempts in a row. */
  readonly failures: number;
  readonly durationMs: number;
  readonly nextRunAt: number;
}

export const readRun = (documents: DocumentStore, source: string) =>
  getJson<RunRecord>(documents, 'runs', source);
export const writeRun = (documents: DocumentStore, record: RunRecord) =>
  putJson(documents, 'runs', record.source, record);

/** Of every source that ever ran, by id. */
export async function readRuns(documents: DocumentStore): Promise<readonly RunRecord[]> {
  const keys = [...(await documents.keys('runs'))].sort();
  const records = await Promise.all(keys.map((key) => readRun(documents, key)));
  return records.filter((record) => record !== null);
}
