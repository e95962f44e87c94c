/** By which names, words and cells the column of a field is known. */

import { stockOf } from '../../adapters/row/stock.ts';
import type { Field } from '../../adapters/shared/column-map.ts';
import { allowancePer, unitOrNull } from '../../parse/data.ts';
import { booleanOrNull, textOrNull } from '../../parse/value.ts';
import { TIME_UNITS } from '../../parse/words.ts';
import {
  canRead,
  type IsValue,
  isAmount,
  isAmountText,
  isLength,
  isLengthText,
  isNumber,
  isPlaces,
  isText,
} from './cells.ts';
import columnNames from './column-names.json' with { type: 'json' };
import type { TableColumn } from './tables/table.ts';

/** Whole names of columns by field, in the order of preference. In lower case, with letters and digits only. */
export const COLUMN_NAMES: Readonly<Partial<Record<Field, readonly string[]>>> = columnNames;

interface FieldSigns {
  /** Words that name the field among others: "Data allowance (GB)". */
  readonly words?: readonly string[];
  /** With one of these words, the column is something else. */
  readonly otherWords?: readonly string[];
  /** Accepts a cell that may be a value of the field. A field without this check accepts every cell. */
  readonly isValue?: IsValue;
  /** Accepts a cell that can be nothing else, so that the column is known without its name. */
  readonly isUnmistakable?: IsValue;
}

const SIGNS: Readonly<Partial<Record<Field, FieldSigns>>> = {
  data: {
    words: 'data gb mb volume allowance quota capacity traffic gigabytes megabytes bytes'.split(' '),
    otherWords:
      'unit per type id period reset speed code name label unlimited used date updated base kbps mbps day days currency price'.split(
        ' ',
      ),
    isValue: isAmount,
    isUnmistakable: isAmountText,
  },
  days: {
    words: 'days day validity valid duration period length hours'.split(' '),
    otherWords:
      'unit install installation activation activate refund updated created date data price gb mb kbps mbps speed fup cap volume per usage'.split(
        ' ',
      ),
    isValue: isLength,
    isUnmistakable: isLengthText,
  },
  places: {
    words:
      'country countries iso destination destinations coverage coverages location locations region regions zone place places'.split(
        ' ',
      ),
    otherWords:
      'seller shop origin operator operators network networks exit breakout ip merchant company office store market target language lang locale sold price currency excluded'.split(
        ' ',
      ),
    isValue: isPlaces,
    isUnmistakable: isPlaces,
  },
  name: {
    words: ['name', 'title'],
    otherWords:
      'operator network provider brand vendor seller file host user country region category slug type'.split(
        ' ',
      ),
    isValue: isText,
  },
  fullSpeedPerDay: { isValue: isAmount },
  dataUnit: { isValue: (cell) => unitOrNull(cell) !== null },
  daysUnit: { isValue: (cell) => TIME_UNITS.has((textOrNull(cell) ?? '').toLowerCase()) },
  dataPer: { isValue: (cell) => !isNumber(cell) && canRead(() => allowancePer(1e9, cell, 30)) },
  inStock: { isValue: (cell) => stockOf(cell) !== null },
  hotspot: { isValue: (cell) => booleanOrNull(cell) !== null },
};

export const signsOf = (field: Field): FieldSigns => SIGNS[field] ?? {};

export const hasWord = ({ words }: TableColumn, searched: readonly string[] = []): boolean =>
  searched.some((word) => words.has(word));

/** True if the column has one of the whole names of the field. */
export const isNamedAs = (field: Field, { names }: TableColumn): boolean =>
  names.some((name) => COLUMN_NAMES[field]?.includes(name) === true);

/** True if a word in the name of the column says that it is not the field. */
export const isSomethingElse = (field: Field, column: TableColumn): boolean =>
  hasWord(column, signsOf(field).otherWords);
