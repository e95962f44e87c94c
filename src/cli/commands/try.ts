/** `esim try`: shows how a saved feed would be read. Nothing is published. */
import type { FeedPage } from '../../ingest/adapter.ts';
import type { IngestConfig } from '../../ingest/config/load.ts';
import { ADD_RATES } from '../../ingest/onboarding/check-config.ts';
import { examplesOf, type FieldExamples } from '../../ingest/onboarding/examples.ts';
import { propose } from '../../ingest/onboarding/propose.ts';
import { hostsNote, regionsNote, sourceEntryFor } from '../../ingest/onboarding/source-entry.ts';
import type { TriedRow } from '../../ingest/onboarding/tried-row.ts';
import { readAsSource, tryRows } from '../../ingest/onboarding/try-feed.ts';
import { DEFAULT_LIMITS } from '../../ingest/parse/body.ts';
import { readKnownRates } from '../../ingest/read/rates.ts';
import { readFileBytes } from '../../operator-files/read-file.ts';
import { whyUnreadable } from '../../operator-files/unreadable.ts';
import { sampleRates } from '../../sample/sample-market.ts';
import { configFor } from '../../service/ingestion.ts';
import { readSettings, type Settings } from '../../service/settings.ts';
import { type Dependencies, painter } from '../dependencies.ts';
import { CommandError, EXIT, UsageError } from '../errors.ts';
import { count, type Field, type JsonOption, jsonText, plural, printJson, printTable } from '../output.ts';
import { readStore, requireSource } from '../store.ts';
import { oneLine } from '../table.ts';

export interface TryOptions extends JsonOption {
  readonly limit: number;
  readonly source?: string;
}

export async function tryFeed(file: string, options: TryOptions, deps: Dependencies): Promise<number> {
  const { out, err, clock, env } = deps;
  const settings = readSettings(env);
  const config = options.source === undefined ? null : await configFor(settings.sourcesFile, clock());
  const source = config === null ? null : requireSource(config, options.source ?? '');
  const limits = source?.limits ?? DEFAULT_LIMITS;
  const body = await readFileBytes(file, limits.bytes).catch((error: unknown) => {
    throw new UsageError(`the file ${file} cannot be read: ${whyUnreadable(error)}`);
  });
  const page: FeedPage = { number: 1, body, limits };
  const found = source === null ? await propose(page) : await readAsSource(source, page);
  // A text says why the file cannot be read.
  if (typeof found === 'string') throw new CommandError(found);
  const { rates, sampleRatesNote } = await ratesFor(config, settings, deps);
  const rows = tryRows(found, { source, config, rates, now: clock() });
  const accepted = rows.filter(({ rejection }) => rejection === null).length;
  const entry = sourceEntryFor(found);
  // The text of a converted price has both amounts.
  const isConverted = rows.some(({ price }) => price.includes(' from '));
  const notes = [
    ...found.notes,
    regionsNote(rows, page),
    source === null ? hostsNote(found) : null,
    isConverted ? sampleRatesNote : null,
  ].filter((note) => note !== null);
  const values = source === null ? await examplesOf(page, found) : [];
  if (options.json) printJson(out, { source: entry, notes, values, plans: accepted, rows });
  else {
    printTable(out, rows.slice(0, options.limit), FIELDS);
    if (source === null) {
      out.write(`\nformat "${found.adapter.id}":\n${jsonText(entry)}\n\n`);
      printTable(out, values, VALUE_FIELDS);
    }
    for (const note of notes) out.write(`${painter(out.colour)('yellow', 'note')} ${oneLine(note)}\n`);
    const shown = rows.length > options.limit ? `, the first ${count(options.limit)} are shown` : '';
    const plans = accepted === 1 ? 'a plan' : 'plans';
    err.write(
      `${count(accepted)} of ${plural(rows.length, 'row')} would become ${plans}${shown}; nothing was published\n`,
    );
  }
  if (rates.table === null && rows.some(({ rejection }) => rejection?.startsWith('unknown_currency')))
    throw new CommandError(rates.problem ?? `the source needs exchange rates: ${ADD_RATES}`);
  return accepted > 0 ? EXIT.ok : EXIT.failure;
}

/**
 * The rates that an ingest would use. This command downloads nothing. Sample rates stand in for rates
 * that were not downloaded yet.
 */
async function ratesFor(config: IngestConfig | null, settings: Settings, deps: Dependencies) {
  const now = deps.clock();
  if (config !== null) {
    const rates = await readStore(settings, deps, ({ documents }) =>
      readKnownRates(config.rates, documents, now),
    );
    if (config.rates?.kind !== 'url' || rates.table !== null) return { rates, sampleRatesNote: null };
  }
  const sampleRatesNote =
    config === null
      ? `prices in other currencies need exchange rates: ${ADD_RATES}; the prices in USD above use sample rates`
      : 'the exchange rates were not downloaded yet; the prices in USD above use sample rates';
  return { rates: { table: await sampleRates(now), problem: null }, sampleRatesNote };
}

const VALUE_FIELDS: readonly Field<FieldExamples>[] = [
  { title: 'Value', cell: ({ field }) => field },
  { title: 'Column', shrinkTo: 12, cell: ({ columns, joined }) => columns.join(joined ? ' + ' : ' or ') },
  {
    title: 'Examples',
    shrinkTo: 20,
    cell: ({ examples }) =>
      examples.length === 0
        ? { text: 'in no row', tone: 'yellow' }
        : examples.map((text) => `"${text}"`).join(', '),
  },
];

const FIELDS: readonly Field<TriedRow>[] = [
  { title: 'Row', align: 'right', cell: ({ row }) => String(row) },
  { title: 'Id', shrinkTo: 10, dropOrder: 1, cell: ({ id }) => id ?? '' },
  { title: 'Provider', shrinkTo: 8, dropOrder: 2, cell: ({ provider }) => provider ?? '' },
  { title: 'Name', shrinkTo: 12, cell: ({ name }) => name },
  {
    title: 'Countries',
    shrinkTo: 9,
    cell: ({ countries }) => (countries.length > 4 ? `${countries.length} countries` : countries.join(' ')),
  },
  { title: 'Data', align: 'right', cell: ({ data }) => data },
  { title: 'Days', align: 'right', cell: ({ days }) => (days === null ? '' : String(days)) },
  { title: 'Price', align: 'right', cell: ({ price }) => price },
  {
    title: 'Result',
    shrinkTo: 16,
    cell: ({ rejection }) =>
      rejection === null ? { text: 'a plan', tone: 'green' } : { text: rejection, tone: 'yellow' },
  },
];
