/** Shows what each row of a saved response would become. Nothing is fetched or published. */
import { minorDigits } from '../../domain/currency.ts';
import { CENTS_PER_USD } from '../../domain/money.ts';
import type { Allowance, Price } from '../../domain/plan.ts';
import { checkRows } from '../accept/check-rows.ts';
import type { FeedPage } from '../adapter.ts';
import type { IngestConfig, SourceConfig } from '../config/load.ts';
import { HOSTS_MAX } from '../config/schema.ts';
import type { Draft, ParsedRow } from '../draft.ts';
import type { Candidate } from '../normalise/normalise.ts';
import { type NormaliseSettings, normalise } from '../normalise/normalise.ts';
import { createOverrides } from '../normalise/overrides.ts';
import { RatesUnusable } from '../normalise/price.ts';
import { createProposals, regionsEntry } from '../normalise/proposals.ts';
import { createRowProviders } from '../normalise/row-providers.ts';
import { jsonOf } from '../parse/body.ts';
import { bytesLabel } from '../parse/data.ts';
import { createPlaceResolver } from '../parse/places.ts';
import { cleanName, cleanText } from '../parse/text.ts';
import type { RunRates } from '../read/rates.ts';
import { regionsOfSeller } from './guess/regions.ts';
import { type Proposal, parsedBy } from './propose.ts';

export interface TriedRow {
  readonly row: number;
  readonly id: string | null;
  readonly provider: string | null;
  readonly name: string;
  readonly countries: readonly string[];
  readonly data: string;
  readonly days: number | null;
  /** The price that would be published. For a row that could not be normalised, the price as the feed states it. */
  readonly price: string;
  /** Why the row is rejected. null if it would become a plan. */
  readonly refused: string | null;
  /** Regions for whose countries the row waits. */
  readonly regions: readonly string[];
}

/** Returns the reason as text if the file does not have the format of the source. */
export async function readAsSource(
  { id, adapter, options }: SourceConfig,
  page: FeedPage,
): Promise<Proposal | string> {
  const parsed = await parsedBy(adapter, page, options);
  return typeof parsed === 'string'
    ? `this file does not have the format of the source "${id}": ${parsed}`
    : { adapter, options, parsed, notes: [] };
}

/** Each link is compared with every host. */
const HOSTS_TRIED_MAX = 1000;

/** The hosts of the links in the file. The operator would allow these hosts if the links are right. */
function hostsOf(parsed: readonly ParsedRow[]): readonly string[] {
  const hosts = new Set(parsed.flatMap((row) => (row.ok ? (URL.parse(row.draft.link)?.hostname ?? []) : [])));
  // A host allows its subdomains.
  return [...hosts].filter((host) => !parentsOf(host).some((parent) => hosts.has(parent)));
}

/** "shop.example" and "example" for "www.shop.example". */
const parentsOf = (host: string): readonly string[] =>
  host.split('.').map((_, at, labels) => labels.slice(at + 1).join('.'));

/** Returns null if the proposed entry has all hosts of the file. */
export function hostsNote({ parsed }: Proposal): string | null {
  const { length } = hostsOf(parsed);
  return length <= HOSTS_MAX || providersNamed(parsed).size <= 1
    ? null
    : `the links lead to ${length} hosts, and "hosts" has the first ${HOSTS_MAX} of them, the most that it may have: replace subdomains by the domain that they belong to, or divide the source`;
}

const providersNamed = (parsed: readonly ParsedRow[]): ReadonlySet<string> =>
  new Set(parsed.flatMap((row) => (row.ok ? row.draft.provider || [] : [])));

/** The entry that the operator would add to the sources file. */
export function sourceEntryFor({ adapter, options, parsed }: Proposal): object {
  const owner =
    providersNamed(parsed).size > 1
      ? { providers: { create: { hosts: hostsOf(parsed).slice(0, HOSTS_MAX) } } }
      : { provider: 'write-its-id' };
  const roles = Object.fromEntries(adapter.credentials.map((role) => [role, `MY_${role.toUpperCase()}`]));
  const credentials = adapter.credentials.length === 0 ? {} : { credentials: roles };
  return { id: 'write-an-id', adapter: adapter.id, ...owner, ...credentials, options };
}

/** Normalises and checks the rows as an ingest does, without the checks that need earlier runs or other sources. */
export function tryRows(
  { parsed }: Proposal,
  source: SourceConfig | null,
  config: IngestConfig | null,
  rates: RunRates,
  now: number,
): readonly TriedRow[] {
  const hosts = hostsOf(parsed).slice(0, HOSTS_TRIED_MAX);
  const anyProvider = { provider: null, providers: { create: { hosts } } };
  const isNamedByRow = source === null ? providersNamed(parsed).size > 0 : source.provider === null;
  const settings: NormaliseSettings = {
    source: source?.id ?? 'tried',
    provider: source?.provider ?? 'tried',
    hosts: config?.providers.find(({ id }) => id === source?.provider)?.hosts ?? hosts,
    ...(isNamedByRow
      ? { providerOf: createRowProviders(source ?? anyProvider, config?.providers ?? []).of }
      : {}),
    trackingLink: source?.trackingLink ?? null,
    resolvePlace: createPlaceResolver(source?.places),
    rates,
    shop: source?.shop ?? null,
    currencyPreference: source?.currencyPreference ?? [],
    ...(config === null ? {} : { correct: createOverrides(config.overrides, [], now).correct }),
    now,
  };
  const candidates: Candidate[] = [];
  const tried = parsed.map((row) => {
    const { ref } = row;
    const id = ref.externalId === null ? null : cleanName(ref.externalId, SHOWN_MAX);
    if (!row.ok)
      return {
        ...EMPTY,
        row: ref.row,
        id,
        refused: because(row.reason, row.detail),
        regions: row.regions ?? [],
      };
    const read = normaliseRow(row.draft, settings);
    const stated = { ...EMPTY, row: ref.row, id, ...statedBy(row.draft) };
    if (!read.ok)
      return {
        ...stated,
        refused: because(read.reason, read.detail),
        regions: 'regions' in read ? (read.regions ?? []) : [],
      };
    const { ok: _ok, ...candidate } = read;
    const { plan } = candidate;
    candidates.push({ ref, ...candidate });
    return {
      ...stated,
      provider: isNamedByRow ? plan.provider : null,
      name: plan.name,
      countries: plan.coverage.destinations,
      data: dataOf(plan.allowance),
      days: plan.validity.days,
      price: priceText(plan.price),
      refused: null,
    };
  });
  const { suspects, duplicates } = checkRows(candidates);
  const refused = new Map([
    ...duplicates.map(({ row, reason, detail }) => [row, because(reason, detail)] as const),
    ...suspects.map(({ candidate, reason, detail }) => [candidate.ref.row, because(reason, detail)] as const),
  ]);
  return tried.map((row) => ({ ...row, refused: row.refused ?? refused.get(row.row) ?? null }));
}

/** Proposes the entry for the regions for which rows wait, with the lists of the seller that the file contains. */
export function regionsNote(rows: readonly TriedRow[], page: FeedPage): string | null {
  const collected = createProposals();
  for (const { regions } of rows) collected.waiting(regions);
  const { regions } = collected.proposals();
  const names = Object.keys(regions);
  if (names.length === 0) return null;
  const waiting = rows.filter((row) => row.regions.length > 0).length;
  const listed = regionsOfSeller(documentOf(page), names);
  const complete = names.every((name) => Object.hasOwn(listed, name));
  const advice = complete ? 'the file lists them; check and add' : 'ask the seller, and add';
  return `${waiting} ${waiting === 1 ? 'row waits' : 'rows wait'} for the countries of regions: ${advice} to the options ${regionsEntry(names, listed)}`;
}

/** null: it is no JSON. */
function documentOf(page: FeedPage): unknown {
  try {
    return jsonOf(page);
  } catch {
    return null;
  }
}

const because = (reason: string, detail: string): string => `${reason}: ${cleanText(detail, SHOWN_MAX)}`;

/** An ingest with unusable exchange rates keeps the last good plans. Here each row is rejected with that reason. */
function normaliseRow(draft: Draft, settings: NormaliseSettings) {
  try {
    return normalise(draft, settings);
  } catch (error) {
    if (!(error instanceof RatesUnusable)) throw error;
    return { ok: false, reason: 'unknown_currency', detail: error.message } as const;
  }
}

/** The maximum length of an id or a detail. It is enough to find the row. */
const SHOWN_MAX = 200;
const EMPTY = {
  provider: null,
  name: '',
  countries: [],
  data: '',
  days: null,
  price: '',
  regions: [],
} as const;

function statedBy(draft: Draft): Omit<TriedRow, 'row' | 'id' | 'refused' | 'countries' | 'regions'> {
  const { name, model, data, days, prices, provider } = draft;
  const [first = ''] = Object.keys(prices);
  const currency = prices['USD'] === undefined ? first : 'USD';
  const amount = prices[currency] ?? '';
  const size = data === null ? 'unlimited' : bytesLabel(data) + (model === 'per_day' ? '/day' : '');
  return {
    name: cleanName(name ?? draft.placeName ?? ''),
    data: size,
    days,
    price: `${amount} ${currency}`.trim(),
    provider: provider == null ? null : cleanName(provider),
  };
}

/** "8.00 USD", and "9.74 USD from 9.00 EUR" for a converted price. */
function priceText({ minor, currency, usdCents }: Price): string {
  const usd = `${(usdCents / CENTS_PER_USD).toFixed(2)} USD`;
  if (currency === 'USD') return usd;
  const digits = minorDigits(currency);
  return `${usd} from ${(minor / 10 ** digits).toFixed(digits)} ${currency}`;
}

/** The data with the speed after the cap: "1 GB/day, then 512 kbps", "unlimited (2 GB/day at full speed)". */
function dataOf(allowance: Allowance): string {
  const { model, bytes, periodDays, fullSpeedBytesPerDay, throttleKbps, uncapped } = allowance;
  const slowed = throttleKbps === null ? '' : `, then ${throttleKbps} kbps`;
  if (model === 'unlimited' || bytes === null) {
    if (uncapped === true) return 'unlimited (no cap)';
    const fair =
      fullSpeedBytesPerDay === null ? '' : ` (${bytesLabel(fullSpeedBytesPerDay)}/day at full speed)`;
    return `unlimited${fair}${slowed}`;
  }
  const per = model === 'per_day' ? '/day' : periodDays === null ? '' : `/${periodDays} days`;
  return `${bytesLabel(bytes)}${per}${slowed}`;
}
