/** Reads a trip from the form or an address. It accepts any spelling of a place. */
import { readDestination } from '../../domain/places/search.ts';
import {
  AVOID_EXITS_MAX,
  COUNTRY_PATTERN,
  NEEDS,
  type Need,
  REQUIREMENTS,
  SORTS,
  type Stop,
  THEN_MAX,
  tripOf,
} from '../../domain/trip.ts';
import { readDataMb, readUsdCents } from '../../http/parameters.ts';
import { type PlanCounts, placeLanguage } from '../destinations.ts';
import type { Texts } from '../texts/index.ts';
import { choicesOf, faultsOf, type ParsedStop, type TripFaults } from './faults.ts';
import {
  readDays,
  readTravellers,
  type TypedFilters,
  type TypedStop,
  typedRequirements,
  typedTrip,
} from './typed.ts';
import { isCanonical, type Misread, type View, viewQuery } from './view.ts';

export type ParsedTrip =
  /** The address has no part of a trip. */
  | { readonly kind: 'none' }
  /** `canonical` is false if the address is not the one that `comparePath` writes. */
  | { readonly kind: 'trip'; readonly view: View; readonly canonical: boolean }
  | TripFaults;

/** `among`: the destinations that have plans; only they are offered. */
export function readTrip(query: string, texts: Texts, among?: PlanCounts): ParsedTrip {
  const given = new URLSearchParams(query);
  if (!['country', 'days', 'need'].some((name) => given.has(name))) return { kind: 'none' };
  const typed = typedTrip(given);
  const sort = SORTS.find((known) => known === given.get('sort')) ?? 'recommended';
  const parsedStops = readStops([typed, ...typed.stops], texts, among);
  const stops = parsedStops.flatMap(({ destination, days }): Stop[] =>
    destination.kind === 'found' && days > 0 ? [{ country: destination.country.code, days }] : [],
  );
  const need = NEEDS.find((known) => known === typed.need) ?? null;
  const travellers = readTravellers(typed.travellers);
  const words = typedRequirements(given);
  const faults = faultsOf(typed, parsedStops, texts);
  if (faults.length > 0 || need === null)
    return { kind: 'faults', typed, require: words, sort, faults, choices: choicesOf(parsedStops) };
  const { dataMb, ...filters } = readFilters(typed.filters, words, need);
  const placeNames = parsedStops.flatMap(({ destination, text }) =>
    destination.kind === 'found' && destination.place !== null ? [text] : [],
  );
  const view: View = {
    // Without a fault, every stop is valid, so there is at least one.
    trip: tripOf(stops as [Stop, ...Stop[]], need, dataMb, travellers),
    ...filters,
    sort,
    picks: picksOf(given),
    places: placesOf([...placeNames, ...given.getAll('place')], stops, texts),
    currency: typed.currency || null,
  };
  return { kind: 'trip', view, canonical: isCanonical(given, new URLSearchParams(viewQuery(view))) };
}

/**
 * A search takes time, and a request with faults takes no quota. So stops above the maximum are not read, and choices are
 * searched only for the first place that is unknown.
 */
function readStops(typed: readonly TypedStop[], texts: Texts, among?: PlanCounts): ParsedStop[] {
  const stops: ParsedStop[] = [];
  for (const { country, days } of typed.slice(0, 1 + THEN_MAX)) {
    const isFirstUnknown = stops.every(({ destination }) => destination.kind !== 'unknown');
    const destination = readDestination(country, placeLanguage(texts), isFirstUnknown ? among : null);
    stops.push({ text: country, destination, days: readDays(days) });
  }
  return stops;
}

const COUNTRY = new RegExp(COUNTRY_PATTERN);

/** "$30", "30 USD", "10 GB" and "1,5": the number without its unit, with a decimal point. */
const plainNumber = (text: string): string =>
  text
    .replace(/^(?:US ?)?\$|^USD|(?:US)?\$$|(?:USD|dollars?|GB|gigabytes?)\.?$/gi, '')
    .trim()
    .replace(',', '.');

/** The page repeats what it could not read, but not more than this. */
const MISREAD_LENGTH_MAX = 40;

/** Read as the API reads them, except that units, spaces, lower case and a decimal comma are allowed. */
function readFilters({ data_gb, max_usd, avoid_exits }: TypedFilters, words: readonly string[], need: Need) {
  const misread: Misread[] = [];
  const miss = (field: Misread['field'], text: string): null => {
    misread.push({ field, text: text.slice(0, MISREAD_LENGTH_MAX).toWellFormed() });
    return null;
  };
  // A visitor who changes the need to unlimited no longer wants the amount, which is a hidden field of the form.
  const dataMb =
    data_gb === '' || need === 'unlimited'
      ? null
      : readDataMb(plainNumber(data_gb), () => miss('data_gb', data_gb));
  const maxUsdCents =
    max_usd === '' ? null : readUsdCents(plainNumber(max_usd), () => miss('max_usd', max_usd));
  const codes = avoid_exits
    .toUpperCase()
    .split(',')
    .map((code) => code.trim());
  const exits = avoid_exits === '' ? [] : [...new Set(codes)].sort();
  const areCodes = exits.length <= AVOID_EXITS_MAX && exits.every((code) => COUNTRY.test(code));
  if (!areCodes) miss('avoid_exits', avoid_exits);
  const require = REQUIREMENTS.filter((word) => words.includes(word));
  const unknown = words.filter((word) => require.every((known) => known !== word));
  if (unknown.length > 0) miss('require', unknown.join());
  return { dataMb, maxUsdCents, avoidExits: areCodes ? exits : [], require, misread };
}

/** Only places in a country of the trip, so that an address cannot put other words on the page. */
function placesOf(names: readonly string[], stops: readonly Stop[], texts: Texts): string[] {
  const isThere = (name: string) => {
    const destination = readDestination(name, placeLanguage(texts));
    return (
      destination.kind === 'found' &&
      destination.place !== null &&
      stops.some(({ country }) => country === destination.country.code)
    );
  };
  return [...new Set(names)].slice(0, THEN_MAX + 1).filter(isThere);
}

/** Ids of providers and plans have at most 64 characters. */
const PICK = /^[a-z0-9][a-z0-9._-]{0,63}\/[a-z0-9][a-z0-9._-]{0,63}$/;
export const PICKS_MAX = 3;

/** The first picks, each once. */
const picksOf = (given: URLSearchParams): string[] =>
  [...new Set(given.getAll('pick').filter((name) => PICK.test(name)))].slice(0, PICKS_MAX);
