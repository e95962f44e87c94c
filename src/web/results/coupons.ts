/** Discounts of a result: what the price includes in full, the others folded, each with all of its conditions. */
import type { CouponOnWire } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';
import { discountText, translate } from './sentences.ts';

/** The discount that the price includes, with its conditions. */
export function includedCoupon(coupons: readonly CouponOnWire[], format: Format): Html | null {
  const included = coupons.find(({ applied_to_price }) => applied_to_price);
  return included === undefined ? null : html`<ul class="coupons">${item(included, format, null)}</ul>`;
}

/** The others, folded. */
export function otherCoupons(coupons: readonly CouponOnWire[], format: Format): Html | null {
  const others = coupons.filter(({ applied_to_price }) => !applied_to_price);
  if (others.length === 0) return null;
  const included = coupons.find(({ applied_to_price }) => applied_to_price) ?? null;
  const least = format.money(Math.min(...others.map(({ usd }) => usd)));
  return html`<details class="coupons-more"><summary>${format.texts.card.couponsMore(others.length, least)}</summary>
<ul class="coupons">
${others.map((coupon) => item(coupon, format, included))}</ul></details>`;
}

function nameOf(
  { code, for: audience }: CouponOnWire,
  discount: string,
  card: Format['texts']['card'],
): string {
  if (code !== null) return card.coupon(code, discount);
  // Nobody says for whom it is, so it is not known that the shop applies it.
  return audience === null ? card.couponPromotion(discount) : card.couponAuto(discount);
}

/** A discount that is not in the price says what it would put in the place of the one that is. */
function item(coupon: CouponOnWire, format: Format, replaced: CouponOnWire | null): Html {
  const { card } = format.texts;
  const discount = discountText(coupon.discount, format);
  const name = nameOf(coupon, discount, card);
  const price = coupon.applied_to_price ? card.couponIn : card.couponPrice(format.money(coupon.usd));
  const lines = [
    ...(replaced === null ? [] : [card.couponReplaces(replaced.code)]),
    ...coupon.conditions.map((line) => translate(line, format)),
    ...(coupon.applied_to_price ? [] : [card.couponSeen(format.date(coupon.verified_at))]),
  ];
  return html`<li${coupon.applied_to_price && html` class="applied"`}><b>${name}</b> <span>${price}</span>${coupon.code !== null && html` <button type="button" class="copy" data-code="${coupon.code}" aria-label="${format.texts.copy} ${coupon.code}">${format.texts.copy}</button>`} <small>${lines.join(' · ')}</small></li>\n`;
}
