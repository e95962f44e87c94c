/** Reads prices as people write them, with their currency and their marks: "$5.00", "4,50 €", "1.299,00". */
import { currencyOrNull, decimalOrNull, hasNoCents, needPrice, type Prices, rejectPrice } from './money.ts';
import { reject, show } from './value.ts';

/** Signs that stand for several currencies, so that something else must say which one. */
const SHARED_SIGNS: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'AUD', 'CAD', 'HKD', 'NZD', 'SGD', 'TWD', 'MXN', 'CLP', 'COP', 'ARS'],
  '¥': ['JPY', 'CNY'],
  KR: ['SEK', 'NOK', 'DKK', 'ISK'],
  RS: ['INR', 'PKR', 'LKR', 'MUR', 'NPR'],
};

/** Letters or a sign of a currency, with what may stand between them: "US $", "Rs.", "zł". */
const SIGN = '(?:[\\p{L}\\p{Sc}]|(?<=\\p{L})[.-]| (?=[$]))+';
const SIGNED_AMOUNT = new RegExp(`^(${SIGN})? ?([\\d.,'’ ]*\\d) ?(${SIGN})?$`, 'u');
const FREE = /^(?:free|gratis|kostenlos|gratuit|ücretsiz)$/i;
/** "1,500" or "1.500": the mark may separate thousands or decimals. */
const ONE_MARK = /^\d{1,3}[.,]\d{3}$/;

/** A price with or without its currency. `stated` is the currency that another column states. */
export function needPriceCell(value: unknown, stated: unknown): Prices {
  if (typeof value !== 'string') return needPrice(value, stated);
  const isPlain = decimalOrNull(value) !== null && !ONE_MARK.test(value);
  if (isPlain) return needPrice(value, stated);
  const text = value.replace(/[\s\u00a0\u202f]+/g, ' ').trim();
  if (FREE.test(text)) return needPrice(0, stated);
  const [, before, amount, after] = SIGNED_AMOUNT.exec(text) ?? [];
  if (amount === undefined) return rejectPrice(value);
  const currency = currencyAround(before, after, stated, value);
  return needPrice(plainDecimal(amount, currencyOrNull(currency) ?? ''), currency);
}

/** The currency of an amount with a sign before it, after it, on both sides or without any. */
function currencyAround(
  before: string | undefined,
  after: string | undefined,
  stated: unknown,
  price: string,
): unknown {
  // "$9.99 USD": the code after the amount says what the sign means.
  if (before !== undefined && after !== undefined)
    return currencyOf(before, currencyOf(after, stated, price), price);
  const sign = before ?? after;
  return sign === undefined ? stated : currencyOf(sign, stated, price);
}

function currencyOf(sign: string, stated: unknown, price: string): string {
  const written = sign.toUpperCase().replaceAll(' ', '').replace('￥', '¥');
  const beside = currencyOrNull(stated);
  const contradiction = `The price is ${show(price)}, and the currency ${show(stated ?? '')}.`;
  const shared = SHARED_SIGNS[written.replace(/\.$/, '')];
  if (shared !== undefined)
    return beside !== null && shared.includes(beside) ? beside : reject('unknown_currency', contradiction);
  // "from 5" has a word where a currency should be.
  const meant = currencyOrNull(written) ?? rejectPrice(price);
  // "€5.00" in a row with the currency USD.
  if (beside !== null && beside !== meant) reject('unknown_currency', contradiction);
  return meant;
}

/** "1 299,50", "1'299.50". */
const SPACED_THOUSANDS = /(?<=\d)['’ ](?=\d{3})/g;
/** "1,299.50", "1,299,000". */
const COMMAS_AND_POINT = /^\d{1,3}(?:,\d{3})+\.\d+$|^\d{1,3}(?:,\d{3}){2,}$/;
/** "1.299,50", "1.299.000". */
const POINTS_AND_COMMA = /^\d{1,3}(?:\.\d{3})+,\d+$|^\d{1,3}(?:\.\d{3}){2,}$/;
/** ".99". */
const LEADING_POINT = /^\.\d+$/;
/** "4,50". */
const DECIMAL_COMMA = /^\d+,\d{1,2}$/;

/** The amount with a decimal point and without other marks. A text that is not certain stays as it is. */
function plainDecimal(written: string, currency: string): string {
  const text = written.replace(SPACED_THOUSANDS, '');
  if (COMMAS_AND_POINT.test(text)) return text.replaceAll(',', '');
  if (POINTS_AND_COMMA.test(text)) return text.replaceAll('.', '').replace(',', '.');
  if (ONE_MARK.test(text) && isThousands(text, currency)) return text.replace(/[.,]/, '');
  if (DECIMAL_COMMA.test(text)) return text.replace(',', '.');
  return LEADING_POINT.test(text) ? `0${text}` : text;
}

/** Currencies with cents in which plans cost hundreds or thousands, so that "1,500" is one thousand five hundred. */
const IN_THOUSANDS: ReadonlySet<string> = new Set(
  'ARS COP CZK HUF IDR INR KZT LKR MMK NGN PHP PKR RUB THB TWD'.split(' '),
);
/** A dollar is about a thousand of them or more. So every plan costs more than 999, and nobody uses their cents. */
const WITHOUT_USED_CENTS: ReadonlySet<string> = new Set('ARS COP IDR MMK NGN'.split(' '));

/** "199.999 ₫", "Rp 149.000". A price that a shop converted has one, two or many decimals, but hardly ever three. */
function isThousands(text: string, currency: string): boolean {
  if (hasNoCents(currency)) return true;
  return (text.includes(',') ? IN_THOUSANDS : WITHOUT_USED_CENTS).has(currency);
}
