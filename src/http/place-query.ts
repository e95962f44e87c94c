/** Reads the text of a place search from a query string. */
import { PLACE_TEXT_MAX } from '../domain/places/search.ts';
import type { QueryFault, QueryFaultCode } from '../wire/schemas/problem.ts';

const FAULT_TEXTS = {
  empty: 'is empty',
  repeated: 'is given more than once',
  malformed: 'contains control characters or is not UTF-8',
  out_of_range: 'is too long',
} as const satisfies Partial<Record<QueryFaultCode, string>>;

/** Control characters, and the character that replaces bytes which are not UTF-8. */
const MALFORMED = /[\p{Cc}\p{Cs}\ufffd]/u;

export interface PlaceQuery {
  /** null: all destinations are wanted. */
  readonly query: string | null;
  readonly faults: QueryFault[];
}

/** Other parameters are ignored. */
export function readPlaceQuery(search: string): PlaceQuery {
  const given = new URLSearchParams(search).getAll('query');
  const [written, ...others] = given;
  if (written === undefined) return { query: null, faults: [] };
  const query = written.trim();
  const fault = others.length > 0 ? 'repeated' : faultIn(query);
  if (fault === null) return { query, faults: [] };
  const message = `query ${FAULT_TEXTS[fault]}: give the name of a place with 1 to ${PLACE_TEXT_MAX} characters, or leave it out for all destinations.`;
  return { query: null, faults: [{ parameter: 'query', code: fault, message }] };
}

function faultIn(query: string): keyof typeof FAULT_TEXTS | null {
  if (query === '') return 'empty';
  if (Array.from(query).length > PLACE_TEXT_MAX) return 'out_of_range';
  return MALFORMED.test(query) ? 'malformed' : null;
}
