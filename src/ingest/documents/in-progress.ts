/** The sources that a run is reading, for the run after one that dies. */
import type { DocumentStore } from '../../store/port.ts';
import { getJson, putJson } from './json.ts';

/** The sources that a run is working on. A run that kills its process leaves this document to the next run. */
export const readSourcesInProgress = async (documents: DocumentStore) =>
  (await getJson<readonly string[]>(documents, 'unfinished', 'sources')) ?? [];
export const writeSourcesInProgress = (documents: DocumentStore, sources: readonly string[]) =>
  sources.length === 0
    ? documents.delete('unfinished', 'sources')
    : putJson(documents, 'unfinished', 'sources', sources);
