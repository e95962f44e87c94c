/** `esim rejects`: rows that the last run of a source rejected, and why. */
import { type RejectsDocument, readRejects } from '../../ingest/documents/rejects.ts';
import { readRuns } from '../../ingest/documents/runs.ts';
import { REJECT_REASONS, type RejectReason } from '../../ingest/draft.ts';
import { readSettings } from '../../service/settings.ts';
import { type Dependencies, painter } from '../dependencies.ts';
import { count, type JsonOption, moment, plural, printJson, printTable, toJson } from '../output.ts';
import { readStore, sourceIds } from '../store.ts';

export interface RejectsOptions extends JsonOption {
  readonly reason?: RejectReason;
  readonly limit: number;
}

export async function listRejects(source: string | undefined, options: RejectsOptions, deps: Dependencies) {
  const settings = readSettings(deps.env);
  const { ids, documents, runs } = await readStore(settings, deps, async (store) => {
    const ids = await sourceIds(settings, store, deps.clock(), source);
    return {
      ids,
      documents: await Promise.all(ids.map((id) => readRejects(store.documents, id))),
      runs: await readRuns(store.documents),
    };
  });
  const found = documents
    .filter((document) => document !== null)
    .map((document) => onlyReason(document, options.reason));
  if (options.json) {
    // `toJson` recognises a time by the end of its name.
    const all = found.map(({ at, ...document }) => toJson({ ...document, readAt: at }));
    return printJson(deps.out, source === undefined ? all : (all[0] ?? null));
  }
  if (source !== undefined) return printRows(found[0], source, options.limit, deps);
  const own = runs.filter((run) => ids.includes(run.source));
  if (own.length === 0) return deps.out.write('no source was read yet\n');
  const counts = own
    .flatMap((run) =>
      REJECT_REASONS.map((reason) => [run.source, reason, run.counts.byReason[reason] ?? 0] as const),
    )
    .filter(([, reason, rows]) => rows > 0 && (options.reason === undefined || options.reason === reason));
  if (counts.length === 0) return deps.out.write('no rejected rows\n');
  printTable(deps.out, counts, [
    { title: 'Source', shrinkTo: 12, cell: ([id]) => id },
    { title: 'Reason', cell: ([, reason]) => reason },
    { title: 'Rows', align: 'right', cell: ([, , rows]) => count(rows) },
  ]);
  deps.err.write(painter(deps.err.colour)('dim', 'to see the rows, run esim rejects <source>\n'));
}

/** The stored `total` also counts rows that are not stored, so it is only right without a filter. */
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
  if (document === undefined) return out.write(`${source} was not read yet\n`);
  if (document.rows.length === 0) return out.write(`no rejected rows in ${source}\n`);
  const shown = document.rows.slice(0, limit);
  printTable(out, shown, [
    { title: 'Page', align: 'right', dropOrder: 1, cell: ({ page }) => String(page) },
    { title: 'Row', align: 'right', cell: ({ row }) => String(row) },
    { title: 'Id', shrinkTo: 12, dropOrder: 2, cell: ({ externalId }) => externalId ?? '' },
    { title: 'Reason', cell: ({ reason }) => reason },
    { title: 'Detail', shrinkTo: 20, cell: ({ detail }) => detail },
  ]);
  const total = plural(document.total, 'rejected row');
  const part = shown.length < document.total ? `the first ${count(shown.length)} of ` : '';
  out.write(painter(out.colour)('dim', `${part}${total} in ${source}, read ${moment(document.at)}\n`));
}
