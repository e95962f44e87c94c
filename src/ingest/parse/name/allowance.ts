/** The allowance that a name states by itself. */
import type { Draft } from '../../draft.ts';
import { endsInFirstPeriod } from '../words.ts';
import { type NamedAmount, sumsOf } from './amounts.ts';
import type { NameReading } from './read-name.ts';

export type NamedAllowance = Pick<Draft, 'model' | 'data'> &
  Partial<Pick<Draft, 'fullSpeedPerDay' | 'periodDays' | 'afterCap'>>;

const SLOWED = { afterCap: 'throttle' } as const;

/** null: the name states no allowance, or more than one. `days` is the length of the plan, null if it is not known. */
export function allowanceIn(
  { amounts: stated, unlimited }: Pick<NameReading, 'amounts' | 'unlimited'>,
  days: number | null,
): NamedAllowance | null {
  const amounts = sumsOf(stated);
  if (amounts === null) return null;
  if (amounts.length === 0) return unlimited === 'yes' ? { model: 'unlimited', data: null } : null;
  const daily = amounts.find(({ periodDays }) => periodDays === 1) ?? null;
  // "15 GB (1 GB daily)" for 15 days: the total says the same again.
  const isTotalOfDaily = ({ bytes, periodDays }: NamedAmount): boolean =>
    daily !== null && periodDays === null && days !== null && bytes === daily.bytes * days;
  const meant = amounts.filter((amount) => !isTotalOfDaily(amount));
  const [only] = meant;
  if (only === undefined || meant.some(({ bytes }) => bytes !== only.bytes)) return null;
  return daily === null ? totalAllowance(only, unlimited, days) : dailyAllowance(only.bytes, unlimited);
}

/** A daily amount beside "unlimited" is what has full speed on each day. */
const dailyAllowance = (bytes: number, unlimited: NameReading['unlimited']): NamedAllowance =>
  unlimited === 'no'
    ? { model: 'per_day', data: bytes }
    : {
        model: 'unlimited',
        data: null,
        fullSpeedPerDay: bytes,
        ...(unlimited === 'slow' && SLOWED),
      };

/** Another amount is the amount of the plan, also beside "unlimited". */
function totalAllowance(
  { bytes, periodDays, isFullSpeedLimit, isAtFullSpeed }: NamedAmount,
  unlimited: NameReading['unlimited'],
  days: number | null,
): NamedAllowance {
  // Of a plan whose length is not known, only the first period is certain.
  const renews = periodDays !== null && days !== null && !endsInFirstPeriod(days, periodDays);
  const isSlowedAfter =
    // "10 GB, then unlimited at 128 kbps"
    unlimited === 'slow' ||
    // "7GBまで高速"
    isFullSpeedLimit ||
    // "Unlimited, 10 GB at high speed"
    (unlimited === 'yes' && isAtFullSpeed);
  return { model: 'total', data: bytes, ...(renews && { periodDays }), ...(isSlowedAfter && SLOWED) };
}
