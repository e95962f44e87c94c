/** Discounts of a result. The applied one is a line with all of its conditions. The others are prices for some people. */
import type { CouponOnWire } from '../../wire/schemas/result.ts';
import { conditionText } from '../../wire/sentences/offers.ts';
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
  const conditions = conditionsIn(included, format).map((condition) => `\u00a0· ${condition}`);
  const { copy } = format.texts;
  const button =
    code !== null &&
    html` <button type="button" class="copy" data-code="${code}" aria-label="${copy} ${code}">${copy}</button>`;
  return html`<p class="coupon applied"><span>${name}${conditions}</span>${button}</p>`;
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
    ...conditionsIn(coupon, format),
    card.couponSeen({ date: format.date(coupon.verified_at) }),
  ];
  return html`<li><b>${coupon.for === null ? card.couponSome : card.couponFor[coupon.for]}: ${format.money(coupon.usd)}</b> ${couponName(coupon, format)} <span>${conditions.join(' · ')}</span></li>\n`;
})}</ul></section>`;
}

export const conditionsIn = ({ condition_codes: conditions }: CouponOnWire, format: Format): string[] =>
  conditions.map((condition) => conditionText(condition, format.texts.conditions, format));

/** "10%" or "$5.00", as the language writes it. */
function discountText(discount: string, format: Format): string {
  if (discount.endsWith('%')) return format.percent(Number(discount.slice(0, -1)) / 100);
  return discount.startsWith('$') ? format.money(Number(discount.slice(1))) : discount;
}

export function couponName(
  { code, discount }: Pick<CouponOnWire, 'code' | 'discount'>,
  format: Format,
): string {
  const { card } = format.texts;
  const off = discountText(discount, format);
  return code === null ? card.couponPromotion({ discount: off }) : card.coupon({ code, discount: off });
}
