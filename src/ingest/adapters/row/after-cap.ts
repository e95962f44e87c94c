/** What follows the amount of data of a row: slower data or none, and how much of "unlimited" is at full speed. */
import type { Draft } from '../../draft.ts';
import { DECIMAL, shareOfADay } from '../../parse/data.ts';
import { fairUseFields, readFairUse } from '../../parse/fair-use.ts';
import type { MappedRow } from './mapped-row.ts';

export function afterCapOf(
  row: MappedRow,
  { model }: Pick<Draft, 'model'>,
  days: number | null,
): Partial<Draft> {
  const throttleKbps = row.speed('throttleKbps');
  const full = model === 'unlimited' ? (row.amount('fullSpeedPerDay') ?? fullSpeedShare(row, days)) : null;
  const stated = AFTER_CAP.find((one) => one === row.value('afterCap'));
  // The prose has advertised amounts, which are decimal.
  const rule = fairUseFields(readFairUse(row.value('fairUse'), DECIMAL), model, days);
  const mayBeSlowed = row.flag('throttled') === true && rule.uncapped !== true;
  return {
    ...(mayBeSlowed && { afterCap: 'throttle' as const }),
    ...rule,
    ...(throttleKbps !== null && { afterCap: 'throttle' as const, throttleKbps }),
    ...(stated !== undefined && { afterCap: stated }),
    ...(full !== null && { fullSpeedPerDay: full }),
  };
}

const AFTER_CAP = ['throttle', 'stop'] as const;

/** The share of a day in the full-speed data, which is available once or again after some days. */
function fullSpeedShare(row: MappedRow, days: number | null): number | null {
  const whole = row.amount('fullSpeed');
  return whole === null ? null : shareOfADay(whole, row.positive('fullSpeedDays') ?? days);
}
