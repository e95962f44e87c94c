/**
 * Money is whole cents. Two rounding rules, and no others:
 * a discount is rounded down to the cent, so that we never promise a lower price than the shop gives;
 * everything else (conversion, surplus decimals, price per GB or day) is rounded half up.
 */
import { minorDigits } from './currency.ts';

export const CENTS_PER_USD = 100;
/** A basis point is a hundredth of a percent. */
export const BASIS_POINTS = 10_000;
const MB_PER_GB = 1_000;

/** The discount itself, rounded down; subtract it from `cents`. */
export function percentOff(cents: number, basisPoints: number): number {
  return Math.floor((cents * basisPoints) / BASIS_POINTS);
}

/** For the wire and for people. Whole cents over 100 print with at most two decimals. */
export function centsToUsd(cents: number): number {
  return cents / CENTS_PER_USD;
}

/** Both whole and not negative, the divisor above zero. */
function divideHalfUp(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor));
}

/** null where there is no amount to divide by. */
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

/** Longer numbers are no price and no rate; the bound keeps a hostile feed from costing time. */
const DECIMAL_MAX_LENGTH = 40;

function parseDecimal(text: string): Decimal | null {
  if (text.length > DECIMAL_MAX_LENGTH || !/^\d+(\.\d+)?$/.test(text)) return null;
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

/** `digits` at `from` decimals brought to `to` decimals, half up. */
function rescale(digits: bigint, from: number, to: number): bigint {
  if (from <= to) return digits * 10n ** BigInt(to - from);
  const divisor = 10n ** BigInt(from - to);
  return (2n * digits + divisor) / (2n * divisor);
}

function toSafeNumber(value: bigint): number | null {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : null;
}

/** "19.99" in USD is 1999; "1500" in JPY is 1500. null where it is no plain, non-negative decimal number. */
export function parseMinor(text: string, currency: string): number | null {
  const amount = parseDecimal(text);
  return amount === null ? null : toSafeNumber(rescale(amount.digits, amount.scale, minorDigits(currency)));
}

/** `rate` is USD for one whole unit of `currency`, as a decimal string. null where the rate is no positive decimal. */
export function minorToUsdCents(minor: number, currency: string, rate: string): number | null {
  const parsed = parseDecimal(rate);
  if (parsed === null || parsed.digits === 0n || !Number.isSafeInteger(minor) || minor < 0) return null;
  const scale = parsed.scale + minorDigits(currency);
  return toSafeNumber(rescale(BigInt(minor) * parsed.digits, scale, 2));
}
