/** Strict reading of a trip from a query string: every fault at once, nothing guessed. */
import { COUNTRY_PATTERN, DAYS_MAX, DAYS_MIN, NEEDS, type Need, type Trip } from '../domain/trip.ts';
import type { QueryFault, QueryFaultCode } from '../wire/schemas/problem.ts';

export interface TripQuery {
  readonly trip: Trip;
  readonly include: 'variants' | null;
}

export type Reading =
  | { readonly ok: true; readonly value: TripQuery }
  | { readonly ok: false; readonly faults: QueryFault[] };

const COUNTRY = new RegExp(COUNTRY_PATTERN);
/** Plain digits without a leading zero: `07`, `7.0` and `+7` are not how a whole number is written. */
const WHOLE = /^[1-9]\d*$/;

const WANTED = {
  country: 'two upper-case letters, an ISO 3166-1 alpha-2 code such as TR',
  days: `a whole number from ${DAYS_MIN} to ${DAYS_MAX}, plain digits`,
  need: `one of ${NEEDS.join(', ')}`,
  include: 'variants, or leave it out',
} as const;
type Parameter = keyof typeof WANTED;

export function readTripQuery(query: string): Reading {
  const given = new URLSearchParams(query);
  const faults: QueryFault[] = [];
  const country = one(given, 'country', faults);
  if (country !== null && !COUNTRY.test(country)) fault(faults, 'country', 'malformed');
  const days = one(given, 'days', faults);
  if (days !== null && !WHOLE.test(days)) fault(faults, 'days', 'malformed');
  else if (days !== null && Number(days) > DAYS_MAX) fault(faults, 'days', 'out_of_range');
  const need = one(given, 'need', faults);
  if (need !== null && !isNeed(need)) fault(faults, 'need', 'not_allowed');
  const include = given.has('include') ? one(given, 'include', faults) : null;
  if (include !== null && include !== 'variants') fault(faults, 'include', 'not_allowed');
  if (faults.length > 0 || country === null || days === null || need === null || !isNeed(need)) {
    return { ok: false, faults };
  }
  return {
    ok: true,
    value: { trip: { country, days: Number(days), need }, include: include === null ? null : 'variants' },
  };
}

const isNeed = (value: string): value is Need => (NEEDS as readonly string[]).includes(value);

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

function fault(faults: QueryFault[], parameter: Parameter, code: QueryFaultCode): void {
  faults.push({ parameter, code, message: `${parameter} ${SAYS[code]}: give ${WANTED[parameter]}.` });
}
