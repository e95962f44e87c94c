/** The English sentence for each notice of a response. */
import { countryName, suggestCountry } from '../../domain/countries.ts';
import { EXPIRED_AFTER_DAYS } from '../../domain/freshness.ts';
import { readDestination } from '../../domain/places/search.ts';
import { placeAdvice } from './places.ts';

const nameOf = (code: string | undefined): string => countryName(code ?? '');
const named = (codes: readonly string[]): string => codes.map(nameOf).join(', ');
const soldFor = (countries: readonly string[]): string =>
  countries.length === 1 ? `for ${nameOf(countries[0])}` : 'that works at every stop';

/** The price and the number of purchases are computed. All other filters need a stated fact. */
const unstatedHint = (filters: readonly string[]): string =>
  filters.every((filter) => filter === 'max_usd' || filter === 'one_purchase')
    ? ''
    : ' What is not stated does not qualify.';

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
  nothing_qualifies: (filters) =>
    filters.length === 1
      ? `The filter ${filters[0]} alone leaves no plan.${unstatedHint(filters)}`
      : `Each of these filters alone leaves no plan: ${filters.join(', ')}.${unstatedHint(filters)}`,
  nothing_qualifies_together: (filters) =>
    `No plan passes these filters together: ${filters.join(', ')}.${unstatedHint(filters)}`,
  lowest_price: ([usd]) => `Without max_usd, the lowest trip price is $${usd}.`,
  no_unlimited_plans: (countries) => `No plan ${soldFor(countries)} is sold as unlimited.`,
  all_sold_out: (countries) => `Every plan ${soldFor(countries)} is sold out at the moment.`,
  all_prices_too_old: (countries) =>
    `Every price of a plan ${soldFor(countries)} is older than ${EXPIRED_AFTER_DAYS} days.`,
  all_sold_out_or_too_old: (countries) =>
    `Every plan ${soldFor(countries)} is sold out or has a price that is older than ${EXPIRED_AFTER_DAYS} days.`,
  no_plan_for_all_stops: () => 'No single plan works at every stop.',
  stop_without_plans: (countries) =>
    `The itinerary has no plan for ${named(countries)}: none there is open to any traveller and passes the filters.`,
  no_itinerary_within_price: ([usd]) => `No combination of plans for all stops costs at most $${usd}.`,
  price_is_for_one: ([travellers]) =>
    `Prices and lists are for one traveller; group_usd is the price for ${travellers}, each with an own plan.`,
  nothing_to_share: ([travellers]) =>
    `No plans are known that ${travellers} travellers can share for the whole trip: the hotspot of each must be stated to be allowed for the data of all.`,
  no_variants_with_then: () => 'Other lengths are compared for trips with one stop only.',
  phone_check_off: () => 'This service does not check phones.',
  ignored_parameters: (names) =>
    `Unknown and ignored: ${names.map((name) => JSON.stringify(name)).join(', ')}.`,
} as const satisfies Readonly<Record<string, (values: readonly string[]) => string>>;

export type NoticeCode = keyof typeof NOTICES;
export const NOTICE_CODES = Object.keys(NOTICES) as NoticeCode[];

function suggestionFor(code: string): string {
  const near = suggestCountry(code);
  if (near !== null) return `Did you mean ${near} (${nameOf(near)})?`;
  const meant = readDestination(code);
  const advice = meant.kind === 'found' ? null : placeAdvice(meant);
  return advice ?? 'The destination list has every code that has plans.';
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
