/** What `esim accept` accepts: the next run of a source as it is, once. */
import type { DocumentStore } from '../../store/port.ts';
import { putJson } from './json.ts';

export const acceptNextRun = (documents: DocumentStore, source: string, now: number) =>
  putJson(documents, 'accept', source, { requestedAt: now });
export const isNextRunAccepted = async (documents: DocumentStore, source: string) =>
  (await documents.get('accept', source)) !== null;
export const forgetAcceptance = (documents: DocumentStore, source: string) =>
  documents.delete('accept', source);
