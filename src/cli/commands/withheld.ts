/** `esim withheld`: prices that are held back, and why. */
import { readWithheld } from '../../ingest/records.ts';
import { dollars } from '../../ingest/withhold.ts';
import { configFor } from '../../ingestion.ts';
import { readSettings } from '../../settings.ts';
import { type Dependencies, painter } from '../dependencies.ts';
import { ago, count, forPrograms, type JsonOption, printJson, printTable } from '../display.ts';
import { lookInStore, requireSource } from '../store.ts';

export interface WithheldOptions extends JsonOption {
  readonly limit: number;
}

export async function listWithheld(
  source: string | undefined,
  { json, limit }: WithheldOptions,
  around: Dependencies,
): Promise<void> {
  const settings = readSettings(around.env);
  const now = around.clock();
  const config = await configFor(settings.sourcesFile, now);
  if (source !== undefined) requireSource(config, source);
  const ids = source === undefined ? config.sources.map(({ id }) => id) : [source];
  const documents = await lookInStore(settings, around, (store) =>
    Promise.all(ids.map((id) => readWithheld(store.documents, id))),
  );
  const rows = documents.flatMap((document) =>
    (document?.plans ?? []).map((row) => ({ source: document?.source ?? '', ...row })),
  );
  const { out } = around;
  if (json) return printJson(out, forPrograms(rows.map(({ since, ...row }) => ({ ...row, sinceAt: since }))));
  if (rows.length === 0) {
    out.write('no price is held back\n');
    return;
  }
  printTable(
    out,
    [
      { title: 'Source', shrinkTo: 10 },
      { title: 'Plan', shrinkTo: 12 },
      { title: 'Name', shrinkTo: 10, leave: 1 },
      { title: 'Price', align: 'right' },
      { title: 'Why', shrinkTo: 20 },
      { title: 'Since', align: 'right', leave: 2 },
    ],
    rows
      .slice(0, limit)
      .map((row) => [
        row.source,
        row.plan,
        row.name,
        dollars(row.usdCents),
        row.accepted ? `accepted: ${row.detail}` : row.detail,
        ago(row.since, now),
      ]),
  );
  const part = rows.length > limit ? `the first ${count(limit)} of ${count(rows.length)}; ` : '';
  const hint = `${part}esim accept <source> <plan> lets one through, esim accept <source> all of them\n`;
  around.err.write(painter(around.err.colour)('dim', hint));
}
