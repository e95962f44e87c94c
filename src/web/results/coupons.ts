/** Discounts of a result: what the price includes in full, the others folded, each with all of its conditions. */
import type { CouponOnWire } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';
import { discountText, translate } from './sentences.ts';

export function couponParts(coupons: readonly CouponOnWire[], format: Format): Html | null {
  if (coupons.length === 0) return null;
  const { card } = format.texts;
  const applied = coupons.filter(({ applied_to_price }) => applied_to_price);
  const others = coupons.filter(({ applied_to_price }) => !applied_to_price);
  const least = Math.min(...others.map(({ usd }) => usd));
  return html`${applied.length > 0 && html`<ul class="coupons">${applied.map((coupon) => item(coupon, format, null))}</ul>`}
${
  others.length > 0 &&
  html`<details class="coupons-more"><summary>${card.couponsMore(others.length, format.money(least))}</summary>
<ul class="coupons">
${others.map((coupon) => item(coupon, format, applied[0] ?? null))}</ul></details>`
}`;
}

/** A discount that is not in the price says what it would put in the place of the one that is. */
function item(coupon: CouponOnWire, format: Format, replaced: CouponOnWire | null): Html {
  const { card } = format.texts;
  const discount = discountText(coupon.discount, format);
  const name = coupon.code === null ? card.couponAuto(discount) : card.coupon(coupon.code, discount);
  const price = coupon.applied_to_price ? card.couponIn : card.couponPrice(format.money(coupon.usd));
  const lines = [
    ...(replaced === null ? [] : [card.couponReplaces(replaced.code ?? card.couponOther)]),
    ...coupon.conditions.map((line) => translate(line, format)),
    ...(coupon.applied_to_price ? [] : [card.couponSeen(format.date(coupon.verified_at))]),
  ];
  return html`<li${coupon.applied_to_price && html` class="applied"`}><b>${name}</b>${coupon.code !== null && html` <button type="button" class="copy" data-code="${coupon.code}" aria-label="${format.texts.copy} ${coupon.code}">${format.texts.copy}</button>`} <span>${price}</span> <small>${lines.join(' · ')}</small></li>\n`;
}
