/** Every fact of a plan in order of interest, for the details behind its opener and for the side-by-side view. */
import { eachFeature, FACTS } from '../../domain/facts.ts';
import type { Result } from '../../wire/schemas/result.ts';
import type { Format } from '../format.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language.ts';
import { icon } from '../pictures.ts';
import { sellerLabel } from '../seller-name.ts';
import { sellerPath } from '../sellers.ts';
import {
  afterCapText,
  capital,
  dataFact,
  featureLabels,
  joined,
  noteTexts,
  type Span,
  validityFact,
} from './facts.ts';
import { historyText } from './price.ts';

export interface PlanFact {
  readonly name: string;
  /** null: the provider does not state it. */
  readonly value: Html | string | null;
  /** Higher is better for a traveller. Plans are compared only if each of them has one. */
  readonly score?: number | null;
  /** Whether it takes a whole line of the details. */
  readonly isWide?: boolean;
  /** Whether only the details have it, because the side-by-side view has it elsewhere or has no room for it. */
  readonly isDetail?: boolean;
}

/** Yes, no and unclear have a sign of their own. */
export function stated(flag: boolean | null, { texts: { card } }: Format): Html {
  if (flag === null) return html`<span class="unclear">${icon('unclear')}${capital(card.unknown)}</span>`;
  return flag ? html`${icon('check')}${capital(card.has)}` : html`${icon('minus')}${capital(card.hasNot)}`;
}

const yesOrNo = (flag: boolean | null, format: Format): Html | null =>
  flag === null ? null : stated(flag, format);

/** Facts that do not apply to the plan are left out. */
export function planFacts(result: Result, span: Span, { texts, format, link }: Language): PlanFact[] {
  const { card: labels } = texts;
  const { plan, provider, speed, price, eligibility, validity, freshness, copies, coupons, data } = result;
  const { hotspot, top_up, ...otherFeatures } = featureFacts(result, format);
  const install = validity.install_within_days;
  const { value: amount, note: amountNote } = dataFact(result, span, format);
  const { value: days, note: daysNote } = validityFact(result, span, format);
  const period = data.period_days === null ? null : labels.period({ days: format.days(data.period_days) });
  // Uncapped data may still be slowed after its full-speed part of each day.
  const isCapped = data.uncapped !== true || data.full_speed_gb_per_day !== null;
  const maximum = speed.advertised_max_mbps;
  const { refund } = provider;
  const history = historyText(result, format);
  const notes = noteTexts(result, format);
  const applied = coupons.find(({ applied_to_price }) => applied_to_price);
  const all: (PlanFact | false)[] = [
    { name: labels.plan, value: plan.name, isWide: true, isDetail: true },
    {
      name: labels.seller,
      value: html`<a href="${link(sellerPath(provider.id))}">${sellerLabel(provider, texts)}</a>`,
      isDetail: true,
    },
    install !== null && {
      name: labels.install,
      value: texts.validity.installWithin({ days: format.days(install) }),
    },
    {
      name: labels.starts,
      value: validity.starts === 'unknown' ? null : texts.validity.starts[validity.starts],
    },
    hotspot,
    top_up,
    {
      name: labels.refund,
      value:
        refund &&
        html`<a href="${refund.url}" rel="nofollow noopener">${labels.shopStates({ date: format.date(refund.checked_on), text: refund.text })}</a>`,
      isWide: true,
    },
    {
      name: labels.networks,
      value: networksText(result, format),
      score: speed.networks.length,
      isWide: true,
    },
    {
      name: labels.identity,
      value: yesOrNo(eligibility.identity_check, format),
      score: Number(eligibility.identity_check === false),
    },
    ...Object.values(otherFeatures),
    {
      name: labels.data,
      value: joined(amount, period, amountNote),
      score: data.uncapped === true ? Number.MAX_VALUE : data.gb_for_trip,
    },
    isCapped && { name: labels.afterCap, value: afterCapText(result, format) },
    {
      name: labels.validity,
      value: joined(days, daysNote),
      score: validity.days === null ? Number.MAX_VALUE : validity.days * copies,
    },
    copies > 1 && { name: labels.purchases, value: labels.buy({ n: copies }), score: -copies },
    {
      name: labels.network,
      value: speed.generation,
      score: Number.parseInt(speed.generation ?? '0', 10),
    },
    { name: labels.topSpeed, value: maximum === null ? null : format.speed(maximum * 1_000), score: maximum },
    { name: labels.breakout, value: exitText(result, format), score: Number(speed.breakout === 'local') },
    price.list_usd !== price.usd && {
      name: labels.listPrice,
      value: format.money(price.list_usd),
      isDetail: true,
    },
    { name: labels.billPrice, value: unitPrices(result, format), isDetail: true },
    { name: labels.tax, value: price.tax === 'unknown' ? null : texts.tax[price.tax] },
    history !== null && { name: labels.history, value: history, isWide: true },
    {
      name: labels.priceReadAt,
      value: html`<time datetime="${freshness.observed_at}">${format.dateTime(freshness.observed_at)}</time>, ${texts.freshness[freshness.status]}`,
    },
    // The coupon of the price, and when it was last seen to work.
    applied !== undefined && {
      name: applied.code ?? applied.discount,
      value: labels.couponSeen({ date: format.date(applied.verified_at) }),
      isDetail: true,
    },
    notes.length > 0 && { name: labels.notes, value: notes.join('; '), isWide: true },
    plan.scope !== 'country' &&
      plan.countries !== null && {
        name: labels.countries,
        value: format.list(plan.countries.map(format.country).sort(format.compare)),
        isWide: true,
        isDetail: true,
      },
  ];
  return all.filter((fact) => fact !== false);
}

function featureFacts({ features }: Result, format: Format) {
  const labels = featureLabels(format.texts);
  const { hotspot, hotspot_gb: maxGb } = features;
  const cap =
    hotspot === true && maxGb !== null && `, ${format.texts.card.upTo({ amount: format.gb(maxGb) })}`;
  return eachFeature((fact, field): PlanFact => {
    const value = yesOrNo(features[field], format);
    return {
      name: labels[field],
      value: field === 'hotspot' && value !== null ? html`${value}${cap}` : value,
      score: Number(features[field] === FACTS[fact].isAdvantage),
    };
  });
}

/** The networks by country if they are stated so. */
function networksText({ speed }: Result, { texts, country }: Format): string | null {
  const byCountry = Object.entries(speed.networks_by_country ?? {});
  if (byCountry.length === 0) return speed.networks.join(', ') || null;
  const named = byCountry.map(
    ([code, names]) => `${country(code)}: ${names.join(', ') || texts.card.notNamed}`,
  );
  return named.join('; ');
}

function exitText({ speed }: Result, { texts, country }: Format): string | null {
  const { breakout, exits } = speed;
  return breakout === 'unknown' ? null : [texts.breakout[breakout], ...(exits ?? []).map(country)].join(', ');
}

/** The price for a day and for a GB, and where it comes from. */
function unitPrices({ price }: Result, { texts, money, date }: Format): string {
  const { converted_from: from, per_gb_usd: perGb } = price;
  return joined(
    texts.data.perDay({ amount: money(price.per_day_usd) }),
    perGb === null ? null : texts.card.perGb({ money: money(perGb) }),
    texts.basis[price.basis],
    from === null ? null : texts.converted({ currency: from.currency, date: date(from.rate_date) }),
  );
}
