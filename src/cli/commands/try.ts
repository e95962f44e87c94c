/** `esim try`: shows how a saved feed would be read. Nothing is published. */
import { readFile } from 'node:fs/promises';
import type { FeedPage } from '../../ingest/adapter.ts';
import { propose } from '../../ingest/propose.ts';
import { entryOf, judge, readBy, type TriedRow } from '../../ingest/try-feed.ts';
import { configFor } from '../../ingestion.ts';
import { sampleRates } from '../../sample/sample-market.ts';
import { readSettings } from '../../settings.ts';
import { type Dependencies, painter } from '../dependencies.ts';
import { CommandError, EXIT, UsageError } from '../errors.ts';
import { count, type Field, type JsonOption, plural, printJson, printTable } from '../output.ts';
import { requireSource } from '../store.ts';
import { oneLine } from '../table.ts';

export interface TryOptions extends JsonOption {
  readonly limit: number;
  readonly source?: string;
}

export async function tryFeed(file: string, options: TryOptions, deps: Dependencies): Promise<number> {
  const { out, err, clock } = deps;
  const body = await readFile(file).catch(() => {
    throw new UsageError(`the file ${file} cannot be read`);
  });
  const page: FeedPage = { number: 1, contentType: null, body };
  const settings = readSettings(deps.env);
  const config = options.source === undefined ? null : await configFor(settings.sourcesFile, clock());
  const source = config === null ? null : requireSource(config, options.source ?? '');
  const found = source === null ? await propose(page) : await readBy(source, page);
  if (found === null)
    throw new CommandError(
      source === null
        ? 'no format and no column map fits this file; docs/feeds.md shows how to write a column map'
        : `this file does not have the format of the source "${source.id}"`,
    );
  // The configured exchange rates may have to be downloaded, and this command downloads nothing.
  const rates = { table: await sampleRates(clock()), problem: null };
  const rows = judge(found, source, config, rates, clock());
  const accepted = rows.filter(({ refused }) => refused === null).length;
  const entry = entryOf(found);
  if (options.json) printJson(out, { source: entry, notes: found.notes, rows });
  else {
    printTable(out, rows.slice(0, options.limit), FIELDS);
    if (source === null) out.write(`\nformat "${found.adapter.id}":\n${JSON.stringify(entry, null, 2)}\n`);
    for (const note of found.notes) out.write(`${painter(out.colour)('yellow', 'note')} ${oneLine(note)}\n`);
    const shown = rows.length > options.limit ? `, the first ${count(options.limit)} shown` : '';
    err.write(
      `${count(accepted)} of ${plural(rows.length, 'row')} would become plans${shown}; nothing was published\n`,
    );
  }
  return accepted > 0 ? EXIT.ok : EXIT.failure;
}

const FIELDS: readonly Field<TriedRow>[] = [
  { title: 'Row', align: 'right', cell: ({ row }) => String(row) },
  { title: 'Id', shrinkTo: 10, dropOrder: 2, cell: ({ id }) => id ?? '' },
  { title: 'Provider', shrinkTo: 8, dropOrder: 1, cell: ({ provider }) => provider ?? '' },
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
    cell: ({ refused }) =>
      refused === null ? { text: 'a plan', tone: 'green' } : { text: refused, tone: 'yellow' },
  },
];
