import Type, { type Static } from 'typebox';
import { type Immutable, type Instant, id, instant, nullable } from './plan.ts';

export const AUDIENCES = ['everyone', 'new_customers', 'app_only'] as const;
export type Audience = (typeof AUDIENCES)[number];

export const COUPON_USES = ['first_order', 'every_order'] as const;
export type CouponUse = (typeof COUPON_USES)[number];

const wholeNumber = Type.Integer({ minimum: 0 });

const DiscountSchema = Type.Union([
  /** 1 basis point is a hundredth of a percent: 10% is 1,000. */
  Type.Object({ kind: Type.Literal('percent'), basisPoints: wholeNumber }),
  Type.Object({ kind: Type.Literal('amount'), usdCents: wholeNumber }),
]);
export type Discount = Immutable<Static<typeof DiscountSchema>>;

/** One promotion of one provider. Money is USD cents, converted where the provider uses another currency. */
export const CouponSchema = Type.Object({
  id: Type.String(),
  provider: id,
  /** null: applied by the shop itself, no code to type. */
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
  validFrom: nullable(instant),
  validUntil: nullable(instant),
});

export type Coupon = Immutable<Static<typeof CouponSchema>> & {
  /** When it was last checked. Not part of the content: checking it again makes no new catalogue version. */
  readonly verifiedAt: Instant;
};
