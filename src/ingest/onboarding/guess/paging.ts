/** Guesses how a JSON feed is read in pages, from what is beside the list of rows. */
import type { Paging } from '../../adapters/shared/paging.ts';
import {
  COUNT,
  HAS_MORE,
  isCursor,
  isNext,
  OFFSET,
  PAGE,
  PAGES,
  TOTAL,
} from '../../adapters/shared/paging-fields.ts';
import { isRecord, type JsonObject, numberOrNull, plainName, scalarText } from '../../parse/value.ts';
import type { FeedTable } from './tables/table.ts';

/** A page of a feed has at most so many rows. */
const SIZE_MAX = 10_000;

/** null: the document has nothing that says so. `column` is the id of a row. */
export function guessPaging({ document, options }: FeedTable, column: string | null): Paging | null {
  if (!isRecord(document)) return null;
  const rows = scalarText(options['rows']) ?? '';
  const fields = fieldsBeside(document, rows);
  const find = (
    isName: (name: string) => boolean,
    isValue: (value: unknown) => boolean,
  ): string | undefined => fields.find(({ name, value }) => isName(name) && isValue(value))?.path;
  const next = find(isNext, (value) => typeof value === 'string' && /^(?:https?:\/\/|\/)/.test(value));
  if (next !== undefined) return { by: 'next', path: next };
  const more = find(
    (name) => HAS_MORE.test(name),
    (value) => typeof value === 'boolean',
  );
  const cursor = find(
    isCursor,
    (value) => scalarText(value) !== null || (value === null && more !== undefined),
  );
  if (cursor !== undefined)
    return { by: 'cursor', path: cursor, parameter: 'cursor', ...(more !== undefined && { more }) };
  const size = Math.min(SIZE_MAX, rowCount(document, rows));
  const pages = find(
    (name) => PAGES.test(name),
    (value) => numberOrNull(value) !== null,
  );
  // Some feeds count their pages from 0.
  const first =
    find(
      (name) => PAGE.test(name),
      (value) => numberOrNull(value) === 0,
    ) === undefined
      ? {}
      : { first: 0 as const };
  if (pages !== undefined && size > 0) return { by: 'page', parameter: 'page', size, pages, ...first };
  const total = find(
    (name) => TOTAL.test(name) || COUNT.test(name),
    (value) => (numberOrNull(value) ?? 0) > size,
  );
  if (total !== undefined && size > 0)
    return find(
      (name) => OFFSET.test(name),
      (value) => numberOrNull(value) !== null,
    ) === undefined
      ? { by: 'page', parameter: 'page', size, total, ...first }
      : { by: 'offset', parameter: 'offset', size, total };
  // Lists in the manner of Stripe continue after the id of their last row.
  if (more !== undefined && column !== null) return { by: 'last', column, parameter: 'starting_after', more };
  return null;
}

interface NamedField {
  readonly name: string;
  readonly path: string;
  readonly value: unknown;
}

/** The fields of the objects around the list, and of the objects beside it: "has_more", "meta.next_cursor". */
function fieldsBeside(document: JsonObject, rows: string): readonly NamedField[] {
  const found: NamedField[] = [];
  let around: unknown = document;
  let prefix = '';
  for (const step of rows.split('.')) {
    if (!isRecord(around)) break;
    for (const [key, value] of Object.entries(around)) {
      if (key === step || /[.[\]=]/.test(key)) continue;
      found.push({ name: plainName(key), path: `${prefix}${key}`, value });
      for (const [inner, innerValue] of Object.entries(isRecord(value) ? value : {}))
        found.push({ name: plainName(inner), path: `${prefix}${key}.${inner}`, value: innerValue });
    }
    around = around[step];
    prefix += `${step}.`;
  }
  return found;
}

function rowCount(document: JsonObject, rows: string): number {
  let value: unknown = document;
  for (const step of rows.split('.')) value = isRecord(value) ? value[step] : value;
  return Array.isArray(value) ? value.length : 0;
}
