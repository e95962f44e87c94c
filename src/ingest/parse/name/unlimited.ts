/** What a name says about unlimited data, and about the speed of data. */
import { isUnspaced } from '../words.ts';
import type { NameTokens } from './name-tokens.ts';

/** `slow`: only data at a reduced speed has no limit. */
export type Unlimited = 'yes' | 'slow' | 'no';

/** `hasAmount`: the name also states an amount. */
export function readUnlimited(name: NameTokens, hasAmount: boolean): Unlimited {
  let found: Unlimited = 'no';
  for (const at of name.positionsOf('unlimited')) {
    if (name.isAfter(at, 1, 'no') || isUnlimitedOther(name, at)) continue;
    const isSlow =
      name.isAfter(at, 3, 'then', 'speed') ||
      (name.isBefore(at, 3, 'speed') && hasAmount) ||
      slowPositions(name).some((slow) => (slow < at ? at - slow <= 3 : slow - at <= 3 && hasAmount));
    if (!isSlow) return 'yes';
    found = 'slow';
  }
  return found;
}

/** The words for slow data that are not denied. */
const slowPositions = (name: NameTokens): readonly number[] =>
  name.positionsOf('slow').filter((at) => !name.isNegated(at, 3, 3));

/** "Unthrottled", "never slows down", "ohne Drosselung". */
export const isNeverSlowed = (name: NameTokens): boolean =>
  name.has('noSlowdown') || slowPositions(name).length < name.positionsOf('slow').length;

/** What follows the amount: "then slower", "slower after that", "以降は384kbps", "用完斷網". */
export function readAfterCap(name: NameTokens): 'throttle' | 'stop' | null {
  const isThen = (at: number) => name.isAfter(at, 4, 'then') || name.isBefore(at, 4, 'then');
  const isSpeedThen = (at: number) => name.isAfter(at, 6, 'then');
  if (slowPositions(name).some(isThen) || name.positionsOf('speed').some(isSpeedThen)) return 'throttle';
  return name.positionsOf('stop').some(isThen) ? 'stop' : null;
}

/** "Unlimited EU calls", "通話無制限". In "unlimited data with calls" the data is unlimited. */
export function isUnlimitedOther(name: NameTokens, at: number): boolean {
  if (name.is(at - 1, 'data') || name.is(at + 1, 'data')) return false;
  if (name.is(at - 1, 'calls', 'sms', 'minutes') || name.is(at + 1, 'calls', 'sms', 'minutes')) return true;
  if (isUnspaced(name.text(at))) return false;
  for (let next = at + 1; next <= at + 3; next++) {
    if (name.is(next, 'calls', 'sms', 'minutes', 'app', 'hotspot', 'topUp', 'otherUnlimited')) return true;
    if (name.isBreak(next) || name.isNumber(next) || name.is(next, 'with', 'esim', 'speed')) return false;
  }
  return false;
}
