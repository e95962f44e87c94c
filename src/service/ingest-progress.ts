/** Which sources the ingest of this process is reading, and which of them take longer than usual. */
import type { IngestEvent } from '../ingest/run/report.ts';

/** A source may take twice as long as last time, and at least a minute. */
const USUAL_FACTOR = 2;
const SLOW_MIN_MS = 60_000;
/** For a source whose usual time is not known. A feed of 500 pages at two a second takes about four minutes. */
const UNKNOWN_MS = 5 * 60_000;

export function createIngestProgress(clock: () => number) {
  /** By source, the time from which it takes longer than usual. */
  const slowFrom = new Map<string, number>();
  let parsing: string | null = null;
  const endParsing = (source: string) => {
    if (parsing === source) parsing = null;
  };
  return {
    onEvent: (event: IngestEvent): void => {
      if (event.type === 'source_started') {
        const { source, usualMs } = event;
        const allowedMs = usualMs === null ? UNKNOWN_MS : Math.max(SLOW_MIN_MS, usualMs * USUAL_FACTOR);
        slowFrom.set(source, clock() + allowedMs);
      } else if (event.type === 'parsing') parsing = event.source;
      else if (event.type === 'page') endParsing(event.source);
      else if (event.type === 'source_read') {
        endParsing(event.source);
        slowFrom.delete(event.source);
      }
    },
    /** Called when the ingest has ended, in whatever way. */
    end: (): void => {
      slowFrom.clear();
      parsing = null;
    },
    /** The sources that take longer than usual. If one is parsed, it is named alone, because the others wait for it. */
    slowSources: (): readonly string[] => {
      const now = clock();
      const slow = [...slowFrom].flatMap(([source, from]) => (now > from ? source : []));
      if (slow.length === 0 || parsing === null) return slow;
      return [parsing];
    },
  };
}
