/** The English sentence for each reason, drawback, condition and notice of a response. */
import { countryName, suggestCountry } from '../domain/countries.ts';
import type { Coupon, ValidCoupon } from '../domain/coupon.ts';
import { centsToUsd } from '../domain/money.ts';
import type { DrawbackCode } from '../domain/ranking/drawbacks-table.ts';
import type { Reason } from '../domain/ranking/ranked.ts';
import { codesOf } from './schemas/kit.ts';

const gb = (gigabytes: number): string => `${Math.round(gigabytes * 100) / 100} GB`;
const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;

export const money = (cents: number): string => `$${centsToUsd(cents).toFixed(2)}`;

const REASONS: Readonly<Record<Reason['code'], (value: number) => string>> = {
  short_of_days: (days) => `${plural(days, 'day')} short of the trip`,
  short_of_data: (data) => `${gb(data)} short of the need`,
  short_of_full_speed_data: (data) => `${gb(data)} short of the need at full speed`,
  too_slow: () => 'Too slow for this need',
  new_customers_only: () => 'For new customers only',
  several_purchases: (copies) => `To be bought ${copies} times`,
  cheapest: () => 'Cheapest for the whole trip',
  cheapest_for_leg: () => 'Cheapest for this part of the trip',
  cheapest_single_plan: () => 'Cheapest single plan for the whole trip',
  above_cheapest: (percent) => `${percent}% above the cheapest`,
  spare_data: (data) => `${gb(data)} to spare`,
  little_spare_data: (data) => (data === 0 ? 'No data to spare' : `Only ${gb(data)} to spare`),
  spare_data_daily: (data) => `${gb(data)} a day to spare`,
  part_at_reduced_speed: (kbps) => `Part of the need at ${kbps} kbit/s`,
  fair_use_unstated: () => 'Fair use not stated',
  no_data_limit: () => 'No data limit',
  all_at_full_speed: () => 'All at full speed',
  full_speed_daily: (data) => `${gb(data)} a day at full speed`,
  has_5g: () => 'Advertised as 5G',
  local_exit: () => 'Reaches the internet in the country itself',
  several_networks: (n) => `Works on ${plural(n, 'network')}`,
  hotspot_allowed: () => 'Hotspot allowed',
  no_identity_check: () => 'No identity check',
  top_up: () => 'Can be topped up',
  phone_number: () => 'Comes with a phone number',
  covers_trip: (days) => `Valid for ${plural(days, 'day')}`,
  no_expiry: () => 'Does not expire',
};

/** Reasons whose value is data: megabytes in the ranking, gigabytes in a response. */
const IN_GB: ReadonlySet<Reason['code']> = new Set([
  'short_of_data',
  'short_of_full_speed_data',
  'spare_data',
  'little_spare_data',
  'spare_data_daily',
  'full_speed_daily',
]);

export function reasonOnWire({ code, value }: Reason) {
  if (value === null) return { code, text: REASONS[code](0) };
  const shown = IN_GB.has(code) ? value / 1000 : value;
  return { code, value: shown, text: REASONS[code](shown) };
}

const DRAWBACKS: Readonly<Record<DrawbackCode, string>> = {
  further_purchases: 'Must be bought more than once',
  reduced_speed: 'Part of the need at reduced speed',
  little_reserve: 'Little data in reserve',
  misses_need: 'Does not meet the need',
  daily_stops: 'A daily amount, then it stops or nothing is said',
  daily_slowed: 'A daily amount, then slower',
  fair_use_unstated: 'Fair use not stated',
  no_spare_day: 'No day to spare',
  no_spare_day_clock: 'No day to spare, and its days may begin before the first use',
  generation_4g: '4G, not 5G',
  generation_unknown: 'Network generation not stated',
  generation_3g: '3G only',
  generation_2g: '2G only',
  low_top_speed: 'Advertised top speed below 10 Mbit/s',
  hotspot_unknown: 'Hotspot not stated',
  hotspot_not_allowed: 'Hotspot not allowed',
  identity_check_unknown: 'Identity check not stated',
  identity_check_required: 'Asks for an identity document',
  one_network: 'One network only',
  no_network_named: 'No network named',
  no_local_exit: 'Reaches the internet elsewhere, or it is not said where',
  price_aging: 'Price read more than a day ago',
  price_stale: 'Price read more than two days ago',
  converted: 'Price converted to USD',
  suggested: 'Suggested retail price',
  tax_unknown: 'Tax not stated',
  tax_excluded: 'Tax not included',
  coupon: 'Rests on a coupon',
  coupon_aging: 'Coupon last confirmed more than 7 days ago',
  named_elsewhere: 'Named for another place, or for a part of the country',
  ads: 'Shows advertisements',
};

export const drawbackSentence = (code: DrawbackCode): string => DRAWBACKS[code];

const AUDIENCE = {
  everyone: 'Open to everyone',
  new_customers: 'New customers only',
  app_only: 'In the provider’s app only',
} as const;

export const discountText = ({ discount }: Coupon): string =>
  discount.kind === 'percent' ? `${discount.basisPoints / 100}%` : money(discount.usdCents);

/** The audience comes first, so the list is never empty. */
export function couponConditions(coupon: ValidCoupon): string[] {
  const isOpenForFirstOrder = coupon.audience === 'everyone' && coupon.use === 'first_order';
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return [
    isOpenForFirstOrder ? 'Open to everyone for a first order' : AUDIENCE[coupon.audience],
    coupon.use === 'first_order' && !isOpenForFirstOrder ? 'First order only' : null,
    coupon.minimumSpendUsdCents === null ? null : `Minimum spend ${money(coupon.minimumSpendUsdCents)}`,
    coupon.maximumDiscountUsdCents === null
      ? null
      : `At most ${money(coupon.maximumDiscountUsdCents)} off an order`,
    coupon.countries === null ? null : 'For this and certain other destinations only',
    coupon.plans === null ? null : 'For certain plans only',
    coupon.code === null ? 'Applied by the shop, no code needed' : null,
    coupon.confirmation === 'lapsed' ? `Not confirmed since ${day(coupon.verifiedAt)}` : null,
    // The end is exclusive: a coupon that ends at midnight is valid until the day before.
    coupon.validUntil === null ? null : `Ends ${day(coupon.validUntil - 1)}`,
  ].filter((line) => line !== null);
}

/** For a promotional price without stated conditions. */
export const PROMOTION_CONDITIONS: readonly string[] = ['Conditions are not stated'];

const nameOf = (code: string | undefined): string => countryName(code ?? '');
const named = (codes: readonly string[]): string => codes.map(nameOf).join(', ');
const soldFor = (countries: readonly string[]): string =>
  countries.length === 1 ? `for ${nameOf(countries[0])}` : 'that works at every stop';

/** Each notice takes the values of its text, such as country codes. */
const NOTICES = {
  prices_are_estimates: () =>
    'Prices are estimates until checkout: the provider’s own page decides. Keep each price together with its age and conditions.',
  speeds_are_advertised: () => 'Speeds are as advertised by the providers, not measured.',
  keep_conditions: () =>
    'A coupon’s conditions are part of its price. A price with a conditional coupon never changes an order.',
  sample_data: () => 'Sample data: these providers and offers are invented. They are not real offers.',
  no_plans_for_country: ([country]) => `No plan covers ${nameOf(country)} at the moment.`,
  not_a_country: ([code = '']) => `"${code}" is no ISO 3166-1 country code. ${suggestionFor(code)}`,
  nothing_meets_need: () =>
    'No plan covers the whole need; the closest ones are listed and say what is missing.',
  fastest_means_little: (countries) =>
    `No plan states its network generation ${countries.length === 0 ? 'at every stop' : `in ${named(countries)}`}, so the order by speed means little.`,
  nothing_qualifies: ([filter = '']) =>
    `Filters remove every plan; ${filter} removes the most.${filter === 'max_usd' ? '' : ' What is not stated does not qualify.'}`,
  no_unlimited_plans: (countries) => `No plan ${soldFor(countries)} is sold as unlimited.`,
  all_sold_out: (countries) => `Every plan ${soldFor(countries)} is sold out at the moment.`,
  all_prices_too_old: (countries) => `Every price of a plan ${soldFor(countries)} is older than 7 days.`,
  all_sold_out_or_too_old: (countries) =>
    `Every plan ${soldFor(countries)} is sold out or has a price that is older than 7 days.`,
  no_plan_for_all_stops: () => 'No single plan works at every stop.',
  stop_without_plans: (countries) =>
    `The itinerary has no plan for ${named(countries)}: none there is open to any traveller and passes the filters.`,
  no_itinerary_within_price: ([usd]) => `No combination of plans for all stops costs at most $${usd}.`,
  no_variants_with_then: () => 'Other lengths are compared for trips with one stop only.',
  ignored_parameters: (names) =>
    `Unknown and ignored: ${names.map((name) => JSON.stringify(name)).join(', ')}.`,
} as const satisfies Readonly<Record<string, (values: readonly string[]) => string>>;

export type NoticeCode = keyof typeof NOTICES;
export const NOTICE_CODES = codesOf(NOTICES);

function suggestionFor(code: string): string {
  const near = suggestCountry(code);
  return near === null
    ? 'The destination list has every code that has plans.'
    : `Did you mean ${near} (${nameOf(near)})?`;
}

export function noticeOf<Code extends NoticeCode>(code: Code, value?: string | string[]) {
  if (value === undefined) return { code, text: NOTICES[code]([]) };
  return { code, value, text: NOTICES[code](typeof value === 'string' ? [value] : value) };
}

const NAMES_MAX = 10;
const NAME_LENGTH_MAX = 40;

/** Lists ignored parameters, with limits so that a large request does not cause a large response. */
export function ignoredNotice(names: readonly string[]) {
  if (names.length === 0) return [];
  const shown = names.slice(0, NAMES_MAX).map((name) => name.slice(0, NAME_LENGTH_MAX));
  return [noticeOf('ignored_parameters', shown)];
}

/** Why the health is not ok. The reasons of sources follow a count: "2 of 19 sources paused by the operator: …". */
export const HEALTH_REASONS = {
  no_catalogue: 'There is no catalogue yet',
  all_prices_expired: 'Every price is older than 7 days',
  source_aging: 'not read well for a day',
  source_stale: 'not read well for two days',
  source_expired: 'not read well for a week, so left out',
  source_kept: 'kept from the last good read',
  source_paused: 'paused by the operator',
  source_never_read: 'never read well',
  files_broken: 'The operator’s files have a mistake: what was stored before is served',
  counts_lost: 'The shared store lost counts today, so limits may be exceeded until midnight UTC',
  counting_failed: 'Requests cannot be counted, so counted routes answer 503',
} as const;
