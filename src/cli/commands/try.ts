/** `esim try`: a saved answer of a feed, as the rows that it would become. Nothing is published. */
import { readFile } from 'node:fs/promises';
import type { IngestConfig } from '../../ingest/config/load.ts';
import { propose } from '../../ingest/run/propose.ts';
import { entryOf, readBy, type TriedRow, tryRows } from '../../ingest/run/try-feed.ts';
import type { FeedPage, SourceConfig } from '../../ingest/types.ts';
import { configFor } from '../../ingestion.ts';
import { sampleRates } from '../../sample/sample-market.ts';
import { readSettings } from '../../settings.ts';
import { type Dependencies, painter } from '../dependencies.ts';
import { count, type Field, type JsonOption, plural, printJson, printTable } from '../display.ts';
import { CommandError, EXIT, UsageError } from '../failure.ts';
import { requireSource } from '../store.ts';
import { oneLine } from '../text/table.ts';

export interface TryOptions extends JsonOption {
  readonly limit: number;
  readonly source?: string;
}

export async function tryFeed(file: string, options: TryOptions, around: Dependencies): Promise<number> {
  const { out, err, clock } = around;
  const body = await readFile(file).catch(() => {
    throw new UsageError(`the file ${file} cannot be read`);
  });
  const page: FeedPage = { number: 1, contentType: null, body };
  const settings = readSettings(around.env);
  const config = options.source === undefined ? null : await configFor(settings.sourcesFile, clock());
  const source = config === null ? null : sourceNamed(config, options.source ?? '');
  const found = source === null ? await propose(page) : await readBy(source, page);
  if (found === null)
    throw new CommandError(
      source === null
        ? 'no format and no column map fits this file: docs/feeds.md shows how to write a map'
        : `this file is not what the source "${source.id}" reads`,
    );
  // The operator's rates may need to be fetched, and nothing is fetched here.
  const rates = { table: await sampleRates(clock()), problem: null };
  const rows = tryRows(found, source, config, rates, clock());
  const taken = rows.filter(({ refused }) => refused === null).length;
  const entry = entryOf(found);
  if (options.json) printJson(out, { source: entry, notes: found.notes, rows });
  else {
    printTable(out, rows.slice(0, options.limit), FIELDS);
    if (source === null) out.write(`\nfits "${found.adapter.id}":\n${JSON.stringify(entry, null, 2)}\n`);
    for (const note of found.notes) out.write(`${painter(out.colour)('yellow', 'note')} ${oneLine(note)}\n`);
    const shown = rows.length > options.limit ? `, the first ${count(options.limit)} shown` : '';
    err.write(
      `${count(taken)} of ${plural(rows.length, 'row')} would become plans${shown}; nothing was published\n`,
    );
  }
  return taken > 0 ? EXIT.ok : EXIT.failure;
}

function sourceNamed(config: IngestConfig, id: string): SourceConfig | null {
  requireSource(config, id);
  return config.sources.find((source) => source.id === id) ?? null;
}

const FIELDS: readonly Field<TriedRow>[] = [
  { title: 'Row', align: 'right', cell: ({ row }) => String(row) },
  { title: 'Id', shrinkTo: 10, leave: 2, cell: ({ id }) => id ?? '' },
  { title: 'Provider', shrinkTo: 8, leave: 1, cell: ({ provider }) => provider ?? '' },
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
    title: 'Becomes',
    shrinkTo: 16,
    cell: ({ refused }) =>
      refused === null ? { text: 'a plan', tone: 'green' } : { text: refused, tone: 'yellow' },
  },
];
