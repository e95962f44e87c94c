/** The English sentence for each reason, drawback and condition of an offer. */
import type { Coupon, ValidCoupon } from '../../domain/coupon.ts';
import { centsToUsd } from '../../domain/money.ts';
import { type DrawbackCode, LOW_TOP_KBPS } from '../../domain/ranking/drawbacks-table.ts';
import type { Reason } from '../../domain/ranking/ranked.ts';
import { ENGLISH } from '../../texts/texts.ts';

const { responses, conditions, audience } = ENGLISH;
const AUDIENCE = { ...audience, everyone: responses.conditions.everyone };

const gb = (gigabytes: number): string => `${Math.round(gigabytes * 100) / 100} GB`;
export const money = (cents: number): string => `$${centsToUsd(cents).toFixed(2)}`;

/** Reasons whose value is data: megabytes in the ranking, gigabytes in a response. */
const IN_GB: ReadonlySet<Reason['code']> = new Set([
  'short_of_data',
  'short_of_full_speed_data',
  'spare_data',
  'little_spare_data',
  'spare_data_daily',
  'full_speed_daily',
]);

export function reasonOnWire({ code, value }: Reason) {
  if (value === null) return { code, text: reasonText(code, 0) };
  const shown = IN_GB.has(code) ? value / 1000 : value;
  return { code, value: shown, text: reasonText(code, shown) };
}

function reasonText(code: Reason['code'], value: number): string {
  if (code === 'little_spare_data' && value === 0) return responses.noSpareData;
  const text = responses.reasons[code];
  return typeof text === 'string' ? text : text({ n: value, gb: gb(value), value: String(value) });
}

export function drawbackSentence(code: DrawbackCode): string {
  const text = responses.drawbacks[code];
  return typeof text === 'string' ? text : text({ mbps: LOW_TOP_KBPS / 1000 });
}

export const discountText = ({ discount }: Coupon): string =>
  discount.kind === 'percent' ? `${discount.basisPoints / 100}%` : money(discount.usdCents);

/** Whether a coupon is valid for the stops of the trip alone, or for certain other destinations too. */
export const destinationLimit = (
  countries: readonly string[],
  stops: readonly string[],
): 'only_here' | 'destinations' =>
  countries.every((country) => stops.includes(country)) ? 'only_here' : 'destinations';

/** The audience comes first, so the list is never empty. `stops`: the countries of the trip. */
export function couponConditions(coupon: ValidCoupon, stops: readonly string[]): string[] {
  const isOpenForFirstOrder = coupon.audience === 'everyone' && coupon.use === 'first_order';
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return [
    isOpenForFirstOrder ? conditions.everyoneFirstOrder : AUDIENCE[coupon.audience],
    coupon.use === 'first_order' && !isOpenForFirstOrder ? conditions.firstOrder : null,
    coupon.minimumSpendUsdCents === null
      ? null
      : responses.conditions.minimum({ money: money(coupon.minimumSpendUsdCents) }),
    coupon.maximumDiscountUsdCents === null
      ? null
      : conditions.maximum({ money: money(coupon.maximumDiscountUsdCents) }),
    coupon.countries === null ? null : conditions[destinationLimit(coupon.countries, stops)],
    coupon.plans === null ? null : conditions.plans,
    coupon.code === null ? conditions.byShop : null,
    coupon.verification === 'lapsed' ? conditions.unconfirmed({ date: day(coupon.verifiedAt) }) : null,
    // The end is exclusive: a coupon that ends at midnight is valid until the day before.
    coupon.validUntil === null ? null : conditions.ends({ date: day(coupon.validUntil - 1) }),
  ].filter((line) => line !== null);
}

/** For a promotional price without stated conditions. */
export const PROMOTION_CONDITIONS: readonly string[] = [conditions.unstated];
