/** The card of a ranked plan: provider, data for the trip and price, then facts, drawbacks and conditions. */
import type { ReasonCode } from '../../domain/ranking/ranked.ts';
import { planName } from '../../wire/result.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import type { Texts } from '../texts/index.ts';
import { includedCoupon, otherCoupons } from './coupons.ts';
import {
  afterCapText,
  clockText,
  dataText,
  hasText,
  isText,
  missTexts,
  networkCount,
  noteTexts,
  priceBasisText,
  tripParts,
  validityText,
} from './facts.ts';
import { drawbackLine, historyHtml, sumText } from './price.ts';
import { reasonText } from './reasons.ts';

export interface CardContext {
  readonly language: Language;
  /** Plans that were chosen for the side-by-side view, by `planName`. */
  readonly picks: readonly string[];
}

export function card(result: Result, context: CardContext): Html {
  const { texts } = context.language;
  const { rank, provider } = result;
  const body = cardBody(result, {
    ...context,
    heading: html`<span class="rank"><span class="quiet">${texts.results.rank(rank)}</span><span aria-hidden="true">${rank}</span></span> ${provider.name}`,
    priceOf: texts.card.wholeTrip,
    last: pick(result, context),
  });
  return html`<li class="card${!result.fits.meets_need && ' misses'}" data-point="${planName(result)}">
${body}
</li>
`;
}

export interface BodyContext extends Pick<CardContext, 'language'> {
  readonly heading: Html;
  /** The label of the price, such as "for the whole trip". */
  readonly priceOf: string;
  readonly last?: Html;
}

/** The content of a card, for a ranked result or for one leg of an itinerary. */
export function cardBody(result: Result, context: BodyContext): Html {
  const { texts, format } = context.language;
  const { plan } = result;
  const misses = missTexts(result, format);
  return html`<article>
<h3>${context.heading}</h3>
<p class="gets">${tripParts(result, format).map((part) => html`<b>${part}</b> `)}</p>
<p class="price"><b>${format.money(result.price.usd)}</b> ${aboutPrice(result.price.usd, format)}<span>${context.priceOf}, ${texts.card.estimate}</span> <span class="comparable">${texts.card.comparable(format.money(result.why.comparable_usd))}</span></p>
${outboundLink(result, texts)}
<p class="by">${plan.name} · ${texts.scope[plan.scope](format.number(plan.countries_covered))}</p>
${misses.length > 0 && html`<ul class="short">${misses.map((miss) => html`<li>${miss}</li>`)}</ul>`}
${chips(result, context)}
${drawbackLine(result, format)}
${includedCoupon(result.coupons, format)}
<div class="foot">
${details(result, format)}
${otherCoupons(result.coupons, format)}
${readLine(result, format)}
${context.last}
</div>
</article>`;
}

/** The approximate price in the currency of the reader. */
export function aboutPrice(usd: number, format: Format): Html | null {
  const about = format.about(usd);
  return about === null ? null : html`<i class="about-price">${about}</i> `;
}

export const outboundLink = ({ go, url, provider }: Result, { card: labels }: Texts): Html =>
  html`<a class="out" href="${go}" data-url="${url}" rel="sponsored nofollow noopener">${labels.go} <span class="quiet">${labels.goAt(provider.name)}</span></a>`;

const pick = (result: Result, { language, picks }: CardContext): Html =>
  html`<label class="pick"><input type="checkbox" form="pick" name="pick" value="${planName(result)}" aria-label="${language.texts.side.pickPlan(result.plan.name)}"${picks.includes(planName(result)) && html` checked`}> ${language.texts.side.pick}</label>`;

/** Reasons in favour of a plan that no other line of the card states. */
const IN_FAVOUR: ReadonlySet<ReasonCode> = new Set([
  'cheapest',
  'cheapest_for_leg',
  'cheapest_single_plan',
  'spare_data',
  'spare_data_daily',
  'no_data_limit',
  'full_speed_daily',
  'local_exit',
  'no_identity_check',
  'top_up',
  'phone_number',
]);

/** Positive facts in a few words. A limit to new customers comes first. */
function chips(result: Result, { language: { texts, format } }: BodyContext): Html | null {
  const { speed, features, eligibility } = result;
  const hasNetwork = speed.networks.length > 0;
  const network = [speed.generation, hasNetwork ? networkCount(result, format) : null].filter(Boolean);
  // The first line of a daily plan already has its amount.
  const isRepeated = (code: ReasonCode) => code === 'full_speed_daily' && result.data.model === 'per_day';
  const reasons = result.why.reasons.filter(({ code }) => IN_FAVOUR.has(code) && !isRepeated(code));
  const facts = [
    ...(network.length > 0 ? [network.join(' · ')] : []),
    ...(features.hotspot === true ? [texts.card.hotspot] : []),
    ...reasons.map((reason) => reasonText(reason, format)),
  ];
  const isLimited = eligibility.new_customers_only === true;
  if (facts.length === 0 && !isLimited) return null;
  return html`<ul class="chips">${isLimited && html`<li class="limit">${texts.audience.new_customers}</li>`}${facts.map((fact) => html`<li>${fact}</li>`)}</ul>`;
}

/** The page contains the time at which the price was read. The script replaces it with "16 minutes ago". */
export function readLine({ freshness }: Result, format: Format, words = format.texts.card.priceRead): Html {
  const { observed_at: at, status } = freshness;
  const [before, after] = words;
  return html`<p class="age ${status}">${before} <time datetime="${at}">${format.moment(at)}</time> ${after}${status !== 'fresh' && html` · ${format.texts.freshness[status]}`}</p>`;
}

function details(result: Result, format: Format): Html {
  const { texts } = format;
  const { card: labels } = texts;
  const { plan, features, speed, price, eligibility, coupons, freshness, copies } = result;
  const row = (name: string, value: Html | string) => html`<div><dt>${name}:</dt> <dd>${value}</dd></div>`;
  const maximum = speed.advertised_max_mbps;
  const history = historyHtml(result, format);
  const perUnit = [
    texts.data.perDay(format.money(price.per_day_usd)),
    price.per_gb_usd === null ? null : labels.perGb(format.money(price.per_gb_usd)),
    priceBasisText(result, format),
  ].filter((part) => part !== null);
  const reasons = result.why.reasons.map((reason) => reasonText(reason, format));
  const notes = noteTexts(result, format);
  return html`<details class="more">
<summary>${labels.details}</summary>
<dl>
<div class="wide"><dt>${labels.why}:</dt> <dd>${sumText(result, format)} ${reasons.join(' · ')}</dd></div>
${row(labels.data, [dataText(result, format), afterCapText(result, format)].filter((part) => part !== null).join(', '))}
${row(labels.validity, `${validityText(result, format)}, ${clockText(result, format)}`)}
${copies > 1 && row(labels.purchases, labels.buy(format.number(copies)))}
${price.list_usd !== price.usd && row(labels.listPrice, format.money(price.list_usd))}
${row(texts.charts.price, perUnit.join(', '))}
${history !== null && row(labels.history, history)}
${row(labels.priceReadAt, `${format.dateTime(freshness.observed_at)}, ${texts.freshness[freshness.status]}`)}
${row(labels.tax, texts.tax[price.tax])}
${row(labels.network, speed.generation ?? labels.unknown)}
${row(labels.networks, speed.networks.join(', ') || labels.unknown)}
${row(labels.topSpeed, maximum === null ? labels.unknown : format.speed(maximum * 1_000))}
${row(labels.breakout, [texts.breakout[speed.breakout], ...(speed.exits ?? []).map((code) => format.country(code))].join(', '))}
${row(labels.hotspot, hasText(features.hotspot, format))}
${row(labels.identity, hasText(eligibility.identity_check, format))}
${row(labels.topUp, hasText(features.top_up, format))}
${row(texts.requirements.phone_number, hasText(features.phone_number, format))}
${row(labels.ads, hasText(features.ads, format))}
${row(texts.audience.new_customers, isText(eligibility.new_customers_only, format))}
${coupons.filter(({ applied_to_price }) => applied_to_price).map(({ code, discount, verified_at }) => row(code ?? discount, labels.couponSeen(format.date(verified_at))))}
${notes.length > 0 && row(labels.notes, notes.join('; '))}
${plan.scope !== 'country' && plan.countries !== null && html`<div class="wide"><dt>${labels.countries}:</dt> <dd>${plan.countries.map((code) => format.country(code)).join(', ')}</dd></div>`}
</dl>
</details>`;
}
