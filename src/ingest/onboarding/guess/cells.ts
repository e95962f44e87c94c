/** What the cells of a column look like: amounts, lengths, places, prices, links. */
import { median } from '../../../domain/median.ts';
import { resolvePlace } from '../../../domain/places/meaning.ts';
import { allowanceInWords } from '../../parse/allowance-cell.ts';
import { amountCell } from '../../parse/data.ts';
import { daysOrNull, saysNoExpiry } from '../../parse/days.ts';
import { currencyOrNull } from '../../parse/money.ts';
import { createPlacesReader, withoutCount } from '../../parse/place-cells.ts';
import { isRegionName, partOf } from '../../parse/places.ts';
import { needPriceCell } from '../../parse/price-text.ts';
import { numberOrNull, RowRejected, textOrNull, writtenNumber } from '../../parse/value.ts';

export type Cells = readonly unknown[];
export type IsValue = (cell: unknown) => boolean;

/** So many cells show what a column has. */
const CELLS_LOOKED_AT = 200;

/** Of the cells with a value, the share that `isValue` accepts. 0: no cell has a value. */
function shareOf(cells: Cells, isValue: IsValue): number {
  const stated = cells.slice(0, CELLS_LOOKED_AT).filter((cell) => !isBlank(cell));
  return stated.filter(isValue).length / Math.max(1, stated.length);
}

export const isBlank = (cell: unknown): boolean =>
  cell === undefined ||
  cell === null ||
  (typeof cell === 'string' && cell.trim() === '') ||
  (Array.isArray(cell) && cell.length === 0);

const isShare = (share: number) => (cells: Cells, isValue: IsValue) => shareOf(cells, isValue) >= share;

/** A few cells of a column may be mistakes or special cases. */
export const areMostly = isShare(0.8);
/** For a column whose name says what it has already. */
export const areAtLeastHalf = isShare(0.5);
export const areNearlyAll = isShare(0.99);

/** True if the reader does not reject the value. */
export function canRead(read: () => unknown): boolean {
  try {
    return read() !== null;
  } catch (error) {
    if (error instanceof RowRejected) return false;
    throw error;
  }
}

// What each kind of cell looks like.

/** True for "0,5" too. */
export const isNumber: IsValue = (cell) => writtenNumber(cell) !== null;
/** True for "5.00", whose currency is the one that another column states, and for "5.00 EUR". */
export const isPrice: IsValue = (cell) =>
  (textOrNull(cell)?.length ?? 0) < 30 &&
  (canRead(() => needPriceCell(cell, 'USD')) || canRead(() => needPriceCell(cell, undefined)));
/** True for "$5.00" and "5.00 USD", which can be nothing but prices. */
export const isMarkedPrice: IsValue = (cell) =>
  typeof cell === 'string' && /[$€£]|\b[A-Z]{3}\b/.test(cell) && isPrice(cell);
export const isAmountText: IsValue = (cell) =>
  typeof cell === 'string' &&
  /\p{L}/u.test(cell) &&
  (amountCell(cell, 1000) !== null || allowanceInWords(cell, 1000, null) !== null);
export const isAmount: IsValue = (cell) => isNumber(cell) || isAmountText(cell) || saysNoExpiry(cell);
export const isLength: IsValue = (cell) =>
  (numberOrNull(cell) ?? Infinity) < 20_000 || daysOrNull(cell) !== null || saysNoExpiry(cell);
export const isLengthText: IsValue = (cell) =>
  typeof cell === 'string' && /\p{L}/u.test(cell) && isLength(cell);
export const isLink: IsValue = (cell) => typeof cell === 'string' && /^https?(?:%3A|:)\/?\/?/i.test(cell);
export const isPicture: IsValue = (cell) =>
  typeof cell === 'string' && /\.(?:png|jpe?g|svg|webp|gif)(?:[?#].*)?$/i.test(cell);
export const isCurrency: IsValue = (cell) =>
  typeof cell === 'string' && cell.trim().length <= 4 && currencyOrNull(cell) !== null;
export const isText: IsValue = (cell) => typeof cell === 'string' && /\p{L}{2}/u.test(cell);

const placesOf = createPlacesReader({});

/** True for a place, a region, or a list of places. */
export const isPlaces: IsValue = (cell) => {
  if (typeof cell === 'string' && isRegionName(withoutCount(cell.trim()))) return true;
  if (typeof cell === 'string' && /^\d|^https?:/.test(cell)) return false;
  if (typeof cell !== 'string' && !Array.isArray(cell)) return false;
  return canRead(() => {
    const { places } = placesOf(cell);
    const known = places.filter((place) => resolvePlace(place) !== null || partOf(place) !== null);
    return known.length * 2 >= places.length && known.length > 0 ? known : null;
  });
};

export const medianOf = (cells: Cells): number =>
  median(cells.map((cell) => writtenNumber(cell) ?? 0).filter((number) => number > 0)) ?? 0;
