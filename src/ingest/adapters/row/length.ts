/** How long the plan of a row lasts. */
import { amountCell, isOneOf } from '../../parse/data.ts';
import { needDays, saysNoExpiry } from '../../parse/days.ts';
import { onlyLength } from '../../parse/name/lengths.ts';
import { isEmpty, reject, scalarText, show } from '../../parse/value.ts';
import { TIME_UNITS } from '../../parse/words.ts';
import type { MappedRow } from './mapped-row.ts';

/** In days. null: no expiry. */
export function daysOf(row: MappedRow): number | null {
  const { noExpiryValues = [], daysUnit } = row.map.options;
  const found = row.value('days');
  if (saysNoExpiry(found) || isOneOf(found ?? '', noExpiryValues)) return null;
  if (isEmpty(found)) {
    const length = onlyLength(row.nameOrReject().lengths) ?? cellLength(row);
    if (length !== null) return length;
  }
  const stated = row.value('daysUnit');
  if (isEmpty(stated)) return needDays(found, daysUnit ?? 'days');
  const unit = TIME_UNITS.get((scalarText(stated) ?? '').trim().toLowerCase());
  if (unit === undefined) reject('impossible_days', `The unit of the validity is ${show(stated)}.`);
  if (unit === 'hour' || unit === 'day') return needDays(found, unit === 'hour' ? 'hours' : 'days');
  return needDays(`${scalarText(found) ?? ''} ${unit}s`);
}

/** The length that the cell of the amount states: "5GB/4일". */
export const cellLength = (row: MappedRow): number | null =>
  amountCell(row.value('data'), row.map.base)?.days ?? null;
