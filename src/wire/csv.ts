/** A comparison as CSV (RFC 4180): one row for each result of each list, for spreadsheets. */
import type { FeatureName } from '../domain/facts.ts';
import { dollars } from '../domain/money.ts';
import { LIST_MAX, SORTS, stopsOf, type Trip, totalDays, travellersOf } from '../domain/trip.ts';
import { gbPerDayOf, refundText } from './result.ts';
import { type Comparison, LIST_OF } from './schemas/comparison.ts';
import type { CouponOnWire, Result } from './schemas/result.ts';

type Query = Comparison['query'];
type Cell = string | number | boolean | null;

type Column = (result: Result, list: string, comparison: Comparison) => Cell;
type Columns = Readonly<Record<string, Column>>;
/** Features without a column. A column that is missing for any other feature is a type error. */
type WithoutColumn = 'top_up' | 'phone_number' | 'ads';

const COLUMNS: Columns & Readonly<Record<Exclude<FeatureName, WithoutColumn>, Column>> = {
  list: (_, list) => list,
  rank: ({ rank }) => rank,
  provider: ({ provider }) => provider.name,
  plan: ({ plan }) => plan.name,
  usd: ({ price }) => price.usd,
  list_usd: ({ price }) => price.list_usd,
  comparable_usd: ({ why }) => why.comparable_usd,
  copies: ({ copies }) => copies,
  model: ({ data }) => data.model,
  gb_for_trip: ({ data }) => data.gb_for_trip,
  valid_days: ({ validity }) => validity.days,
  generation: ({ speed }) => speed.generation,
  hotspot: ({ features }) => features.hotspot,
  new_customers_only: ({ eligibility }) => eligibility.new_customers_only,
  identity_check: ({ eligibility }) => eligibility.identity_check,
  tax: ({ price }) => price.tax,
  caveats: ({ price }) => price.caveats.join('; '),
  price_status: ({ freshness }) => freshness.status,
  observed_at: ({ freshness }) => freshness.observed_at,
  coupons: ({ coupons }) => coupons.map(couponText).join(' | '),
  url: ({ url }) => url,
  attribution: (_result, _list, { attribution }) => `${attribution.text} (${attribution.url})`,
  hotspot_gb: ({ features }) => features.hotspot_gb,
  calls: ({ features }) => features.calls,
  sms: ({ features }) => features.sms,
  refund: ({ provider }) => refundText(provider),
  group_usd: ({ price }) => price.group_usd,
  ...ofComparison({
    country: ({ query }) => query.country,
    days: ({ query }) => query.days,
    then: ({ query }) => stopsText(query.then),
    need: ({ query }) => query.need,
    data_gb: ({ query }) => query.data_gb,
    travellers: ({ query }) => query.travellers,
    require: ({ query }) => query.require.join(),
    max_usd: ({ query }) => query.max_usd,
    avoid_exits: ({ query }) => query.avoid_exits.join(),
    computed_at: ({ query }) => query.computed_at,
    catalogue: ({ query }) => query.catalogue,
    sample: ({ notices }) => notices.some(({ code }) => code === 'sample_data'),
    query_url: queryUrl,
    terms_url: ({ attribution }) => `${attribution.url}/terms`,
  }),
  meets_need: ({ fits }) => fits.meets_need,
  short_by_gb: ({ fits }) => fits.short_by_gb,
  short_by_days: ({ fits }) => fits.short_by_days,
  gb_per_day: ({ data }) => gbPerDayOf(data),
  after_cap: ({ data }) => data.after_cap,
  throttle_kbps: ({ data }) => data.throttle_kbps,
  uncapped: ({ data }) => data.uncapped,
  missing_countries: ({ fits }) => fits.missing_countries?.join() ?? null,
  shop: ({ provider }) => provider.shop,
  ...ofComparison({
    providers: ({ query }) => query.providers.join(),
    avoid_providers: ({ query }) => query.avoid_providers.join(),
  }),
};

/** Columns that have the same value in every row, so that a file explains itself. */
function ofComparison(columns: Readonly<Record<string, (comparison: Comparison) => Cell>>): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, cell]) => [name, (_result, _list, comparison) => cell(comparison)]),
  );
}

const stopsText = (stops: Query['then']): string =>
  stops.map(({ country, days }) => `${country}:${days}`).join();

/** The address of this comparison as JSON, without parameters that have their default value. */
function queryUrl({ attribution, query }: Comparison): string {
  const { country, days, need, data_gb, travellers, max_usd, limit } = query;
  const parameters = {
    country,
    days,
    need,
    then: stopsText(query.then),
    data_gb,
    travellers: travellers === 1 ? null : travellers,
    require: query.require.join(),
    max_usd,
    avoid_exits: query.avoid_exits.join(),
    providers: query.providers.join(),
    avoid_providers: query.avoid_providers.join(),
    limit: limit === LIST_MAX ? null : limit,
  };
  const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== '');
  // Colons and commas are legal in a query and easier to read.
  const text = given.map(([name, value]) => `${name}=${value}`).join('&');
  return `${attribution.url}/api/v1/plans?${text}`;
}

/** The name of the file, after the trip: `esim-TR-7-days-normal.csv`. */
export function csvName(trip: Trip): string {
  const stops = stopsOf(trip);
  const days = totalDays(stops);
  const travellers = travellersOf(trip);
  const parts = [
    'esim',
    ...stops.map(({ country }) => country),
    `${days}-${days === 1 ? 'day' : 'days'}`,
    trip.need,
    ...(trip.data === undefined ? [] : [`${trip.data.mb / 1000}-gb`]),
    ...(travellers === 1 ? [] : [`${travellers}-travellers`]),
  ];
  return `${parts.join('-')}.csv`;
}

/** Spreadsheets recognise UTF-8 by it. Programs expect none. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Every coupon has its conditions, because its price is only valid with them. */
function couponText({ code, discount, applied_to_price, usd, conditions }: CouponOnWire): string {
  const name = code === null ? `${discount} off` : `${code}, ${discount} off`;
  return `${name}, ${applied_to_price ? 'in the price' : `${dollars(usd)} with it`}: ${conditions.join('; ')}`;
}

export function csvOf(comparison: Comparison, { forSpreadsheet = false } = {}): string {
  const columns = Object.entries(COLUMNS);
  const rows = SORTS.flatMap((sort) => {
    const list = LIST_OF[sort];
    return comparison.orders[list].map((result) => columns.map(([, cell]) => cell(result, list, comparison)));
  });
  const lines = [columns.map(([name]) => name), ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`);
  return `${forSpreadsheet ? BYTE_ORDER_MARK : ''}${lines.join('')}`;
}

/** Spreadsheets run a text that starts like a formula. Japanese ones also accept full-width characters. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
