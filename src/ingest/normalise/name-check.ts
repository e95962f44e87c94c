/**
 * The name check: what a name adds to the fields is used, and a name that contradicts them rejects the row, with both
 * values. The columns and the names of a feed are written by different people, and a traveller reads both.
 */

import { bestGeneration } from '../parse/coverages.ts';
import { bytesLabel, shareOfADay } from '../parse/data.ts';
import { speedIn } from '../parse/fair-use.ts';
import {
  amountsIn,
  callsIn,
  isNamedTopUp,
  isNamedUnlimited,
  isOtherGoods,
  lengthsIn,
  type NamedAmount,
} from '../parse/plan-name.ts';
import { reject } from '../parse/value.ts';
import type { Draft } from '../types.ts';
import { BYTES_MIN } from './checks.ts';

/** 1 GiB is 7.4% more than 1 GB, and shops call both "1 GB". */
const AMOUNT_TOLERANCE = 0.08;
/** 65,089, 99,999 and 500,000 MB are what feeds write for "no limit"; smaller totals are caps that somebody set. */
const SENTINEL_BYTES_MIN = 60e9;

/** A shop of eSIMs calls its plans "Sim Card for Europe-30 - 1GB". Product titles are read more strictly. */
const SIM_CARD_FOR = /^sim card (?=for )/i;

/** The draft with what its name adds. */
export function applyName(draft: Draft, written: string): Draft {
  // Full-width digits and letters as plain ones.
  const name = written.normalize('NFKC');
  if (isNamedTopUp(name)) reject('top_up', 'its name says that it is a top-up');
  if (isOtherGoods(name.replace(SIM_CARD_FOR, '')))
    reject('not_a_plan', 'its name says that it is a card or a device');
  const unlimited = isNamedUnlimited(name);
  const amounts = amountsIn(name);
  const odd = oddLength(draft, name) ?? oddAmount(draft, amounts, unlimited);
  if (odd !== null) reject('name_contradicts', odd);
  const renewed = withPeriodOf(draft, amounts);
  const allowance = unlimited ? asUnlimited(renewed, amounts) : withFairUseOf(renewed, amounts);
  return withFactsOf(withSpeedOf(allowance, name), name);
}

function oddLength({ days, soldPerDay }: Draft, name: string): string | null {
  if (soldPerDay === true) return null;
  const lengths = lengthsIn(name);
  const fits = lengths.some(({ least, most }) => days !== null && days >= least && days <= most);
  if (fits) return null;
  const [first] = lengths;
  if (first === undefined) return null;
  return `the name says ${first.text}, the fields ${days === null ? 'no expiry' : plural(days, 'day')}`;
}

function oddAmount(draft: Draft, amounts: readonly NamedAmount[], unlimited: boolean): string | null {
  const [first] = amounts;
  if (first === undefined) return null;
  if (draft.model === 'unlimited') {
    const full = draft.fullSpeedPerDay ?? null;
    const daily = amounts.filter(({ periodDays }) => periodDays === 1);
    if (full !== null && daily.length > 0 && !daily.some(({ bytes }) => isNear(bytes, full)))
      return `the name says ${label(first)}, the fields ${bytesLabel(full)} a day at full speed`;
    return unlimited || daily.length > 0 ? null : `the name says ${label(first)}, the fields no limit`;
  }
  const { data: bytes } = draft;
  // Another check rejects amounts that are too small.
  if (bytes === null || bytes < BYTES_MIN) return null;
  const stated: NamedAmount = { bytes, periodDays: periodOf(draft), isTotal: false };
  const fits = amounts.some((amount) => agrees(amount, stated, draft.days));
  const sum = amounts.reduce((all, amount) => all + amount.bytes, 0);
  if (fits || (amounts.length > 1 && isNear(sum, bytes))) return null;
  return `the name says ${label(first)}, the fields ${label(stated)}`;
}

const periodOf = ({ model, periodDays }: Draft): number | null =>
  model === 'per_day' ? 1 : (periodDays ?? null);

/** Equal, or one is for a period and the other the whole of it. */
function agrees(named: NamedAmount, stated: NamedAmount, days: number | null): boolean {
  if (isNear(named.bytes, stated.bytes))
    return !(named.isTotal && periodsIn(stated, days) > 1 && named.periodDays === null);
  const [one, other] = [periodsIn(named, days), periodsIn(stated, days)];
  return isNear(named.bytes * one, stated.bytes * other);
}

function periodsIn({ periodDays }: NamedAmount, days: number | null): number {
  return periodDays === null || days === null ? 1 : Math.ceil(days / periodDays);
}

const isNear = (one: number, other: number): boolean =>
  Math.abs(one - other) <= AMOUNT_TOLERANCE * Math.max(one, other);

/** "1 GB/day" over an amount without a period: the name says which one it is. */
function withPeriodOf(draft: Draft, amounts: readonly NamedAmount[]): Draft {
  if (amounts.length === 0 || draft.model !== 'total' || draft.days === null) return draft;
  if ((draft.periodDays ?? null) !== null) return draft;
  const [only, ...others] = amounts.filter(({ isTotal }) => !isTotal);
  if (only === undefined || others.length > 0 || only.periodDays === null) return draft;
  if (draft.days <= (only.periodDays === 30 ? 31 : only.periodDays)) return draft;
  const { bytes: data, periodDays } = only;
  return periodDays === 1 ? { ...draft, model: 'per_day', data } : { ...draft, data, periodDays };
}

/** A cap under a name that says "unlimited" is what a day has at full speed. */
function asUnlimited(draft: Draft, amounts: readonly NamedAmount[]): Draft {
  if (draft.model === 'unlimited') return withFairUseOf(draft, amounts);
  const { data, days } = draft;
  if (data === null) return draft;
  const { periodDays: _period, ...rest } = draft;
  const isMeant = amounts.some((amount) => isNear(amount.bytes, data));
  if (data >= SENTINEL_BYTES_MIN && !isMeant) return { ...rest, model: 'unlimited', data: null };
  if (draft.model === 'per_day' || days === 1)
    return { ...rest, model: 'unlimited', data: null, fullSpeedPerDay: data };
  // "Unlimited 20 GB": the amount stands in both places.
  if (isMeant) return draft;
  const fullSpeedPerDay = shareOfADay(data, draft.periodDays ?? days);
  return { ...rest, model: 'unlimited', data: null, fullSpeedPerDay };
}

/** An unlimited plan whose name alone states the fair use: "Unlimited 2 GB/day". */
function withFairUseOf(draft: Draft, amounts: readonly NamedAmount[]): Draft {
  if (draft.model !== 'unlimited' || draft.fullSpeedPerDay || amounts.length !== 1) return draft;
  const [amount] = amounts;
  if (amount === undefined) return draft;
  const { bytes, periodDays } = amount;
  const share = periodDays === 1 ? bytes : shareOfADay(bytes, periodDays ?? draft.days);
  return share === null ? draft : { ...draft, fullSpeedPerDay: share };
}

/** Slower than that, a speed in a name is what is left after the cap: "Unlimited 5Mbps", "500MB/Day, 384kbps". */
const REDUCED_KBPS_MAX = 5000;

function withSpeedOf(draft: Draft, name: string): Draft {
  const kbps = speedIn(name);
  const isStated = (draft.throttleKbps ?? draft.maxKbps ?? null) !== null || draft.afterCap === 'stop';
  if (kbps === null || isStated) return draft;
  const hasCap = draft.model === 'per_day' || (draft.fullSpeedPerDay ?? null) !== null;
  if (hasCap && kbps <= REDUCED_KBPS_MAX) return { ...draft, afterCap: 'throttle', throttleKbps: kbps };
  return draft.model === 'unlimited' && !hasCap ? { ...draft, maxKbps: kbps } : draft;
}

function withFactsOf(draft: Draft, name: string): Draft {
  const calls = callsIn(name);
  // Feeds often leave the column at "no", while a name with calls is deliberate.
  const phoneNumber = calls === true ? true : (draft.phoneNumber ?? calls);
  const named = bestGeneration(name);
  // Shops name only 4G and 5G. "Edge" and "3G" in a name mean other things.
  const generation = draft.generation ?? (named === '4G' || named === '5G' ? named : null);
  if (phoneNumber === (draft.phoneNumber ?? null) && generation === (draft.generation ?? null)) return draft;
  return { ...draft, phoneNumber, generation };
}

function label({ bytes, periodDays, isTotal }: NamedAmount): string {
  const period = periodDays === null ? (isTotal ? ' in all' : '') : ` ${EVERY[periodDays] ?? ''}`;
  return `${bytesLabel(bytes)}${period}`;
}

const EVERY: Readonly<Record<number, string>> = { 1: 'a day', 7: 'a week', 30: 'a month' };

const plural = (count: number, word: string) => (count === 1 ? `1 ${word}` : `${count} ${word}s`);
