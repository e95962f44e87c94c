/** A comparison as CSV (RFC 4180): one row for each result of each list, for spreadsheets. */
import { SORTS } from '../domain/trip.ts';
import { type Comparison, LIST_OF } from './schemas/comparison.ts';
import type { CouponOnWire, Result } from './schemas/result.ts';

type Cell = string | number | boolean | null;

const COLUMNS: Readonly<Record<string, (result: Result, list: string, comparison: Comparison) => Cell>> = {
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
};

/** Every coupon has its conditions, because its price is only valid with them. */
function couponText({ code, discount, applied_to_price, usd, conditions }: CouponOnWire): string {
  const name = code === null ? `${discount} off` : `${code}, ${discount} off`;
  return `${name}, ${applied_to_price ? 'in the price' : `$${usd.toFixed(2)} with it`}: ${conditions.join('; ')}`;
}

export function csvOf(comparison: Comparison): string {
  const columns = Object.entries(COLUMNS);
  const rows = SORTS.flatMap((sort) => {
    const list = LIST_OF[sort];
    return comparison.orders[list].map((result) => columns.map(([, cell]) => cell(result, list, comparison)));
  });
  return [columns.map(([name]) => name), ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

/** Spreadsheets run a text that starts like a formula. Japanese ones also accept full-width characters. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
