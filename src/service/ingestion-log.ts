/** Logs the progress of the first read and the report of each ingest. */
import type { SourceOutcome } from '../ingest/documents/runs.ts';
import type { IngestEvent, IngestReport } from '../ingest/run/report.ts';
import type { Log } from './log.ts';

const PROGRESS_EVERY_MS = 10_000;

/** Logs the progress of the first read regularly, because the public port is closed until it ends. */
export function createProgressLog(log: Log) {
  let total = 0;
  let done = 0;
  const rows = new Map<string, number>();
  const timer = setInterval(() => {
    const reading = [...rows].map(([source, count]) => `${source} (${count} rows)`);
    log.info('reading the feeds for the first time', { done: `${done} of ${total}`, reading });
  }, PROGRESS_EVERY_MS);
  return {
    onEvent(event: IngestEvent): void {
      if (event.type === 'started') total = event.sources.length;
      else if (event.type === 'source_started') rows.set(event.source, 0);
      else if (event.type === 'page') rows.set(event.source, event.rows);
      else if (event.type === 'source_read') {
        rows.delete(event.source);
        done += 1;
      }
    },
    stop: () => clearInterval(timer),
  };
}

const WARNING_OF: Readonly<Record<SourceOutcome, string>> = {
  // A source that was read can still have a problem with some of its providers.
  ok: 'some providers of a source keep their last good plans',
  kept: 'a source failed: its last good plans stay',
  left_out: 'a source failed: it has no plans to serve',
};

export function logReport(log: Log, report: IngestReport): void {
  for (const { source, outcome, problem } of report.sources) {
    if (problem === null) continue;
    const { code, status, message: reason } = problem;
    log.warn(WARNING_OF[outcome], { source, code, ...(status !== undefined && { status }), reason });
  }
  const { status, snapshot, sources, warnings } = report;
  if (status === 'nothing' && sources.length === 0) {
    log.debug('no source is due');
    return;
  }
  // Every source that failed, also one without earlier plans.
  const kept = sources.filter(({ outcome }) => outcome !== 'ok').map(({ source }) => source);
  const plans = snapshot?.summary.plans ?? null;
  for (const warning of warnings) log.warn(warning);
  log.info('ingested', { status, snapshot: snapshot?.serial ?? null, plans, kept });
}
