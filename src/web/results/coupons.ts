/** Discounts of a result. The applied one is a line with all of its conditions. The others are prices for some people. */
import type { CouponOnWire } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';

/** The discount that the price includes, with its code, every condition, and a button that copies the code. */
export function includedCoupon(coupons: readonly CouponOnWire[], format: Format): Html | null {
  const included = coupons.find(({ applied_to_price }) => applied_to_price);
  if (included === undefined) return null;
  const { code, discount } = included;
  const { before, after } = format.texts.card.couponWith;
  const off = `−${discountText(discount, format)}`;
  const name =
    code === null
      ? html`<b>${couponName(included, format)}</b>`
      : html`${before} <code>${code}</code> ${after} <b>${off}</b>`;
  return html`<p class="coupon applied"><span>${name} ${couponConditions(included, format).map((condition) => `· ${condition} `)}</span>${code !== null && html` <button type="button" class="copy" data-code="${code}" aria-label="${format.texts.copy} ${code}">${format.texts.copy}</button>`}</p>`;
}

/** The lower prices that not every traveller gets, each with who gets it and every condition. */
export function otherCoupons(coupons: readonly CouponOnWire[], format: Format): Html | null {
  const others = coupons.filter(({ applied_to_price }) => !applied_to_price);
  if (others.length === 0) return null;
  const { card } = format.texts;
  const included = coupons.find(({ applied_to_price }) => applied_to_price) ?? null;
  return html`<section><h4>${card.forSome}</h4>
<ul class="some">
${others.map((coupon) => {
  const conditions = [
    ...(included === null
      ? []
      : [
          included.code === null ? card.couponReplacesIncluded : card.couponReplaces({ code: included.code }),
        ]),
    ...couponConditions(coupon, format),
    card.couponSeen({ date: format.date(coupon.verified_at) }),
  ];
  return html`<li><b>${coupon.for === null ? card.couponSome : card.couponFor[coupon.for]}: ${format.money(coupon.usd)}</b> ${couponName(coupon, format)} <span>${conditions.join(' · ')}</span></li>\n`;
})}</ul></section>`;
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
    minimum === null ? null : conditions.minimum({ money: money(minimum) }),
    maximum === null ? null : conditions.maximum({ money: money(maximum) }),
    ...(coupon.limited_to ?? []).map((limit) => conditions[limit]),
    code === null ? conditions.byShop : null,
    coupon.unconfirmed === true ? conditions.unconfirmed({ date: date(coupon.verified_at) }) : null,
    coupon.valid_until === null ? null : conditions.ends({ date: date(coupon.valid_until) }),
  ].filter((line) => line !== null);
}

/** "10%" or "$5.00", as the language writes it. */
function discountText(discount: string, format: Format): string {
  if (discount.endsWith('%')) return format.percent(Number(discount.slice(0, -1)) / 100);
  return discount.startsWith('$') ? format.money(Number(discount.slice(1))) : discount;
}

export function couponName({ code, discount }: CouponOnWire, format: Format): string {
  const { card } = format.texts;
  const off = discountText(discount, format);
  return code === null ? card.couponPromotion({ discount: off }) : card.coupon({ code, discount: off });
}
