/** `esim history`: earlier prices of a plan. */
import { centsToUsd } from '../../domain/money.ts';
import { readHistory } from '../../ingest/accept/history.ts';
import { publishedIds } from '../../ingest/parse/plan-names.ts';
import { configFor } from '../../service/ingestion.ts';
import { readSettings } from '../../service/settings.ts';
import type { Dependencies } from '../dependencies.ts';
import { CommandError } from '../errors.ts';
import { isoTime, type JsonOption, moment, printJson, printTable } from '../output.ts';
import { findPlan, withCatalogue } from '../store.ts';

export async function showHistory(provider: string, plan: string, options: JsonOption, deps: Dependencies) {
  const settings = readSettings(deps.env);
  const config = await configFor(settings.sourcesFile, deps.clock());
  // A source without a provider has those of its rows.
  const sources = config.sources
    .filter((source) => source.provider === provider || source.provider === null)
    .map(({ id }) => id);
  if (sources.length === 0) {
    const known = [...new Set(config.sources.flatMap((source) => source.provider ?? []))].sort();
    throw new CommandError(`there is no provider "${provider}"; the providers are ${known.join(', ')}`);
  }
  const { entry, range } = await withCatalogue(settings, deps, async (catalogue, store) => {
    const histories = await Promise.all(sources.map((source) => readHistory(store.documents, source)));
    return {
      entry: histories
        .flatMap((history) => publishedIds(provider, plan).map((id) => history.get(id)))
        .find((found) => found !== undefined),
      // A plan that is gone has a history, but no price range.
      range: findPlan(catalogue, { provider, plan })?.observation,
    };
  });
  if (entry === undefined)
    throw new CommandError(
      `${provider} never had a plan ${plan}; the id of a plan is the last part of its /go/ link`,
    );
  const lowest = range === undefined ? null : centsToUsd(range.lowestCents);
  const highest = range === undefined ? null : centsToUsd(range.highestCents);
  const prices = entry.prices.map(([from, _minor, _currency, usdCents]) => ({
    from,
    usd: centsToUsd(usdCents),
  }));
  if (options.json)
    return printJson(deps.out, {
      provider,
      plan,
      first_seen_at: isoTime(entry.firstSeenAt),
      gone_at: entry.goneAt === null ? null : isoTime(entry.goneAt),
      lowest_30d_usd: lowest,
      highest_30d_usd: highest,
      prices: prices.map(({ from, usd }) => ({ from: isoTime(from), usd })),
    });
  printTable(deps.out, prices, [
    { title: 'From', cell: ({ from }) => moment(from) },
    { title: 'USD', align: 'right', cell: ({ usd }) => usd.toFixed(2) },
  ]);
  const gone = entry.goneAt === null ? '' : `, not offered since ${moment(entry.goneAt)}`;
  deps.out.write(`first seen ${moment(entry.firstSeenAt)}${gone}\n`);
  if (lowest !== null && highest !== null)
    deps.out.write(`last 30 days: ${lowest.toFixed(2)} to ${highest.toFixed(2)} USD\n`);
}
