/** One ranked plan: what it costs and gets in the first row with the way out, then its drawbacks and why it stands here. */
import { planName } from '../../wire/result.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { includedCoupon, otherCoupons } from './coupons.ts';
import {
  afterCapText,
  amountText,
  clockText,
  dataText,
  hasText,
  isText,
  missTexts,
  networkCount,
  priceBasisText,
  validityText,
} from './facts.ts';
import { type BarScale, comparesLine, drawbackList, historyTold, sumText } from './price.ts';
import { reasonTexts, translate } from './sentences.ts';

export interface CardContext {
  readonly language: Language;
  /** The first of the same list: what the others are measured against. */
  readonly first: Result;
  /** Plans that were chosen to be seen side by side, by `planName`. */
  readonly picks: readonly string[];
}

export function card(result: Result, context: CardContext): Html {
  const { texts } = context.language;
  const { rank, plan } = result;
  const { comparable_usd: first } = context.first.why;
  const body = cardBody(result, {
    ...context,
    heading: html`<span class="rank"><span class="quiet">${texts.results.rank(rank)}</span><span aria-hidden="true">${rank}</span></span> ${plan.name}`,
    priceOf: texts.card.wholeTrip,
    bar: { full: first * 2, mark: first },
    last: pick(result, context),
  });
  return html`<li class="card${!result.fits.meets_need && ' misses'}" data-point="${planName(result)}">
${body}
</li>
`;
}

export interface BodyContext extends Pick<CardContext, 'language'> {
  readonly heading: Html;
  /** The plan's name, where the heading has it not. */
  readonly name?: string;
  /** What the price is for. */
  readonly priceOf: string;
  readonly bar: BarScale;
  readonly last?: Html;
}

/** What a result is told by, in a list or as a part of a longer way. */
export function cardBody(result: Result, context: BodyContext): Html {
  const { texts, format } = context.language;
  const { plan, provider, copies } = result;
  const misses = missTexts(result, format);
  const by = [...(context.name === undefined ? [] : [context.name]), provider.name];
  return html`<article>
<h3>${context.heading}</h3>
<p class="by">${by.join(' · ')} · ${texts.scope[plan.scope](format.number(plan.countries_covered))}</p>
<p class="price"><b>${format.money(result.price.usd)}</b> <span>${context.priceOf}, ${texts.card.estimate}</span></p>
<p class="gets"><b>${amountText(result, format)}</b> <b>${validityText(result, format)}</b></p>
${copies > 1 && html`<p class="copies"><strong>${texts.card.buy(format.number(copies))}</strong></p>`}
${wayOut(result, context)}
${misses.length > 0 && html`<ul class="short">${misses.map((miss) => html`<li>${miss}</li>`)}</ul>`}
${comparesLine(result, context.bar, format)}
${drawbackList(result, format)}
<p class="why">${[...factsOf(result, format), ...reasonsOf(result, misses, format, context.name === undefined)].join(' · ')}</p>
${includedCoupon(result.coupons, format)}
<div class="foot">
${otherCoupons(result.coupons, format)}
${details(result, format)}
</div>
<div class="foot last">
${readLine(result, format)}
${context.last}
</div>
</article>`;
}

/** What a plan misses, how many to buy and what kind of network it is stand elsewhere on the card. */
function reasonsOf(
  result: Result,
  misses: readonly string[],
  format: Format,
  isWholeTrip: boolean,
): readonly string[] {
  const { several_purchases, has_5g, hotspot_allowed, cheapest } = format.texts.reasons;
  const said = new Set([
    ...misses,
    several_purchases(format.number(result.copies)),
    has_5g(),
    hotspot_allowed(),
  ]);
  // The cheapest for a part is not the cheapest for the whole trip.
  if (!isWholeTrip) said.add(cheapest());
  return reasonTexts(result, format).filter((reason) => !said.has(reason));
}

export const wayOut = ({ go, provider }: Result, { language }: Pick<CardContext, 'language'>): Html =>
  html`<a class="out" href="${go}" rel="sponsored nofollow noopener">${language.texts.card.go} <span class="quiet">${language.texts.card.goAt(provider.name)}</span></a>`;

const pick = (result: Result, { language, picks }: CardContext): Html =>
  html`<label class="pick"><input type="checkbox" form="pick" name="pick" value="${planName(result)}" aria-label="${language.texts.side.pickPlan(result.plan.name)}"${picks.includes(planName(result)) && html` checked`}> ${language.texts.side.pick}</label>`;

/** In small print, before the reasons: what kind of network, whose, and whether it may be shared. */
function factsOf(result: Result, format: Format): string[] {
  const { card: said } = format.texts;
  return [
    result.speed.generation ?? `${said.network}: ${said.unknown}`,
    networkCount(result, format),
    ...(result.features.hotspot === true ? [said.hotspot] : []),
  ];
}

/** The time itself is in the page; the script turns it into "16 minutes ago" and keeps that true. */
export function readLine({ freshness }: Result, format: Format, words = format.texts.card.priceRead): Html {
  const { observed_at: at, status } = freshness;
  const [before, after] = words;
  return html`<p class="age ${status}">${before} <time datetime="${at}">${format.moment(at)}</time> ${after}${status !== 'fresh' && html` · ${format.texts.freshness[status]}`}</p>`;
}

function details(result: Result, format: Format): Html {
  const { texts } = format;
  const { card: said } = texts;
  const { plan, features, speed, price, eligibility, coupons, freshness } = result;
  const row = (name: string, value: Html | string) => html`<div><dt>${name}:</dt> <dd>${value}</dd></div>`;
  const maximum = speed.advertised_max_mbps;
  const history = historyTold(result, format);
  const perUnit = [
    said.perDay(format.money(price.per_day_usd)),
    price.per_gb_usd === null ? null : said.perGb(format.money(price.per_gb_usd)),
    priceBasisText(result, format),
  ].filter((part) => part !== null);
  return html`<details class="more">
<summary>${said.details}</summary>
<dl>
<div class="wide"><dt>${said.why}:</dt> <dd>${sumText(result, format)}</dd></div>
${row(said.data, [dataText(result, format), afterCapText(result, format)].filter((part) => part !== null).join(', '))}
${row(said.validity, `${validityText(result, format)}, ${clockText(result, format)}`)}
${price.list_usd !== price.usd && row(said.listPrice, format.money(price.list_usd))}
${row(texts.charts.price, perUnit.join(', '))}
${history !== null && row(said.history, history)}
${row(said.priceReadAt, `${format.dateTime(freshness.observed_at)}, ${texts.freshness[freshness.status]}`)}
${row(said.tax, texts.tax[price.tax])}
${row(said.networks, speed.networks.join(', ') || said.unknown)}
${row(said.topSpeed, maximum === null ? said.unknown : format.speed(maximum * 1_000))}
${row(said.breakout, [texts.breakout[speed.breakout], ...(speed.exits ?? []).map((code) => format.country(code))].join(', '))}
${row(said.hotspot, hasText(features.hotspot, format))}
${row(said.identity, hasText(eligibility.identity_check, format))}
${row(said.topUp, hasText(features.top_up, format))}
${row(texts.requirements.phone_number, hasText(features.phone_number, format))}
${row(said.ads, hasText(features.ads, format))}
${row(texts.audience.new_customers, isText(eligibility.new_customers_only, format))}
${coupons.filter(({ applied_to_price }) => applied_to_price).map(({ code, discount, verified_at }) => row(code ?? discount, said.couponSeen(format.date(verified_at))))}
${eligibility.notes.length > 0 && row(said.notes, eligibility.notes.map((note) => translate(note, format)).join('; '))}
${plan.scope !== 'country' && plan.countries !== null && html`<div class="wide"><dt>${said.countries}:</dt> <dd>${plan.countries.map((code) => format.country(code)).join(', ')}</dd></div>`}
</dl>
</details>`;
}
