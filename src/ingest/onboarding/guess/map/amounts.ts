/** Guesses how a map reads the amounts of data and the lengths. */
import { numberPart, unitOrNull } from '../../../parse/data.ts';
import { textOrNull, writtenNumber } from '../../../parse/value.ts';
import { type Cells, isBlank, isNumber, medianOf } from '../cells.ts';
import type { Guess } from '../columns.ts';
import type { TableColumn } from '../tables/table.ts';

// The amounts.

export interface AmountParts {
  readonly path: string;
  /** The unit of numbers without a unit. null: the amounts have their units, or a column states them. */
  readonly assumedUnit: AmountUnit | null;
  /** True if a unit is 1024 of the next smaller one, and not 1000. */
  readonly isBinary: boolean;
  /** The amounts that probably mean "no limit". */
  readonly unlimited: readonly string[];
}

type AmountUnit = NonNullable<ReturnType<typeof unitOrNull>>;

/** Returns null if the table has no column of amounts. */
export function amountParts(guess: Guess): AmountParts | null {
  const column = guess.get('data');
  if (column === undefined) return null;
  const { path, cells } = column;
  const units = guess.get('dataUnit');
  const assumedUnit = units === undefined && areMostlyBare(cells) ? unitOf(column) : null;
  const unit = assumedUnit ?? onlyUnitIn(units?.cells ?? []);
  return {
    path,
    assumedUnit,
    isBinary: unit !== null && unit !== 'GB' && areMultiplesOf(BINARY_STEPS[unit], cells),
    unlimited: guess.has('unlimited') ? [] : unlimitedIn(cells),
  };
}

/** The unit that all cells with a unit have. */
function onlyUnitIn(cells: Cells): AmountUnit | null {
  const [unit = null, ...others] = new Set(cells.filter((cell) => !isBlank(cell)).map(unitOrNull));
  return others.length === 0 ? unit : null;
}

function areMostlyBare(cells: Cells): boolean {
  const stated = cells.filter((cell) => !isBlank(cell));
  const bare = stated.filter(isNumber);
  return bare.length * 2 > stated.length;
}

const MEGABYTES_FROM = 100;
const BYTES_FROM = 10_000_000;

const unitOf = (column: TableColumn): AmountUnit => unitInName(column) ?? unitOfSize(medianOf(column.cells));

/** "dataGB" and "size_mb" name their unit. */
const unitInName = ({ path, words }: TableColumn): AmountUnit | null =>
  unitOrNull([...words].find((word) => unitOrNull(word) !== null)) ?? unitOrNull(/[gm]b$/i.exec(path)?.[0]);

/** Plans have a few gigabytes, which are thousands of megabytes. */
function unitOfSize(number: number): AmountUnit {
  if (number >= BYTES_FROM) return 'bytes';
  return number >= MEGABYTES_FROM ? 'MB' : 'GB';
}

/** Amounts with 1024 to a unit are multiples of these numbers: whole gigabytes in bytes, half gigabytes in megabytes. */
const BINARY_STEPS = { bytes: 1024 ** 3, MB: 512 };

function areMultiplesOf(step: number, cells: Cells): boolean {
  const numbers = cells.map(writtenNumber).filter((number) => number !== null && number > 0);
  return numbers.filter((number) => number! % step === 0).length * 2 > numbers.length;
}

function unlimitedIn(amounts: Cells): readonly string[] {
  const texts = new Set(amounts.map((cell) => textOrNull(numberPart(cell))));
  return ['0', '-1'].filter((word) => texts.has(word));
}

// The lengths.

export interface LengthParts {
  readonly path: string;
  readonly areHours: boolean;
  readonly areSomeBlank: boolean;
}

/** Returns null if the table has no column of lengths. */
export function lengthParts(guess: Guess): LengthParts | null {
  const column = guess.get('days');
  if (column === undefined) return null;
  const { path, cells } = column;
  return { path, areHours: namesHours(column), areSomeBlank: cells.some(isBlank) };
}

const namesHours = ({ path, words }: TableColumn): boolean =>
  words.has('hours') || words.has('hour') || words.has('hrs') || /hours?$/i.test(path);
