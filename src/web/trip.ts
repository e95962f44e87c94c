/** Reads a trip from the form or an address, and writes the address of a trip. It accepts any spelling of a place. */

import { CURRENCY_PATTERN } from '../domain/currency.ts';
import { centsToUsd } from '../domain/money.ts';
import type { PlaceMatch } from '../domain/places/meaning.ts';
import { type Destination, readDestination } from '../domain/places/search.ts';
import type { CountryCode } from '../domain/plan.ts';
import {
  AVOID_EXITS_MAX,
  COUNTRY_PATTERN,
  DAYS_MAX,
  DAYS_MIN,
  type Filters,
  NEEDS,
  type Need,
  REQUIREMENTS,
  SORTS,
  type Sort,
  type Stop,
  stopsOf,
  THEN_MAX,
  TRAVELLERS_MAX,
  type Trip,
  travellersOf,
  tripOf,
} from '../domain/trip.ts';
import { readDataMb, readUsdCents } from '../http/query.ts';
import type { ExchangeRates } from './context.ts';
import { type PlanCounts, placeLanguage } from './destinations.ts';
import type { Texts } from './texts/index.ts';

/** What a result page shows: a trip with filters, an order and chosen plans. */
export interface View extends Filters {
  readonly trip: Trip;
  readonly sort: Sort;
  /** Plans of the side-by-side view, as `provider/plan`. */
  readonly picks: readonly string[];
  /** Places that were typed instead of their countries, such as "Barcelona". */
  readonly places: readonly string[];
  /** The currency of approximate prices next to the USD; null: none. */
  readonly currency: string | null;
  /** Filters of the address that could not be read. The page names them, and shows the plans without them. */
  readonly misread: readonly Misread[];
}

export const FILTER_FIELDS = ['data_gb', 'max_usd', 'avoid_exits'] as const;
type FilterField = (typeof FILTER_FIELDS)[number];

/** Values of the filter form as they were typed, '' if not given. */
export type TypedFilters = Readonly<Record<FilterField, string>>;

export interface Misread {
  readonly field: FilterField | 'require';
  readonly text: string;
}

/** A view with the exchange rates that approximate prices use; null: there are none. */
export interface PricedView extends View {
  readonly rates: ExchangeRates | null;
}

export interface TypedStop {
  readonly country: string;
  readonly days: string;
}

export interface Typed extends TypedStop {
  readonly need: string;
  readonly travellers: string;
  readonly stops: readonly TypedStop[];
  readonly filters: TypedFilters;
}

export type ParsedTrip =
  /** The address has no part of a trip. */
  | { readonly kind: 'none' }
  /** `canonical` is false if the address is not the one that `comparePath` writes. */
  | { readonly kind: 'trip'; readonly view: View; readonly canonical: boolean }
  | TripFaults;

export interface TripFaults {
  readonly kind: 'faults';
  readonly typed: Typed;
  /** The required features as they were typed. */
  readonly require: readonly string[];
  readonly sort: Sort;
  /** What is wrong, in the order of the form. */
  readonly faults: readonly Fault[];
  /** What each ambiguous place can mean. */
  readonly choices: readonly Choices[];
}

/** A message about a field of the form. */
export interface Fault {
  readonly field: string;
  readonly text: string;
}

export interface Choices {
  /** 0 is the first stop. */
  readonly stop: number;
  readonly matches: readonly PlaceMatch[];
}

const COUNTRY = new RegExp(COUNTRY_PATTERN);
const DAYS = /^0*([1-9]\d?)$/;
const CHOICES_MAX = 12;
/** The defaults of a link or a form. */
export const USUAL = { days: '7', need: 'normal', travellers: '1' } as const;

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
  const named = parsedStops.flatMap(({ destination, text }) =>
    destination.kind === 'found' && destination.place !== null ? [text] : [],
  );
  const view: View = {
    // Without a fault, every stop is valid, so there is at least one.
    trip: tripOf(stops as [Stop, ...Stop[]], need, dataMb, travellers),
    ...filters,
    sort,
    picks: picksOf(given),
    places: placesOf([...named, ...given.getAll('place')], stops, texts),
    currency: CURRENCY_PATTERN.exec(given.get('cur') ?? '')?.[0] ?? null,
  };
  return { kind: 'trip', view, canonical: isCanonical(given, new URLSearchParams(viewQuery(view))) };
}

export function typedTrip(given: URLSearchParams): Typed {
  /** A field of the trip that is given more than once counts as empty, which is invalid. */
  const one = (name: string, absent = '') => {
    const all = given.getAll(name).map((text) => text.trim());
    return all.length > 1 ? '' : all[0] || absent;
  };
  return {
    country: one('country'),
    days: one('days', USUAL.days),
    need: one('need', USUAL.need),
    travellers: one('travellers', USUAL.travellers),
    stops: typedStops(given),
    filters: {
      // A filter that is given more than once is not understood, and the page says so.
      data_gb: given.getAll('data_gb').join(' ').trim(),
      max_usd: given.getAll('max_usd').join(' ').trim(),
      // One box of the form for each country, or one list in the address.
      avoid_exits: given.getAll('avoid_exits').filter(Boolean).join(),
    },
  };
}

/** One box of the form for each feature, or one list in the address. */
const typedRequirements = (given: URLSearchParams): string[] => {
  const words = given.getAll('require').flatMap((text) => text.split(','));
  return [...new Set(words.map((word) => word.trim()).filter(Boolean))];
};

/** What is wrong with the trip, in the order of the form. */
function faultsOf(typed: Typed, [first, ...further]: readonly ParsedStop[], texts: Texts): Fault[] {
  const { faults: messages } = texts;
  const faults: Fault[] = [];
  const addFault = (field: string, text: string) => faults.push({ field, text });
  if (first !== undefined && first.destination.kind !== 'found')
    addFault('country', countryFault(typed.country, first.destination.kind, texts));
  if (first?.days === 0) addFault('days', messages.days);
  if (readTravellers(typed.travellers) === 0) addFault('travellers', messages.travellers(TRAVELLERS_MAX));
  if (NEEDS.every((need) => need !== typed.need)) addFault('need', messages.need);
  for (const [index, { destination, days }] of further.entries()) {
    if (destination.kind !== 'found') addFault(`stop${index + 1}`, messages.stopPlace(index + 2));
    else if (days === 0) addFault(`stop${index + 1}_days`, messages.stopDays(index + 2));
  }
  if (typed.stops.length > THEN_MAX) addFault('stop1', messages.tooManyStops(THEN_MAX, typed.stops.length));
  const allDays = [first, ...further].reduce((sum, stop) => sum + (stop?.days ?? 0), 0);
  if (allDays > DAYS_MAX) addFault('days', messages.total);
  return faults;
}

const choicesOf = (stops: readonly ParsedStop[]): Choices[] =>
  stops.flatMap(({ destination }, stop) =>
    destination.kind === 'found' || destination.choices.length === 0
      ? []
      : [{ stop, matches: destination.choices.slice(0, CHOICES_MAX) }],
  );

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
  const dataMb =
    data_gb === ''
      ? null
      : need === 'unlimited'
        ? miss('data_gb', data_gb)
        : readDataMb(plainNumber(data_gb), () => miss('data_gb', data_gb));
  const maxUsdCents =
    max_usd === '' ? null : readUsdCents(plainNumber(max_usd), () => miss('max_usd', max_usd));
  const codes = avoid_exits
    .toUpperCase()
    .split(',')
    .map((code) => code.trim());
  const exits = avoid_exits === '' ? [] : [...new Set(codes)].sort();
  const isList = exits.length <= AVOID_EXITS_MAX && exits.every((code) => COUNTRY.test(code));
  if (!isList) miss('avoid_exits', avoid_exits);
  const require = REQUIREMENTS.filter((word) => words.includes(word));
  const unknown = words.filter((word) => require.every((known) => known !== word));
  if (unknown.length > 0) miss('require', unknown.join());
  return { dataMb, maxUsdCents, avoidExits: isList ? exits : [], require, misread };
}

interface ParsedStop {
  readonly text: string;
  readonly destination: Destination;
  /** 0 if they are invalid. */
  readonly days: number;
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

/** Returns 0 if they are invalid. */
export function readDays(text: string): number {
  const days = Number(DAYS.exec(text)?.[1] ?? 0);
  return days >= DAYS_MIN && days <= DAYS_MAX ? days : 0;
}

/** The days of all stops together; 0 if they are invalid or more than a trip may have. */
export function daysOfTrip(given: URLSearchParams): number {
  const { days, stops } = typedTrip(given);
  const all = [days, ...stops.map((stop) => stop.days)].map(readDays);
  const total = all.reduce((sum, one) => sum + one, 0);
  return all.includes(0) || total > DAYS_MAX ? 0 : total;
}

/** Returns 0 if they are invalid. */
function readTravellers(text: string): number {
  const travellers = /^\d$/.test(text) ? Number(text) : 0;
  return travellers <= TRAVELLERS_MAX ? travellers : 0;
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

/** More than a trip may have, so that too many stops are reported. */
const STOPS_READ_MAX = 30;

/**
 * Reads the rows of the form (`stop1`, `stop1_days`, …) or the parameter `then=KR:4,TW:3` of an address. A row without
 * a place is ignored. Empty days become the default.
 */
function typedStops(given: URLSearchParams): TypedStop[] {
  const numbers = Array.from({ length: STOPS_READ_MAX }, (_, index) => index + 1);
  const rows = numbers.map((n) => ({
    country: (given.get(`stop${n}`) ?? '').trim(),
    days: (given.get(`stop${n}_days`) ?? '').trim(),
  }));
  const parts = given.getAll('then').flatMap((text) => text.split(','));
  const fromAddress = parts.slice(0, STOPS_READ_MAX).map((part) => {
    const [country = '', ...days] = part.split(':');
    return { country: country.trim(), days: days.join(':').trim() };
  });
  const isForm = numbers.some((n) => given.has(`stop${n}`));
  const stops = isForm
    ? rows.filter(({ country }) => country !== '')
    : fromAddress.filter(({ country, days }) => country !== '' || days !== '');
  return stops.map(({ country, days }) => ({ country, days: days || USUAL.days }));
}

/** Ids of providers and plans have at most 64 characters. */
const PICK = /^[a-z0-9][a-z0-9._-]{0,63}\/[a-z0-9][a-z0-9._-]{0,63}$/;
export const PICKS_MAX = 3;

/** The first picks, each once. */
const picksOf = (given: URLSearchParams): string[] =>
  [...new Set(given.getAll('pick').filter((name) => PICK.test(name)))].slice(0, PICKS_MAX);

/** The parameters that decide which plans are shown. */
const PLAN_PARAMETERS = [
  'country',
  'days',
  'need',
  'then',
  'data_gb',
  'travellers',
  'require',
  'max_usd',
  'avoid_exits',
] as const;
/** The parameters of a comparison, without the plans that were picked. */
export const VIEW_PARAMETERS = [...PLAN_PARAMETERS, 'place', 'sort', 'cur'] as const;

/** Compares what decides which plans are shown. A redirect also removes empty parameters. */
function isCanonical(given: URLSearchParams, wanted: URLSearchParams): boolean {
  if (given.has('stop1') || [...given.values()].includes('')) return false;
  return [...PLAN_PARAMETERS, 'pick'].every(
    (name) => given.getAll(name).join(' ') === wanted.getAll(name).join(' '),
  );
}

function countryFault(
  text: string,
  kind: Exclude<Destination['kind'], 'found'>,
  { faults: { country } }: Texts,
): string {
  if (text === '') return country.missing;
  return kind === 'no_code' ? country.no_code : country[kind](text);
}

export const filterTexts = ({ trip, maxUsdCents, avoidExits }: View): TypedFilters => ({
  data_gb: trip.data === undefined ? '' : String(trip.data.mb / 1000),
  max_usd: maxUsdCents === null ? '' : String(centsToUsd(maxUsdCents)),
  avoid_exits: avoidExits.join(),
});

/** The query of a view, which the API accepts too. */
export function tripQuery(view: View): string {
  const { trip, require } = view;
  const [first, ...further] = stopsOf(trip);
  const then = further.map(({ country, days }) => `${country}:${days}`).join();
  const { data_gb, max_usd, avoid_exits } = filterTexts(view);
  const travellers = travellersOf(trip) === 1 ? '' : String(travellersOf(trip));
  const optional = { then, data_gb, travellers, require: require.join(), max_usd, avoid_exits };
  const given = Object.entries(optional).filter(([, value]) => value !== '');
  const more = given.map(([name, value]) => `&${name}=${value}`).join('');
  return `country=${first?.country}&days=${first?.days}&need=${trip.need}${more}`;
}

/** The query of a comparison: the trip, the filters, the order, the picks and how it is shown. */
export function viewQuery(view: View): string {
  const order = view.sort === 'recommended' ? '' : `&sort=${view.sort}`;
  const picks = view.picks.map((name) => `&pick=${name}`).join('');
  const places = view.places.map((name) => `&place=${encodeURIComponent(name)}`).join('');
  const currency = view.currency === null ? '' : `&cur=${view.currency}`;
  const misread = view.misread.map(({ field, text }) => `&${field}=${encodeURIComponent(text)}`).join('');
  return `${tripQuery(view)}${misread}${order}${picks}${places}${currency}`;
}

/** The address of a comparison, as it is shared. */
export const comparePath = (view: View): string => `/compare?${viewQuery(view)}`;

/** The parts of a trip beside its places, as texts of the form. */
export type TripOptions = Pick<Typed, 'days' | 'need' | 'travellers'>;

/** Invalid values become the defaults. */
export const usableOptions = ({ days, need, travellers }: TripOptions): TripOptions => ({
  days: readDays(days) === 0 ? USUAL.days : days,
  need: NEEDS.find((known) => known === need) ?? USUAL.need,
  travellers: readTravellers(travellers) === 0 ? USUAL.travellers : travellers,
});

/** The address of the typed values, with one stop chosen. */
export function chosenPath(parsed: TripFaults, stop: number, country: CountryCode): string {
  const { typed } = parsed;
  const stops = typed.stops.map((one, index) => (index + 1 === stop ? { ...one, country } : one));
  const chosen: Typed = {
    ...typed,
    ...usableOptions(typed),
    country: stop === 0 ? country : typed.country,
    stops,
  };
  return typedPath({ ...parsed, typed: chosen });
}

/** The address of the typed values, so that they are kept when the language changes. */
export function typedPath({ typed, require, sort }: TripFaults): string {
  const query = new URLSearchParams({ country: typed.country, days: typed.days, need: typed.need });
  for (const [index, { country, days }] of typed.stops.entries()) {
    query.set(`stop${index + 1}`, country);
    query.set(`stop${index + 1}_days`, days);
  }
  for (const [name, value] of Object.entries(typed.filters)) if (value !== '') query.set(name, value);
  if (typed.travellers !== USUAL.travellers) query.set('travellers', typed.travellers);
  if (require.length > 0) query.set('require', require.join());
  if (sort !== 'recommended') query.set('sort', sort);
  return `/compare?${query.toString()}`;
}
