/** `esim history`: earlier prices of a plan. */
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { isoTime } from '../../domain/calendar.ts';
import { centsToUsd } from '../../domain/money.ts';
import { type PlanHistory, readHistory } from '../../ingest/accept/history.ts';
import type { SourceConfig } from '../../ingest/config/load.ts';
import { type PlanRef, publishedIds } from '../../ingest/parse/plan-names.ts';
import { configFor } from '../../service/ingestion.ts';
import { readSettings } from '../../service/settings.ts';
import type { Store } from '../../store/port.ts';
import type { Dependencies } from '../dependencies.ts';
import { CommandError } from '../errors.ts';
import { findPlan, plansNamed, unknownPlan } from '../named-plan.ts';
import { type JsonOption, moment, printJson, printTable } from '../output.ts';
import { withCatalogue } from '../store.ts';

interface FoundHistory extends PlanRef {
  readonly history: PlanHistory;
}

/** The histories of the plans that a name may mean. The catalogue no longer has a plan that is gone. */
async function historiesOf(
  name: string,
  sources: readonly SourceConfig[],
  catalogue: Catalogue,
  { documents }: Store,
): Promise<readonly FoundHistory[]> {
  const found: FoundHistory[] = [];
  for (const source of sources) {
    const histories = await readHistory(documents, source.id);
    // A source without a provider has those of its rows.
    const providers = source.provider === null ? catalogue.providers.map(({ id }) => id) : [source.provider];
    for (const ref of plansNamed(name, providers)) {
      if (!providers.includes(ref.provider)) continue;
      const plan = publishedIds(ref.provider, ref.plan).find((id) => histories.has(id));
      if (plan !== undefined) found.push({ provider: ref.provider, plan, history: histories.get(plan)! });
    }
  }
  return found;
}

export async function showHistory(name: string, options: JsonOption, deps: Dependencies) {
  const settings = readSettings(deps.env);
  const { sources } = await configFor(settings.sourcesFile, deps.clock());
  const { provider, plan, history, range } = await withCatalogue(settings, deps, async (catalogue, store) => {
    const [found, ...others] = await historiesOf(name, sources, catalogue, store);
    if (found === undefined) throw unknownPlan(catalogue, name);
    if (others.some((other) => other.provider !== found.provider))
      throw new CommandError(`${name} is the id of plans of several providers; use <provider>/<id>`);
    return { ...found, range: findPlan(catalogue, found)?.observation };
  });
  const lowest = range === undefined ? null : centsToUsd(range.lowestCents);
  const highest = range === undefined ? null : centsToUsd(range.highestCents);
  const prices = history.prices.map(([from, _minor, _currency, usdCents]) => ({
    from,
    usd: centsToUsd(usdCents),
  }));
  if (options.json)
    return printJson(deps.out, {
      provider,
      plan,
      first_seen_at: isoTime(history.firstSeenAt),
      gone_at: history.goneAt === null ? null : isoTime(history.goneAt),
      lowest_30d_usd: lowest,
      highest_30d_usd: highest,
      prices: prices.map(({ from, usd }) => ({ from: isoTime(from), usd })),
    });
  printTable(deps.out, prices, [
    { title: 'From', cell: ({ from }) => moment(from) },
    { title: 'USD', align: 'right', cell: ({ usd }) => usd.toFixed(2) },
  ]);
  const gone = history.goneAt === null ? '' : `, not offered since ${moment(history.goneAt)}`;
  deps.out.write(`first seen ${moment(history.firstSeenAt)}${gone}\n`);
  if (lowest !== null && highest !== null)
    deps.out.write(`last 30 days: ${lowest.toFixed(2)} to ${highest.toFixed(2)} USD\n`);
}
