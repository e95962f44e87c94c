/** The amount of data of a row. */
import type { DraftAllowance } from '../../draft.ts';
import { allowanceInWords } from '../../parse/allowance-cell.ts';
import {
  adviceFor,
  allowancePer,
  amountCell,
  isOneOf,
  needAmount,
  numberPart,
  unitOrNull,
} from '../../parse/data.ts';
import { allowanceIn } from '../../parse/name/allowance.ts';
import { isEmpty, reject, show } from '../../parse/value.ts';
import type { MappedRow } from './mapped-row.ts';

export function allowanceOf(row: MappedRow, days: number | null): DraftAllowance {
  const { base, options } = row.map;
  const { unlimitedValues = [] } = options;
  const found = row.value('data');
  const isWord = !isEmpty(found) && isOneOf(found, unlimitedValues);
  if (row.flag('unlimited') === true || isWord || isOneOf(numberPart(found), unlimitedValues))
    return { model: 'unlimited', data: null };
  if (isEmpty(found))
    return allowanceIn(row.nameOrReject(), days) ?? reject('missing_field', 'It has no amount of data.');
  // A bare number has no words to read.
  const isNumber = typeof found === 'number';
  const written = isNumber ? null : amountCell(found, base);
  const cellDays = written?.days ?? null;
  if (cellDays !== null && cellDays !== days)
    reject('name_contradicts', `The amount is for ${cellDays} days, the validity is ${days ?? 'none'}.`);
  if (written?.unlimited === true)
    return { model: 'unlimited', data: null, ...(written.data && { fullSpeedPerDay: written.data }) };
  const words = written === null && !isNumber ? allowanceInWords(found, base, days) : null;
  if (words !== null) return { model: 'total', data: null, ...words };
  const data = written?.data ?? row.amount('data');
  if (data !== null) return allowancePer(data, written?.per ?? row.value('dataPer'), days);
  const unit = unitOrNull(row.value('dataUnit'));
  return unit === null
    ? reject('impossible_data', `The amount of data is ${show(found)}, without a unit${adviceFor(found)}.`)
    : { model: 'total', data: needAmount(found, unit, base) };
}
