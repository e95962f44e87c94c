/**
 * Notes in the store which sources a run is reading. The note stays if a feed crashes the process or its thread, or
 * blocks the thread until the lease expires. The next run then records these sources as unfinished. In all other cases the
 * run removes the note when it ends, also after an error and after a stop on request.
 */
import type { DocumentStore } from '../../store/port.ts';
import { writeSourcesInProgress } from '../documents/in-progress.ts';
import type { FailedRun, ReadRun } from './source-run.ts';

export type ProgressNote = ReturnType<typeof noteSourcesInProgress>;

export function noteSourcesInProgress(documents: DocumentStore) {
  const noted = new Set<string>();
  let largest: { readonly source: string; readonly rows: number } | null = null;
  let isEnded = false;
  const write = async () => {
    if (!isEnded) await writeSourcesInProgress(documents, [...noted]);
  };
  return {
    /**
     * Notes the source while it is read. Of the sources that were read, the one with the most rows stays noted until all
     * of them are published, because it is the most likely cause if the memory is exhausted later.
     */
    async during<Run extends ReadRun | FailedRun>(source: string, read: () => Promise<Run>): Promise<Run> {
      noted.add(source);
      await write();
      const result = await read();
      const rows = result.stage === 'read' ? result.feed.rows : 0;
      const isLargest = rows > (largest?.rows ?? 0);
      if (!isLargest) noted.delete(source);
      else if (largest !== null) noted.delete(largest.source);
      if (isLargest) largest = { source, rows };
      await write();
      return result;
    },
    /** Called when the sources that were read are published and recorded. */
    async clear(): Promise<void> {
      noted.clear();
      largest = null;
      await write();
    },
    /** Called when the run ends. Nothing is noted after that. */
    async end(): Promise<void> {
      if (isEnded) return;
      isEnded = true;
      await writeSourcesInProgress(documents, []);
    },
  };
}
