/** Reads a trip from the form or an address. It accepts any spelling of a place. */

import type { PlaceLanguage } from '../../domain/places/names.ts';
import { destinationReader, readDestination } from '../../domain/places/search.ts';
import { stopsListed } from '../../domain/places/typed.ts';
import { REQUIREMENTS, SORTS, type Stop, stopsOf, THEN_MAX } from '../../domain/trip.ts';
import type { Texts } from '../../texts/texts.ts';
import type { Fault as ParameterFault, PlaceReader } from '../../wire/parameters/kinds.ts';
import {
  combinedFaultsOf,
  readParameters,
  type TripRequest,
  tripRequestOf,
} from '../../wire/parameters/read.ts';
import { TRIP_PARAMETERS } from '../../wire/parameters/table.ts';
import { LIST_TEXT_MAX, type PlanCounts } from '../destinations.ts';
import { placeLanguage } from '../region-name.ts';
import { choicesOf, faultsOf, type ReadPlace, type TripFaults } from './faults.ts';
import {
  FILTER_FIELDS,
  numberFrom,
  readDays,
  type Typed,
  type TypedStop,
  typedRequirements,
  typedTrip,
} from './typed.ts';
import { isCanonical, type Misread, PICKS_MAX, type View, viewQuery } from './view.ts';

type ParsedTrip =
  /** The address has no part of a trip. */
  | { readonly kind: 'none' }
  /** `canonical` is false if the address is not the one that `comparePath` writes. */
  | { readonly kind: 'trip'; readonly view: View; readonly canonical: boolean }
  | TripFaults;

/** `among`: the destinations that have plans; only they are offered. */
export function readTrip(query: string, texts: Texts, among?: PlanCounts): ParsedTrip {
  const given = new URLSearchParams(query);
  if (!['country', 'days', 'need'].some((name) => given.has(name))) return { kind: 'none' };
  const typed = withListedStops(typedTrip(given), placeLanguage(texts));
  const words = typedRequirements(given);
  const places: ReadPlace[] = [];
  const { values, faults } = readParameters({
    parameters: TRIP_PARAMETERS,
    as: 'page',
    givenValue: (name) => valuesOf(typed, words, given.get('sort'))[name],
    readPlace: placeReader(places, texts, among),
  });
  const wrong = faultsOf(typed, { faults, combined: combinedFaultsOf(values), places }, texts);
  const sort = values.sort ?? 'recommended';
  const request = tripRequestOf(values);
  if (request === null || wrong.length > 0) {
    return { kind: 'faults', typed, require: words, sort, faults: wrong, choices: choicesOf(places), places };
  }
  const placeNames = places.flatMap(({ destination, text }) =>
    destination.kind === 'found' && destination.place !== null ? [text] : [],
  );
  const view: View = {
    trip: request.trip,
    ...usableFilters(request, faults),
    sort,
    picks: picksOf(given),
    places: placesOf([...placeNames, ...given.getAll('place')], stopsOf(request.trip), texts),
    currency: typed.currency || null,
    misread: misreadOf(typed, words, faults),
  };
  return { kind: 'trip', view, canonical: isCanonical(given, new URLSearchParams(viewQuery(view))) };
}

/**
 * A field that lists several places ("Japan, Korea") becomes as many stops, which share the days of the field. A trip with
 * faults takes no quota, so the fields are searched for lists up to the length of one long list.
 */
function withListedStops(typed: Typed, language: PlaceLanguage): Typed {
  const stops = [{ country: typed.country, days: typed.days }, ...typed.stops];
  let lengthLeft = LIST_TEXT_MAX;
  const [first, ...further] = stops.flatMap((stop) => {
    lengthLeft -= stop.country.length;
    const places = lengthLeft < 0 ? [] : stopsListed(stop.country, language);
    return places.length === 0 ? [stop] : sharedDays(stop.days, places);
  });
  return { ...typed, ...first, stops: further };
}

/** The first stops have one day more if the days cannot be divided. Wrong days stay, so that they are reported. */
function sharedDays(days: string, places: readonly string[]): TypedStop[] {
  const all = readDays(days);
  const each = Math.floor(all / places.length);
  const longer = all % places.length;
  return places.map((country, at) => ({
    country,
    days: all === 0 ? days : String(Math.max(1, each + (at < longer ? 1 : 0))),
  }));
}

/** What was typed, as values of the parameters. Units, spaces, lower case and a decimal comma are allowed. */
function valuesOf(
  typed: Typed,
  words: readonly string[],
  sort: string | null,
): Readonly<Record<string, unknown>> {
  const { data_gb, max_usd, avoid_exits, providers, avoid_providers } = typed.filters;
  const { days, travellers } = TRIP_PARAMETERS;
  const decimal = (name: 'data_gb' | 'max_usd', text: string) =>
    text === '' ? undefined : TRIP_PARAMETERS[name].kind.fromText(plainNumber(text));
  return {
    country: typed.country,
    days: numberFrom(typed.days, days),
    need: typed.need,
    sort: SORTS.find((known) => known === sort),
    then: typed.stops.map((stop) => ({
      country: stop.country,
      days: numberFrom(stop.days, days),
    })),
    // A visitor who changes the need to unlimited no longer wants the amount, which is a hidden field of the form.
    data_gb: typed.need === 'unlimited' ? undefined : decimal('data_gb', data_gb),
    require: words.length === 0 ? undefined : words,
    travellers: numberFrom(typed.travellers, travellers),
    max_usd: decimal('max_usd', max_usd),
    avoid_exits: sortedList(avoid_exits.toUpperCase()),
    providers: sortedList(providers.toLowerCase()),
    avoid_providers: sortedList(avoid_providers.toLowerCase()),
  };
}

/** The entries of a list in one order, so that each set of them has one address; undefined: there are none. */
const sortedList = (text: string): readonly string[] | undefined =>
  text === '' ? undefined : [...new Set(text.split(',').map((entry) => entry.trim()))].sort();

/** Reads places in any spelling, and adds each of them to `places` with what it means. */
function placeReader(places: ReadPlace[], texts: Texts, among?: PlanCounts): PlaceReader {
  const read = destinationReader(placeLanguage(texts), among);
  return (text, at) => {
    const destination = read(text);
    places.push({ text, destination });
    return destination.kind === 'found' ? destination.country.code : at.fault('unknown_place');
  };
}

/** "$30", "30 USD", "10 GB" and "1,5": the number without its unit, with a decimal point. */
const plainNumber = (text: string): string =>
  text
    .replace(/^(?:US ?)?\$|^USD|(?:US)?\$$|(?:USD|dollars?|GB|gigabytes?)\.?$/gi, '')
    .trim()
    .replace(',', '.');

/** A list with a fault is not used. Of the required features, those that are known are. */
function usableFilters({ filters }: TripRequest, faults: readonly ParameterFault[]): TripRequest['filters'] {
  const wrong = new Set(faults.map(({ path: [name] }) => name));
  const usable = (name: string, list: readonly string[]) => (wrong.has(name) ? [] : list);
  return {
    require: REQUIREMENTS.filter((word) => filters.require.includes(word)),
    maxUsdCents: filters.maxUsdCents,
    avoidExits: usable('avoid_exits', filters.avoidExits),
    providers: usable('providers', filters.providers),
    avoidProviders: usable('avoid_providers', filters.avoidProviders),
  };
}

/** The page repeats what it could not read, but not more than this. */
const MISREAD_LENGTH_MAX = 40;

/** The filters that could not be read, with their texts. */
function misreadOf(
  { filters }: Typed,
  words: readonly string[],
  faults: readonly ParameterFault[],
): Misread[] {
  const wrong = new Set(faults.map(({ path: [name] }) => name));
  const unknown = words.filter((word) => REQUIREMENTS.every((known) => known !== word));
  const misread: Misread[] = FILTER_FIELDS.filter((field) => wrong.has(field)).map((field) => ({
    field,
    text: filters[field],
  }));
  if (unknown.length > 0) misread.push({ field: 'require', text: unknown.join() });
  return misread.map(({ field, text }) => ({
    field,
    text: text.slice(0, MISREAD_LENGTH_MAX).toWellFormed(),
  }));
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

/** The first picks, each once. One more than the page shows stays, so that the page can say that it is too many. */
const picksOf = (given: URLSearchParams): string[] =>
  [...new Set(given.getAll('pick').filter((name) => PICK.test(name)))].slice(0, PICKS_MAX + 1);
