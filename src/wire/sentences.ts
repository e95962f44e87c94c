/** Every English sentence that an answer carries. Codes are the truth; this spells them. */
import type { Coupon } from '../domain/coupon.ts';
import { centsToUsd } from '../domain/money.ts';
import type { Reason } from '../domain/ranking/ranked.ts';
import type { NoticeCode } from './schemas/comparison.ts';

const gb = (megabytes: number): string => `${Math.round(megabytes / 10) / 100} GB`;
const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;

export const money = (cents: number): string => `$${centsToUsd(cents).toFixed(2)}`;

const REASONS: Readonly<Record<Reason['code'], (value: number) => string>> = {
  cheapest: () => 'Cheapest plan that meets the need',
  cheapest_5g: () => 'Cheapest plan with 5G',
  near_cheapest: (percent) => (percent === 0 ? 'As cheap as the cheapest' : `${percent}% above the cheapest`),
  spare_data: (mb) => `${gb(mb)} more than the trip needs`,
  no_data_limit: () => 'No data limit',
  full_speed_5g: () => '5G at full speed for the whole need',
  local_breakout: () => 'Local breakout',
  several_networks: (n) => `Works on ${plural(n, 'network')}`,
  covers_trip: (days) => (days === 0 ? 'Does not expire' : `Valid for ${plural(days, 'day')}`),
  hotspot_allowed: () => 'Hotspot allowed',
  no_identity_check: () => 'No identity check',
  fresh_price: () => 'Price read within the last day',
  short_of_data: (mb) => `${gb(mb)} short of the need`,
  short_of_days: (days) => `${plural(days, 'day')} short of the trip`,
  new_customers_only: () => 'For new customers only',
  fair_use_unstated: () => 'Fair-use rule not stated; counted as 1 GB a day at full speed',
  slow_after_cap: (kbps) => `Slows to ${kbps} kbit/s after the cap`,
};

export const reasonSentence = (reason: Reason): string => REASONS[reason.code](reason.value ?? 0);

const AUDIENCE = {
  everyone: 'Open to everyone',
  new_customers: 'New customers only',
  app_only: 'In the provider’s app only',
} as const;

export const discountText = ({ discount }: Coupon): string =>
  discount.kind === 'percent' ? `${discount.basisPoints / 100}%` : money(discount.usdCents);

/** Never empty: the audience always stands first. */
export function couponConditions(coupon: Coupon): string[] {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return [
    AUDIENCE[coupon.audience],
    coupon.use === 'first_order' ? 'First order only' : null,
    coupon.minimumSpendUsdCents === null ? null : `Minimum spend ${money(coupon.minimumSpendUsdCents)}`,
    coupon.maximumDiscountUsdCents === null
      ? null
      : `At most ${money(coupon.maximumDiscountUsdCents)} off an order`,
    coupon.countries === null ? null : 'For this and certain other destinations only',
    coupon.plans === null ? null : 'For certain plans only',
    coupon.code === null ? 'Applied by the shop, no code needed' : null,
    coupon.validUntil === null ? null : `Ends ${day(coupon.validUntil)}`,
  ].filter((line) => line !== null);
}

export interface NoticeFacts {
  readonly country: string;
  readonly name: string | null;
  /** A code that the caller may have meant. */
  readonly suggestion: { readonly code: string; readonly name: string } | null;
}

const NOTICES: Readonly<Record<NoticeCode, (facts: NoticeFacts) => string>> = {
  prices_are_estimates: () =>
    'Prices are estimates until checkout: the provider’s own page decides. Keep each price together with its age and conditions.',
  speeds_are_advertised: () => 'Speeds are as advertised by the providers, not measured.',
  keep_conditions: () =>
    'A coupon’s conditions are part of its price. A price with a conditional coupon never changes an order.',
  sample_data: () => 'Sample data: these providers and offers are invented. They are not real offers.',
  no_plans_for_country: ({ country, name }) => `No plan covers ${name ?? country} at the moment.`,
  not_a_country: ({ country, suggestion }) =>
    `"${country}" is no ISO 3166-1 country code.${suggestion === null ? ' The destination list has every code that has plans.' : ` Did you mean ${suggestion.code} (${suggestion.name})?`}`,
  nothing_meets_need: () =>
    'No plan covers the whole need; the closest ones are listed and say what is missing.',
};

export const noticeSentence = (code: NoticeCode, facts: NoticeFacts): string => NOTICES[code](facts);
