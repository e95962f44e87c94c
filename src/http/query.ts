/** Parses a trip from a query string. It is strict, guesses nothing, and reports all faults at once. */
import { LRUCache } from 'lru-cache';
import { centsToUsd } from '../domain/money.ts';
import { readDestination } from '../domain/places/search.ts';
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
  REQUIREMENTS,
  type Stop,
  THEN_MAX,
  TRAVELLERS_MAX,
  type Trip,
  totalDays,
  tripOf,
} from '../domain/trip.ts';
import { PHONE_LENGTH, phoneFault } from '../reference/phone-search.ts';
import { nearName } from '../wire/near-name.ts';
import type { QueryFault, QueryFaultCode } from '../wire/schemas/problem.ts';
import { FORMATS, type Format } from '../wire/schemas/query.ts';
import { placeAdvice, placeLabel } from '../wire/sentences/places.ts';

export interface TripQuery {
  readonly trip: Trip;
  readonly include: 'variants' | null;
  readonly filters: Filters;
  /** The largest number of results in each list. */
  readonly limit: number;
  /** A phone to check; null: none. */
  readonly phone: string | null;
  /** null: the `Accept` header decides. */
  readonly format: Format | null;
  /** Names of unknown parameters. */
  readonly ignored: readonly string[];
}

export type ParsedQuery =
  | { readonly ok: true; readonly value: TripQuery }
  | { readonly ok: false; readonly faults: QueryFault[] };

interface FaultDetail {
  /** Where in a list the fault is. */
  readonly at?: string;
  /** What to give there, if it is not what the whole parameter takes. */
  readonly expected?: string;
  /** What may be meant. */
  readonly advice?: string | undefined;
}
type Report = (code: QueryFaultCode, detail?: FaultDetail) => null;
/** Reports every fault. The result does not matter then. */
type Reader<T> = (text: string, report: Report) => T | null;

const oneOf =
  <const T extends string>(values: readonly T[]): Reader<T> =>
  (text, report) =>
    values.find((value) => value === text) ?? report('not_allowed');

interface Range {
  readonly min: number;
  readonly max: number;
}

/**
 * Reads a decimal number as an integer in a smaller unit: gigabytes as megabytes, dollars as cents. The patterns accept a
 * minus sign, so that a negative number is out of range and not malformed.
 */
const numberIn =
  ({ min, max }: Range, pattern: RegExp, unitsPerOne: number): Reader<number> =>
  (text, report) => {
    if (!pattern.test(text)) return report('malformed');
    const value = Math.round(Number(text) * unitsPerOne);
    return value >= min && value <= max ? value : report('out_of_range');
  };

/** Accepts plain digits without a leading zero. `07`, `7.0` and `+7` are malformed. */
const wholeNumberIn = (range: Range) => numberIn(range, /^(?:0|-?[1-9]\d*)$/, 1);

export const readDataMb = numberIn(DATA_MB, /^-?(?:0|[1-9]\d*)(?:\.\d)?$/, 1000);
export const readUsdCents = numberIn(MAX_USD_CENTS, /^-?(?:0|[1-9]\d*)(?:\.\d{1,2})?$/, 100);
const readDays = wholeNumberIn({ min: DAYS_MIN, max: DAYS_MAX });

const COUNTRY = new RegExp(COUNTRY_PATTERN);
const readCountry: Reader<CountryCode> = (text, report) =>
  COUNTRY.test(text) ? text : report('malformed', { advice: countryAdvice(text) });

/** "Japan" and "Europe" are no codes, but it is known what is meant. */
function countryAdvice(text: string): string | undefined {
  const meant = readDestination(text);
  if (meant.kind === 'found') return `Did you mean ${meant.country.code} (${placeLabel(meant)})?`;
  return placeAdvice(meant) ?? undefined;
}

const readStop: Reader<Stop> = (text, report) => {
  const [code = '', daysText, ...rest] = text.split(':');
  if (daysText === undefined || rest.length > 0) return report('malformed');
  const country = readCountry(code, (fault, detail) =>
    report(fault, { ...detail, at: 'its country', expected: COUNTRY_EXPECTED }),
  );
  const days = readDays(daysText, (fault) => report(fault, { at: 'its days', expected: DAYS_EXPECTED }));
  return country === null || days === null ? null : { country, days };
};

/**
 * `item`: the name of one entry in a fault. A short query must not cause a long response, so entries above `max` are not
 * read.
 */
const listOf =
  <T>(item: string, max: number, read: Reader<T>, { mayRepeat = false } = {}): Reader<T[]> =>
  (text, report) => {
    const parts = text.split(',', max + 1);
    if (parts.length > max) report('out_of_range');
    const items = parts.slice(0, max).map((part, index) => {
      const reportItem: Report = (code, { at, ...detail } = {}) =>
        report(code, {
          ...detail,
          at: at === undefined ? `${item} ${index + 1}` : `${item} ${index + 1}, ${at}`,
        });
      if (part === '') return reportItem('empty');
      return !mayRepeat && parts.indexOf(part) < index ? reportItem('repeated') : read(part, reportItem);
    });
    return items.filter((value) => value !== null);
  };

const COUNTRY_EXPECTED = 'two upper-case letters, an ISO 3166-1 alpha-2 code such as TR';
export const PHONE_EXPECTED = `brand and model, ${PHONE_LENGTH.min} to ${PHONE_LENGTH.max} characters without control characters, such as iPhone 13`;
const DAYS_EXPECTED = `a whole number from ${DAYS_MIN} to ${DAYS_MAX}, plain digits`;

const readPhone: Reader<string> = (text, report) => {
  const fault = phoneFault(text);
  return fault === null ? text : report(fault);
};

/** The parser of each parameter, and the expected value as faults describe it. */
const PARAMETERS = {
  country: { read: readCountry, expected: COUNTRY_EXPECTED },
  days: { read: readDays, expected: DAYS_EXPECTED },
  need: { read: oneOf(NEEDS), expected: `one of ${NEEDS.join(', ')}` },
  include: { read: oneOf(['variants']), expected: 'variants, or leave it out' },
  then: {
    read: listOf('stop', THEN_MAX, readStop, { mayRepeat: true }),
    expected: `at most ${THEN_MAX} further stops as CODE:days, separated by commas, such as KR:4,TW:3`,
  },
  require: {
    read: listOf('word', REQUIREMENTS.length, oneOf(REQUIREMENTS)),
    expected: `words separated by commas, of ${REQUIREMENTS.join(', ')}`,
  },
  data_gb: {
    read: readDataMb,
    expected: `a number from ${DATA_MB.min / 1000} to ${DATA_MB.max / 1000} with at most one decimal`,
  },
  max_usd: {
    read: readUsdCents,
    expected: `a number from ${centsToUsd(MAX_USD_CENTS.min)} to ${centsToUsd(MAX_USD_CENTS.max)} with at most two decimals`,
  },
  avoid_exits: {
    read: listOf('code', AVOID_EXITS_MAX, readCountry),
    expected: `1 to ${AVOID_EXITS_MAX} different country codes separated by commas, such as HK,CN`,
  },
  travellers: {
    read: wholeNumberIn({ min: 1, max: TRAVELLERS_MAX }),
    expected: `a whole number from 1 to ${TRAVELLERS_MAX}, plain digits`,
  },
  phone: { read: readPhone, expected: PHONE_EXPECTED },
  limit: {
    read: wholeNumberIn({ min: 1, max: LIST_MAX }),
    expected: `a whole number from 1 to ${LIST_MAX}, plain digits`,
  },
  format: { read: oneOf(FORMATS), expected: `one of ${FORMATS.join(', ')}` },
} as const;
type Name = keyof typeof PARAMETERS;
const NAMES: ReadonlySet<string> = new Set(Object.keys(PARAMETERS));
type Value<N extends Name> = ReturnType<(typeof PARAMETERS)[N]['read']>;

export const FAULT_TEXTS: Readonly<Record<QueryFaultCode, string>> = {
  missing: 'is missing',
  empty: 'is empty',
  repeated: 'is given more than once',
  malformed: 'is malformed',
  out_of_range: 'is out of range',
  not_allowed: 'has a value that is not allowed',
  unknown_name: 'is not a parameter',
};

export const misspelledName = (name: string, meant: string): QueryFault => ({
  parameter: name,
  code: 'unknown_name',
  message: `"${name}" ${FAULT_TEXTS.unknown_name}: did you mean ${meant}?`,
});

/** A request with many misspelled names must not cause a long response. */
const MISSPELLED_MAX = 10;

/** Many requests have the same query, and finding its result is faster than reading it again. */
const readQueries = new LRUCache<string, ParsedQuery>({ max: 1_000 });
/** Longer than the query of any link of the service. Longer ones are read each time, so that the memory stays small. */
const STORED_LENGTH_MAX = 200;

export function readTripQuery(query: string): ParsedQuery {
  const known = readQueries.get(query);
  if (known !== undefined) return known;
  const parsed = parseTripQuery(query);
  if (query.length <= STORED_LENGTH_MAX && mayBeStored(parsed)) readQueries.set(query, parsed);
  return parsed;
}

/** A phone is never stored. It may be in a fault or an unknown parameter too, so those are not stored either. */
const mayBeStored = (parsed: ParsedQuery): boolean =>
  parsed.ok && parsed.value.phone === null && parsed.value.ignored.length === 0;

function parseTripQuery(query: string): ParsedQuery {
  const given = new Map<string, string>();
  const repeated = new Set<string>();
  const unknown = new Set<string>();
  new URLSearchParams(query).forEach((text, name) => {
    if (!NAMES.has(name)) unknown.add(name);
    else if (given.has(name)) repeated.add(name);
    else given.set(name, text);
  });
  const faults: QueryFault[] = [];
  const misspelled = new Map<string, string>();
  for (const name of unknown) {
    const meant = misspelled.size < MISSPELLED_MAX ? nearName(name, [...NAMES]) : null;
    if (meant === null) continue;
    misspelled.set(name, meant);
    faults.push(misspelledName(name, meant));
  }
  const report = (
    name: Name,
    code: QueryFaultCode,
    { at, expected = PARAMETERS[name].expected, advice }: FaultDetail = {},
  ): null => {
    const where = at === undefined ? name : `${name}, ${at}`;
    const message = `${where} ${FAULT_TEXTS[code]}: give ${expected}.${advice === undefined ? '' : ` ${advice}`}`;
    faults.push({ parameter: name, code, message });
    return null;
  };
  const optional = <N extends Name>(name: N): Value<N> | null => {
    const text = given.get(name);
    if (text === undefined) return null;
    if (repeated.has(name)) return report(name, 'repeated');
    if (text === '') return report(name, 'empty');
    return PARAMETERS[name].read(text, (code, detail) => report(name, code, detail)) as Value<N>;
  };
  const meant = new Set(misspelled.values());
  const required = <N extends Name>(name: N): Value<N> | null => {
    if (given.has(name)) return optional(name);
    // The fault of the misspelled name says enough.
    return meant.has(name) ? null : report(name, 'missing');
  };

  const country = required('country');
  const days = required('days');
  const need = required('need');
  const include = optional('include');
  const further = optional('then') ?? [];
  const require = optional('require') ?? [];
  const dataMb = optional('data_gb');
  if (given.has('data_gb') && need === 'unlimited') {
    const message = 'data_gb cannot be combined with need=unlimited: leave it out, or give another need.';
    faults.push({ parameter: 'data_gb', code: 'not_allowed', message });
  }
  const maxUsdCents = optional('max_usd');
  const avoidExits = optional('avoid_exits') ?? [];
  const travellers = optional('travellers') ?? 1;
  const phone = optional('phone');
  const limit = optional('limit') ?? LIST_MAX;
  const format = optional('format');
  if (days !== null && further.length > 0) {
    const total = days + totalDays(further);
    const message = `then is out of range: all days together are ${total}, give at most ${DAYS_MAX}.`;
    if (total > DAYS_MAX) faults.push({ parameter: 'then', code: 'out_of_range', message });
  }
  if (faults.length > 0 || country === null || days === null || need === null) return { ok: false, faults };
  return {
    ok: true,
    value: {
      trip: tripOf([{ country, days }, ...further], need, dataMb, travellers),
      include,
      filters: { require, maxUsdCents, avoidExits },
      limit,
      phone,
      format,
      ignored: [...unknown],
    },
  };
}
