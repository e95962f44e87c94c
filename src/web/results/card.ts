/** One ranked plan: what it costs, what it is, why it stands here, and the way out. */
import type { Sort } from '../../domain/trip.ts';
import type { CouponOnWire, Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';
import {
  afterCapText,
  clockText,
  dataText,
  flagText,
  missTexts,
  networkText,
  priceBasisText,
  validityText,
} from './facts.ts';
import { discountText, reasonTexts, translate } from './sentences.ts';

export interface CardContext {
  readonly format: Format;
  readonly sort: Sort;
  readonly neededGb: number | null;
}

export const pointName = ({ provider, plan }: Result): string => `${provider.id}/${plan.id}`;

export function card(result: Result, context: CardContext): Html {
  const { format, neededGb } = context;
  const { texts } = format;
  const { rank, plan, provider, features, freshness } = result;
  const misses = missTexts(result, format);
  // What a plan misses stands in its own line already.
  const reasons = reasonTexts(result, neededGb, format).filter((reason) => !misses.includes(reason));
  const unknown = (flag: boolean | null) => (flag === null ? 'unknown' : flag ? 'yes' : 'no');
  const flag = (name: string, value: boolean | null) =>
    html`<li class="${unknown(value)}">${name}: ${flagText(value, format)}</li>`;
  const after = afterCapText(result, format);
  return html`<li class="pass${misses.length > 0 && ' misses'}" data-point="${pointName(result)}">
<article>
<header>
<p class="rank"><span class="quiet">${texts.results.rank(rank)}</span><span aria-hidden="true">${rank}</span></p>
<h3>${plan.name}</h3>
<p class="by">${provider.name} · ${texts.scope[plan.scope](format.number(plan.countries_covered))}</p>
</header>
${misses.length > 0 && html`<ul class="short">${misses.map((miss) => html`<li>${miss}</li>`)}</ul>`}
<dl class="facts">
<div><dt>${texts.card.data}</dt><dd>${dataText(result, format)}${after !== null && html`<small>${after}</small>`}</dd></div>
<div><dt>${texts.card.validity}</dt><dd>${validityText(result, format)}<small>${clockText(result, format)}</small></dd></div>
<div><dt>${texts.card.network}</dt><dd>${result.speed.generation ?? texts.card.unknown}<small>${networkText(result, format)}</small></dd></div>
</dl>
<ul class="flags">${flag(texts.card.hotspot, features.hotspot)}${flag(texts.card.identity, features.identity_check)}${flag(texts.card.topUp, features.top_up)}</ul>
${reasons.length > 0 && html`<p class="why"><b>${texts.card.why}:</b> ${reasons.join(' · ')}</p>`}
${couponList(result.coupons, format)}
${details(result, context)}
</article>
<div class="stub">
${priceTag(result, format)}
<p class="age ${freshness.status}">${texts.card.priceRead} <time datetime="${freshness.observed_at}">${format.age(freshness.age_seconds)}</time>${freshness.status !== 'fresh' && html`<br>${texts.freshness[freshness.status]}`}</p>
<a class="out" href="${result.go}" rel="sponsored nofollow noopener">${texts.card.go(provider.name)} <span aria-hidden="true">↗</span><span class="quiet">(${texts.card.leaves})</span></a>
</div>
</li>
`;
}

function priceTag({ price, copies }: Result, format: Format): Html {
  const { texts } = format;
  return html`<p class="price"><b>${format.money(price.usd)}</b> <span>${texts.card.wholeTrip}${price.estimated && html`, ${texts.card.estimate}`}</span></p>
<ul class="sums">
${copies > 1 && html`<li class="copies">${texts.card.buy(format.number(copies))}</li>`}
${price.list_usd !== price.usd && html`<li>${texts.card.listPrice} <s>${format.money(price.list_usd)}</s></li>`}
<li>${texts.card.perDay(format.money(price.per_day_usd))}</li>
${price.per_gb_usd !== null && html`<li>${texts.card.perGb(format.money(price.per_gb_usd))}</li>`}
</ul>`;
}

function couponList(coupons: readonly CouponOnWire[], format: Format): Html | null {
  if (coupons.length === 0) return null;
  const { card } = format.texts;
  return html`<ul class="coupons">
${coupons.map((coupon) => {
  const discount = discountText(coupon.discount, format);
  return html`<li${coupon.applied_to_price && html` class="applied"`}><b>${coupon.code === null ? card.couponAuto(discount) : card.coupon(coupon.code, discount)}</b> <span>${coupon.applied_to_price ? card.couponIn : card.couponPrice(format.money(coupon.usd))}</span> <small>${coupon.conditions.map((line) => translate(line, format)).join(' · ')}</small></li>\n`;
})}</ul>`;
}

const PARTS = ['price', 'headroom', 'speed', 'validity', 'certainty', 'ease'] as const;

function details(result: Result, { format, sort }: CardContext): Html {
  const { texts } = format;
  const { card } = texts;
  const { features, speed, price, freshness, eligibility, why, coupons } = result;
  const row = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const maximum = speed.advertised_max_mbps;
  return html`<details>
<summary>${card.details}</summary>
<dl>
${row(card.topSpeed, maximum === null ? card.unknown : format.speed(maximum * 1_000))}
${row(card.breakout, texts.breakout[speed.breakout])}
${row(card.phoneNumber, flagText(features.phone_number, format))}
${row(card.subscription, flagText(features.subscription, format))}
${row(card.ads, flagText(features.ads, format))}
${row(card.newCustomers, flagText(eligibility.new_customers_only, format))}
${row(card.tax, texts.tax[price.tax])}
${row(card.priceBasis, priceBasisText(result, format))}
${row(card.priceRead, `${format.dateTime(freshness.observed_at)} (${texts.freshness[freshness.status]})`)}
${coupons.map(({ code, verified_at }) => row(code ?? card.couponIn, card.couponSeen(format.date(verified_at))))}
${eligibility.notes.length > 0 && row(card.notes, eligibility.notes.map((note) => translate(note, format)).join('; '))}
${sort === 'recommended' && row(card.score, `${format.number(why.score)} (${PARTS.map((part) => `${texts.parts[part]} ${format.percent(why.parts[part])}`).join(', ')})`)}
</dl>
</details>`;
}
