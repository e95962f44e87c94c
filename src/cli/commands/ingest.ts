/** `esim ingest`: reads the feeds and publishes a snapshot. */
import { setTimeout as delay } from 'node:timers/promises';
import type { IngestConfig } from '../../ingest/config/load.ts';
import { dryRunStore } from '../../ingest/run/dry-run.ts';
import type { IngestReport } from '../../ingest/run/report.ts';
import { ingest } from '../../ingest/run/run.ts';
import { configFor } from '../../service/ingestion.ts';
import { readSettings } from '../../service/settings.ts';
import type { Store } from '../../store/port.ts';
import { type Dependencies, painter } from '../dependencies.ts';
import { EXIT, UsageError } from '../errors.ts';
import { type JsonOption, printJson, printTable } from '../output.ts';
import { readStore, requireSource, withStore } from '../store.ts';
import {
  createEventLines,
  quarantineLine,
  reportJson,
  resultLine,
  SUMMARY_FIELDS,
  succeeded,
} from './ingest-report.ts';

export interface IngestCommandOptions extends JsonOption {
  readonly only?: readonly string[];
  readonly due?: true;
  readonly explain?: true;
  readonly dryRun?: true;
  readonly sample?: true;
}

/** A feed may be slow to notice that its request was aborted. The lease is released immediately. */
const STOP_WITHIN_MS = 3_000;

/**
 * A service looks for due sources after every new snapshot, which takes only a moment. The lease of a process that died
 * expires after a minute, so the command waits longer than that.
 */
const WAIT_FOR_OTHER_MS = 66_000;
const TRY_AGAIN_MS = 500;

export async function runIngest(options: IngestCommandOptions, deps: Dependencies): Promise<number> {
  const settings = readSettings(deps.env);
  const { clock, random, env, out, err } = deps;
  const config = await configFor(settings.sourcesFile, clock());
  checkOptions(options, config);

  const stop = new AbortController();
  deps.onStop(() => {
    stop.abort();
    setTimeout(() => deps.abort(EXIT.failure), STOP_WITHIN_MS).unref();
  });
  const paint = painter(out.colour);
  const lineOf = createEventLines(paint);
  const isDryRun = options.dryRun === true;
  const open = isDryRun ? readStore : withStore;
  const ingestInto = (store: Store) =>
    ingest({
      config,
      store: isDryRun ? dryRunStore(store) : store,
      clock,
      random,
      env,
      signal: stop.signal,
      allowSample: options.sample === true,
      ...(options.only === undefined ? {} : { only: options.only }),
      ...(options.due === true ? { dueOnly: true } : {}),
      ...(options.explain === true ? { explain: true } : {}),
      onEvent: (event) => {
        const line = options.json ? null : lineOf(event);
        if (line !== null) out.write(`${line}\n`);
      },
    });
  const report = await open(settings, deps, async (store) => {
    const first = await ingestInto(store);
    if (first.status !== 'busy') return first;
    err.write('esim: waiting for another process that is ingesting\n');
    return afterOther(() => ingestInto(store), stop.signal);
  });
  const isSuccess = succeeded(report);
  if (options.json) printJson(out, reportJson(report));
  else if (report.sources.length > 0) {
    out.write('\n');
    printTable(out, report.sources, SUMMARY_FIELDS);
    out.write('\n');
    const quarantined = quarantineLine(report, isDryRun);
    if (quarantined !== null) out.write(`${paint('yellow', 'note')} ${quarantined}\n`);
  }
  const isAllPaused = config.sources.length > 0 && config.sources.every(({ paused }) => paused);
  const result = resultLine(report, { isDryRun, isAllPaused });
  if (!isSuccess && report.snapshot === null) err.write(`esim: ${result}\n`);
  else if (!options.json) out.write(`${paint(isSuccess ? 'green' : 'yellow', result)}\n`);
  return isSuccess ? EXIT.ok : EXIT.failure;
}

/** Repeats an ingest until no other process is ingesting, or until the wait was too long. */
async function afterOther(
  ingestAgain: () => Promise<IngestReport>,
  signal: AbortSignal,
): Promise<IngestReport> {
  const giveUpAt = performance.now() + WAIT_FOR_OTHER_MS;
  for (;;) {
    await delay(TRY_AGAIN_MS, undefined, { signal }).catch(() => {});
    const report = await ingestAgain();
    if (report.status !== 'busy' || signal.aborted || performance.now() > giveUpAt) return report;
  }
}

function checkOptions({ only = [] }: IngestCommandOptions, config: IngestConfig): void {
  for (const source of only) requireSource(config, source);
  const paused = config.sources.find(({ id, paused }) => paused && only.includes(id));
  if (paused !== undefined)
    throw new UsageError(`the source "${paused.id}" is paused: remove "paused" from its entry first`);
}
