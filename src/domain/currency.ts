/** The decimal places of currencies. */

/** Digits after the decimal point by ISO 4217. Currencies that are not listed have two. */
const MINOR_DIGITS: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
};

/** The table of rates determines which currencies exist. */
export const CURRENCY_PATTERN = /^[A-Z]{3}$/;

export function minorDigits(currency: string): number {
  return Object.hasOwn(MINOR_DIGITS, currency) ? MINOR_DIGITS[currency]! : 2;
}
