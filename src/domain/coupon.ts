import type { CountryCode, Instant } from './plan.ts';

export const AUDIENCES = ['everyone', 'new_customers', 'app_only'] as const;
export type Audience = (typeof AUDIENCES)[number];

export const COUPON_USES = ['first_order', 'every_order'] as const;
export type CouponUse = (typeof COUPON_USES)[number];

export type Discount =
  /** 1 basis point is a hundredth of a percent: 10% is 1,000. */
  | { readonly kind: 'percent'; readonly basisPoints: number }
  | { readonly kind: 'amount'; readonly usdCents: number };

/** One promotion of one provider. Money is USD cents, converted where the provider speaks another currency. */
export interface Coupon {
  readonly id: string;
  readonly provider: string;
  /** null: applied by the shop itself, no code to type. */
  readonly code: string | null;
  readonly discount: Discount;
  readonly audience: Audience;
  readonly use: CouponUse;
  readonly minimumSpendUsdCents: number | null;
  readonly maximumDiscountUsdCents: number | null;
  /** Trip destinations that it is good for; null: all. */
  readonly countries: readonly CountryCode[] | null;
  /** Plan ids that it is good for; null: all of the provider's. */
  readonly plans: readonly string[] | null;
  readonly validFrom: Instant | null;
  readonly validUntil: Instant | null;
  readonly verifiedAt: Instant;
}
