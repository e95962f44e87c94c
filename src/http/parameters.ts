/** Reads the single parameters of a query string. It is strict, guesses nothing, and reports all faults at once. */
import { readDestination } from '../domain/places/search.ts';
import type { CountryCode } from '../domain/plan.ts';
import {
  AVOID_EXITS_MAX,
  COUNTRY_PATTERN,
  DATA_MB,
  DAYS_MAX,
  DAYS_MIN,
  LIST_MAX,
  NEEDS,
  PRICE_LIMIT_CENTS,
  REQUIREMENTS,
  type Stop,
  THEN_MAX,
  TRAVELLERS_MAX,
} from '../domain/trip.ts';
import { phoneFault } from '../reference/phone-search.ts';
import { misspelledNames } from '../wire/near-name.ts';
import type { QueryFault, QueryFaultCode } from '../wire/schemas/problem.ts';
import { FORMATS } from '../wire/schemas/query.ts';
import { ACCEPTED } from '../wire/sentences/parameters.ts';
import { placeAdvice, placeLabel } from '../wire/sentences/places.ts';

interface FaultDetail {
  /** Where in a list the fault is. */
  readonly at?: string;
  /** What to give there, if it is not what the whole parameter takes. */
  readonly expected?: string;
  /** What may be meant. */
  readonly advice?: string | undefined;
}
type Report = (code: QueryFaultCode, detail?: FaultDetail) => null;
/** Reports every fault. After a fault, the result is not used. */
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
export const readUsdCents = numberIn(PRICE_LIMIT_CENTS, /^-?(?:0|[1-9]\d*)(?:\.\d{1,2})?$/, 100);
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
export const PHONE_EXPECTED = `${ACCEPTED.phone}, such as iPhone 13`;
const DAYS_EXPECTED = `${ACCEPTED.days}, plain digits`;

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
  data_gb: { read: readDataMb, expected: ACCEPTED.data_gb },
  max_usd: { read: readUsdCents, expected: ACCEPTED.max_usd },
  avoid_exits: {
    read: listOf('code', AVOID_EXITS_MAX, readCountry),
    expected: `1 to ${AVOID_EXITS_MAX} different country codes separated by commas, such as HK,CN`,
  },
  travellers: {
    read: wholeNumberIn({ min: 1, max: TRAVELLERS_MAX }),
    expected: `${ACCEPTED.travellers}, plain digits`,
  },
  phone: { read: readPhone, expected: PHONE_EXPECTED },
  limit: {
    read: wholeNumberIn({ min: 1, max: LIST_MAX }),
    expected: `${ACCEPTED.limit}, plain digits`,
  },
  format: { read: oneOf(FORMATS), expected: `one of ${FORMATS.join(', ')}` },
} as const;
type Name = keyof typeof PARAMETERS;
const NAMES = Object.keys(PARAMETERS);
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

export const misspelledFault = (name: string, meant: string): QueryFault => ({
  parameter: name,
  code: 'unknown_name',
  message: `"${name}" ${FAULT_TEXTS.unknown_name}: did you mean ${meant}?`,
});

/** The parameters of one query. Faults are collected while the parameters are read. */
export class QueryReader {
  readonly faults: QueryFault[] = [];
  /** Names of unknown parameters. */
  readonly unknown = new Set<string>();
  readonly #given = new Map<string, string>();
  readonly #repeated = new Set<string>();
  readonly #misspelled: ReadonlyMap<string, string>;

  constructor(query: string) {
    new URLSearchParams(query).forEach((text, name) => {
      if (!Object.hasOwn(PARAMETERS, name)) this.unknown.add(name);
      else if (this.#given.has(name)) this.#repeated.add(name);
      else this.#given.set(name, text);
    });
    this.#misspelled = misspelledNames(this.unknown, NAMES);
    for (const [name, meant] of this.#misspelled) this.faults.push(misspelledFault(name, meant));
  }

  has(name: Name): boolean {
    return this.#given.has(name);
  }

  /** null if the parameter is left out or has a fault. */
  optional<N extends Name>(name: N): Value<N> | null {
    const text = this.#given.get(name);
    if (text === undefined) return null;
    if (this.#repeated.has(name)) return this.#report(name, 'repeated');
    if (text === '') return this.#report(name, 'empty');
    return PARAMETERS[name].read(text, (code, detail) => this.#report(name, code, detail)) as Value<N>;
  }

  required<N extends Name>(name: N): Value<N> | null {
    if (this.#given.has(name)) return this.optional(name);
    // The fault of the misspelled name says enough.
    const isMisspelled = this.#misspelled.values().some((meant) => meant === name);
    return isMisspelled ? null : this.#report(name, 'missing');
  }

  /** Callers use it for a fault of several parameters together. */
  addFault(parameter: Name, code: QueryFaultCode, message: string): void {
    this.faults.push({ parameter, code, message });
  }

  #report(name: Name, code: QueryFaultCode, detail: FaultDetail = {}): null {
    const { at, expected = PARAMETERS[name].expected, advice } = detail;
    const where = at === undefined ? name : `${name}, ${at}`;
    this.addFault(
      name,
      code,
      `${where} ${FAULT_TEXTS[code]}: give ${expected}.${advice === undefined ? '' : ` ${advice}`}`,
    );
    return null;
  }
}
