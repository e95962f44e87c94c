/** The sources that a run is reading. A run that kills its process leaves this document to the next run. */
import type { DocumentStore } from '../../store/port.ts';
import { getJson, putJson } from './json.ts';

export const readSourcesInProgress = async (documents: DocumentStore) =>
  (await getJson<readonly string[]>(documents, 'unfinished', 'sources')) ?? [];
export const writeSourcesInProgress = (documents: DocumentStore, sources: readonly string[]) =>
  sources.length === 0
    ? documents.delete('unfinished', 'sources')
    : putJson(documents, 'unfinished', 'sources', sources);
