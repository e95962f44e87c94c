/** Reads the parameter `query` of the searches for destinations and for phones. */
import { PLACE_TEXT_MAX } from '../domain/places/meaning.ts';
import { phoneFault } from '../reference/phone-search.ts';
import { misspelledNames } from '../wire/near-name.ts';
import type { QueryFault, QueryFaultCode } from '../wire/schemas/problem.ts';
import { FAULT_TEXTS, misspelledFault, PHONE_EXPECTED } from './parameters.ts';

interface SearchQuery {
  /** null: there is a fault, or the parameter is left out where it is optional. */
  readonly query: string | null;
  readonly faults: QueryFault[];
}

/** Control characters, and the character that replaces bytes which are not UTF-8. */
const MALFORMED = /[\p{Cc}\ufffd]/u;

const PLACE_EXPECTED = `the name of a place with 1 to ${PLACE_TEXT_MAX} characters without control characters, or leave it out for all destinations`;

/** Without the parameter, all destinations are wanted. */
export const readPlaceQuery = (search: string): SearchQuery => {
  const { query, faults } = readQuery(search, (text) => placeFault(text.trim()), PLACE_EXPECTED);
  return { query: query?.trim() ?? null, faults };
};

function placeFault(text: string): QueryFaultCode | null {
  if (text === '') return 'empty';
  if (Array.from(text).length > PLACE_TEXT_MAX) return 'out_of_range';
  return MALFORMED.test(text) ? 'malformed' : null;
}

export function readPhoneQuery(search: string): SearchQuery {
  const { query, faults } = readQuery(
    search,
    (text) => (text === '' ? 'empty' : phoneFault(text)),
    PHONE_EXPECTED,
  );
  return query === null && faults.length === 0 ? faulty('missing', PHONE_EXPECTED) : { query, faults };
}

/** Unknown parameters are ignored, except one that is nearly called `query`. */
function readQuery(
  search: string,
  faultIn: (text: string) => QueryFaultCode | null,
  expected: string,
): SearchQuery {
  const parameters = new URLSearchParams(search);
  const unknown = parameters.keys().filter((name) => name !== 'query');
  const [misspelled] = misspelledNames(unknown, ['query']).keys();
  if (misspelled !== undefined) return { query: null, faults: [misspelledFault(misspelled, 'query')] };
  const [text, ...others] = parameters.getAll('query');
  if (text === undefined) return { query: null, faults: [] };
  const code = others.length > 0 ? 'repeated' : faultIn(text);
  return code === null ? { query: text, faults: [] } : faulty(code, expected);
}

const faulty = (code: QueryFaultCode, expected: string): SearchQuery => ({
  query: null,
  faults: [{ parameter: 'query', code, message: `query ${FAULT_TEXTS[code]}: give ${expected}.` }],
});
