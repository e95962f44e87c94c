/**
 * The name check compares the name of a plan with its fields. Facts that only the name states are added. A row whose
 * name contradicts its fields is rejected with both values, because travellers would see both.
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
/** Feeds write 65,089, 99,999 or 500,000 MB for "no limit". Smaller totals are real caps. */
const SENTINEL_BYTES_MIN = 60e9;

/** An eSIM shop calls its plans "Sim Card for Europe-30 - 1GB". A product title with these words is a physical card. */
const SIM_CARD_FOR = /^sim card (?=for )/i;

/** Returns the draft with the facts that its name adds. */
export function applyName(draft: Draft, written: string): Draft {
  // NFKC converts full-width digits and letters to plain ones.
  const name = written.normalize('NFKC');
  if (isNamedTopUp(name)) reject('top_up', 'its name describes a top-up');
  if (isOtherGoods(name.replace(SIM_CARD_FOR, '')))
    reject('not_a_plan', 'its name describes a card or a device');
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
  return `the name states ${first.text}, the fields state ${days === null ? 'no expiry' : plural(days, 'day')}`;
}

function oddAmount(draft: Draft, amounts: readonly NamedAmount[], unlimited: boolean): string | null {
  const [first] = amounts;
  if (first === undefined) return null;
  if (draft.model === 'unlimited') {
    const full = draft.fullSpeedPerDay ?? null;
    const daily = amounts.filter(({ periodDays }) => periodDays === 1);
    if (full !== null && daily.length > 0 && !daily.some(({ bytes }) => isNear(bytes, full)))
      return `the name states ${label(first)}, the fields state ${bytesLabel(full)} a day at full speed`;
    return unlimited || daily.length > 0
      ? null
      : `the name states ${label(first)}, the fields state no limit`;
  }
  const { data: bytes } = draft;
  // Another check rejects amounts that are too small.
  if (bytes === null || bytes < BYTES_MIN) return null;
  const stated: NamedAmount = { bytes, periodDays: periodOf(draft), isTotal: false };
  const fits = amounts.some((amount) => agrees(amount, stated, draft.days));
  const sum = amounts.reduce((all, amount) => all + amount.bytes, 0);
  if (fits || (amounts.length > 1 && isNear(sum, bytes))) return null;
  return `the name states ${label(first)}, the fields state ${label(stated)}`;
}

const periodOf = ({ model, periodDays }: Draft): number | null =>
  model === 'per_day' ? 1 : (periodDays ?? null);

/** True if both amounts are equal, or if one is for a period and the other for the whole validity. */
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

/** If the fields state no period, a name such as "1 GB/day" states it. */
function withPeriodOf(draft: Draft, amounts: readonly NamedAmount[]): Draft {
  if (amounts.length === 0 || draft.model !== 'total' || draft.days === null) return draft;
  if ((draft.periodDays ?? null) !== null) return draft;
  const [only, ...others] = amounts.filter(({ isTotal }) => !isTotal);
  if (only === undefined || others.length > 0 || only.periodDays === null) return draft;
  if (draft.days <= (only.periodDays === 30 ? 31 : only.periodDays)) return draft;
  const { bytes: data, periodDays } = only;
  return periodDays === 1 ? { ...draft, model: 'per_day', data } : { ...draft, data, periodDays };
}

/** If the name contains "unlimited", a cap in the fields is the full-speed data per day. */
function asUnlimited(draft: Draft, amounts: readonly NamedAmount[]): Draft {
  if (draft.model === 'unlimited') return withFairUseOf(draft, amounts);
  const { data, days } = draft;
  if (data === null) return draft;
  const { periodDays: _period, ...rest } = draft;
  const isMeant = amounts.some((amount) => isNear(amount.bytes, data));
  if (data >= SENTINEL_BYTES_MIN && !isMeant) return { ...rest, model: 'unlimited', data: null };
  if (draft.model === 'per_day' || days === 1)
    return { ...rest, model: 'unlimited', data: null, fullSpeedPerDay: data };
  // In "Unlimited 20 GB" the name states the same cap as the fields.
  if (isMeant) return draft;
  const fullSpeedPerDay = shareOfADay(data, draft.periodDays ?? days);
  return { ...rest, model: 'unlimited', data: null, fullSpeedPerDay };
}

/** Only the name of an unlimited plan may state its fair use: "Unlimited 2 GB/day". */
function withFairUseOf(draft: Draft, amounts: readonly NamedAmount[]): Draft {
  if (draft.model !== 'unlimited' || draft.fullSpeedPerDay || amounts.length !== 1) return draft;
  const [amount] = amounts;
  if (amount === undefined) return draft;
  const { bytes, periodDays } = amount;
  const share = periodDays === 1 ? bytes : shareOfADay(bytes, periodDays ?? draft.days);
  return share === null ? draft : { ...draft, fullSpeedPerDay: share };
}

/** Up to this limit, a speed in a name is the speed after the cap: "Unlimited 5Mbps", "500MB/Day, 384kbps". */
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
  // Feeds often leave the column at "no" by mistake, but names mention calls on purpose.
  const phoneNumber = calls === true ? true : (draft.phoneNumber ?? calls);
  const named = bestGeneration(name);
  // Shops only advertise 4G and 5G. "Edge" and "3G" in a name have other meanings.
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
