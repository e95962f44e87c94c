/** Reads prices as decimal strings. No binary fraction touches an amount: scaling moves the point in the text. */
import { minorDigits } from '../../domain/currency.ts';
import type { Draft } from '../draft.ts';
import { isRecord, positiveOrNull, reject, show } from './value.ts';

const DECIMAL = /^(\d{1,12})(?:\.(\d{1,200}))?$/;
const CURRENCY = /^[A-Z]{3}$/;

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
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || value >= 1e12) return null;
    const text = String(Number(value.toPrecision(NUMBER_DIGITS)));
    return decimalOrNull(text.includes('e') ? value.toFixed(NUMBER_DIGITS) : text);
  }
  if (typeof value !== 'string') return null;
  const match = DECIMAL.exec(value.trim());
  if (match === null) return null;
  const [, whole = '0', fraction = ''] = match;
  return trimmed(whole, fraction);
}

/** Moves the point left: 1999 by 2 is "19.99" (cents), 18000 by 4 is "1.8" (ten-thousandths). */
export function shiftPoint(decimal: string, places: number): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const digits = whole.padStart(places + 1, '0');
  return trimmed(digits.slice(0, digits.length - places), digits.slice(digits.length - places) + fraction);
}

export const MINOR = 2;
export const TEN_THOUSANDTHS = 4;

/** In a currency without cents, it is not clear what a feed means that counts "in cents". Such prices are left out. */
const hasNoCents = (currency: string): boolean => minorDigits(currency) === 0;

/** Further currencies whose notes begin at hundreds: a mark before three digits stands between thousands there. */
const IN_THOUSANDS: ReadonlySet<string> = new Set(
  'ARS COP CZK HUF IDR INR KZT LKR MMK NGN PHP PKR RUB THB TWD'.split(' '),
);

/** Signs and words that mean one currency. "$", "¥", "kr" and "Rs" stand for several: something beside must say which. */
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
const SHARED_SIGNS: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'AUD', 'CAD', 'HKD', 'NZD', 'SGD', 'TWD', 'MXN', 'CLP', 'COP', 'ARS'],
  '¥': ['JPY', 'CNY'],
  KR: ['SEK', 'NOK', 'DKK', 'ISK'],
  RS: ['INR', 'PKR', 'LKR', 'MUR', 'NPR'],
};

function currencyOrNull(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const code = value.trim().toUpperCase().replace('￥', '¥').replace(/ +/g, '-');
  return SIGNS[code] ?? (CURRENCY.test(code) ? code : null);
}

/** Advice for the operator if a value is not a price. */
function adviceFor(amount: unknown): string {
  const text = typeof amount === 'string' ? amount.trim() : String(amount);
  if (/^[-−]/.test(text)) return ': it is negative';
  if (/^[\d.]*,\d{1,2}$/.test(text)) return ': it has a comma where a point should be';
  if (/^\d{1,3}(?:[, ]\d{3})+/.test(text)) return ': it has marks between thousands';
  if (/\d/.test(text) && /[^\d.,\s]/.test(text)) return ': it holds more than a number';
  return '';
}

export type Prices = Readonly<Record<string, string>>;

export function needPrice(amount: unknown, currency: unknown, pointPlaces = 0): Prices {
  const decimal =
    decimalOrNull(amount) ?? reject('impossible_price', `The price is ${show(amount)}${adviceFor(amount)}.`);
  const code = currencyOrNull(currency) ?? reject('unknown_currency', `The currency is ${show(currency)}.`);
  if (pointPlaces === MINOR && hasNoCents(code)) {
    reject('impossible_price', `The feed counts in cents, and ${code} has none.`);
  }
  return { [code]: shiftPoint(decimal, pointPlaces) };
}

/** A `{CUR: amount}` object. null where it holds no usable price; single bad entries are left out. */
export function pricesOrNull(value: unknown, pointPlaces = 0): Prices | null {
  if (!isRecord(value)) return null;
  const prices: Record<string, string> = {};
  for (const [key, amount] of Object.entries(value)) {
    const decimal = decimalOrNull(amount);
    if (decimal === null || !CURRENCY.test(key)) continue;
    if (pointPlaces === MINOR && hasNoCents(key)) continue;
    prices[key] = shiftPoint(decimal, pointPlaces);
  }
  return Object.keys(prices).length === 0 ? null : prices;
}

/** The retail price with the wholesale price, or the wholesale price if the feed has no retail price. */
export function retailPrices(
  retail: unknown,
  wholesale: unknown,
  currency: unknown,
  pointPlaces = 0,
): Pick<Draft, 'prices' | 'basis' | 'wholesale'> {
  if (positiveOrNull(retail) === null)
    return { prices: needPrice(wholesale, currency, pointPlaces), basis: 'wholesale' };
  const prices = needPrice(retail, currency, pointPlaces);
  const paid = decimalOrNull(wholesale);
  const [code = 'USD'] = Object.keys(prices);
  const amount = paid === null ? null : shiftPoint(paid, pointPlaces);
  return { prices, basis: 'retail', wholesale: amount === null ? null : { currency: code, amount } };
}

/** A price with its currency: "19.99 USD", "GBP19.99", "€19.99". */
export function needPriceText(value: unknown): Prices {
  if (typeof value !== 'string' || value.trim() === '') return reject('missing_field', 'It has no price.');
  return needPriceCell(value, undefined, 0);
}

/** Letters or a sign, with what may stand between: "US $", "Rs.", "zł". */
const MARK = '(?:[\\p{L}\\p{Sc}]|(?<=\\p{L})[.-]| (?=[$]))+';
const MARKED = new RegExp(`^(${MARK})? ?([\\d.,'’ ]*\\d) ?(${MARK})?$`, 'u');
const FREE = /^(?:free|gratis|kostenlos|gratuit|ücretsiz)$/i;

/** One price with or without its currency: "$5.00", "5.00 USD", "€4,50", "1.299,00". `stated`: what stands beside it. */
export function needPriceCell(value: unknown, stated: unknown, pointPlaces: number): Prices {
  if (typeof value !== 'string' || (decimalOrNull(value) !== null && !ONE_MARK.test(value)))
    return needPrice(value, stated, pointPlaces);
  const text = value.replace(/[\s\u00a0\u202f]+/g, ' ').trim();
  if (FREE.test(text)) return needPrice(0, stated, pointPlaces);
  const [, before, amount, after] = MARKED.exec(text) ?? [];
  if (amount === undefined) return needPrice(value, stated, pointPlaces);
  // "$9.99 USD": the code says what the sign means.
  const beside = before !== undefined && after !== undefined ? currencyOf(after, stated, value) : stated;
  const mark = before ?? after;
  const currency = mark === undefined ? stated : currencyOf(mark, beside, value);
  return needPrice(plainDecimal(amount, currencyOrNull(currency)), currency, pointPlaces);
}

function currencyOf(mark: string, stated: unknown, value: unknown): string {
  const sign = mark.toUpperCase().replaceAll(' ', '').replace('￥', '¥');
  const beside = currencyOrNull(stated);
  const found = SHARED_SIGNS[sign.replace(/\.$/, '')] ?? [currencyOrNull(sign)];
  const [only, ...others] = found;
  if (beside !== null && found.includes(beside)) return beside;
  if (only === null) return reject('impossible_price', `The price is ${show(value)}${adviceFor(value)}.`);
  if (only === undefined || others.length > 0 || beside !== null)
    return reject('unknown_currency', `The price is ${show(value)}, and the currency ${show(stated ?? '')}.`);
  return only;
}

/** "1,500" or "1.500". */
const ONE_MARK = /^\d{1,3}[.,]\d{3}$/;

/** A point may still be one: prices that somebody worked out have decimals in every currency. */
function isThousands(text: string, currency: string): boolean {
  if (text.includes(',')) return hasNoCents(currency) || IN_THOUSANDS.has(currency);
  const isWhole = hasNoCents(currency) || currency === 'IDR';
  return isWhole && (text.endsWith('00') || Number(text) < 100);
}

/**
 * "4,50" has a decimal comma; of two marks the last is the point ("1.299,00"). One mark before three digits may be
 * either: it stands between thousands where the currency counts in them, and stays as it is elsewhere.
 */
function plainDecimal(written: string, currency: string | null): string {
  const text = written.replace(/(?<=\d)['’ ](?=\d{3})/g, '');
  if (/^\d{1,3}(?:,\d{3})+\.\d+$|^\d{1,3}(?:,\d{3}){2,}$/.test(text)) return text.replaceAll(',', '');
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (ONE_MARK.test(text) && isThousands(text, currency ?? '')) return text.replace(/[.,]/, '');
  if (/^\d+,\d{1,2}$/.test(text)) return text.replace(',', '.');
  return /^\.\d+$/.test(text) ? `0${text}` : text;
}

export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
