/** Converts the operator's coupons for the ranking: money to USD cents, times to milliseconds. */
import type { Coupon, Discount } from '../../domain/coupon.ts';
import { DAY_MS } from '../../domain/freshness.ts';
import { minorToUsdCents, parseMinor, type Rounding } from '../../domain/money.ts';
import { endOf } from '../parse/days.ts';
import { publishedIds } from '../parse/plan-names.ts';
import type { RateTable } from './rates.ts';
import type { CouponEntry } from './schema.ts';

/** 1 basis point is a hundredth of a percent. */
const BASIS_POINTS_MAX = 10_000;

export function isDiscountPossible({ discount }: CouponEntry): boolean {
  if ('percent' in discount) {
    const points = basisPoints(discount.percent);
    return points > 0 && points <= BASIS_POINTS_MAX;
  }
  return (parseMinor(discount.amount, discount.currency) ?? 0) > 0;
}

/** `validUntil` is a day or a moment. A coupon is valid until the end of the day. */
export const hasEnded = ({ validUntil }: CouponEntry, now: number): boolean =>
  validUntil !== undefined && endOf(validUntil) <= now;

/** A confirmation in the future is a mistake. Clocks and time zones differ by up to a day. */
const isConfirmedInFuture = ({ verifiedAt }: CouponEntry, now: number): boolean =>
  Date.parse(verifiedAt) > now + DAY_MS;

/**
 * Coupons that have ended are left out, so that they do not fill the catalogue. `unconverted` has the ids of the other
 * coupons that are left out, because their currency has no exchange rate. `future` has those whose confirmation is in the
 * future.
 */
export function convertCoupons(entries: readonly CouponEntry[], rates: RateTable | null, now: number) {
  const coupons: Coupon[] = [];
  const unconverted: string[] = [];
  const future: string[] = [];
  for (const entry of entries) {
    if (hasEnded(entry, now)) continue;
    if (isConfirmedInFuture(entry, now)) {
      future.push(entry.id);
      continue;
    }
    const coupon = convertCoupon(entry, rates);
    if (coupon === null) unconverted.push(entry.id);
    else coupons.push(coupon);
  }
  return { coupons, unconverted, future };
}

type Money = { readonly amount: string; readonly currency: string };

function convertCoupon(entry: CouponEntry, rates: RateTable | null): Coupon | null {
  const discount = convertDiscount(entry.discount, rates);
  const minimum = convertOptional(entry.minimumSpend, rates);
  const maximum = convertOptional(entry.maximumDiscount, rates, 'down');
  if (discount === undefined || minimum === undefined || maximum === undefined) return null;
  return {
    id: entry.id,
    provider: entry.provider,
    code: entry.code,
    discount,
    audience: entry.audience,
    use: entry.use,
    minimumSpendUsdCents: minimum,
    maximumDiscountUsdCents: maximum,
    countries: entry.countries === undefined ? null : [...new Set(entry.countries)].sort(),
    plans:
      entry.plans === undefined
        ? null
        : [...new Set(entry.plans.flatMap((plan) => publishedIds(entry.provider, plan)))].sort(),
    validFrom: entry.validFrom === undefined ? null : Date.parse(entry.validFrom),
    validUntil: entry.validUntil === undefined ? null : endOf(entry.validUntil),
    ...(entry.confirmed === true && { confirmed: true }),
    verifiedAt: Date.parse(entry.verifiedAt),
  };
}

function convertDiscount(discount: CouponEntry['discount'], rates: RateTable | null): Discount | undefined {
  if ('percent' in discount) return { kind: 'percent', basisPoints: basisPoints(discount.percent) };
  const usdCents = toCents(discount, rates, 'down');
  return usdCents === undefined ? undefined : { kind: 'amount', usdCents };
}

/** null: no amount is given. */
function convertOptional(
  money: Money | undefined,
  rates: RateTable | null,
  rounding: Rounding = 'half_up',
): number | null | undefined {
  return money === undefined ? null : toCents(money, rates, rounding);
}

/** undefined: the amount cannot be converted. */
function toCents(
  { amount, currency }: Money,
  rates: RateTable | null,
  rounding: Rounding,
): number | undefined {
  const rate = currency === 'USD' ? '1' : rates?.usdFor.get(currency);
  const minor = parseMinor(amount, currency);
  if (minor === null || rate === undefined) return undefined;
  return minorToUsdCents(minor, currency, rate, rounding) ?? undefined;
}

/** Converts "12.5" to 1250 without fractions, which would not be exact. */
function basisPoints(percent: string): number {
  const [whole = '0', fraction = ''] = percent.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}
