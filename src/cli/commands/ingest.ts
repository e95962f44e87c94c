/** `esim ingest`: reads the feeds now and publishes what they say. */

import { acceptNextRun } from '../../ingest/documents.ts';
import { dryRunStore } from '../../ingest/run/dry-run.ts';
import { ingest } from '../../ingest/run/run.ts';
import type { IngestEvent } from '../../ingest/types.ts';
import { configFor } from '../../ingestion.ts';
import { readSettings } from '../../settings.ts';
import { type Dependencies, painter } from '../dependencies.ts';
import {
  type Display,
  type JsonOption,
  lineDisplay,
  liveDisplay,
  printJson,
  printTable,
} from '../display.ts';
import { EXIT, UsageError } from '../failure.ts';
import { closingLine, IngestView, reportJson, SUMMARY_FIELDS, wentWell } from '../ingest-view.ts';
import { requireSource, withStore } from '../store.ts';

export interface IngestCommandOptions extends JsonOption {
  readonly only?: readonly string[];
  readonly accept?: readonly string[];
  readonly due?: true;
  readonly explain?: true;
  readonly dryRun?: true;
}

/** A feed in the middle of an answer may take its time to notice; the right to publish is given back at once. */
const STOP_WITHIN_MS = 3_000;

export async function runIngest(options: IngestCommandOptions, around: Dependencies): Promise<number> {
  const settings = readSettings(around.env);
  const { clock, random, env, out, err } = around;
  const config = await configFor(settings.sourcesFile, clock());
  for (const source of [...(options.only ?? []), ...(options.accept ?? [])]) requireSource(config, source);
  for (const source of options.only ?? [])
    if (config.sources.some(({ id, paused }) => id === source && paused))
      throw new UsageError(`the source "${source}" is paused: take "paused" out of its entry first`);
  if (options.dryRun === true && options.accept !== undefined)
    throw new UsageError('a dry run accepts nothing: leave --accept out');

  const stop = new AbortController();
  const forget = around.onStop(() => {
    stop.abort();
    setTimeout(() => around.abort(EXIT.failure), STOP_WITHIN_MS).unref();
  });
  const paint = painter(out.colour);
  const view = new IngestView(paint);
  const display = displayFor(options, around, view);
  try {
    const report = await withStore(settings, around, async (store) => {
      for (const source of options.accept ?? []) await acceptNextRun(store.documents, source, clock());
      return ingest({
        config,
        store: options.dryRun === true ? dryRunStore(store) : store,
        clock,
        random,
        env,
        signal: stop.signal,
        ...(options.only === undefined ? {} : { only: options.only }),
        ...(options.due === true ? { dueOnly: true } : {}),
        ...(options.explain === true ? { explain: true } : {}),
        onEvent: (event: IngestEvent) => {
          display.print(view.take(event));
          if (event.type !== 'page') display.refresh();
        },
      });
    });
    display.close();
    const good = wentWell(report);
    if (options.json) printJson(out, reportJson(report));
    else if (report.sources.length > 0) {
      out.write('\n');
      printTable(out, report.sources, SUMMARY_FIELDS);
      out.write('\n');
    }
    const closing = closingLine(report, options.dryRun === true);
    // With JSON asked for, standard output holds nothing else; a failure is said in words either way.
    if (!options.json && report.edition !== null) out.write(`${paint(good ? 'green' : 'yellow', closing)}\n`);
    else if (!options.json && good) out.write(`${closing}\n`);
    else if (!good && report.edition === null) err.write(`esim: ${closing}\n`);
    return good ? EXIT.ok : EXIT.failure;
  } finally {
    display.close();
    forget();
  }
}

const silent: Display = { print() {}, refresh() {}, close() {} };

function displayFor({ json }: IngestCommandOptions, { out }: Dependencies, view: IngestView): Display {
  if (json) return silent;
  return out.isTerminal ? liveDisplay(out, (frame) => view.live(frame)) : lineDisplay(out);
}
