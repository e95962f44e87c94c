/** Moves the decimal point of the prices of a feed to where it belongs: 1999 is "19.99". */
import { minorDigits } from '../../../domain/currency.ts';
import { hasNoCents, shiftPoint } from '../../parse/money.ts';
import { numberOrNull, reject, show } from '../../parse/value.ts';
import type { PriceScale } from '../shared/column-map.ts';
import type { CompileColumn, FeedRow } from '../shared/path.ts';

/** Returns a price in major units. */
export type ScalePrice = (row: FeedRow, currency: string, decimal: string) => string;

/** The digits of an integer divisor: 100 has two. */
const DIVISORS = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000];
const DECIMALS_MAX = 6;

export function scaleOf(scale: PriceScale, compile: CompileColumn): ScalePrice {
  if (scale === 'major') return (_row, _currency, decimal) => decimal;
  if (scale === 'minor') return (_row, currency, decimal) => shiftPoint(decimal, minorDigits(currency));
  const read = placesReader(scale, compile);
  return (row, currency, decimal) => {
    const places = read(row);
    // In a currency without cents, it is not clear what a feed means that counts all prices in cents.
    if ('divisor' in scale && scale.divisor === 100 && hasNoCents(currency))
      reject('impossible_price', `The feed counts in cents, and ${currency} has none.`);
    return shiftPoint(decimal, places);
  };
}

/** By how many digits the decimal point of a price moves to the left. */
function placesReader(scale: Exclude<PriceScale, string>, compile: CompileColumn): (row: FeedRow) => number {
  const given = 'divisor' in scale ? scale.divisor : scale.decimals;
  const placesOf = (value: unknown): number => {
    const number = numberOrNull(value) ?? -1;
    const places = 'divisor' in scale ? DIVISORS.indexOf(number) : number;
    return Number.isInteger(places) && places >= 0 && places <= DECIMALS_MAX
      ? places
      : reject('impossible_price', `The scale of the price is ${show(value)}.`);
  };
  if (typeof given === 'number') {
    const places = placesOf(given);
    return () => places;
  }
  const read = compile(given);
  return (row) => placesOf(read(row));
}
