/** Strict reading of a trip from a query string: every fault at once, nothing guessed. */
import { centsToUsd } from '../domain/money.ts';
import type { CountryCode } from '../domain/plan.ts';
import {
  AVOID_EXITS_MAX,
  COUNTRY_PATTERN,
  DATA_MB,
  DAYS_MAX,
  DAYS_MIN,
  type Filters,
  LIST_MAX,
  MAX_USD_CENTS,
  NEEDS,
  type Need,
  REQUIREMENTS,
  type Requirement,
  type Stop,
  THEN_MAX,
  type Trip,
  tripOf,
} from '../domain/trip.ts';
import type { QueryFault, QueryFaultCode } from '../wire/schemas/problem.ts';

export interface TripQuery {
  readonly trip: Trip;
  readonly include: 'variants' | null;
  readonly filters: Filters;
  /** At most so many results in each list. */
  readonly limit: number;
  /** null: the `Accept` header decides. */
  readonly format: Format | null;
  /** Names of unknown parameters. */
  readonly ignored: readonly string[];
}

export const FORMATS = ['json', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

export type Reading =
  | { readonly ok: true; readonly value: TripQuery }
  | { readonly ok: false; readonly faults: QueryFault[] };

const COUNTRY = new RegExp(COUNTRY_PATTERN);
/** Plain digits without a leading zero: `07`, `7.0` and `+7` are not how a whole number is written. */
const WHOLE = /^(?:0|-?[1-9]\d*)$/;

const WANTED = {
  country: 'two upper-case letters, an ISO 3166-1 alpha-2 code such as TR',
  days: `a whole number from ${DAYS_MIN} to ${DAYS_MAX}, plain digits`,
  need: `one of ${NEEDS.join(', ')}`,
  include: 'variants, or leave it out',
  then: `at most ${THEN_MAX} further stops as CODE:days, separated by commas, such as KR:4,TW:3`,
  require: `words separated by commas, of ${REQUIREMENTS.join(', ')}`,
  data_gb: `a number from ${DATA_MB.min / 1000} to ${DATA_MB.max / 1000} with at most one decimal, and not with need=unlimited`,
  max_usd: `a number from ${centsToUsd(MAX_USD_CENTS.min)} to ${centsToUsd(MAX_USD_CENTS.max)} with at most two decimals`,
  avoid_exits: `1 to ${AVOID_EXITS_MAX} different country codes separated by commas, such as HK,CN`,
  limit: `a whole number from 1 to ${LIST_MAX}, plain digits`,
  format: `one of ${FORMATS.join(', ')}`,
} as const;
type Parameter = keyof typeof WANTED;

export function readTripQuery(query: string): Reading {
  const given = new URLSearchParams(query);
  const faults: QueryFault[] = [];
  const country = one(given, 'country', faults);
  if (country !== null && !COUNTRY.test(country)) fault(faults, 'country', 'malformed');
  const daysText = one(given, 'days', faults);
  const days = daysText === null ? null : readDays(daysText);
  if (typeof days === 'string') fault(faults, 'days', days);
  const need = one(given, 'need', faults);
  if (need !== null && !isNeed(need)) fault(faults, 'need', 'not_allowed');
  const include = given.has('include') ? one(given, 'include', faults) : null;
  if (include !== null && include !== 'variants') fault(faults, 'include', 'not_allowed');
  const then = given.has('then') ? one(given, 'then', faults) : null;
  const further = then === null ? [] : readStops(then, faults);
  const optional = <T>(name: Parameter, read: (text: string) => T, absent: T): T => {
    const text = given.has(name) ? one(given, name, faults) : null;
    return text === null ? absent : read(text);
  };
  const amount = (name: 'data_gb' | 'max_usd' | 'limit', read: (text: string) => Amount) =>
    optional<number | null>(
      name,
      (text) => {
        const value = read(text);
        if (typeof value === 'number') return value;
        fault(faults, name, value);
        return null;
      },
      null,
    );
  const require = optional('require', (text) => readRequirements(text, faults), []);
  const dataMb = amount('data_gb', readDataMb);
  if (given.has('data_gb') && need === 'unlimited') fault(faults, 'data_gb', 'not_allowed');
  const maxUsdCents = amount('max_usd', readUsdCents);
  const avoidExits = optional('avoid_exits', (text) => readCountries(text, faults), []);
  const limit = amount('limit', (text) => readWhole(text, 1, LIST_MAX));
  const format = optional<string | null>('format', (text) => text, null);
  if (format !== null && !isFormat(format)) fault(faults, 'format', 'not_allowed');
  if (typeof days === 'number') checkTotal(days, further, faults);
  if (faults.length > 0 || country === null || typeof days !== 'number' || need === null || !isNeed(need)) {
    return { ok: false, faults };
  }
  return {
    ok: true,
    value: {
      trip: tripOf([{ country, days }, ...further], need, dataMb),
      include: include === null ? null : 'variants',
      filters: { require, maxUsdCents, avoidExits },
      limit: limit ?? LIST_MAX,
      format: format !== null && isFormat(format) ? format : null,
      ignored: [...new Set(given.keys())].filter((name) => !Object.hasOwn(WANTED, name)),
    },
  };
}

const isFormat = (value: string): value is Format => (FORMATS as readonly string[]).includes(value);
const isNeed = (value: string): value is Need => (NEEDS as readonly string[]).includes(value);
const isRequirement = (word: string): word is Requirement =>
  (REQUIREMENTS as readonly string[]).includes(word);

type Amount = number | 'malformed' | 'out_of_range';

function readWhole(text: string, min: number, max: number): Amount {
  if (!WHOLE.test(text)) return 'malformed';
  const value = Number(text);
  return value >= min && value <= max ? value : 'out_of_range';
}

const readDays = (text: string): Amount => readWhole(text, DAYS_MIN, DAYS_MAX);

const ONE_DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d)?$/;
const TWO_DECIMALS = /^-?(?:0|[1-9]\d*)(?:\.\d{1,2})?$/;

/** A decimal number as whole parts: megabytes of a gigabyte, cents of a dollar. */
function readParts(text: string, form: RegExp, parts: number, range: { min: number; max: number }): Amount {
  if (!form.test(text)) return 'malformed';
  const value = Math.round(Number(text) * parts);
  return value >= range.min && value <= range.max ? value : 'out_of_range';
}

export const readDataMb = (text: string): Amount => readParts(text, ONE_DECIMAL, 1000, DATA_MB);
export const readUsdCents = (text: string): Amount => readParts(text, TWO_DECIMALS, 100, MAX_USD_CENTS);

/** The countries that can be read; each that cannot is a fault with its position in the list. */
function readCountries(text: string, faults: QueryFault[]): CountryCode[] {
  const parts = text.split(',', AVOID_EXITS_MAX + 1);
  if (parts.length > AVOID_EXITS_MAX) fault(faults, 'avoid_exits', 'out_of_range');
  return parts.slice(0, AVOID_EXITS_MAX).flatMap((part, index) => {
    const at = `code ${index + 1}`;
    if (part === '') return fault(faults, 'avoid_exits', 'empty', at);
    if (!COUNTRY.test(part)) return fault(faults, 'avoid_exits', 'malformed', at);
    return parts.indexOf(part) < index ? fault(faults, 'avoid_exits', 'repeated', at) : [part];
  });
}

/** The stops that can be read; each that cannot is a fault with its place in the list. */
function readStops(text: string, faults: QueryFault[]): Stop[] {
  const parts = text.split(',');
  if (parts.length > THEN_MAX) fault(faults, 'then', 'out_of_range');
  // A short question must not make a long answer.
  return parts.slice(0, THEN_MAX).flatMap((part, index) => {
    const at = `stop ${index + 1}`;
    const [country = '', daysText = '', ...rest] = part.split(':');
    if (part === '') return fault(faults, 'then', 'empty', at);
    if (rest.length > 0 || !COUNTRY.test(country)) return fault(faults, 'then', 'malformed', at);
    const days = readDays(daysText);
    return typeof days === 'string' ? fault(faults, 'then', days, at) : [{ country, days }];
  });
}

function checkTotal(days: number, further: readonly Stop[], faults: QueryFault[]): void {
  const total = further.reduce((sum, stop) => sum + stop.days, days);
  if (further.length === 0 || total <= DAYS_MAX) return;
  const message = `then is out of range: all days together are ${total}, give at most ${DAYS_MAX}.`;
  faults.push({ parameter: 'then', code: 'out_of_range', message });
}

function readRequirements(text: string, faults: QueryFault[]): Requirement[] {
  // One more than there are words: among so many, one is a fault.
  const parts = text.split(',', REQUIREMENTS.length + 1);
  return parts.flatMap((part, index) => {
    const at = `word ${index + 1}`;
    if (part === '') return fault(faults, 'require', 'empty', at);
    if (parts.indexOf(part) < index) return fault(faults, 'require', 'repeated', at);
    if (isRequirement(part)) return [part];
    const near = nearestTo(part);
    const message = `require, ${at} ${SAYS.not_allowed}: ${near === null ? '' : `did you mean ${near}? `}give ${WANTED.require}.`;
    faults.push({ parameter: 'require', code: 'not_allowed', message });
    return [];
  });
}

/** The known word that a mistyped one is nearest to; null where none is near. */
function nearestTo(word: string): Requirement | null {
  const folded = word.toLowerCase().replaceAll(/[\s-]+/g, '_');
  const near = REQUIREMENTS.map((known) => ({ known, distance: editDistance(folded, known) }))
    .filter(({ known, distance }) => distance <= Math.ceil(known.length / 3))
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.known ?? null;
}

/** No word is longer than the longest known one by more than a few letters, so hostile input costs nothing. */
const WORD_MAX = 24;

function editDistance(a: string, b: string): number {
  if (a.length > WORD_MAX) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}

/** The single value of a parameter, or null with its fault written down. */
function one(given: URLSearchParams, name: Parameter, faults: QueryFault[]): string | null {
  const values = given.getAll(name);
  if (values.length === 0) fault(faults, name, 'missing');
  else if (values.length > 1) fault(faults, name, 'repeated');
  else if (values[0] === '') fault(faults, name, 'empty');
  else return values[0] ?? null;
  return null;
}

const SAYS: Readonly<Record<QueryFaultCode, string>> = {
  missing: 'is missing',
  empty: 'is empty',
  repeated: 'is given more than once',
  malformed: 'is malformed',
  out_of_range: 'is out of range',
  not_allowed: 'has a value that is not allowed',
};

/** `at`: its place in a list. */
function fault(faults: QueryFault[], parameter: Parameter, code: QueryFaultCode, at?: string): [] {
  const where = at === undefined ? parameter : `${parameter}, ${at}`;
  faults.push({ parameter, code, message: `${where} ${SAYS[code]}: give ${WANTED[parameter]}.` });
  return [];
}
