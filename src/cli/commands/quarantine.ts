/** `esim quarantine`: prices that are quarantined, and why. */

import { readQuarantine } from '../../ingest/documents.ts';
import { dollarsOfCents } from '../../ingest/parse/money.ts';
import { readSettings } from '../../service/settings.ts';
import { type Dependencies, painter } from '../dependencies.ts';
import { ago, count, type JsonOption, printJson, printTable, toJson } from '../output.ts';
import { readStore, sourceIds } from '../store.ts';

export interface QuarantineOptions extends JsonOption {
  readonly limit: number;
}

export async function listQuarantine(
  source: string | undefined,
  { json, limit }: QuarantineOptions,
  deps: Dependencies,
): Promise<void> {
  const settings = readSettings(deps.env);
  const now = deps.clock();
  const documents = await readStore(settings, deps, async (store) => {
    const ids = await sourceIds(settings, store, now, source);
    return Promise.all(ids.map((id) => readQuarantine(store.documents, id)));
  });
  const prices = documents
    .filter((document) => document !== null)
    .flatMap(({ source: from, plans }) => plans.map((price) => ({ source: from, ...price })));
  const { out, err } = deps;
  // `toJson` recognises a time by its name.
  if (json)
    return printJson(out, toJson(prices.map(({ since, ...price }) => ({ ...price, sinceAt: since }))));
  if (prices.length === 0) return out.write('no price is quarantined\n');
  printTable(out, prices.slice(0, limit), [
    { title: 'Source', shrinkTo: 10, cell: ({ source: from }) => from },
    { title: 'Plan', shrinkTo: 12, cell: ({ plan }) => plan },
    { title: 'Name', shrinkTo: 10, dropOrder: 2, cell: ({ name }) => name },
    { title: 'Price', align: 'right', cell: ({ usdCents }) => dollarsOfCents(usdCents) },
    {
      title: 'Reason',
      shrinkTo: 20,
      // An accepted price is published by the next run.
      cell: ({ accepted, detail }) => (accepted ? `accepted: ${detail}` : detail),
    },
    { title: 'Since', align: 'right', dropOrder: 1, cell: ({ since }) => ago(since, now) },
  ]);
  const shown = prices.length > limit ? `the first ${count(limit)} of ${count(prices.length)}; ` : '';
  const hint =
    'to accept a price, run esim accept <source> <plan>; for all of a source, esim accept <source>';
  err.write(`${painter(err.colour)('dim', shown + hint)}\n`);
}
