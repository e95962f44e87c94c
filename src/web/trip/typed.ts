/** The fields of the trip form as they were typed, also in an address. */
import { CURRENCY_PATTERN } from '../../domain/currency.ts';
import { DAYS_MAX, NEEDS } from '../../domain/trip.ts';
import type { Kind } from '../../wire/parameters/kinds.ts';
import { readAlone } from '../../wire/parameters/read.ts';
import { TRIP_PARAMETERS } from '../../wire/parameters/table.ts';
import { LIST_TEXT_MAX } from '../destinations.ts';

export interface TypedStop {
  readonly country: string;
  readonly days: string;
}

export const FILTER_FIELDS = ['data_gb', 'max_usd', 'avoid_exits', 'providers', 'avoid_providers'] as const;
export type FilterField = (typeof FILTER_FIELDS)[number];

/** Values of the filter form as they were typed, '' if not given. */
export type TypedFilters = Readonly<Record<FilterField, string>>;

export interface Typed extends TypedStop {
  readonly need: string;
  readonly travellers: string;
  readonly stops: readonly TypedStop[];
  readonly filters: TypedFilters;
  /** The currency of approximate prices. */
  readonly currency: string;
}

/** The defaults of a link or a form. */
export const USUAL = { days: '7', need: 'normal', travellers: '1' } as const;

/** The page repeats what was typed, but not more than this. A valid value is shorter. */
const shortened = (text: string): string => text.trim().slice(0, LIST_TEXT_MAX);

export function typedTrip(given: URLSearchParams): Typed {
  /** A field of the trip that is given more than once counts as empty, which is invalid. */
  const one = (name: string, absent = '') => {
    const [first = '', ...more] = given.getAll(name);
    return more.length > 0 ? '' : shortened(first) || absent;
  };
  return {
    country: one('country'),
    days: one('days', USUAL.days),
    need: one('need', USUAL.need),
    travellers: one('travellers', USUAL.travellers),
    stops: typedStops(given),
    filters: {
      // A filter that is given more than once is not understood, and the page says so.
      data_gb: shortened(given.getAll('data_gb').join(' ')),
      max_usd: shortened(given.getAll('max_usd').join(' ')),
      // One box of the form for each country, or one list in the address.
      avoid_exits: listed(given, 'avoid_exits', WORDS_READ_MAX).filter(Boolean).join(),
      providers: listed(given, 'providers', WORDS_READ_MAX).filter(Boolean).join(),
      avoid_providers: listed(given, 'avoid_providers', WORDS_READ_MAX).filter(Boolean).join(),
    },
    currency: CURRENCY_PATTERN.exec(given.get('cur') ?? '')?.[0] ?? '',
  };
}

/** More than a trip may have, so that too many stops are reported. */
const STOPS_READ_MAX = 30;

/**
 * Reads the rows of the form (`stop1`, `stop1_days`, …) or the parameter `then=KR:4,TW:3` of an address. A row without
 * a place is ignored. Empty days become the default.
 */
function typedStops(given: URLSearchParams): TypedStop[] {
  const rows = rowsOf(given);
  const parts = listed(given, 'then', STOPS_READ_MAX);
  const fromAddress = parts.map((part) => {
    const [country = '', ...days] = part.split(':');
    return { country: country.trim(), days: days.join(':').trim() };
  });
  const isForm = rows.some(({ country }) => country !== undefined);
  const stops = isForm
    ? rows.map(({ country = '', days = '' }) => ({ country, days })).filter(({ country }) => country !== '')
    : fromAddress.filter(({ country, days }) => country !== '' || days !== '');
  return stops.map(({ country, days }) => ({ country, days: days || USUAL.days }));
}

/** `stop3` or `stop3_days`. */
const STOP_FIELD = /^stop(?<n>[1-9]\d?)(?<days>_days)?$/;

/** The rows of the form, in their order. Of a repeated field the first value counts. */
function rowsOf(given: URLSearchParams): { country?: string; days?: string }[] {
  const rows = Array.from({ length: STOPS_READ_MAX }, (): { country?: string; days?: string } => ({}));
  for (const [name, value] of given) {
    const { n, days } = STOP_FIELD.exec(name)?.groups ?? {};
    const row = rows[Number(n) - 1];
    if (row === undefined) continue;
    if (days === undefined) row.country ??= shortened(value);
    else row.days ??= shortened(value);
  }
  return rows;
}

/** More than there are features and countries to avoid, so that a long list is reported and not read as a shorter one. */
export const WORDS_READ_MAX = 30;

/** The first entries of a list, which may be repeated. The rest is not read, because an invalid trip takes no quota. */
function listed(given: URLSearchParams, name: string, max: number): string[] {
  const parts: string[] = [];
  for (const text of given.getAll(name)) parts.push(...text.split(',', max - parts.length).map(shortened));
  return parts;
}

/** One box of the form for each feature, or one list in the address. */
export const typedRequirements = (given: URLSearchParams): string[] => {
  const words = listed(given, 'require', WORDS_READ_MAX);
  return [...new Set(words.map((word) => word.trim()).filter(Boolean))];
};

/** As the API reads it, except that leading zeros are allowed. */
export const numberFrom = (text: string, { kind }: { readonly kind: Kind<number> }): unknown =>
  kind.fromText(text.replace(/^0+(?=\d)/, ''));

/** Returns 0 if it is invalid. Neither of the numbers may be 0. */
function readNumber(text: string, parameter: { readonly kind: Kind<number> }): number {
  return readAlone(parameter.kind, numberFrom(text, parameter)) ?? 0;
}

export const readDays = (text: string): number => readNumber(text, TRIP_PARAMETERS.days);

/** The days of all stops together; 0 if they are invalid or more than a trip may have. */
export function daysOfTrip(given: URLSearchParams): number {
  const { days, stops } = typedTrip(given);
  const all = [days, ...stops.map((stop) => stop.days)].map(readDays);
  const total = all.reduce((sum, one) => sum + one, 0);
  return all.includes(0) || total > DAYS_MAX ? 0 : total;
}

/** The parts of a trip beside its places, as texts of the form. */
export type TripOptions = Pick<Typed, 'days' | 'need' | 'travellers'>;

/** Invalid values become the defaults. */
export const usableOptions = ({ days, need, travellers }: TripOptions): TripOptions => ({
  days: readDays(days) === 0 ? USUAL.days : days,
  need: NEEDS.find((known) => known === need) ?? USUAL.need,
  travellers: readNumber(travellers, TRIP_PARAMETERS.travellers) === 0 ? USUAL.travellers : travellers,
});
