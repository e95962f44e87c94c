/** The rejected rows of the last run of each source. */
import type { DocumentStore } from '../../store/port.ts';
import type { RejectedRow } from '../draft.ts';
import { getJson, putJson } from './json.ts';

export interface RejectsDocument {
  readonly source: string;
  readonly at: number;
  readonly total: number;
  /** The first ones; `total` counts all. */
  readonly rows: readonly RejectedRow[];
}

export const readRejects = (documents: DocumentStore, source: string) =>
  getJson<RejectsDocument>(documents, 'rejects', source);
export const writeRejects = (documents: DocumentStore, rejects: RejectsDocument) =>
  putJson(documents, 'rejects', rejects.source, rejects);
