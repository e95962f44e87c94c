/** Money as decimal strings. No binary fraction touches an amount: scaling moves the point in the text. */
import { isRecord, refuse, show, textOrNull } from './value.ts';

const DECIMAL = /^(\d{1,12})(?:\.(\d{1,200}))?$/;
const CURRENCY = /^[A-Z]{3}$/;

/** Digits behind these are cut: that cannot change what a price is when rounded to its smallest coin. */
const FRACTION_DIGITS_MAX = 20;
/** A binary fraction holds that many; "0.30000000000000004" is 0.3 and noise. */
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

/** Currencies without cents: a feed that counts "in cents" leaves open what it means there, so they are left out. */
const WITHOUT_CENTS: ReadonlySet<string> = new Set([
  'JPY',
  'KRW',
  'VND',
  'CLP',
  'ISK',
  'PYG',
  'UGX',
  'XAF',
  'XOF',
]);

export function currencyOrNull(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const code = value.trim().toUpperCase();
  return CURRENCY.test(code) ? code : null;
}

/** What to look at, by what stands in the place of a number. */
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
    decimalOrNull(amount) ?? refuse('impossible_price', `The price is ${show(amount)}${adviceFor(amount)}.`);
  const code = currencyOrNull(currency) ?? refuse('unknown_currency', `The currency is ${show(currency)}.`);
  if (pointPlaces === MINOR && WITHOUT_CENTS.has(code)) {
    refuse('impossible_price', `The feed counts in cents, and ${code} has none.`);
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
    if (pointPlaces === MINOR && WITHOUT_CENTS.has(key)) continue;
    prices[key] = shiftPoint(decimal, pointPlaces);
  }
  return Object.keys(prices).length === 0 ? null : prices;
}

const AMOUNT_THEN_CODE = /^(\d{1,9}(?:\.\d{1,200})?) ?([A-Z]{3})$/;
const CODE_THEN_AMOUNT = /^([A-Z]{3}|€|£) ?(\d{1,9}(?:\.\d{1,200})?)$/;
/** "$" stands for twenty currencies, so it is not here. */
const SYMBOLS: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP' };

/** A price in words: "19.99 USD", "GBP19.99", "€19.99". */
export function needPriceText(value: unknown): Prices {
  const text = typeof value === 'string' ? value.trim() : '';
  const after = AMOUNT_THEN_CODE.exec(text);
  if (after !== null) return needPrice(after[1], after[2]);
  const before = CODE_THEN_AMOUNT.exec(text);
  if (before !== null) return needPrice(before[2], SYMBOLS[before[1] ?? ''] ?? before[1]);
  if (text === '') return refuse('missing_field', 'It has no price.');
  return refuse(/\$/.test(text) ? 'unknown_currency' : 'impossible_price', `The price is ${show(value)}.`);
}

// What people write for a price in one cell: "$5.00", "1,299.00".

/** Signs that mean one currency. "$" and "¥" stand for several: the column or the constant must say which. */
const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₺': 'TRY',
  '₹': 'INR',
  '₩': 'KRW',
  US$: 'USD',
  A$: 'AUD',
  AU$: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  HK$: 'HKD',
  NZ$: 'NZD',
  S$: 'SGD',
};
const SHARED_SIGNS: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'AUD', 'CAD', 'HKD', 'NZD', 'SGD', 'TWD', 'MXN', 'CLP', 'COP', 'ARS'],
  '¥': ['JPY', 'CNY'],
};

const MARK = '[A-Z]{3}|[A-Z]{0,2}\\$|[€£₺₹₩¥]';
const MARK_FIRST = new RegExp(`^(${MARK}) ?([\\d.,]+)$`);
const MARK_LAST = new RegExp(`^([\\d.,]+) ?(${MARK})$`);

/** One price with or without its currency: "$5.00", "5.00 USD", "€4,50", "1,299.00". `stated`: what stands beside it. */
export function needPriceCell(value: unknown, stated: unknown, pointPlaces: number): Prices {
  if (typeof value !== 'string') return needPrice(value, stated, pointPlaces);
  const text = value.replace(/\s+/g, ' ').trim();
  const first = MARK_FIRST.exec(text);
  const last = first === null ? MARK_LAST.exec(text) : null;
  const mark = first?.[1] ?? last?.[2];
  const amount = plainDecimal(first?.[2] ?? last?.[1] ?? text);
  return needPrice(amount, mark === undefined ? stated : currencyOf(mark, stated, value), pointPlaces);
}

function currencyOf(mark: string, stated: unknown, value: unknown): string {
  const beside = textOrNull(stated)?.toUpperCase() ?? null;
  const shared = SHARED_SIGNS[mark];
  if (shared !== undefined) {
    if (beside !== null && shared.includes(beside)) return beside;
    return refuse('unknown_currency', `The price is ${show(value)}, and the currency ${show(beside ?? '')}.`);
  }
  const own = SIGNS[mark] ?? mark;
  if (beside !== null && beside !== own)
    refuse('unknown_currency', `The price is ${show(value)}, and the currency ${show(beside)}.`);
  return own;
}

/** "4,50" has a decimal comma and "1,299.00" marks thousands; "1,299" may be either and stays as it is. */
function plainDecimal(text: string): string {
  if (/^\d+,\d{1,2}$/.test(text)) return text.replace(',', '.');
  return /^\d{1,3}(?:,\d{3})+\.\d+$/.test(text) ? text.replaceAll(',', '') : text;
}
