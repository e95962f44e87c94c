/** Trip prices by trying everything. */
import type { Coupon } from '../coupon.ts';
import type { Instant, Plan } from '../plan.ts';
import type { Trip } from '../trip.ts';

export interface OracleOffer {
  readonly couponId: string;
  readonly cents: number;
  readonly applied: boolean;
}

export interface OraclePrice {
  readonly copies: number;
  readonly listCents: number;
  readonly cents: number;
  readonly usesCoupon: boolean;
  readonly mostCopiesAtThisPrice: number;
  readonly offers: readonly OracleOffer[];
}

/** Every way to write `total` as a sum, largest part first. */
export function partitions(total: number, largest = total): number[][] {
  if (total === 0) return [[]];
  const ways: number[][] = [];
  for (let part = Math.min(total, largest); part >= 1; part--) {
    for (const rest of partitions(total - part, part)) ways.push([part, ...rest]);
  }
  return ways;
}

const PARTITIONS = Array.from({ length: 11 }, (_, total) => partitions(total));

export function oracleOrder(coupon: Coupon, cents: number): number {
  if (cents < (coupon.minimumSpendUsdCents ?? 0)) return cents;
  const raw =
    coupon.discount.kind === 'amount'
      ? BigInt(coupon.discount.usdCents)
      : (BigInt(cents) * BigInt(coupon.discount.basisPoints)) / 10_000n;
  const limit = coupon.maximumDiscountUsdCents;
  const off = limit !== null && raw > BigInt(limit) ? limit : Number(raw);
  return off > cents ? 0 : cents - off;
}

export function oracleCouponCents(coupon: Coupon, oneCopy: number, copies: number): number {
  const ways = coupon.use === 'first_order' ? [[copies]] : PARTITIONS[copies]!;
  return Math.min(
    ...ways.map((way) => way.reduce((sum, part) => sum + oracleOrder(coupon, part * oneCopy), 0)),
  );
}

function mayBeUsed(coupon: Coupon, plan: Plan, trip: Trip, now: Instant): boolean {
  if (coupon.provider !== plan.provider) return false;
  if (coupon.plans !== null && !coupon.plans.includes(plan.id)) return false;
  if (coupon.countries !== null && !coupon.countries.includes(trip.country)) return false;
  const from = coupon.validFrom ?? Number.NEGATIVE_INFINITY;
  const until = coupon.validUntil ?? Number.POSITIVE_INFINITY;
  return now >= from && now < until;
}

export function bestPrice(
  plan: Plan,
  oneCopy: number,
  least: number,
  most: number,
  coupons: readonly Coupon[],
  trip: Trip,
  now: Instant,
): OraclePrice {
  const usable = coupons.filter((coupon) => mayBeUsed(coupon, plan, trip, now));
  const isForAll = (coupon: Coupon) => coupon.audience === 'everyone' && coupon.use === 'every_order';
  const options: { copies: number; cents: number; couponId: string }[] = [];
  for (let copies = least; copies <= most; copies++) {
    options.push({ copies, cents: copies * oneCopy, couponId: '' });
    for (const coupon of usable.filter(isForAll)) {
      const cents = oracleCouponCents(coupon, oneCopy, copies);
      if (cents < copies * oneCopy) options.push({ copies, cents, couponId: coupon.id });
    }
  }
  options.sort((a, b) => a.cents - b.cents || a.copies - b.copies || (a.couponId < b.couponId ? -1 : 1));
  const best = options[0]!;
  const beside = usable
    .filter((coupon) => !isForAll(coupon))
    .map((coupon) => ({
      couponId: coupon.id,
      cents: oracleCouponCents(coupon, oneCopy, best.copies),
      applied: false,
    }))
    .filter((offer) => offer.cents < best.cents)
    .sort((a, b) => a.cents - b.cents || (a.couponId < b.couponId ? -1 : 1));
  const applied = best.couponId === '' ? [] : [{ couponId: best.couponId, cents: best.cents, applied: true }];
  return {
    copies: best.copies,
    listCents: best.copies * oneCopy,
    cents: best.cents,
    usesCoupon: best.couponId !== '',
    mostCopiesAtThisPrice: Math.max(
      ...options.filter((option) => option.cents === best.cents).map((option) => option.copies),
    ),
    offers: [...applied, ...beside].slice(0, 3),
  };
}
