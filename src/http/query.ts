/** Reads a trip from a query string. */
import { LRUCache } from 'lru-cache';
import { DAYS_MAX, type Filters, LIST_MAX, type Trip, totalDays, tripOf } from '../domain/trip.ts';
import type { QueryFault } from '../wire/schemas/problem.ts';
import type { Format } from '../wire/schemas/query.ts';
import { tooManyDays } from '../wire/sentences/parameters.ts';
import { QueryReader } from './parameters.ts';

interface TripQuery {
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
  const reader = new QueryReader(query);
  const { faults } = reader;
  const country = reader.required('country');
  const days = reader.required('days');
  const need = reader.required('need');
  const include = reader.optional('include');
  const further = reader.optional('then') ?? [];
  const require = reader.optional('require') ?? [];
  const dataMb = reader.optional('data_gb');
  if (reader.has('data_gb') && need === 'unlimited') {
    const message = 'data_gb cannot be combined with need=unlimited: leave it out, or give another need.';
    reader.addFault('data_gb', 'not_allowed', message);
  }
  const maxUsdCents = reader.optional('max_usd');
  const avoidExits = reader.optional('avoid_exits') ?? [];
  const travellers = reader.optional('travellers') ?? 1;
  const phone = reader.optional('phone');
  const limit = reader.optional('limit') ?? LIST_MAX;
  const format = reader.optional('format');
  const total = (days ?? 0) + totalDays(further);
  if (days !== null && total > DAYS_MAX) reader.addFault('then', 'out_of_range', tooManyDays(total));
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
      ignored: [...reader.unknown],
    },
  };
}
