/** A digest of the settings of the last complete run. Edited settings make every source due. */
import type { DocumentStore } from '../../store/port.ts';
import { getJson, putJson } from './json.ts';

export const readAppliedSettings = (documents: DocumentStore) =>
  getJson<string>(documents, 'settings', 'applied');
export const writeAppliedSettings = (documents: DocumentStore, digest: string) =>
  putJson(documents, 'settings', 'applied', digest);
