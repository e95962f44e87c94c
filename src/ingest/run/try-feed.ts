/** What a saved response of a feed would become, row by row. Nothing is fetched or published. */
import { minorDigits } from '../../domain/currency.ts';
import { CENTS_PER_USD } from '../../domain/money.ts';
import type { Allowance, Price } from '../../domain/plan.ts';
import type { IngestConfig } from '../config/load.ts';
import { type NormaliseSettings, normalise } from '../normalise/normalise.ts';
import { createOverrides } from '../normalise/overrides.ts';
import { RatesUnusable } from '../normalise/price.ts';
import { createRowProviders } from '../normalise/row-providers.ts';
import { bytesLabel } from '../parse/data.ts';
import { createPlaceResolver } from '../parse/places.ts';
import { cleanName, cleanText } from '../parse/text.ts';
import type { Draft, FeedPage, ParsedRow, RunRates, SourceConfig } from '../types.ts';
import { type Proposal, parsedBy } from './propose.ts';

export interface TriedRow {
  readonly row: number;
  readonly id: string | null;
  readonly provider: string | null;
  readonly name: string;
  readonly countries: readonly string[];
  readonly data: string;
  readonly days: number | null;
  /** As it would be published. Of a refused row, as the feed states it. */
  readonly price: string;
  /** null: it would become a plan. */
  readonly refused: string | null;
}

/** A text says why the file does not have the format of the source. */
export async function readBy(
  { id, adapter, options }: SourceConfig,
  page: FeedPage,
): Promise<Proposal | string> {
  const parsed = await parsedBy(adapter, page, options);
  return typeof parsed === 'string'
    ? `this file does not have the format of the source "${id}": ${parsed}`
    : { adapter, options, parsed, notes: [] };
}

/** Hosts that the file's own links lead to: what the operator would allow if they are right. */
function hostsOf(parsed: readonly ParsedRow[]): readonly string[] {
  const hosts = parsed.flatMap((row) => (row.ok ? (URL.parse(row.draft.link)?.hostname ?? []) : []));
  return [...new Set(hosts)].slice(0, 50);
}

export function entryOf({ adapter, options, parsed }: Proposal): object {
  const names = new Set(parsed.flatMap((row) => (row.ok ? (row.draft.provider ?? []) : [])));
  const owner =
    names.size > 1 ? { providers: { create: { hosts: hostsOf(parsed) } } } : { provider: 'write-its-id' };
  const roles = Object.fromEntries(adapter.credentials.map((role) => [role, `MY_${role.toUpperCase()}`]));
  const credentials = adapter.credentials.length === 0 ? {} : { credentials: roles };
  return { id: 'write-an-id', adapter: adapter.id, ...owner, ...credentials, options };
}

/** The same step that an ingest takes, without what needs the whole market. */
export function tryRows(
  { parsed }: Proposal,
  source: SourceConfig | null,
  config: IngestConfig | null,
  rates: RunRates,
  now: number,
): readonly TriedRow[] {
  const many = { provider: null, providers: { create: { hosts: [...hostsOf(parsed)] } } };
  const owners = createRowProviders(source ?? many, config?.providers ?? []);
  const isMany =
    source === null ? parsed.some((row) => row.ok && row.draft.provider) : source.provider === null;
  const settings: NormaliseSettings = {
    source: source?.id ?? 'tried',
    provider: source?.provider ?? 'tried',
    hosts: config?.providers.find(({ id }) => id === source?.provider)?.hosts ?? hostsOf(parsed),
    ...(isMany ? { providerOf: owners.of } : {}),
    trackingLink: source?.trackingLink ?? null,
    resolvePlace: createPlaceResolver(source?.places),
    rates,
    currencyPreference: source?.currencyPreference ?? [],
    ...(config === null ? {} : { correct: createOverrides(config.overrides, now).correct }),
    now,
  };
  return parsed.map((row) => {
    const { ref } = row;
    const id = ref.externalId === null ? null : cleanName(ref.externalId, SHOWN_MAX);
    const because = (reason: string, detail: string) => `${reason}: ${cleanText(detail, SHOWN_MAX)}`;
    if (!row.ok) return { ...NOTHING, row: ref.row, id, refused: because(row.reason, row.detail) };
    const read = normaliseRow(row.draft, settings);
    const said = { ...NOTHING, row: ref.row, id, ...saidBy(row.draft) };
    if (!read.ok) return { ...said, refused: because(read.reason, read.detail) };
    const { plan, impossiblePrice } = read;
    return {
      ...said,
      provider: isMany ? plan.provider : null,
      name: plan.name,
      countries: plan.coverage.destinations,
      data: dataOf(plan.allowance),
      days: plan.validity.days,
      price: priceText(plan.price),
      refused: impossiblePrice === null ? null : `impossible_price: ${impossiblePrice}`,
    };
  });
}

/** Rates that are configured and cannot be used make a run keep its plans. Here each row says so. */
function normaliseRow(draft: Draft, settings: NormaliseSettings) {
  try {
    return normalise(draft, settings);
  } catch (error) {
    if (!(error instanceof RatesUnusable)) throw error;
    return { ok: false, reason: 'unknown_currency', detail: error.message } as const;
  }
}

/** Of an id or a detail: long enough to find the row by. */
const SHOWN_MAX = 200;
const NOTHING = { provider: null, name: '', countries: [], data: '', days: null, price: '' } as const;

function saidBy(draft: Draft): Omit<TriedRow, 'row' | 'id' | 'refused' | 'countries'> {
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

/** As the service reads it, with what follows the cap: "1 GB/day, then 512 kbps", "unlimited (2 GB/day at full speed)". */
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
