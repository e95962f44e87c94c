/** One ranked plan: what it costs and gets in the first row with the way out, then what it is and why it stands here. */
import type { Sort } from '../../domain/trip.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { couponParts } from './coupons.ts';
import {
  afterCapText,
  amountText,
  clockText,
  dataText,
  hasText,
  isText,
  missTexts,
  networkText,
  priceBasisText,
  validityText,
} from './facts.ts';
import { reasonTexts, translate } from './sentences.ts';

export interface CardContext {
  readonly language: Language;
  readonly root: string;
  readonly sort: Sort;
}

export const pointName = ({ provider, plan }: Result): string => `${provider.id}/${plan.id}`;

export function card(result: Result, context: CardContext): Html {
  const { language } = context;
  const { texts, format } = language;
  const { rank, plan, provider, copies } = result;
  const misses = missTexts(result, format);
  // What a plan misses stands in its own line already.
  const reasons = reasonTexts(result, format).filter((reason) => !misses.includes(reason));
  return html`<li class="card${misses.length > 0 && ' misses'}" data-point="${pointName(result)}">
<article>
<h3><span class="rank"><span class="quiet">${texts.results.rank(rank)}</span><span aria-hidden="true">${rank}</span></span> ${plan.name}</h3>
<p class="by">${provider.name} · ${texts.scope[plan.scope](format.number(plan.countries_covered))}</p>
<p class="price"><b>${format.money(result.price.usd)}</b> <span>${texts.card.wholeTrip}, ${texts.card.estimate}</span></p>
<p class="gets"><b>${amountText(result, format)}</b> <b>${validityText(result, format)}</b>${copies > 1 && html` <strong>${texts.card.buy(format.number(copies))}</strong>`}</p>
<a class="out" href="${context.root}${result.go}" rel="sponsored nofollow noopener">${texts.card.go} <span class="quiet">${texts.card.goAt(provider.name)}</span></a>
${misses.length > 0 && html`<ul class="short">${misses.map((miss) => html`<li>${miss}</li>`)}</ul>`}
<p class="facts">${factLine(result, format)}</p>
${flags(result, format)}
${reasons.length > 0 && html`<p class="why"><b>${texts.card.why}:</b> ${reasons.join(' · ')}</p>`}
${couponParts(result.coupons, format)}
${details(result, context)}
${readLine(result, format)}
</article>
</li>
`;
}

/** What stands in small print under the first row: speed, networks, what follows the data, when the days begin. */
function factLine(result: Result, format: Format): string {
  const { speed } = result;
  return [
    speed.generation ?? `${format.texts.card.network}: ${format.texts.card.generationUnknown}`,
    networkText(result, format),
    afterCapText(result, format),
    clockText(result, format),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

/** Good, bad or not stated: an identity check is no benefit. */
function flags({ features }: Result, format: Format): Html {
  const { card: said } = format.texts;
  const flag = (name: string, value: boolean | null, wanted: boolean) =>
    html`<li class="${value === null ? 'unknown' : value === wanted ? 'good' : 'bad'}">${name}: ${hasText(value, format)}</li>`;
  return html`<ul class="flags">${flag(said.hotspot, features.hotspot, true)}${flag(said.identity, features.identity_check, false)}${flag(said.topUp, features.top_up, true)}</ul>`;
}

/** The time itself is in the page; the script turns it into "16 minutes ago" and keeps that true. */
function readLine({ freshness }: Result, format: Format): Html {
  const { texts } = format;
  const [before, after] = texts.card.priceRead;
  return html`<p class="age ${freshness.status}">${before} <time datetime="${freshness.observed_at}">${format.dateTime(freshness.observed_at)}</time> ${after}${freshness.status !== 'fresh' && html` · ${texts.freshness[freshness.status]}`}</p>`;
}

function details(result: Result, { language, sort }: CardContext): Html {
  const { texts, format } = language;
  const { card: said } = texts;
  const { features, speed, price, eligibility, why, coupons } = result;
  const row = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const maximum = speed.advertised_max_mbps;
  return html`<details class="more">
<summary>${said.details}</summary>
<dl>
${row(said.data, dataText(result, format))}
${price.list_usd !== price.usd && row(said.listPrice, format.money(price.list_usd))}
${row(said.priceBasis, [said.perDay(format.money(price.per_day_usd)), ...(price.per_gb_usd === null ? [] : [said.perGb(format.money(price.per_gb_usd))]), priceBasisText(result, format)].join(', '))}
${row(said.tax, texts.tax[price.tax])}
${row(said.topSpeed, maximum === null ? said.unknown : format.speed(maximum * 1_000))}
${row(said.breakout, texts.breakout[speed.breakout])}
${row(said.phoneNumber, hasText(features.phone_number, format))}
${row(said.subscription, hasText(features.subscription, format))}
${row(said.ads, hasText(features.ads, format))}
${row(said.newCustomers, isText(eligibility.new_customers_only, format))}
${coupons.filter(({ applied_to_price }) => applied_to_price).map(({ code, discount, verified_at }) => row(code ?? discount, said.couponSeen(format.date(verified_at))))}
${eligibility.notes.length > 0 && row(said.notes, eligibility.notes.map((note) => translate(note, format)).join('; '))}
${sort === 'recommended' && row(said.comparable, format.money(why.comparable_usd))}
</dl>
</details>`;
}
