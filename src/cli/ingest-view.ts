/** What an ingest tells, as lines. Pure: the two displays differ only in where the lines go. */

import type { IngestEvent, IngestReport, Outcome, SourceReport } from '../ingest/types.ts';
import type { Paint, Tone } from './dependencies.ts';
import { count, duration, type Field, forPrograms, plural } from './display.ts';
import { oneLine } from './text/table.ts';

interface Reading {
  readonly pages: number;
  readonly rows: number;
  readonly rejected: number;
  readonly bytes: number;
  /** Why nothing moves at the moment. */
  readonly waiting: string | null;
}

const NOT_YET: Reading = { pages: 0, rows: 0, rejected: 0, bytes: 0, waiting: null };

/** How far the sources are that are being read. */
export class IngestView {
  readonly #active = new Map<string, Reading>();
  readonly #paint: Paint;
  #total = 0;
  #done = 0;

  constructor(paint: Paint) {
    this.#paint = paint;
  }

  /** Takes an event in; returns the lines that are final. */
  take(event: IngestEvent): readonly string[] {
    const paint = this.#paint;
    switch (event.type) {
      case 'started':
        this.#total = event.sources.length;
        return [];
      case 'source_started':
        this.#active.set(event.source, NOT_YET);
        return [];
      case 'page': {
        const before = this.#active.get(event.source) ?? NOT_YET;
        const { page: pages, rows, rejected } = event;
        const bytes = before.bytes + event.bytes;
        this.#active.set(event.source, { pages, rows, rejected, bytes, waiting: null });
        return [];
      }
      case 'waiting': {
        const before = this.#active.get(event.source) ?? NOT_YET;
        const waiting = `waits ${duration(event.waitMs)}: ${event.reason}`;
        this.#active.set(event.source, { ...before, waiting });
        return [oneLine(`${event.source}: ${waiting}`)];
      }
      case 'reject': {
        const id = event.externalId === null ? '' : ` (${event.externalId})`;
        const where = `page ${event.page} row ${event.row}${id}`;
        return [oneLine(`${event.source}: ${where}: ${event.reason}: ${event.detail}`)];
      }
      case 'source_read': {
        const reading = this.#active.get(event.source) ?? NOT_YET;
        this.#active.delete(event.source);
        this.#done += 1;
        if (event.problem !== null) {
          const { message, code } = event.problem;
          return [`${paint('red', 'held')} ${oneLine(`${event.source}: ${message}`)} (${code})`];
        }
        // Checks over the whole feed may still refuse rows: the summary has the final count.
        const read = serialiseReading({ ...reading, rejected: 0 });
        return [`${paint('green', 'read')} ${event.source}: ${read}`];
      }
      case 'warning':
        return [`${paint('yellow', 'note')} ${oneLine(event.message)}`];
      case 'finished':
        return [];
    }
  }

  /** What moves: one line for each source that is being read, then how many are through. */
  live(frame: string): readonly string[] {
    const lines = [...this.#active].map(
      ([source, reading]) =>
        `${this.#paint('cyan', frame)} ${source}: ${oneLine(reading.waiting ?? serialiseReading(reading))}`,
    );
    if (this.#total === 0) return lines;
    const publishing = this.#done === this.#total ? ', publishing' : '';
    return [
      ...lines,
      `${bar(this.#done, this.#total)} ${this.#done} of ${plural(this.#total, 'source')}${publishing}`,
    ];
  }
}

function serialiseReading({ pages, rows, rejected, bytes }: Reading): string {
  if (pages === 0) return 'no rows yet';
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  const refused = rejected === 0 ? '' : `, ${count(rejected)} rejected`;
  return `${plural(rows, 'row')}${refused}, ${plural(pages, 'page')}, ${size}`;
}

const BAR_WIDTH = 20;
export function bar(done: number, total: number): string {
  const filled = total === 0 ? 0 : Math.floor((done / total) * BAR_WIDTH);
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}]`;
}

const STATE: Readonly<Record<Outcome, { readonly text: string; readonly tone: Tone }>> = {
  ok: { text: 'taken', tone: 'green' },
  unchanged: { text: 'unchanged', tone: 'green' },
  kept: { text: 'kept its last good plans', tone: 'yellow' },
  left_out: { text: 'left out: never good', tone: 'red' },
};

export const SUMMARY_FIELDS: readonly Field<SourceReport>[] = [
  { title: 'Source', shrinkTo: 12, cell: ({ source }) => source },
  { title: 'Outcome', cell: ({ outcome }) => STATE[outcome] },
  { title: 'Rows', align: 'right', leave: 1, cell: ({ counts }) => count(counts.rows) },
  { title: 'Plans', align: 'right', cell: ({ plansServed }) => count(plansServed) },
  { title: 'Rejected', align: 'right', cell: ({ counts }) => count(counts.rejected) },
  {
    title: 'Took',
    align: 'right',
    leave: 2,
    cell: ({ durationMs }) => `${(durationMs / 1000).toFixed(1)} s`,
  },
];

/** The end in one line. */
export function closingLine({ status, edition, sources, ratesDate }: IngestReport, isDryRun = false): string {
  if (status === 'busy') return 'another process ingests at the moment: nothing was done';
  if (status === 'lost') return 'the right to ingest was lost or given back: nothing was published';
  if (edition === null)
    return sources.length === 0 ? 'no source is due' : 'no plan to publish: what was served before stays';
  const { plans, added, removed, priceChanges } = edition.summary;
  const rates = ratesDate === null ? '' : `, rates of ${ratesDate}`;
  return (
    `${isDryRun ? 'dry run, nothing was written; it would be' : 'published'} edition ${edition.serial}: ` +
    `${count(plans)} plans ` +
    `(${count(added)} added, ${count(removed)} removed, ${count(priceChanges)} prices changed)${rates}`
  );
}

/** For programs. The parts of an edition are the store's own affair; its version is what `esim editions` shows. */
export function reportJson({ edition, nextRuns, ...report }: IngestReport): unknown {
  const made = edition === null ? null : { ...edition.summary, serial: edition.serial };
  return forPrograms({
    ...report,
    edition: edition && { ...made, publishedAt: edition.publishedAt, catalogue: edition.content.sha256 },
    nextRuns: Object.entries(nextRuns).map(([source, nextRunAt]) => ({ source, nextRunAt })),
  });
}

/** Cron looks at the exit code: it is well only where every source that was asked went through. */
export function wentWell({ status, sources }: IngestReport): boolean {
  if (status === 'nothing') return sources.length === 0;
  return (
    status === 'published' && sources.every(({ outcome }) => outcome === 'ok' || outcome === 'unchanged')
  );
}
