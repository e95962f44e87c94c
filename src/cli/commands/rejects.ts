/** `esim rejects`: rows that were refused in the last run of a source, and why. */

import { type RejectsDocument, readRejects, readRuns } from '../../ingest/documents.ts';
import { REJECT_REASONS, type RejectReason } from '../../ingest/types.ts';
import { readSettings } from '../../settings.ts';
import { type Dependencies, painter } from '../dependencies.ts';
import { count, forPrograms, type JsonOption, moment, plural, printJson, printTable } from '../display.ts';
import { lookInStore, sourceIds } from '../store.ts';

export interface RejectsOptions extends JsonOption {
  readonly reason?: RejectReason;
  readonly limit: number;
}

export async function listRejects(source: string | undefined, options: RejectsOptions, around: Dependencies) {
  const settings = readSettings(around.env);
  const ids = await sourceIds(settings, around.clock(), source);
  const { documents, runs } = await lookInStore(settings, around, async (store) => ({
    documents: await Promise.all(ids.map((id) => readRejects(store.documents, id))),
    runs: await readRuns(store.documents),
  }));
  const found = documents
    .filter((document) => document !== null)
    .map((document) => onlyReason(document, options.reason));
  if (options.json) {
    const all = found.map(({ at, ...document }) => forPrograms({ ...document, readAt: at }));
    return printJson(around.out, source === undefined ? all : (all[0] ?? null));
  }
  if (source !== undefined) return printRows(found[0], source, options.limit, around);
  const counts = runs
    .filter((run) => ids.includes(run.source))
    .flatMap((run) =>
      REJECT_REASONS.map((reason) => [run.source, reason, run.counts.byReason[reason] ?? 0] as const),
    )
    .filter(([, reason, rows]) => rows > 0 && (options.reason === undefined || options.reason === reason));
  if (counts.length === 0) return around.out.write('no rejected rows\n');
  printTable(around.out, counts, [
    { title: 'Source', shrinkTo: 12, cell: ([id]) => id },
    { title: 'Reason', cell: ([, reason]) => reason },
    { title: 'Rows', align: 'right', cell: ([, , rows]) => count(rows) },
  ]);
  around.err.write(painter(around.err.colour)('dim', 'esim rejects <source> shows the rows\n'));
}

/** `total` counts what is no longer kept too, so it stands only for the whole. */
function onlyReason(document: RejectsDocument, reason: RejectReason | undefined): RejectsDocument {
  if (reason === undefined) return document;
  const rows = document.rows.filter((row) => row.reason === reason);
  return { ...document, total: rows.length, rows };
}

function printRows(
  document: RejectsDocument | undefined,
  source: string,
  limit: number,
  { out }: Dependencies,
) {
  if (document === undefined) return out.write(`${source} has not been read yet\n`);
  if (document.rows.length === 0) return out.write(`no rejected rows in ${source}\n`);
  const shown = document.rows.slice(0, limit);
  printTable(out, shown, [
    { title: 'Page', align: 'right', leave: 2, cell: ({ page }) => String(page) },
    { title: 'Row', align: 'right', cell: ({ row }) => String(row) },
    { title: 'Id', shrinkTo: 12, leave: 1, cell: ({ externalId }) => externalId ?? '' },
    { title: 'Reason', cell: ({ reason }) => reason },
    { title: 'Detail', shrinkTo: 20, cell: ({ detail }) => detail },
  ]);
  const total = plural(document.total, 'rejected row');
  const part = shown.length < document.total ? `the first ${count(shown.length)} of ` : '';
  out.write(painter(out.colour)('dim', `${part}${total} in ${source}, read ${moment(document.at)}\n`));
}
