/** `esim history`: what a plan cost before, as ingest remembers it. */
import { centsToUsd } from '../../domain/money.ts';
import { readHistory } from '../../ingest/accept/history.ts';
import { configFor } from '../../ingestion.ts';
import { readSettings } from '../../settings.ts';
import type { Dependencies } from '../dependencies.ts';
import { isoTime, type JsonOption, moment, printJson, printTable } from '../display.ts';
import { CommandError } from '../failure.ts';
import { withCatalogue } from '../store.ts';

export async function showHistory(provider: string, plan: string, options: JsonOption, around: Dependencies) {
  const settings = readSettings(around.env);
  const config = await configFor(settings.sourcesFile, around.clock());
  const sources = config.sources
    .filter((source) => source.provider === provider || source.provider === null)
    .map(({ id }) => id);
  if (sources.length === 0) {
    const known = [...new Set(config.sources.flatMap((source) => source.provider ?? []))].sort();
    throw new CommandError(`no source is of the provider ${provider}: it is one of ${known.join(', ')}`);
  }
  const { entry, range } = await withCatalogue(settings, around, async (catalogue, store) => {
    const current = catalogue.find(provider, plan);
    const histories = await Promise.all(sources.map((source) => readHistory(store.documents, source)));
    const found = histories.map((history) => history.get(plan)).find((history) => history !== undefined);
    return { entry: found ?? null, range: current?.observation ?? null };
  });
  if (entry === null)
    throw new CommandError(`no plan ${plan} of ${provider} was ever seen: an id is the end of its /go/ link`);
  const lowest = range === null ? null : centsToUsd(range.lowestCents);
  const highest = range === null ? null : centsToUsd(range.highestCents);
  if (options.json)
    return printJson(around.out, {
      provider,
      plan,
      first_seen_at: isoTime(entry.firstSeenAt),
      gone_at: entry.goneAt === null ? null : isoTime(entry.goneAt),
      lowest_30d_usd: lowest,
      highest_30d_usd: highest,
      prices: entry.prices.map(([at, , , usdCents]) => ({ from: isoTime(at), usd: centsToUsd(usdCents) })),
    });
  printTable(around.out, entry.prices, [
    { title: 'From', cell: ([at]) => moment(at) },
    { title: 'USD', align: 'right', cell: ([, , , usdCents]) => centsToUsd(usdCents).toFixed(2) },
    {
      title: 'In its currency',
      align: 'right',
      cell: ([, minor, currency]) => (currency === 'USD' ? '' : `${minor} ${currency} (minor units)`),
    },
  ]);
  const gone = entry.goneAt === null ? '' : `, gone since ${moment(entry.goneAt)}`;
  around.out.write(`first seen ${moment(entry.firstSeenAt)}${gone}\n`);
  if (lowest !== null && highest !== null)
    around.out.write(`last 30 days: ${lowest.toFixed(2)} to ${highest.toFixed(2)} USD\n`);
}
