/**
 * The name check compares the name of a plan with its fields. Facts that only the name states are added. A row whose
 * name contradicts its fields is rejected with both values, because travellers would see both.
 *
 * | fields | name | result |
 * |---|---|---|
 * | unlimited | an amount | the amount of the name (`readUnlimitedFields`) |
 * | unlimited, 2 GB a day at full speed | another amount a day | rejected |
 * | 10 GB | 5 GB | rejected (`readLimitedFields`) |
 * | 1 GB | 1 GB a day | 1 GB a day (`withPeriodOf`) |
 * | 1 GB a day | unlimited | unlimited, 1 GB a day at full speed (`withUnlimitedOf`) |
 * | 20 GB | 20 GB, then unlimited at 128 kbps | 20 GB, then slower |
 */

import type { Draft } from '../draft.ts';
import { bytesLabel, shareOfADay } from '../parse/data.ts';
import { bestGeneration } from '../parse/generations.ts';
import { allowanceIn } from '../parse/name/allowance.ts';
import type { NamedAmount } from '../parse/name/amounts.ts';
import { acceptsDays, onlyLength } from '../parse/name/lengths.ts';
import { type NameReading, readName, rejectOtherGoods } from '../parse/name/read-name.ts';
import { speedIn } from '../parse/speeds.ts';
import { readableName } from '../parse/tokens.ts';
import { reject } from '../parse/value.ts';
import { endsInFirstPeriod, periodName } from '../parse/words.ts';
import { BYTES_MIN } from './checks.ts';

/** 1 GiB is 7.4% more than 1 GB, and shops call both "1 GB". */
const AMOUNT_TOLERANCE = 0.08;
/** Feeds write 65,089, 99,999 or 500,000 MB for "no limit". Smaller totals are real caps. */
const SENTINEL_BYTES_MIN = 60e9;

/** An eSIM shop calls its plans "Sim Card for Europe-30 - 1GB". In a feed of products, this is a physical card. */
const SIM_CARD_FOR = /^sim card (?=for )/i;

/** Returns the draft with the facts that its name adds. A product was told from other goods before. */
export function applyName(draft: Draft, name: string, read: NameReading): Draft {
  const callsPlansSimCards = draft.product === undefined && SIM_CARD_FOR.test(name);
  const reading = callsPlansSimCards ? readName(name.replace(SIM_CARD_FOR, '')) : read;
  if (draft.product === undefined) rejectOtherGoods(reading.otherGoods);
  const days = daysOf(draft, reading);
  const dated = days === draft.days ? draft : { ...draft, days };
  const withData =
    dated.model === 'unlimited' ? readUnlimitedFields(dated, reading) : readLimitedFields(dated, reading);
  return withFactsOf(withSpeedOf(withData, reading, name), reading, name);
}

/**
 * Some feeds put the time in which a plan must be activated into the field of its length. If the field equals such a
 * time in the name, the length of use in the name is taken.
 */
function daysOf({ days, soldPerDay }: Draft, { lengths, windows }: NameReading): number | null {
  if (soldPerDay === true || lengths.length === 0) return days;
  const isIn = (spans: NameReading['lengths']) =>
    days !== null && spans.some((length) => acceptsDays(length, days));
  if (isIn(lengths)) return days;
  const named = onlyLength(lengths);
  if (named !== null && isIn(windows)) return named;
  const fields = days === null ? 'no expiry' : days === 1 ? '1 day' : `${days} days`;
  const texts = [...new Set(lengths.map(({ text }) => text))].slice(0, 2).join(' and ');
  return reject('name_contradicts', `the name states ${texts}, the fields state ${fields}`);
}

/** The fields state no limit. An amount in the name wins, unless the fields state the fair use of each day. */
function readUnlimitedFields(draft: Draft, reading: NameReading): Draft {
  const { amounts, unlimited, isNeverSlowed } = reading;
  const [first] = amounts;
  const full = draft.fullSpeedPerDay ?? null;
  if (first === undefined && unlimited === 'slow' && full === null)
    reject(
      'name_contradicts',
      'the name says that only slow data is unlimited, and no amount at full speed is stated',
    );
  if (first === undefined) return isNeverSlowed ? { ...draft, uncapped: draft.uncapped ?? true } : draft;
  const daily = amounts.filter(({ periodDays }) => periodDays === 1);
  if (full === null) {
    const named = allowanceIn(reading, draft.days);
    const isFairUse = named?.model === 'per_day' && (draft.afterCap === 'throttle' || draft.throttleKbps);
    if (isFairUse) return { ...draft, fullSpeedPerDay: named.data };
    return named === null ? contradiction(amounts, 'no limit') : { ...draft, ...named };
  }
  if (daily.length > 0 && !daily.some(({ bytes }) => isNear(bytes, full)))
    return contradiction(amounts, `${bytesLabel(full)} a day at full speed`);
  // The name states an amount for the whole plan and does not say "unlimited".
  const isTotalInName = unlimited === 'no' && daily.length === 0;
  return isTotalInName ? contradiction(amounts, 'no limit') : draft;
}

function contradiction(amounts: readonly NamedAmount[], fields: string): never {
  const named = [...new Set(amounts.map(label))].slice(0, 2).join(' and ');
  return reject('name_contradicts', `the name states ${named}, the fields state ${fields}`);
}

/** The fields state an amount. The name must state the same one, or none. */
function readLimitedFields(draft: Draft, reading: NameReading): Draft {
  const { amounts } = reading;
  const { data: bytes } = draft;
  // Another check rejects amounts that are too small.
  if (amounts.length > 0 && bytes !== null && bytes >= BYTES_MIN) {
    const stated = { bytes, periodDays: periodOf(draft), isTotal: false };
    const total = totalOfTitle(draft, amounts);
    if (total !== null) return withUnlimitedOf(total, reading);
    // "5 GB + 1 GB bonus" states parts of the amount.
    const sum = amounts.length > 1 ? amounts.reduce((all, amount) => all + amount.bytes, 0) : 0;
    if (!amounts.some((amount) => agrees(amount, stated, draft.days)) && !isNear(sum, bytes))
      return contradiction(amounts, label(stated));
  }
  return withUnlimitedOf(withPeriodOf(draft, amounts), reading);
}

/** A column says "1 GB a day" for the title "15 days 15 GB". A total is never published as a daily amount. */
function totalOfTitle(draft: Draft, amounts: readonly NamedAmount[]): Draft | null {
  const { product, model, data, days } = draft;
  if (product === undefined || model !== 'per_day' || data === null || days === null || days === 1)
    return null;
  const [only, ...others] = new Set(amounts.map(({ bytes }) => bytes));
  if (only === undefined || others.length > 0 || amounts.some(({ periodDays }) => periodDays !== null))
    return null;
  return isNear(only, data * days) ? { ...draft, model: 'total', data: only } : null;
}

const periodOf = ({ model, periodDays }: Draft): number | null =>
  model === 'per_day' ? 1 : (periodDays ?? null);

type Stated = Pick<NamedAmount, 'bytes' | 'periodDays' | 'isTotal'>;

/** True if both amounts are equal, or if one is for a period and the other for the whole validity. */
function agrees(named: Stated, stated: Stated, days: number | null): boolean {
  if (isNear(named.bytes, stated.bytes)) {
    // "1 GB in all" and 1 GB that renews each day are equal numbers, but different amounts.
    const isOnceInName = named.isTotal && named.periodDays === null;
    return !isOnceInName || periodsIn(stated, days) === 1;
  }
  const [one, other] = [periodsIn(named, days), periodsIn(stated, days)];
  return isNear(named.bytes * one, stated.bytes * other);
}

function periodsIn({ periodDays }: Stated, days: number | null): number {
  return periodDays === null || days === null ? 1 : Math.ceil(days / periodDays);
}

const isNear = (one: number, other: number): boolean =>
  Math.abs(one - other) <= AMOUNT_TOLERANCE * Math.max(one, other);

/** If the fields state no period, a name such as "1 GB/day" or "15 GB (1 GB daily)" states it. */
function withPeriodOf(draft: Draft, amounts: readonly NamedAmount[]): Draft {
  if (draft.model !== 'total' || draft.days === null || draft.data === null) return draft;
  if ((draft.periodDays ?? null) !== null) return draft;
  const [first, ...others] = amounts.filter(({ periodDays }) => periodDays !== null);
  if (first === undefined || first.periodDays === null) return draft;
  if (endsInFirstPeriod(draft.days, first.periodDays)) return draft;
  const stated = { bytes: draft.data, periodDays: null, isTotal: false };
  if (others.some(({ bytes }) => bytes !== first.bytes) || !agrees(first, stated, draft.days))
    return contradiction(amounts, `${label(stated)} for ${draft.days} days`);
  const { bytes: data, periodDays } = first;
  return periodDays === 1 ? { ...draft, model: 'per_day', data } : { ...draft, data, periodDays };
}

/** The name says "unlimited", and the fields state an amount. */
function withUnlimitedOf(draft: Draft, { amounts, unlimited }: NameReading): Draft {
  const { data, days } = draft;
  if (unlimited === 'no' || data === null) return draft;
  const { periodDays: _period, ...rest } = draft;
  const meant = amounts.filter((amount) => isNear(amount.bytes, data));
  if (data >= SENTINEL_BYTES_MIN && meant.length === 0) return { ...rest, model: 'unlimited', data: null };
  const isUnknown = isAfterCapUnknown(draft);
  const slowed = unlimited === 'slow' && isUnknown ? ({ afterCap: 'throttle' } as const) : {};
  if (draft.model === 'per_day' || (days === 1 && unlimited === 'yes'))
    return { ...rest, ...slowed, model: 'unlimited', data: null, fullSpeedPerDay: data };
  // "20 GB, then unlimited at 128 kbps": the plan is slower after its amount.
  if (unlimited === 'slow') return isUnknown ? { ...draft, afterCap: 'throttle' } : draft;
  // "Unlimited 20 GB": the name states the amount of the fields too, so the plan stays limited.
  if (meant.length > 0) return draft;
  const fullSpeedPerDay = shareOfADay(data, draft.periodDays ?? days);
  return { ...rest, model: 'unlimited', data: null, fullSpeedPerDay };
}

const isAfterCapUnknown = ({ afterCap }: Draft): boolean => (afterCap ?? 'unknown') === 'unknown';

/** Up to this limit, a speed in the name of a plan with a cap is the speed after the cap: "500MB/Day, 384kbps". */
const REDUCED_KBPS_MAX = 5000;

/** In the name of a plan without a cap, a speed is the highest speed: "Unlimited 5Mbps". */
function withSpeedOf(given: Draft, { unlimited, afterCap }: NameReading, name: string): Draft {
  const isCapped = given.model !== 'unlimited' || (given.fullSpeedPerDay ?? null) !== null;
  const draft: Draft =
    afterCap !== null && isAfterCapUnknown(given) && isCapped ? { ...given, afterCap } : given;
  const isStated = (draft.throttleKbps ?? draft.maxKbps ?? null) !== null || draft.afterCap === 'stop';
  const kbps = isStated ? null : speedIn(readableName(name));
  if (kbps === null) return draft;
  const isDaily = draft.model === 'per_day' || (draft.fullSpeedPerDay ?? null) !== null;
  const hasCap = isDaily || (draft.model === 'total' && (unlimited === 'slow' || afterCap === 'throttle'));
  if (hasCap && kbps <= REDUCED_KBPS_MAX) return { ...draft, afterCap: 'throttle', throttleKbps: kbps };
  return draft.model === 'unlimited' && !hasCap ? { ...draft, maxKbps: kbps } : draft;
}

/** A fact of the fields wins over the name. */
function withFactsOf(draft: Draft, { facts }: NameReading, name: string): Draft {
  const named = bestGeneration(name);
  return {
    ...draft,
    hotspot: draft.hotspot ?? facts.hotspot,
    hotspotBytes: draft.hotspotBytes ?? facts.hotspotBytes,
    identityCheck: draft.identityCheck ?? facts.identityCheck,
    // Feeds often leave the column at "no" by mistake, but names mention calls on purpose.
    phoneNumber: facts.phoneNumber === true ? true : (draft.phoneNumber ?? facts.phoneNumber),
    calls: draft.calls ?? facts.calls,
    callMinutes: draft.callMinutes ?? facts.callMinutes,
    sms: draft.sms ?? facts.sms,
    textMessages: draft.textMessages ?? facts.textMessages,
    // Shops only advertise 4G and 5G. "Edge" and "3G" in a name have other meanings.
    generation: draft.generation ?? (named === '4G' || named === '5G' ? named : null),
  };
}

function label({ bytes, periodDays, isTotal }: Stated): string {
  const period = periodName(periodDays);
  return `${bytesLabel(bytes)}${period === null ? (isTotal ? ' in all' : '') : ` a ${period}`}`;
}
