/**
 * Notes in the store which sources a run is working on. A feed that kills the process leaves the note, and the next run
 * records its source as lost. A run that ends with a result, with an error or on request removes the note.
 */
import type { DocumentStore } from '../../store/port.ts';
import { writeUnfinished } from '../documents.ts';
import type { SourceRead } from './source-run.ts';

export type UnfinishedNote = ReturnType<typeof noteUnfinished>;

export function noteUnfinished(documents: DocumentStore) {
  const noted = new Set<string>();
  let largest = { source: '', rows: 0 };
  let isEnded = false;
  const write = async () => {
    if (!isEnded) await writeUnfinished(documents, [...noted]);
  };
  return {
    /**
     * Notes the source while it is read. The one with the most rows stays until the group is published, because it is the
     * most likely cause if the memory is exhausted later. An error of `read` ends the whole run, so the source stays.
     */
    async during(source: string, read: () => Promise<SourceRead>): Promise<SourceRead> {
      noted.add(source);
      await write();
      const result = await read();
      const rows = result.kind === 'read' ? result.rows.rows : 0;
      if (rows > largest.rows) {
        noted.delete(largest.source);
        largest = { source, rows };
      } else noted.delete(source);
      await write();
      return result;
    },
    /** Called when a group of sources is published and recorded. */
    async clear(): Promise<void> {
      noted.clear();
      largest = { source: '', rows: 0 };
      await write();
    },
    /** Called when the run ends. Nothing is noted after that. */
    async end(): Promise<void> {
      if (isEnded) return;
      isEnded = true;
      await writeUnfinished(documents, []);
    },
  };
}
