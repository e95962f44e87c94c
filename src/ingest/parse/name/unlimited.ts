/** What a name says about unlimited data, and about the speed of data. */
import { isUnspacedScript } from '../words.ts';
import type { NameTokens } from './name-tokens.ts';

/** `slow`: only data at a reduced speed has no limit. */
export type Unlimited = 'yes' | 'slow' | 'no';

/** `hasAmount`: the name also states an amount. */
export function readUnlimited(name: NameTokens, hasAmount: boolean): Unlimited {
  const ofData = name
    .positionsOf('unlimited')
    .filter((at) => !isDenied(name, at) && !isUnlimitedOther(name, at));
  if (ofData.length === 0) return 'no';
  return ofData.every((at) => isSlowOnly(name, at, hasAmount)) ? 'slow' : 'yes';
}

/** "Not unlimited", "使い放題なし". */
const isDenied = (name: NameTokens, at: number): boolean =>
  name.hasBefore(at, 1, 'no') || (isUnspacedScript(name.text(at)) && name.is(at + 1, 'noAfter'));

/** "Then unlimited at 128 kbps", "slow unlimited data". After "unlimited", a speed counts only beside an amount. */
function isSlowOnly(name: NameTokens, at: number, hasAmount: boolean): boolean {
  if (name.hasBefore(at, 3, 'then', 'speed')) return true;
  const slow = slowPositions(name);
  if (slow.some((one) => one < at && at - one <= 3)) return true;
  // "無制限低速": the slow data has no limit.
  if (slow.includes(name.skip(at + 1, 1, 'data'))) return true;
  // "使い放題（低速128kbps）" has no fast data.
  if (!hasAmount && slow.some((one) => one > at && one - at <= 4 && name.is(one + 2, 'speed'))) return true;
  // "3 GB, unlimited at reduced speed". Without an amount, "Unlimited 5 Mbps" states the highest speed.
  return hasAmount && (name.hasAfter(at, 3, 'speed') || slow.some((one) => one > at && one - at <= 3));
}

/** The words for slow data that are not denied. */
const slowPositions = (name: NameTokens): readonly number[] =>
  name.positionsOf('slow').filter((at) => {
    // "超過後は低速 音声通話非対応": calls are denied, and not slow data.
    const toCalls = [1, 2, 3].find((step) => name.is(at + step, 'calls', 'sms', 'minutes'));
    return !name.isNegated(at, { before: 3, after: toCalls === undefined ? 3 : toCalls - 1 });
  });

/** "Unthrottled", "never slows down", "ohne Drosselung". */
export const isNeverSlowed = (name: NameTokens): boolean =>
  name.has('noSlowdown') || slowPositions(name).length < name.positionsOf('slow').length;

/** What follows the amount: "then slower", "slower after that", "以降は384kbps", "用完斷網". */
export function readAfterCap(name: NameTokens): 'throttle' | 'stop' | null {
  const isThen = (at: number) => name.hasBefore(at, 4, 'then') || name.hasAfter(at, 4, 'then');
  // "Then unlimited data at up to 384 kbps": more words come before a speed.
  const isSpeedThen = (at: number) => name.hasBefore(at, 6, 'then');
  if (slowPositions(name).some(isThen) || name.positionsOf('speed').some(isSpeedThen)) return 'throttle';
  // "Then 2G speeds".
  const isOldNetwork = (at: number) => /^[23]$/.test(name.text(at)) && name.lower(at + 1) === 'g';
  if (name.positionsOf('then').some((at) => isOldNetwork(at + 1) || isOldNetwork(at + 2))) return 'throttle';
  return name.positionsOf('stop').some((at) => isThen(at) && isStop(name, at)) ? 'stop' : null;
}

/** "No cut-off after 10 GB" denies it, and "expires 8 days after activation" is about the plan. */
const isStop = (name: NameTokens, at: number): boolean =>
  !name.isNegated(at, { before: 1, after: 1 }) &&
  !(name.isNumber(at + 1) && name.is(at + 2, 'hour', 'day', 'month'));

/** "Unlimited EU calls", "通話無制限". In "unlimited data with calls" the data is unlimited. */
export function isUnlimitedOther(name: NameTokens, at: number): boolean {
  if (name.is(at - 1, 'data') || name.is(at + 1, 'data')) return false;
  if (name.is(at - 1, 'calls', 'sms', 'minutes') || name.is(at + 1, 'calls', 'sms', 'minutes')) return true;
  if (isUnspacedScript(name.text(at))) return false;
  // "Unlimited local and EU calls", "unlimited WhatsApp".
  for (let next = at + 1; next <= at + 3; next++) {
    if (name.is(next, 'calls', 'sms', 'minutes', 'app', 'hotspot', 'topUp', 'otherUnlimited')) return true;
    if (name.isBreak(next) || name.isNumber(next) || name.is(next, 'with', 'esim', 'speed')) return false;
  }
  return false;
}
