/** Behind the opener of a plan: the bill that explains its place, every fact in order of interest, and other prices. */
import type { FeatureName } from '../../domain/facts.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { icon } from '../pictures.ts';
import { otherCoupons } from './coupons.ts';
import {
  afterCapText,
  capital,
  dataText,
  featureLabels,
  noteTexts,
  priceBasisText,
  validityText,
} from './facts.ts';
import { bill, centsOf, drawbackText, historyText } from './price.ts';

/** `next`: the plan below it in the list, if its price explains the order. */
export function whyBody(result: Result, language: Language, next: Result | null): Html {
  const { texts, format } = language;
  const others = otherCoupons(result.coupons, format);
  return html`<div class="why-body${others === null && ' two'}">
<section><h4>${texts.card.bill}</h4>
${bill(result, format)}
${cheaperNext(result, next, format)}
<p><a href="${language.link('/how-we-rank')}">${texts.pages['how-we-rank'].title}</a></p>
</section>
<dl class="all-facts">
${factRows(result, language)}</dl>
${others}
</div>`;
}

/** "Driftlark costs 17 cents less. But: doesn’t name its network." */
function cheaperNext(result: Result, next: Result | null, format: Format): Html | null {
  if (next === null || next.price.usd >= result.price.usd) return null;
  const own = new Set(result.why.drawbacks.map(({ code }) => code));
  const worse = next.why.drawbacks.find(({ code }) => !own.has(code));
  if (worse === undefined) return null;
  const less = format.difference((centsOf(result.price.usd) - centsOf(next.price.usd)) / 100);
  const { card } = format.texts;
  return html`<p>${card.costsLess(next.provider.name, less, drawbackText(worse.code, next, format))}</p>`;
}

/** Yes, no and unclear have a sign of their own. */
export function stated(flag: boolean | null, { texts: { card } }: Format): Html {
  if (flag === null) return html`<span class="unclear">${icon('unclear')}${capital(card.unknown)}</span>`;
  return flag ? html`${icon('check')}${capital(card.has)}` : html`${icon('minus')}${capital(card.hasNot)}`;
}

/** Whether other devices may use the data, with the stated cap. */
function hotspotText({ features: { hotspot, hotspot_gb: most } }: Result, format: Format): Html {
  const cap = hotspot === true && most !== null && `, ${format.texts.card.upTo(format.gb(most))}`;
  return html`${stated(hotspot, format)}${cap}`;
}

const said = (text: string | null, format: Format): Html =>
  text === null ? stated(null, format) : html`${text}`;

function factRows(result: Result, { texts, format }: Language): Html {
  const { card: labels } = texts;
  const { plan, provider, features, speed, price, eligibility, validity, freshness, copies, coupons } =
    result;
  const row = (name: string, value: Html | string | null, isWide = false) =>
    value !== null && html`<div${isWide && html` class="wide"`}><dt>${name}</dt><dd>${value}</dd></div>\n`;
  const rowOf = (feature: FeatureName, label: string) => row(label, stated(features[feature], format));
  const { hotspot, top_up, ...others } = featureLabels(texts);
  const otherFeatures = Object.entries(others) as [keyof typeof others, string][];
  const { refund } = provider;
  const maximum = speed.advertised_max_mbps;
  const install = validity.install_within_days;
  const notes = noteTexts(result, format);
  const perUnit = [
    texts.data.perDay(format.money(price.per_day_usd)),
    price.per_gb_usd === null ? null : labels.perGb(format.money(price.per_gb_usd)),
    priceBasisText(result, format),
  ].filter((part) => part !== null);
  const byCountry = Object.entries(speed.networks_by_country ?? {});
  const networks =
    byCountry.length > 0
      ? byCountry
          .map(([code, names]) => `${format.country(code)}: ${names.join(', ') || labels.notNamed}`)
          .join('; ')
      : speed.networks.join(', ') || null;
  const exits = [texts.breakout[speed.breakout], ...(speed.exits ?? []).map((code) => format.country(code))];
  return html`${row(labels.plan, plan.name, true)}${row(labels.install, install === null ? null : texts.validity.installWithin(format.days(install)))}${row(labels.starts, validity.starts === 'unknown' ? stated(null, format) : texts.validity.starts[validity.starts])}${row(hotspot, hotspotText(result, format))}${rowOf('top_up', top_up)}${refund !== null && row(labels.refund, html`<a href="${refund.url}" rel="nofollow noopener">${labels.shopStates(format.date(refund.checked_on), refund.text)}</a>`, true)}${row(labels.networks, said(networks, format), true)}${row(labels.identity, stated(eligibility.identity_check, format))}${otherFeatures.map(([feature, label]) => rowOf(feature, label))}${row(labels.data, dataText(result, format))}${row(labels.afterCap, result.data.after_cap === 'unknown' ? stated(null, format) : afterCapText(result, format))}${row(labels.validity, validityText(result, format))}${copies > 1 && row(labels.purchases, labels.buy(format.number(copies)))}${row(labels.network, said(speed.generation, format))}${row(labels.topSpeed, said(maximum === null ? null : format.speed(maximum * 1_000), format))}${row(labels.breakout, speed.breakout === 'unknown' ? stated(null, format) : exits.join(', '))}${price.list_usd !== price.usd && row(labels.listPrice, format.money(price.list_usd))}${row(texts.charts.price, perUnit.join(', '))}${row(labels.tax, price.tax === 'unknown' ? stated(null, format) : texts.tax[price.tax])}${row(labels.history, historyText(result, format), true)}${row(labels.priceReadAt, html`<time datetime="${freshness.observed_at}">${format.dateTime(freshness.observed_at)}</time>, ${texts.freshness[freshness.status]}`)}${row(texts.audience.new_customers, stated(eligibility.new_customers_only, format))}${coupons.filter(({ applied_to_price }) => applied_to_price).map(({ code, discount, verified_at }) => row(code ?? discount, labels.couponSeen(format.date(verified_at))))}${notes.length > 0 && row(labels.notes, notes.join('; '), true)}${plan.scope !== 'country' && plan.countries !== null && row(labels.countries, format.list(plan.countries.map((code) => format.country(code))), true)}`;
}
