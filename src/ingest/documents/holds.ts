/** The sources whose feeds were rolled back. They are held until the operator accepts them. */
import type { DocumentStore } from '../../store/port.ts';
import { getJson, putJson } from './json.ts';

export interface HoldDocument {
  readonly source: string;
  /** null: the document is damaged. */
  readonly at: number | null;
  /** The snapshot that was rolled back. null: the document is damaged. */
  readonly rolledBackSerial: number | null;
}

/** A source stays held if the document is damaged. */
export const readHold = (documents: DocumentStore, source: string) =>
  getJson<HoldDocument>(documents, 'rolled_back', source, { source, at: null, rolledBackSerial: null });
export const writeHold = (documents: DocumentStore, hold: HoldDocument) =>
  putJson(documents, 'rolled_back', hold.source, hold);
export const releaseHold = (documents: DocumentStore, source: string) =>
  documents.delete('rolled_back', source);
