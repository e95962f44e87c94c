/** The text of an ingest: a line for each event, the summary of the sources, and the report as JSON. */
import type { RunProblem, RunRecord } from '../../ingest/documents/runs.ts';
import type { IngestEvent, IngestReport } from '../../ingest/run/report.ts';
import type { Paint } from '../dependencies.ts';
import { count, duration, type Field, plural, toJson } from '../output.ts';
import { oneLine } from '../table.ts';
import { nextStep, STATES } from './sources.ts';

/** Returns the line of an event, or null if it has none. */
export function createEventLines(paint: Paint): (event: IngestEvent) => string | null {
  const progress = new Map<string, string>();
  const held = (source: string, problem: RunProblem) =>
    `${paint('red', 'held')} ${oneLine(`${source}: ${problem.message}`)} (${problem.code})${nextStep(source, problem)}`;
  return (event) => {
    switch (event.type) {
      case 'page':
        progress.set(event.source, `${plural(event.rows, 'row')}, ${plural(event.page, 'page')}`);
        return null;
      case 'waiting':
        return oneLine(`${event.source}: waiting ${duration(Math.max(1000, event.waitMs))}: ${event.reason}`);
      case 'reject': {
        const id = event.externalId === null ? '' : ` (${event.externalId})`;
        return oneLine(
          `${event.source}: page ${event.page}, row ${event.row}${id}: ${event.reason}: ${event.detail}`,
        );
      }
      case 'source_read':
        return event.problem === null
          ? `${paint('green', 'read')} ${event.source}: ${progress.get(event.source) ?? 'no rows'}`
          : held(event.source, event.problem);
      case 'source_held':
        return held(event.source, event.problem);
      case 'warning':
        return `${paint('yellow', 'note')} ${oneLine(event.message)}`;
      case 'started':
      case 'source_started':
      case 'parsing':
        return null;
    }
  };
}

export const SUMMARY_FIELDS: readonly Field<RunRecord>[] = [
  { title: 'Source', shrinkTo: 12, cell: ({ source }) => source },
  { title: 'Outcome', cell: ({ outcome }) => STATES[outcome] },
  { title: 'Rows', align: 'right', dropOrder: 2, cell: ({ counts }) => count(counts.rows) },
  { title: 'Plans', align: 'right', cell: ({ plansServed }) => count(plansServed) },
  { title: 'Rejected', align: 'right', cell: ({ counts }) => count(counts.rejected) },
  {
    title: 'Time',
    align: 'right',
    dropOrder: 1,
    cell: ({ durationMs }) => `${(durationMs / 1000).toFixed(1)} s`,
  },
];

/** The result of an ingest in one line. */
export function resultLine(
  { status, snapshot, changes, sources, ratesDate }: IngestReport,
  { isDryRun = false, isAllPaused = false } = {},
): string {
  if (status === 'busy') return 'another process is ingesting, so nothing was done';
  if (status === 'interrupted') return 'the ingest was interrupted, so nothing was published';
  if (snapshot === null || changes === null) {
    if (sources.length > 0) return 'there are no plans to publish, so no snapshot was published';
    return isAllPaused ? 'every source is paused' : 'no source is due';
  }
  const { plans, added, removed, priceChanges } = changes;
  const rates = ratesDate === null ? '' : `, exchange rates of ${ratesDate}`;
  return (
    `${isDryRun ? 'dry run, nothing was written: it would publish' : 'published'} snapshot ${snapshot.serial}: ` +
    `${plural(plans, 'plan')} (${count(added)} added, ${count(removed)} removed, ` +
    `${plural(priceChanges, 'price')} changed)${rates}`
  );
}

/** How many plans of the sources that were read are quarantined, or null if none are. */
export function quarantineLine({ sources }: IngestReport, isDryRun: boolean): string | null {
  const quarantined = sources.reduce((sum, { counts }) => sum + counts.quarantined, 0);
  if (quarantined === 0) return null;
  const plans = plural(quarantined, 'plan');
  if (isDryRun) return `${plans} would be quarantined`;
  return `${plans} ${quarantined === 1 ? 'is' : 'are'} quarantined: esim quarantine shows why`;
}

/** `catalogue` is the version that `esim snapshots` shows. */
export function reportJson({ snapshot, changes, nextRuns, sources, ...report }: IngestReport): unknown {
  return toJson({
    ...report,
    snapshot: snapshot && {
      ...changes,
      serial: snapshot.serial,
      publishedAt: snapshot.publishedAt,
      catalogue: snapshot.content.sha256,
    },
    sources: sources.map(({ lastAttemptAt: _at, lastGood: _good, failures: _failures, ...record }) => record),
    nextRuns: Object.entries(nextRuns).map(([source, nextRunAt]) => ({ source, nextRunAt })),
  });
}

/** An ingest succeeds if every source that was read was accepted. Cron jobs rely on this exit code. */
export function succeeded({ status, sources }: IngestReport): boolean {
  if (status === 'nothing') return sources.length === 0;
  return status === 'published' && sources.every(({ outcome }) => outcome === 'ok');
}
