/** The English sentence for each reason, drawback and condition of an offer. */
import { isoDay } from '../../domain/calendar.ts';
import type { Coupon, ValidCoupon } from '../../domain/coupon.ts';
import type { RegionCover } from '../../domain/destination.ts';
import { centsToUsd, dollars, dollarsOfCents } from '../../domain/money.ts';
import { type DrawbackCode, LOW_TOP_KBPS } from '../../domain/ranking/drawbacks-table.ts';
import type { NumberReasonCode, Reason } from '../../domain/ranking/ranked.ts';
import { ENGLISH, type English } from '../../texts/texts.ts';

const { responses } = ENGLISH;

/** At most two decimals, no trailing zeros. */
export const gigabytes = (gb: number): string => `${Math.round(gb * 100) / 100} GB`;

/** Reasons whose value is data: megabytes in the ranking, gigabytes in a response. */
const IN_GB: ReadonlySet<Reason['code']> = new Set([
  'short_of_data',
  'short_of_full_speed_data',
  'spare_data',
  'little_spare_data',
  'spare_data_daily',
  'full_speed_daily',
]);

/** `cover`: how much of a region the plan covers. */
export function reasonOnWire(reason: Reason, cover: RegionCover | null) {
  if (reason.code === 'missing_countries')
    return { code: reason.code, value: [...reason.value], text: missingText(reason.value, cover) };
  const { code, value } = reason;
  if (value === null) return { code, text: reasonText(code, 0) };
  const shown = IN_GB.has(code) ? value / 1000 : value;
  return { code, value: shown, text: reasonText(code, shown) };
}

function missingText(missing: readonly string[], cover: RegionCover | null): string {
  const all = cover?.of ?? missing.length;
  const codes = missing.join(', ');
  return responses.reasons.missing_countries({ covered: all - missing.length, all, codes });
}

function reasonText(code: NumberReasonCode, value: number): string {
  if (code === 'little_spare_data' && value === 0) return responses.noSpareData;
  const text = responses.reasons[code];
  return typeof text === 'string' ? text : text({ n: value, gb: gigabytes(value), value: String(value) });
}

export function drawbackSentence(code: DrawbackCode): string {
  const text = responses.drawbacks[code];
  return typeof text === 'string' ? text : text({ mbps: LOW_TOP_KBPS / 1000 });
}

export const discountText = ({ discount }: Coupon): string =>
  discount.kind === 'percent' ? `${discount.basisPoints / 100}%` : dollarsOfCents(discount.usdCents);

/** Whether a coupon is valid for the stops of the trip alone, or for certain other destinations too. */
export const destinationLimit = (
  countries: readonly string[],
  stops: readonly string[],
): 'only_here' | 'destinations' =>
  countries.every((country) => stops.includes(country)) ? 'only_here' : 'destinations';

/** A condition of a coupon. A number is an amount in USD, a string is a day. */
export interface Condition {
  readonly code: keyof English['conditions'];
  readonly value?: number | string;
}
export const CONDITION_CODES = Object.keys(ENGLISH.conditions) as Condition['code'][];

/** The audience comes first, so the list is never empty. `stops`: the countries of the trip. */
export function conditionsOf(coupon: ValidCoupon | null, stops: readonly string[]): Condition[] {
  // A promotional price of a feed.
  if (coupon === null) return [{ code: 'not_stated' }];
  const { audience, minimumSpendUsdCents: minimum, maximumDiscountUsdCents: maximum, validUntil } = coupon;
  const isFirstOrder = coupon.use === 'first_order';
  const isOpenForFirstOrder = audience === 'everyone' && isFirstOrder;
  return [
    isOpenForFirstOrder ? ({ code: 'everyone_first_order' } as const) : { code: audience },
    isFirstOrder && !isOpenForFirstOrder ? ({ code: 'first_order' } as const) : null,
    minimum === null ? null : ({ code: 'minimum_spend', value: centsToUsd(minimum) } as const),
    maximum === null ? null : ({ code: 'maximum_discount', value: centsToUsd(maximum) } as const),
    coupon.countries === null ? null : { code: destinationLimit(coupon.countries, stops) },
    coupon.plans === null ? null : ({ code: 'plans' } as const),
    coupon.code === null ? ({ code: 'no_code_needed' } as const) : null,
    coupon.verification === 'lapsed'
      ? ({ code: 'not_confirmed_since', value: isoDay(coupon.verifiedAt) } as const)
      : null,
    // The end is exclusive: a coupon that ends at midnight is valid until the day before.
    validUntil === null ? null : ({ code: 'ends', value: isoDay(validUntil - 1) } as const),
  ].filter((condition) => condition !== null);
}

interface Words {
  readonly money: (usd: number) => string;
  readonly date: (day: string) => string;
}

/** A condition in the language of the texts. */
export function conditionText(
  { code, value }: Condition,
  texts: English['conditions'],
  { money, date }: Words,
): string {
  const text = texts[code];
  if (typeof text === 'string') return text;
  return text({
    money: typeof value === 'number' ? money(value) : '',
    date: typeof value === 'string' ? date(value) : '',
  });
}

const CONDITIONS = { ...ENGLISH.conditions, ...responses.conditions };
const WORDS: Words = { money: dollars, date: (day) => day };

export const conditionSentence = (condition: Condition): string =>
  conditionText(condition, CONDITIONS, WORDS);
