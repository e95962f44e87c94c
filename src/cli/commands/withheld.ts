/** `esim withheld`: prices that are held back, and why. */

import { readQuarantine } from '../../ingest/documents.ts';
import { dollars } from '../../ingest/parse/money.ts';
import { readSettings } from '../../settings.ts';
import { type Dependencies, painter } from '../dependencies.ts';
import { ago, count, forPrograms, type JsonOption, printJson, printTable } from '../display.ts';
import { lookInStore, sourceIds } from '../store.ts';

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
  const ids = await sourceIds(settings, now, source);
  const documents = await lookInStore(settings, around, (store) =>
    Promise.all(ids.map((id) => readQuarantine(store.documents, id))),
  );
  const rows = documents.flatMap((document) =>
    (document?.plans ?? []).map((row) => ({ source: document?.source ?? '', ...row })),
  );
  const { out } = around;
  if (json) return printJson(out, forPrograms(rows.map(({ since, ...row }) => ({ ...row, sinceAt: since }))));
  if (rows.length === 0) return out.write('no price is held back\n');
  printTable(out, rows.slice(0, limit), [
    { title: 'Source', shrinkTo: 10, cell: (row) => row.source },
    { title: 'Plan', shrinkTo: 12, cell: ({ plan }) => plan },
    { title: 'Name', shrinkTo: 10, leave: 1, cell: ({ name }) => name },
    { title: 'Price', align: 'right', cell: ({ usdCents }) => dollars(usdCents) },
    {
      title: 'Why',
      shrinkTo: 20,
      cell: ({ accepted, detail }) => (accepted ? `accepted: ${detail}` : detail),
    },
    { title: 'Since', align: 'right', leave: 2, cell: ({ since }) => ago(since, now) },
  ]);
  const part = rows.length > limit ? `the first ${count(limit)} of ${count(rows.length)}; ` : '';
  const hint = `${part}esim accept <source> <plan> lets one through, esim accept <source> all of them\n`;
  around.err.write(painter(around.err.colour)('dim', hint));
}
