/** `esim sources`: how every configured feed stands. */
import type { SourceConfig } from '../../ingest/config/load.ts';
import { type Outcome, type RunRecord, readRuns } from '../../ingest/records.ts';
import { configFor } from '../../ingestion.ts';
import { readSettings } from '../../settings.ts';
import { type Dependencies, painter, type Tone } from '../dependencies.ts';
import { ago, count, isoTime, type JsonOption, printJson, printTable, until } from '../display.ts';
import { lookInStore } from '../store.ts';
import { type Cell, type Column, oneLine } from '../text/table.ts';

const COLUMNS: readonly Column[] = [
  // Whole wherever it can be: other commands ask for it.
  { title: 'Source', shrinkTo: 24 },
  { title: 'Provider', shrinkTo: 8, leave: 1 },
  { title: 'Adapter', leave: 3 },
  { title: 'State' },
  { title: 'Last success', leave: 2 },
  { title: 'Age', align: 'right' },
  { title: 'Plans', align: 'right' },
  { title: 'Rejects', align: 'right' },
  { title: 'Next run', align: 'right' },
];

const STATES: Readonly<Record<Outcome, { readonly text: string; readonly tone: Tone }>> = {
  ok: { text: 'ok', tone: 'green' },
  unchanged: { text: 'unchanged', tone: 'green' },
  kept: { text: 'kept', tone: 'yellow' },
  left_out: { text: 'left out', tone: 'red' },
};

export interface SourcesOptions extends JsonOption {
  readonly names?: true;
}

export async function listSources({ json, names }: SourcesOptions, around: Dependencies): Promise<void> {
  const settings = readSettings(around.env);
  const { out, clock } = around;
  const now = clock();
  const config = await configFor(settings.sourcesFile, now);
  if (names) return out.write(config.sources.map(({ id }) => `${id}\n`).join(''));
  const runs = await lookInStore(settings, around, (store) => readRuns(store.documents));
  const rows = config.sources.map((source) => ({
    source,
    run: runs.find((record) => record.source === source.id) ?? null,
  }));
  if (json)
    return printJson(
      out,
      rows.map(({ source, run }) => sourceJson(source, run)),
    );
  printTable(
    out,
    COLUMNS,
    rows.map(({ source, run }) => rowOf(source, run, now)),
  );
  const paint = painter(out.colour);
  for (const { source, run } of rows) {
    if (run?.problem)
      out.write(
        `${paint('yellow', oneLine(`${source.id}: ${run.problem.message} (${run.problem.code})`))}\n`,
      );
  }
}

function rowOf({ id, provider, adapter, paused }: SourceConfig, run: RunRecord | null, now: number): Cell[] {
  const identity = [id, provider ?? 'many', adapter.id];
  if (run === null && paused) return [...identity, { text: 'paused', tone: 'yellow' }, '', '', '', '', ''];
  if (run === null) return [...identity, { text: 'never read', tone: 'dim' }, '', '', '', '', 'due'];
  const { lastSuccessAt: at } = run;
  return [
    ...identity,
    paused ? { text: 'paused', tone: 'yellow' } : STATES[run.outcome],
    at === null ? 'never' : `${new Date(at).toISOString().slice(0, 19)}Z`,
    at === null ? '' : ago(at, now).replace(/ ago$/, ''),
    count(run.plansServed),
    count(run.counts.rejected),
    paused ? '' : until(run.nextRunAt, now),
  ];
}

const iso = (at: number | null | undefined): string | null => (at == null ? null : isoTime(at));

export type SourceJson = ReturnType<typeof sourceJson>;

export function sourceJson(source: SourceConfig, run: RunRecord | null) {
  return {
    source: source.id,
    provider: source.provider,
    adapter: source.adapter.id,
    every_seconds: source.everyMs / 1000,
    state: source.paused ? 'paused' : (run?.outcome ?? 'never_read'),
    last_success: iso(run?.lastSuccessAt),
    last_attempt: iso(run?.lastAttemptAt),
    next_run: iso(run?.nextRunAt),
    plans: run?.plansServed ?? 0,
    rows: run?.counts.rows ?? 0,
    rejected: run?.counts.rejected ?? 0,
    rejected_by_reason: run?.counts.byReason ?? {},
    withheld: run?.counts.withheld ?? 0,
    failures_in_a_row: run?.failures ?? 0,
    problem: run?.problem ?? null,
  };
}
