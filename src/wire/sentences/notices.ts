/** The English sentence for each notice of a response. */
import { suggestCountry } from '../../domain/countries.ts';
import { EXPIRED_AFTER_DAYS } from '../../domain/freshness.ts';
import { destinationName, stopsIn } from '../../domain/places/region-destinations.ts';
import { destinationReader, readDestination } from '../../domain/places/search.ts';
import { ENGLISH } from '../../texts/texts.ts';
import { placeAdvice } from './places.ts';

const { notices: NOTICES, noticeParts: PARTS, places: PLACES } = ENGLISH.responses;

export type NoticeCode = keyof typeof NOTICES;
export const NOTICE_CODES = Object.keys(NOTICES) as NoticeCode[];

const nameOf = (code: string | undefined): string => destinationName(code ?? '');
/** Names that have an article in a sentence: "the United States", "the Bahamas", "the Cayman Islands". */
const WITH_ARTICLE =
  /^(?:United|Central African|Dominican|Isle of)|^(?:Bahamas|Comoros|Gambia|Maldives|Netherlands|Philippines|Seychelles)$|(?:Islands|Territories)(?: \(.*\))?$/;
function inSentence(code: string | undefined): string {
  const name = nameOf(code);
  return WITH_ARTICLE.test(name) ? `the ${name}` : name;
}
const named = (codes: readonly string[]): string => codes.map(inSentence).join(', ');
const soldFor = (countries: readonly string[]): string =>
  countries.length === 1 ? PARTS.forCountry({ country: inSentence(countries[0]) }) : PARTS.forAllStops;

/** The price and the number of purchases are computed, and providers are known. All other filters need a stated fact. */
const isStated = (filter: string): boolean =>
  !['max_usd', 'one_purchase', 'providers', 'avoid_providers'].includes(filter);

const withHint = (text: string, filters: readonly string[]): string =>
  filters.some(isStated) ? `${text} ${PARTS.unstatedFails}` : text;

/** Notices whose text has no values. */
type Plain = { [Code in NoticeCode]: (typeof NOTICES)[Code] extends string ? Code : never }[NoticeCode];
type WithValues = Exclude<NoticeCode, Plain>;

/** How a notice that names values, such as country codes, fills them in. */
const FILLED: Readonly<Record<WithValues, (values: readonly string[]) => string>> = {
  guide: ([url = '']) => NOTICES.guide({ url }),
  region: ([code = '']) => NOTICES.region({ region: nameOf(code), ...stopsIn(code) }),
  no_plans_for_country: ([code]) => NOTICES.no_plans_for_country({ country: nameOf(code) }),
  not_a_country: ([code = '']) => NOTICES.not_a_country({ code, advice: suggestionFor(code) }),
  brand_limit: ([places = '']) => NOTICES.brand_limit({ places }),
  fastest_means_little: (countries) =>
    NOTICES.fastest_means_little({
      where: countries.length === 0 ? PARTS.atEveryStop : PARTS.inCountries({ countries: named(countries) }),
    }),
  nothing_qualifies: (filters) =>
    withHint(NOTICES.nothing_qualifies({ n: filters.length, filters: filters.join(', ') }), filters),
  nothing_qualifies_together: (filters) =>
    withHint(NOTICES.nothing_qualifies_together({ filters: filters.join(', ') }), filters),
  no_match: ([query = '', ...suggestions]) => NOTICES.no_match({ advice: noMatchAdvice(query, suggestions) }),
  unknown_provider: ([id = '', similar]) =>
    NOTICES.unknown_provider({
      id,
      advice: similar === undefined ? PARTS.seeProviderIds : PARTS.didYouMeanProvider({ id: similar }),
    }),
  lowest_price: ([usd = '']) => NOTICES.lowest_price({ usd }),
  no_unlimited_plans: (countries) => NOTICES.no_unlimited_plans({ sold: soldFor(countries) }),
  all_sold_out: (countries) => NOTICES.all_sold_out({ sold: soldFor(countries) }),
  all_prices_too_old: (countries) =>
    NOTICES.all_prices_too_old({ sold: soldFor(countries), days: EXPIRED_AFTER_DAYS }),
  all_sold_out_or_too_old: (countries) =>
    NOTICES.all_sold_out_or_too_old({ sold: soldFor(countries), days: EXPIRED_AFTER_DAYS }),
  stop_without_plans: (countries) => NOTICES.stop_without_plans({ countries: named(countries) }),
  stop_without_unlimited_plans: (countries) =>
    NOTICES.stop_without_unlimited_plans({ countries: named(countries) }),
  stop_for_new_customers_only: (countries) =>
    NOTICES.stop_for_new_customers_only({ countries: named(countries) }),
  stop_emptied_by_filters: (countries) => NOTICES.stop_emptied_by_filters({ countries: named(countries) }),
  no_itinerary_within_price: ([usd = '']) => NOTICES.no_itinerary_within_price({ usd }),
  price_is_for_one: ([travellers = '']) => NOTICES.price_is_for_one({ travellers }),
  nothing_to_share: ([travellers = '']) => NOTICES.nothing_to_share({ travellers }),
  ignored_parameters: (names) =>
    NOTICES.ignored_parameters({ names: names.map((name) => JSON.stringify(name)).join(', ') }),
};

function suggestionFor(code: string): string {
  const near = suggestCountry(code);
  if (near !== null) return PARTS.didYouMean({ code: near, country: nameOf(near) });
  const meant = destinationReader()(code);
  const advice = meant.kind === 'found' ? null : placeAdvice(meant);
  return advice ?? PARTS.seeDestinations;
}

/** What to try if nothing matches a query. Suggestions are codes with names. */
function noMatchAdvice(query: string, suggestions: readonly string[]): string {
  const meant = readDestination(query);
  if (meant.kind === 'found')
    return PLACES.noPlans({ country: meant.country.name, code: meant.country.code });
  if (meant.kind === 'no_code' || meant.kind === 'at_sea') return placeAdvice(meant) ?? '';
  if (suggestions.length > 0) return PLACES.didYouMean({ choices: suggestions.join(' or ') });
  return PLACES.tryOther;
}

export const noMatchNotice = (
  query: string,
  suggestions: readonly { readonly code: string; readonly name: string }[],
) => ({
  code: 'no_match' as const,
  text: sentenceOf('no_match', [query, ...suggestions.map(({ code, name }) => `${code} (${name})`)]),
});

function sentenceOf(code: NoticeCode, values: readonly string[]): string {
  const text = NOTICES[code];
  return typeof text === 'string' ? text : FILLED[code as WithValues](values);
}

export function noticeOf<Code extends NoticeCode>(code: Code, value?: string | string[]) {
  if (value === undefined) return { code, text: sentenceOf(code, []) };
  return { code, value, text: sentenceOf(code, typeof value === 'string' ? [value] : value) };
}

const NAMES_MAX = 10;
const NAME_LENGTH_MAX = 40;

/** Lists ignored parameters, with limits so that a large request does not cause a large response. */
export function ignoredNotice(names: readonly string[]) {
  if (names.length === 0) return [];
  const shown = names.slice(0, NAMES_MAX).map((name) => name.slice(0, NAME_LENGTH_MAX));
  return [noticeOf('ignored_parameters', shown)];
}
