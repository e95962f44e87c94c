/** An entry of coupons.json for tests. */
import type { CouponEntry } from '../config/schema.ts';

export const COUPON: CouponEntry = {
  id: 'ten',
  provider: 'anka',
  code: 'TRIP10',
  discount: { percent: '12.5' },
  audience: 'everyone',
  use: 'every_order',
  verifiedAt: '2026-11-01',
};
