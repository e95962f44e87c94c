/** Reads a trip from a query string. */
import { LRUCache } from 'lru-cache';
import {
  type CombinedFault,
  combinedFaultsOf,
  type TripRequest,
  tripRequestOf,
} from '../wire/parameters/read.ts';
import { type Format, TRIP_PARAMETERS } from '../wire/parameters/table.ts';
import type { QueryFault } from '../wire/schemas/problem.ts';
import { regionWithStops, tooManyDays } from '../wire/sentences/parameters.ts';
import { readQuery } from './parameters.ts';

interface TripQuery extends TripRequest {
  readonly include: 'variants' | null;
  /** null: the `Accept` header decides. */
  readonly format: Format | null;
  /** Names of unknown parameters. */
  readonly ignored: readonly string[];
}

type ParsedQuery =
  | { readonly ok: true; readonly value: TripQuery }
  | { readonly ok: false; readonly faults: QueryFault[] };

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
  const { values, faults, unknown } = readQuery(query, TRIP_PARAMETERS);
  faults.push(...combinedFaultsOf(values).map(combinedFault));
  const request = tripRequestOf(values);
  if (request === null || faults.length > 0) return { ok: false, faults };
  const { include, format } = values;
  return { ok: true, value: { ...request, include, format, ignored: unknown } };
}

function combinedFault({ code, value }: CombinedFault): QueryFault {
  if (code === 'too_many_days')
    return { parameter: 'then', code: 'out_of_range', message: tooManyDays(value) };
  if (code === 'region_with_stops')
    return { parameter: 'then', code: 'not_allowed', message: regionWithStops(value) };
  return {
    parameter: 'data_gb',
    code: 'not_allowed',
    message: 'data_gb cannot be combined with need=unlimited: leave it out, or give another need.',
  };
}
