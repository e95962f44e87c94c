/** The allowance that a name states by itself. */
import type { Draft } from '../../draft.ts';
import { endsInFirstPeriod } from '../words.ts';
import { sumsOf } from './amounts.ts';
import type { NameReading } from './read-name.ts';

export type NamedAllowance = Pick<Draft, 'model' | 'data'> &
  Partial<Pick<Draft, 'fullSpeedPerDay' | 'periodDays' | 'afterCap'>>;

const SLOWED = { afterCap: 'throttle' } as const;

/**
 * null: the name states no allowance, or more than one. A daily amount under "unlimited" is the fair use of each day; a
 * total is the amount, whatever follows it.
 */
export function allowanceIn(
  { amounts: stated, unlimited }: Pick<NameReading, 'amounts' | 'unlimited'>,
  days: number | null,
): NamedAllowance | null {
  const amounts = sumsOf(stated);
  if (amounts === null) return null;
  if (amounts.length === 0) return unlimited === 'yes' ? { model: 'unlimited', data: null } : null;
  const daily = amounts.find(({ periodDays }) => periodDays === 1) ?? null;
  // "15 GB (1 GB daily)": the total says the same again.
  const meant = amounts.filter(
    ({ bytes, periodDays }) =>
      daily === null || periodDays !== null || days === null || bytes !== daily.bytes * days,
  );
  const [only] = meant;
  if (only === undefined || meant.some((other) => other.bytes !== only.bytes)) return null;
  const { bytes: data, periodDays } = only;
  if (daily !== null)
    return unlimited === 'no'
      ? { model: 'per_day', data }
      : { model: 'unlimited', data: null, fullSpeedPerDay: data, ...(unlimited === 'slow' && SLOWED) };
  const isOnePeriod = periodDays === null || days === null || endsInFirstPeriod(days, periodDays);
  const isSlowedAfter =
    unlimited === 'slow' || only.isFullSpeedLimit || (unlimited === 'yes' && only.isAtFullSpeed);
  return {
    model: 'total',
    data,
    ...(!isOnePeriod && { periodDays }),
    ...(isSlowedAfter && SLOWED),
  };
}
