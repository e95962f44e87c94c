/** Discounts of a result. The applied one is a line with all of its conditions. The others are in a closed list. */
import type { CouponOnWire } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';

/** The discount that the price includes, with every condition. */
export function includedCoupon(coupons: readonly CouponOnWire[], format: Format): Html | null {
  const included = coupons.find(({ applied_to_price }) => applied_to_price);
  if (included === undefined) return null;
  return html`<p class="coupon applied">${couponText(included, format, null)}</p>`;
}

/** The discounts that not every traveller gets. */
export function otherCoupons(coupons: readonly CouponOnWire[], format: Format): Html | null {
  const others = coupons.filter(({ applied_to_price }) => !applied_to_price);
  if (others.length === 0) return null;
  const included = coupons.find(({ applied_to_price }) => applied_to_price) ?? null;
  const least = format.money(Math.min(...others.map(({ usd }) => usd)));
  return html`<details class="coupons-more"><summary>${format.texts.card.couponsMore(others.length, least)}</summary>
<ul>
${others.map((coupon) => html`<li class="coupon">${couponText(coupon, format, included)}</li>\n`)}</ul></details>`;
}

/** Every condition, from the fields of the coupon. Only a promotional price of a feed states no audience. */
export function couponConditions(coupon: CouponOnWire, { texts, money, date }: Format): string[] {
  const { conditions, audience: audiences } = texts;
  const { for: audience, code, minimum_spend_usd: minimum, maximum_discount_usd: maximum } = coupon;
  if (audience === null) return [conditions.unstated];
  const isFirstOrder = coupon.use === 'first_order';
  const isOpenForFirstOrder = audience === 'everyone' && isFirstOrder;
  return [
    isOpenForFirstOrder ? conditions.everyoneFirstOrder : audiences[audience],
    isFirstOrder && !isOpenForFirstOrder ? conditions.firstOrder : null,
    minimum === null ? null : conditions.minimum(money(minimum)),
    maximum === null ? null : conditions.maximum(money(maximum)),
    ...(coupon.limited_to ?? []).map((limit) => conditions[limit]),
    code === null ? conditions.byShop : null,
    coupon.unconfirmed === true ? conditions.unconfirmed(date(coupon.verified_at)) : null,
    coupon.valid_until === null ? null : conditions.ends(date(coupon.valid_until)),
  ].filter((line) => line !== null);
}

/** "10%" or "$5.00", as the language writes it. */
function discountText(discount: string, format: Format): string {
  if (discount.endsWith('%')) return format.percent(Number(discount.slice(0, -1)) / 100);
  return discount.startsWith('$') ? format.money(Number(discount.slice(1))) : discount;
}

export function couponName({ code, for: audience, discount: wire }: CouponOnWire, format: Format): string {
  const { card } = format.texts;
  const discount = discountText(wire, format);
  if (code !== null) return card.coupon(code, discount);
  // Without a stated audience it is unknown whether the shop applies the discount.
  return audience === null ? card.couponPromotion(discount) : card.couponAuto(discount);
}

/** A discount that is not in the price names the one that it replaces. */
function couponText(coupon: CouponOnWire, format: Format, replaced: CouponOnWire | null): Html {
  const { card } = format.texts;
  const { applied_to_price: isApplied, code } = coupon;
  const conditions = [
    ...(replaced === null ? [] : [card.couponReplaces(replaced.code)]),
    ...couponConditions(coupon, format),
    ...(isApplied ? [] : [card.couponSeen(format.date(coupon.verified_at))]),
  ];
  return html`<b>${couponName(coupon, format)}</b> ${isApplied ? card.couponIn : card.couponPrice(format.money(coupon.usd))} <span>· ${conditions.join(' · ')}</span>${code !== null && html` <button type="button" class="copy" data-code="${code}" aria-label="${format.texts.copy} ${code}">${format.texts.copy}</button>`}`;
}
