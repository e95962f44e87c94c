/** Reads the parameter `query` of the searches for destinations and for phones. */
import { PHONE_SEARCH, PLACE_SEARCH } from '../wire/parameters/table.ts';
import type { QueryFault } from '../wire/schemas/problem.ts';
import { readQuery } from './parameters.ts';

interface SearchQuery {
  /** null: there is a fault, or the parameter is left out where it is optional. */
  readonly query: string | null;
  readonly faults: QueryFault[];
  /** Names of unknown parameters. */
  readonly unknown: readonly string[];
}

/** Without the parameter, all destinations are wanted. */
export function readPlaceQuery(search: string): SearchQuery {
  const { values, ...read } = readQuery(search, PLACE_SEARCH);
  return { query: values.query?.trim() ?? null, ...read };
}

export function readPhoneQuery(search: string): SearchQuery {
  const { values, ...read } = readQuery(search, PHONE_SEARCH);
  return { query: values.query, ...read };
}
