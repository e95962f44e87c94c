/** The English sentence for each reason, drawback and condition of an offer. */
import type { Coupon, ValidCoupon } from '../../domain/coupon.ts';
import { centsToUsd } from '../../domain/money.ts';
import { type DrawbackCode, LOW_TOP_KBPS } from '../../domain/ranking/drawbacks-table.ts';
import type { Reason } from '../../domain/ranking/ranked.ts';

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
  cheapest_own_plan: () => 'Cheapest if everybody has an own plan',
  cheapest_shared: () => 'Cheapest plan that can be shared',
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
  low_top_speed: `Advertised top speed below ${LOW_TOP_KBPS / 1000} Mbit/s`,
  hotspot_unknown: 'Hotspot not stated',
  hotspot_not_allowed: 'Hotspot not allowed',
  identity_check_unknown: 'Identity check not stated',
  identity_check_required: 'Asks for an identity document',
  one_network: 'One network named',
  no_network_named: 'No network named',
  exit_elsewhere: 'Reaches the internet outside the destination',
  exit_unknown: 'Not stated where it reaches the internet',
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

/** Whether a coupon is valid for the stops of the trip alone, or for certain other destinations too. */
export const destinationLimit = (
  countries: readonly string[],
  stops: readonly string[],
): 'only_here' | 'destinations' =>
  countries.every((country) => stops.includes(country)) ? 'only_here' : 'destinations';

const DESTINATIONS = {
  only_here: 'For this destination only',
  destinations: 'For this and certain other destinations only',
} as const;

/** The audience comes first, so the list is never empty. `stops`: the countries of the trip. */
export function couponConditions(coupon: ValidCoupon, stops: readonly string[]): string[] {
  const isOpenForFirstOrder = coupon.audience === 'everyone' && coupon.use === 'first_order';
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return [
    isOpenForFirstOrder ? 'Open to everyone for a first order' : AUDIENCE[coupon.audience],
    coupon.use === 'first_order' && !isOpenForFirstOrder ? 'First order only' : null,
    coupon.minimumSpendUsdCents === null ? null : `Minimum spend ${money(coupon.minimumSpendUsdCents)}`,
    coupon.maximumDiscountUsdCents === null
      ? null
      : `At most ${money(coupon.maximumDiscountUsdCents)} off an order`,
    coupon.countries === null ? null : DESTINATIONS[destinationLimit(coupon.countries, stops)],
    coupon.plans === null ? null : 'For certain plans only',
    coupon.code === null ? 'Applied by the shop, no code needed' : null,
    coupon.verification === 'lapsed' ? `Not confirmed since ${day(coupon.verifiedAt)}` : null,
    // The end is exclusive: a coupon that ends at midnight is valid until the day before.
    coupon.validUntil === null ? null : `Ends ${day(coupon.validUntil - 1)}`,
  ].filter((line) => line !== null);
}

/** For a promotional price without stated conditions. */
export const PROMOTION_CONDITIONS: readonly string[] = ['Conditions are not stated'];
