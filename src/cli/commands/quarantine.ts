/** `esim quarantine`: plans that are quarantined, and why. */
import { dollarsOfCents } from '../../domain/money.ts';
import { type QuarantinedPlan, quarantinedSince, readQuarantine } from '../../ingest/documents/quarantine.ts';
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
  const plans = documents
    .filter((document) => document !== null)
    .flatMap(({ source: from, plans: own }) => own.map((plan) => ({ source: from, ...plan })));
  const { out, err } = deps;
  if (json) return printJson(out, toJson(plans.map(quarantineJson)));
  if (plans.length === 0) return out.write('no plan is quarantined\n');
  printTable(out, plans.slice(0, limit), [
    // Other commands need both as arguments, so they are not shortened.
    { title: 'Source', cell: ({ source: from }) => from },
    { title: 'Plan', cell: ({ plan }) => plan },
    { title: 'Name', shrinkTo: 10, dropOrder: 2, cell: ({ name }) => name },
    { title: 'Price', align: 'right', cell: ({ usdCents }) => dollarsOfCents(usdCents) },
    { title: 'Kind', cell: ({ reason }) => reason },
    {
      title: 'Reason',
      shrinkTo: 20,
      // An accepted plan is published by the next run.
      cell: ({ accepted, detail }) => (accepted ? `accepted: ${detail}` : detail),
    },
    { title: 'Since', align: 'right', dropOrder: 1, cell: (one) => ago(quarantinedSince(one), now) },
  ]);
  const shown = plans.length > limit ? `the first ${count(limit)} of ${count(plans.length)}; ` : '';
  const hint =
    'to accept a plan, run esim accept <source> <plan>; for all of a kind, esim accept <source> --kind <kind>';
  err.write(`${painter(err.colour)('dim', shown + hint)}\n`);
}

/** Without what only the next run needs, which `old` states in words. `toJson` recognises a time by the end of its name. */
export function quarantineJson(quarantined: QuarantinedPlan) {
  const {
    terms: _terms,
    termsSince: _since,
    priceSince: _priceSince,
    oldUsdCents: _cents,
    ...plan
  } = quarantined;
  return { ...plan, sinceAt: quarantinedSince(quarantined) };
}
