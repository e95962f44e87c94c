/** `esim sources`: how every configured feed stands. */

import { readRuns } from '../../ingest/documents.ts';
import type { Outcome, RunRecord, SourceConfig } from '../../ingest/types.ts';
import { configFor } from '../../ingestion.ts';
import { readSettings } from '../../settings.ts';
import { type Dependencies, painter, type Tone } from '../dependencies.ts';
import { ago, count, isoTime, type JsonOption, printJson, printTable, until } from '../display.ts';
import { lookInStore } from '../store.ts';
import { type Cell, oneLine } from '../text/table.ts';

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
  const rows: Row[] = config.sources.map((source) => ({
    source,
    run: runs.find((record) => record.source === source.id) ?? null,
  }));
  if (json)
    return printJson(
      out,
      rows.map(({ source, run }) => sourceJson(source, run)),
    );
  printTable(out, rows, [
    // Whole wherever it can be: other commands ask for it.
    { title: 'Source', shrinkTo: 24, cell: ({ source }) => source.id },
    { title: 'Provider', shrinkTo: 8, leave: 1, cell: ({ source }) => source.provider ?? 'many' },
    { title: 'Adapter', leave: 3, cell: ({ source }) => source.adapter.id },
    { title: 'State', cell: stateOf },
    { title: 'Last success', leave: 2, cell: ({ run }) => (run === null ? '' : secondOf(run.lastSuccessAt)) },
    { title: 'Age', align: 'right', cell: ({ run }) => ageOf(run?.lastSuccessAt ?? null, now) },
    { title: 'Plans', align: 'right', cell: ({ run }) => (run === null ? '' : count(run.plansServed)) },
    { title: 'Rejects', align: 'right', cell: ({ run }) => (run === null ? '' : count(run.counts.rejected)) },
    {
      title: 'Next run',
      align: 'right',
      cell: ({ source, run }) => (source.paused ? '' : until(run?.nextRunAt ?? now, now)),
    },
  ]);
  const paint = painter(out.colour);
  for (const { source, run } of rows) {
    if (run?.problem)
      out.write(
        `${paint('yellow', oneLine(`${source.id}: ${run.problem.message} (${run.problem.code})`))}\n`,
      );
  }
}

interface Row {
  readonly source: SourceConfig;
  readonly run: RunRecord | null;
}

function stateOf({ source, run }: Row): Cell {
  if (source.paused) return { text: 'paused', tone: 'yellow' };
  return run === null ? { text: 'never read', tone: 'dim' } : STATES[run.outcome];
}

const secondOf = (at: number | null): string => (at === null ? 'never' : `${isoTime(at).slice(0, 19)}Z`);
const ageOf = (at: number | null, now: number): string =>
  at === null ? '' : ago(at, now).replace(/ ago$/, '');

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
    withheld: run?.counts.quarantined ?? 0,
    failures_in_a_row: run?.failures ?? 0,
    problem: run?.problem ?? null,
  };
}
