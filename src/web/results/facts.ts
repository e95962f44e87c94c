/** Describes the facts of a plan in words. A fact that the provider does not state is described as not stated. */
import type { FeatureName } from '../../domain/facts.ts';
import { NEED_RULES } from '../../domain/ranking/need.ts';
import { stopsOf, type Trip, totalDays } from '../../domain/trip.ts';
import type { Texts } from '../../texts/texts.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import type { Pictogram } from '../pictures.ts';

/** A fact of a row: the value, and what it means for the trip in a second line. */
export interface Fact {
  readonly value: string;
  readonly note: string | null;
  /** The provider does not state it. */
  readonly isUnclear?: boolean;
  readonly icon?: Pictogram;
}

/** The part of a trip that an offer is for. */
export interface Span {
  readonly days: number;
  /** The data for these days in GB: the daily rate × days, or their share of the stated data; null for unlimited. */
  readonly neededGb: number | null;
}

/** For the values of facts and the notes of unlimited plans, which do not depend on the trip. */
export const NO_SPAN: Span = { days: 0, neededGb: null };

/** The name of each feature, in the order of the page. */
export const featureLabels = ({ card, requirements }: Texts): Readonly<Record<FeatureName, string>> => ({
  hotspot: card.hotspot,
  top_up: card.topUp,
  phone_number: requirements.phone_number,
  calls: card.calls,
  sms: card.sms,
  ads: card.ads,
});

export const NO_BREAK_SPACE = '\u00a0';

/** "10 GB · 30 days · 5G": no part is broken except after a comma, and no line begins with a dot. */
export const factLine = (parts: readonly (string | null)[]): string =>
  parts
    .filter((part) => part !== null)
    .map((part) => part.replaceAll(/(?<!,) /g, NO_BREAK_SPACE))
    .join(`${NO_BREAK_SPACE}· `);

/** "3 × 10 GB" for several copies of one amount. */
export const times = (copies: number, one: string, { number }: Format): string =>
  copies > 1 ? `${number(copies)} × ${one}` : one;

/** "1 GB/day fast": what an unlimited plan has at full speed; null: it is not stated, or the plan is not unlimited. */
export function fastDailyText({ data }: Result, { texts, gb }: Format): string | null {
  const { model, full_speed_gb_per_day: fullSpeed } = data;
  return model === 'unlimited' && fullSpeed !== null ? texts.card.fastDaily({ gb: gb(fullSpeed) }) : null;
}

export function dataFact(result: Result, { neededGb }: Span, format: Format): Fact {
  const { copies, data, fits } = result;
  const { texts, gb } = format;
  const { card } = texts;
  // A plan that is too slow misses all data, but what it lacks is speed, which a reason says.
  const isTooSlow = result.why.reasons.some(({ code }) => code === 'too_slow');
  const short = fits.short_by_gb > 0 && !isTooSlow ? card.shortBy({ amount: gb(fits.short_by_gb) }) : null;
  if (data.model === 'unlimited') {
    const limit = fastDailyText(result, format) ?? (data.uncapped ? card.noLimit : card.limitUnclear);
    return { value: times(copies, texts.data.unlimited, format), note: short ?? limit };
  }
  const inAll = data.gb_for_trip === null ? null : card.inAll({ amount: gb(data.gb_for_trip) });
  if (data.model === 'per_day')
    return { value: times(copies, card.perDayShort({ gb: gb(data.gb ?? 0) }), format), note: short ?? inAll };
  const value = times(copies, gb(data.gb ?? 0), format);
  if (short !== null) return { value, note: short };
  if (copies > 1 || data.period_days !== null) return { value, note: inAll };
  const spareMb = neededGb === null ? 0 : Math.round(((data.gb_for_trip ?? 0) - neededGb) * 1_000);
  return { value, note: spareMb > 0 ? card.spare({ amount: gb(spareMb / 1_000) }) : card.noSpare };
}

export function validityFact({ copies, validity, fits }: Result, { days }: Span, format: Format): Fact {
  const { texts } = format;
  const { card } = texts;
  if (validity.days === null) return { value: texts.reasons.no_expiry, note: null };
  const spare = validity.days * copies - days;
  const value = times(validity.sold_per_day ? 1 : copies, format.days(validity.days), format);
  if (fits.short_by_days > 0)
    return { value, note: card.shortBy({ amount: format.days(fits.short_by_days) }) };
  if (validity.sold_per_day) return { value, note: card.soldByDay };
  return { value, note: spare > 0 ? card.spare({ amount: spare }) : card.noSpare };
}

export function networkFact({ speed }: Result, { texts: { card } }: Format): Fact {
  const { length } = speed.networks;
  // A drawback says in words that no network is named. Without a name, "Unclear" would not say what is unclear.
  const unnamed = speed.generation === null ? card.network : null;
  return {
    value: speed.generation ?? card.unclear,
    note: length === 0 ? unnamed : card.networkCount({ n: length }),
    isUnclear: speed.generation === null,
    ...(speed.generation !== null && { icon: 'signal' }),
  };
}

export function hotspotFact({ features }: Result, { texts: { card }, gb }: Format): Fact {
  const { hotspot, hotspot_gb: maxGb } = features;
  return {
    value: hotspot === null ? card.unclear : capital(hotspot ? card.has : card.hasNot),
    note: hotspot === true && maxGb !== null ? card.upTo({ amount: gb(maxGb) }) : card.hotspot,
    isUnclear: hotspot === null,
    ...(hotspot === true && { icon: 'wifi' }),
  };
}

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** What happens after the cap; null if the provider does not state it. */
export function afterCapText({ data }: Result, { texts, speed }: Format): string | null {
  if (data.after_cap === 'unknown') return null;
  if (data.after_cap === 'stop') return texts.data.stop;
  return data.throttle_kbps === null
    ? texts.data.throttleUnknown
    : texts.data.throttle({ speed: speed(data.throttle_kbps) });
}

/** "50 GB, then 384 kbit/s", "Unlimited, 2 GB/day fast, then slower, speed not stated". */
export function amountAndCap(result: Result, format: Format): string {
  const { value, note } = dataFact(result, NO_SPAN, format);
  const limit = result.data.model === 'unlimited' ? note : null;
  return joined(value, limit, afterCapText(result, format));
}

/** "Hotspot", "Hotspot up to 5 GB"; null: it is not stated to be allowed. */
export function hotspotText({ features }: Result, { texts: { card }, gb }: Format): string | null {
  const { hotspot, hotspot_gb: maxGb } = features;
  if (hotspot !== true) return null;
  return maxGb === null ? card.hotspot : `${card.hotspot} ${card.upTo({ amount: gb(maxGb) })}`;
}

/** What a plan lacks for the trip; empty if it meets the need. */
export function missTexts({ fits, data: { model, after_cap }, why }: Result, format: Format): string[] {
  const { texts } = format;
  if (fits.meets_need) return [];
  const continues = model === 'unlimited' || after_cap === 'throttle';
  const shortOf = continues ? 'short_of_full_speed_data' : 'short_of_data';
  const isTooSlow = why.reasons.some(({ code }) => code === 'too_slow');
  const data = fits.short_by_gb > 0 ? texts.reasons[shortOf]({ gb: format.gb(fits.short_by_gb) }) : null;
  return [
    isTooSlow ? texts.reasons.too_slow : data,
    fits.short_by_days > 0 ? texts.reasons.short_of_days({ days: format.days(fits.short_by_days) }) : null,
  ].filter((line) => line !== null);
}

/** Conditions that no other row of the details states. */
export function noteTexts({ eligibility, why }: Result, { texts, country }: Format): string[] {
  const { new_customers_only: isForNew, excluded_countries: excluded = [] } = eligibility;
  const isNamedElsewhere = why.drawbacks.some(({ code }) => code === 'named_elsewhere');
  return [
    isForNew === true ? texts.notes.new_customers_once : null,
    isNamedElsewhere ? texts.drawbacks.named_elsewhere : null,
    excluded.length > 0 ? texts.notes.not_valid_in({ places: excluded.map(country).join(', ') }) : null,
  ].filter((note) => note !== null);
}

export const joined = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null).join(', ');

/** The whole trip, or the given days of it. */
export function spanOf(trip: Trip, days = totalDays(stopsOf(trip))): Span {
  const { data, need } = trip;
  const all = totalDays(stopsOf(trip));
  const mb = data === undefined ? NEED_RULES[need].mbPerDay * days : (data.mb * days) / all;
  return { days, neededGb: need === 'unlimited' ? null : mb / 1_000 };
}
