/** `esim try`: a saved answer of a feed, as the rows that it would become. Nothing is published. */
import { readFile } from 'node:fs/promises';
import type { Allowance } from '../../domain/plan.ts';
import type { Draft, FeedPage, Parsed } from '../../ingest/adapter.ts';
import type { IngestConfig, SourceConfig } from '../../ingest/config/load.ts';
import { createNormaliser } from '../../ingest/normalise.ts';
import { amountLabel } from '../../ingest/parse/data.ts';
import { createPlaceResolver } from '../../ingest/places.ts';
import { type Proposal, parsedBy, propose } from '../../ingest/propose.ts';
import { createRowProviders } from '../../ingest/row-providers.ts';
import { cleanName, cleanText } from '../../ingest/text.ts';
import { configFor } from '../../ingestion.ts';
import { sampleRates } from '../../sample/prices.ts';
import { readSettings } from '../../settings.ts';
import { type Dependencies, painter } from '../dependencies.ts';
import { count, type JsonOption, plural, printJson, printTable } from '../display.ts';
import { CommandError, EXIT, UsageError } from '../failure.ts';
import { requireSource } from '../store.ts';
import { type Cell, oneLine } from '../text/table.ts';

export interface TryOptions extends JsonOption {
  readonly limit: number;
  readonly source?: string;
}

interface TriedRow {
  readonly row: number;
  readonly id: string | null;
  readonly provider: string | null;
  readonly name: string;
  readonly countries: readonly string[];
  readonly data: string;
  readonly days: number | null;
  readonly price: string;
  /** null: it would become a plan. */
  readonly refused: string | null;
}

export async function tryFeed(file: string, options: TryOptions, around: Dependencies): Promise<number> {
  const { out, err, clock } = around;
  const body = await readFile(file).catch(() => {
    throw new UsageError(`the file ${file} cannot be read`);
  });
  const page: FeedPage = { number: 1, contentType: null, body };
  const settings = readSettings(around.env);
  const config = options.source === undefined ? null : await configFor(settings.sourcesFile, clock());
  const source = config === null ? null : sourceNamed(config, options.source ?? '');
  const found = source === null ? await propose(page) : await readBy(source, page);
  if (found === null)
    throw new CommandError(
      source === null
        ? 'no format and no column map fits this file: docs/feeds.md shows how to write a map'
        : `this file is not what the source "${source.id}" reads`,
    );
  const rows = judge(found, source, config, clock());
  const taken = rows.filter(({ refused }) => refused === null).length;
  const entry = entryOf(found);
  if (options.json) printJson(out, { source: entry, notes: found.notes, rows });
  else {
    printTable(out, COLUMNS, rows.slice(0, options.limit).map(cellsOf));
    if (source === null) out.write(`\nfits "${found.adapter.id}":\n${JSON.stringify(entry, null, 2)}\n`);
    for (const note of found.notes) out.write(`${painter(out.colour)('yellow', 'note')} ${oneLine(note)}\n`);
    const shown = rows.length > options.limit ? `, the first ${count(options.limit)} shown` : '';
    err.write(
      `${count(taken)} of ${plural(rows.length, 'row')} would become plans${shown}; nothing was published\n`,
    );
  }
  return taken > 0 ? EXIT.ok : EXIT.failure;
}

function sourceNamed(config: IngestConfig, id: string): SourceConfig | null {
  requireSource(config, id);
  return config.sources.find((source) => source.id === id) ?? null;
}

async function readBy({ adapter, options }: SourceConfig, page: FeedPage): Promise<Proposal | null> {
  const parsed = await parsedBy(adapter, page, options);
  return parsed === null ? null : { adapter, options, parsed, notes: [] };
}

/** Hosts that the file's own links lead to: what the operator would allow if they are right. */
function hostsOf(parsed: readonly Parsed[]): readonly string[] {
  const hosts = parsed.flatMap((row) => (row.ok ? (URL.parse(row.draft.link)?.hostname ?? []) : []));
  return [...new Set(hosts)].slice(0, 50);
}

function entryOf({ adapter, options, parsed }: Proposal): object {
  const names = new Set(parsed.flatMap((row) => (row.ok ? (row.draft.provider ?? []) : [])));
  const owner =
    names.size > 1 ? { providers: { create: { hosts: hostsOf(parsed) } } } : { provider: 'write-its-id' };
  const roles = Object.fromEntries(adapter.credentials.map((role) => [role, `MY_${role.toUpperCase()}`]));
  const credentials = adapter.credentials.length === 0 ? {} : { credentials: roles };
  return { id: 'write-an-id', adapter: adapter.id, ...owner, ...credentials, options };
}

/** The same step that an ingest takes, without what needs the whole market. Prices convert at the sample's rates. */
function judge(
  { parsed }: Proposal,
  source: SourceConfig | null,
  config: IngestConfig | null,
  now: number,
): readonly TriedRow[] {
  const many = { provider: null, providers: { create: { hosts: [...hostsOf(parsed)] } } };
  const owners = createRowProviders(source ?? many, config?.providers ?? []);
  const isMany =
    source === null ? parsed.some((row) => row.ok && row.draft.provider) : source.provider === null;
  const normalise = createNormaliser({
    source: source?.id ?? 'tried',
    provider: source?.provider ?? 'tried',
    hosts: config?.providers.find(({ id }) => id === source?.provider)?.hosts ?? hostsOf(parsed),
    ...(isMany ? { providerOf: owners.of } : {}),
    trackingLink: source?.trackingLink ?? null,
    resolvePlace: createPlaceResolver(source?.places),
    rates: { table: sampleRates(now), problem: null },
    currencyPreference: source?.currencyPreference ?? [],
    now,
  });
  return parsed.map((row) => {
    const { ref } = row;
    const id = ref.externalId === null ? null : cleanName(ref.externalId, SHOWN_MAX);
    const refused = (reason: string, detail: string) => `${reason}: ${cleanText(detail, SHOWN_MAX)}`;
    if (!row.ok) return { ...NOTHING, row: ref.row, id, refused: refused(row.reason, row.detail) };
    const read = normalise(row.draft);
    const said = { ...NOTHING, row: ref.row, id, ...saidBy(row.draft) };
    if (!read.ok) return { ...said, refused: refused(read.reason, read.detail) };
    const { plan, impossiblePrice } = read;
    return {
      ...said,
      provider: isMany ? plan.provider : null,
      name: plan.name,
      countries: plan.coverage.destinations,
      data: dataOf(plan.allowance),
      days: plan.validity.days,
      refused: impossiblePrice === null ? null : `impossible_price: ${impossiblePrice}`,
    };
  });
}

/** Of an id or a detail: long enough to find the row by. */
const SHOWN_MAX = 200;
const NOTHING = { provider: null, name: '', countries: [], data: '', days: null, price: '' } as const;

function saidBy({
  name,
  model,
  data,
  days,
  prices,
  provider,
}: Draft): Omit<TriedRow, 'row' | 'id' | 'refused' | 'countries'> {
  const [currency = '', amount = ''] = Object.entries(prices)[0] ?? [];
  const size = data === null ? 'unlimited' : amountLabel(data) + (model === 'per_day' ? '/day' : '');
  return {
    name: cleanName(name),
    data: size,
    days,
    price: `${amount} ${currency}`.trim(),
    provider: provider == null ? null : cleanName(provider),
  };
}

/** As the service reads it, with what follows the cap: "1 GB/day, then 512 kbps", "unlimited (2 GB/day at full speed)". */
function dataOf({
  model,
  bytes,
  periodDays,
  fullSpeedBytesPerDay,
  throttleKbps,
  uncapped,
}: Allowance): string {
  const size = (amount: number) => amountLabel({ amount, unit: 'bytes', base: 1000 });
  const slowed = throttleKbps === null ? '' : `, then ${throttleKbps} kbps`;
  if (model === 'unlimited' || bytes === null) {
    if (uncapped === true) return 'unlimited (no cap)';
    const fair = fullSpeedBytesPerDay === null ? '' : ` (${size(fullSpeedBytesPerDay)}/day at full speed)`;
    return `unlimited${fair}${slowed}`;
  }
  const per = model === 'per_day' ? '/day' : periodDays === null ? '' : `/${periodDays} days`;
  return `${size(bytes)}${per}${slowed}`;
}

const COLUMNS = [
  { title: 'Row', align: 'right' },
  { title: 'Id', shrinkTo: 10, leave: 2 },
  { title: 'Provider', shrinkTo: 8, leave: 1 },
  { title: 'Name', shrinkTo: 12 },
  { title: 'Countries', shrinkTo: 9 },
  { title: 'Data', align: 'right' },
  { title: 'Days', align: 'right' },
  { title: 'Price', align: 'right' },
  { title: 'Becomes', shrinkTo: 16 },
] as const;

function cellsOf({ row, id, provider, name, countries, data, days, price, refused }: TriedRow): Cell[] {
  const where = countries.length > 4 ? `${countries.length} countries` : countries.join(' ');
  return [
    String(row),
    oneLine(id ?? ''),
    oneLine(provider ?? ''),
    oneLine(name),
    where,
    data,
    days === null ? '' : String(days),
    oneLine(price),
    refused === null ? { text: 'a plan', tone: 'green' } : { text: oneLine(refused), tone: 'yellow' },
  ];
}
