/** Reads prices as decimal strings. No binary fraction touches an amount: scaling moves the point in the text. */
import { CURRENCY_PATTERN, minorDigits } from '../../domain/currency.ts';
import { isRecord, reject, show } from './value.ts';

const DECIMAL = /^(\d{1,12})(?:\.(\d{1,200}))?$/;

/** Further digits are cut. They cannot change a price that is rounded to its smallest coin. */
const FRACTION_DIGITS_MAX = 20;
/** The precision of a binary fraction: "0.30000000000000004" is 0.3. */
const NUMBER_DIGITS = 15;

function trimmed(whole: string, fraction: string): string {
  const kept = fraction.slice(0, FRACTION_DIGITS_MAX).replace(/0+$/, '');
  const digits = whole.replace(/^0+(?=\d)/, '');
  return kept === '' ? digits : `${digits}.${kept}`;
}

/** "19.99", "24.8", "41" from a number or a string, exactly; null for anything else, negative amounts included. */
export function decimalOrNull(value: unknown): string | null {
  if (typeof value === 'number') return decimalOfNumber(value);
  if (typeof value !== 'string') return null;
  const [, whole, fraction = ''] = DECIMAL.exec(value.trim()) ?? [];
  return whole === undefined ? null : trimmed(whole, fraction);
}

function decimalOfNumber(value: number): string | null {
  if (!Number.isFinite(value) || value >= 1e12) return null;
  const text = String(Number(value.toPrecision(NUMBER_DIGITS)));
  // JavaScript writes 0.0000005 as "5e-7".
  return decimalOrNull(text.includes('e') ? value.toFixed(NUMBER_DIGITS) : text);
}

/** Moves the point left: 1999 by 2 is "19.99" (cents), 18000 by 4 is "1.8" (ten-thousandths). */
export function shiftPoint(decimal: string, places: number): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const digits = whole.padStart(places + 1, '0');
  return trimmed(digits.slice(0, digits.length - places), digits.slice(digits.length - places) + fraction);
}

export const hasNoCents = (currency: string): boolean => minorDigits(currency) === 0;

/** Signs and words that mean one currency. `price-text.ts` reads those that stand for several: "$", "¥", "kr", "Rs". */
const SIGNS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    AUD: 'A$ AU$',
    BRL: 'R$',
    CAD: 'C$ CA$',
    CHF: 'FR. SFR',
    CNY: 'CN¥ RMB 元',
    CZK: 'KČ',
    EUR: '€ EURO EUROS',
    GBP: '£',
    HKD: 'HK$',
    HUF: 'FT',
    IDR: 'RP',
    ILS: '₪',
    INR: '₹',
    JPY: 'JP¥ 円 YEN',
    KRW: '₩ 원',
    MXN: 'MX$',
    MYR: 'RM',
    NZD: 'NZ$',
    PHP: '₱',
    PLN: 'ZŁ',
    RUB: '₽',
    SGD: 'S$',
    THB: '฿',
    TRY: '₺ TL',
    TWD: 'NT$',
    UAH: '₴',
    USD: 'US$ US-DOLLAR',
    VND: '₫',
  }).flatMap(([code, signs]) => signs.split(' ').map((sign) => [sign, code])),
);

/** "USD", "usd", "€" and "US Dollar" as a code. */
export function currencyOrNull(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  // The table has "US Dollar" as "US-DOLLAR", because blanks separate its entries.
  const written = value.trim().toUpperCase().replace('￥', '¥').replace(/ +/g, '-');
  return SIGNS[written] ?? (CURRENCY_PATTERN.test(written) ? written : null);
}

/** Prices by currency, as decimal strings. */
export type Prices = Readonly<Record<string, string>>;

export function needPrice(amount: unknown, currency: unknown): Prices {
  const decimal = decimalOrNull(amount) ?? rejectPrice(amount);
  const code = currencyOrNull(currency) ?? reject('unknown_currency', `The currency is ${show(currency)}.`);
  return { [code]: decimal };
}

/** Rejects a value that is no price, with advice for the operator. */
export function rejectPrice(value: unknown): never {
  return reject('impossible_price', `The price is ${show(value)}${adviceFor(value)}.`);
}

function adviceFor(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : String(value);
  if (/^[-−]/.test(text)) return ': it is negative';
  if (/^[\d.]*,\d{1,2}$/.test(text)) return ': it has a comma where a point should be';
  if (/^\d{1,3}(?:[, ]\d{3})+/.test(text)) return ': it has marks between thousands';
  if (/\d/.test(text) && /[^\d.,\s]/.test(text)) return ': it holds more than a number';
  return '';
}

/** A `{CUR: amount}` object. null where it holds no usable price; single bad entries are left out. */
export function pricesOrNull(value: unknown): Prices | null {
  if (!isRecord(value)) return null;
  const prices: Record<string, string> = {};
  for (const [key, amount] of Object.entries(value)) {
    const decimal = decimalOrNull(amount);
    if (decimal !== null && CURRENCY_PATTERN.test(key)) prices[key] = decimal;
  }
  return Object.keys(prices).length === 0 ? null : prices;
}
