/** Coupons: what they state, how recently they were checked, and the price of an order with one. */
import Type, { type Static } from 'typebox';
import { DAY_MS } from './freshness.ts';
import { percentOff } from './money.ts';
import { type Immutable, type Instant, id, instant, nullable } from './plan.ts';

export const AUDIENCES = ['everyone', 'new_customers', 'app_only'] as const;

export const COUPON_USES = ['first_order', 'every_order'] as const;

const wholeNumber = Type.Integer({ minimum: 0 });

const DiscountSchema = Type.Union([
  /** 1 basis point is a hundredth of a percent: 10% is 1,000. */
  Type.Object({ kind: Type.Literal('percent'), basisPoints: wholeNumber }),
  Type.Object({ kind: Type.Literal('amount'), usdCents: wholeNumber }),
]);
export type Discount = Immutable<Static<typeof DiscountSchema>>;

/** One promotion of one provider. Amounts are converted to USD cents. */
export const CouponSchema = Type.Object({
  id: Type.String(),
  provider: id,
  /** null: the shop applies it without a code. */
  code: nullable(Type.String()),
  discount: DiscountSchema,
  audience: Type.Enum([...AUDIENCES]),
  use: Type.Enum([...COUPON_USES]),
  minimumSpendUsdCents: nullable(wholeNumber),
  maximumDiscountUsdCents: nullable(wholeNumber),
  /** Trip destinations for which it is valid; null: all. */
  countries: nullable(Type.Array(Type.String())),
  /** Plan ids for which it is valid; null: all of the provider's. */
  plans: nullable(Type.Array(Type.String())),
  /** Plan ids that would be implausibly cheap with it. Left out: none, or the operator confirmed the discount. */
  excludedPlans: Type.Optional(Type.Array(Type.String())),
  validFrom: nullable(instant),
  validUntil: nullable(instant),
  /** The operator confirmed a discount that looks like an error. */
  confirmed: Type.Optional(Type.Boolean()),
});

export type Coupon = Immutable<Static<typeof CouponSchema>> & {
  /** When it was last checked. Not part of the content, so that a check does not create a new catalogue version. */
  readonly verifiedAt: Instant;
};

/**
 * How recently a coupon was checked. `recent` has no effect. `aging` is a drawback. A `lapsed` coupon is listed but
 * sets no price. An `expired` coupon is not listed.
 */
type Verification = 'recent' | 'aging' | 'lapsed' | 'expired';

/** A coupon at the time of a comparison. */
export interface ValidCoupon extends Coupon {
  readonly verification: Exclude<Verification, 'expired'>;
}

/** A coupon is recent until this many days after it was last checked. */
const RECENT_DAYS = 7;
/** It sets a price until then. */
export const PRICED_DAYS = 30;
/** It is listed until then. */
export const LISTED_DAYS = 90;

export function verificationAt({ verifiedAt }: Coupon, now: Instant): Verification {
  const days = Math.floor((now - verifiedAt) / DAY_MS);
  if (days <= RECENT_DAYS) return 'recent';
  if (days <= PRICED_DAYS) return 'aging';
  return days <= LISTED_DAYS ? 'lapsed' : 'expired';
}

/** The times at which the effect of a coupon changes. */
export const couponChanges = ({ validFrom, validUntil, verifiedAt }: Coupon): readonly Instant[] => [
  ...[validFrom, validUntil].filter((at) => at !== null),
  ...[RECENT_DAYS, PRICED_DAYS, LISTED_DAYS].map((days) => verifiedAt + (days + 1) * DAY_MS),
];

export const isForPlan = ({ plans, excludedPlans }: Coupon, id: string): boolean =>
  (plans === null || plans.includes(id)) && excludedPlans?.includes(id) !== true;

/** The price of an order with a coupon. It is never negative, and unchanged below the minimum spend. */
export function orderCents(coupon: Coupon, cents: number): number {
  const { discount, minimumSpendUsdCents: least, maximumDiscountUsdCents: most } = coupon;
  if (least !== null && cents < least) return cents;
  const off = discount.kind === 'percent' ? percentOff(cents, discount.basisPoints) : discount.usdCents;
  return cents - Math.min(cents, off, most ?? off);
}

/** A discount above this share of an order, or a price of zero, is used only if the operator confirmed it. */
export const DISCOUNT_MAX_PERCENT = 60;

export const needsConfirmation = (listCents: number, cents: number): boolean =>
  cents === 0 || (listCents - cents) * 100 > listCents * DISCOUNT_MAX_PERCENT;
