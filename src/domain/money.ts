/**
 * Money is an integer number of cents. There are two rounding rules. A discount is rounded down to the cent, so that the
 * shown price is never lower than the price of the shop. Everything else (conversion, extra decimals, price per GB or
 * day) is rounded half up.
 */
import { minorDigits } from './currency.ts';

export const CENTS_PER_USD = 100;
/** A basis point is a hundredth of a percent. */
const BASIS_POINTS = 10_000;
const MB_PER_GB = 1_000;

/** Returns the discount, rounded down, not the discounted price. */
export function percentOff(cents: number, basisPoints: number): number {
  return Math.floor((cents * basisPoints) / BASIS_POINTS);
}

/** For responses and texts. The result prints with at most two decimals. */
export function centsToUsd(cents: number): number {
  return cents / CENTS_PER_USD;
}

/** "$4.50" */
export const dollars = (usd: number): string => `$${usd.toFixed(2)}`;
export const dollarsOfCents = (cents: number): string => dollars(centsToUsd(cents));

/** Both numbers must be integers, the dividend not negative and the divisor above zero. */
export function divideHalfUp(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor));
}

/** null if there is no data. */
export function perGbCents(cents: number, megabytes: number): number | null {
  return megabytes > 0 ? divideHalfUp(cents * MB_PER_GB, megabytes) : null;
}

export function perDayCents(cents: number, days: number): number {
  return divideHalfUp(cents, days);
}

interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Longer than any price or rate. The limit protects against feeds that send very long numbers. */
const DECIMAL_MAX_LENGTH = 40;

function parseDecimal(text: string): Decimal | null {
  if (text.length > DECIMAL_MAX_LENGTH || !/^\d+(\.\d+)?$/.test(text)) return null;
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

/** Discounts are rounded down. */
export type Rounding = 'half_up' | 'down';

/** Converts `digits` from `from` decimals to `to` decimals. */
function rescale(digits: bigint, from: number, to: number, rounding: Rounding = 'half_up'): bigint {
  if (from <= to) return digits * 10n ** BigInt(to - from);
  const divisor = 10n ** BigInt(from - to);
  return rounding === 'down' ? digits / divisor : (2n * digits + divisor) / (2n * divisor);
}

function toSafeNumber(value: bigint): number | null {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : null;
}

/** "19.99" in USD is 1999, "1500" in JPY is 1500. null if the text is not a plain, non-negative decimal number. */
export function parseMinor(text: string, currency: string): number | null {
  const amount = parseDecimal(text);
  return amount === null ? null : toSafeNumber(rescale(amount.digits, amount.scale, minorDigits(currency)));
}

/** `rate` is the USD value of one unit of `currency`, as a decimal string. null if it is not a positive decimal. */
export function minorToUsdCents(
  minor: number,
  currency: string,
  rate: string,
  rounding?: Rounding,
): number | null {
  const parsed = parseDecimal(rate);
  if (parsed === null || parsed.digits === 0n || !Number.isSafeInteger(minor) || minor < 0) return null;
  const scale = parsed.scale + minorDigits(currency);
  return toSafeNumber(rescale(BigInt(minor) * parsed.digits, scale, 2, rounding));
}
