/** A row of a saved feed as a person reads it: as the plan that it would become, or as the feed states it. */
import { minorDigits } from '../../domain/currency.ts';
import { CENTS_PER_USD } from '../../domain/money.ts';
import type { Allowance, Plan, Price } from '../../domain/plan.ts';
import type { Draft, ParsedRow } from '../draft.ts';
import { bytesLabel } from '../parse/data.ts';
import { cleanName, cleanText } from '../parse/text.ts';

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
  readonly rejection: string | null;
  /** Regions for whose countries the row waits. */
  readonly regions: readonly string[];
}

/** Enough of an id to find its row, and of a detail to understand it. */
const SHOWN_MAX = 200;

/** The row and its id, with nothing read from it yet. */
export const emptyRow = ({ ref }: ParsedRow): TriedRow => ({
  row: ref.row,
  id: ref.externalId === null ? null : cleanName(ref.externalId, SHOWN_MAX),
  provider: null,
  name: '',
  countries: [],
  data: '',
  days: null,
  price: '',
  rejection: null,
  regions: [],
});

/** The reason with its detail. */
export const rejectionText = (reason: string, detail: string): string =>
  `${reason}: ${cleanText(detail, SHOWN_MAX)}`;

/** What the feed states, for a row that could not be normalised. */
export function statedBy(draft: Draft): Pick<TriedRow, 'name' | 'data' | 'days' | 'price' | 'provider'> {
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

/** What would be published. */
export const publishedAs = ({
  name,
  coverage,
  allowance,
  validity,
  price,
}: Plan): Pick<TriedRow, 'name' | 'countries' | 'data' | 'days' | 'price'> => ({
  name,
  countries: coverage.destinations,
  data: dataText(allowance),
  days: validity.days,
  price: priceText(price),
});

/** "8.00 USD", and "9.74 USD from 9.00 EUR" for a converted price. */
function priceText({ minor, currency, usdCents }: Price): string {
  const usd = `${(usdCents / CENTS_PER_USD).toFixed(2)} USD`;
  if (currency === 'USD') return usd;
  const digits = minorDigits(currency);
  return `${usd} from ${(minor / 10 ** digits).toFixed(digits)} ${currency}`;
}

/** The data with the speed after the cap: "1 GB/day, then 512 kbps", "unlimited (2 GB/day at full speed)". */
function dataText(allowance: Allowance): string {
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
