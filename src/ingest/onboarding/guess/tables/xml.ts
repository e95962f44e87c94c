/** Reads the elements of an XML document as tables. */
import type { FeedPage } from '../../../adapter.ts';
import type { FeedRow } from '../../../adapters/shared/path.ts';
import { xmlRows } from '../../../parse/xml.ts';
import { innerRows, tableOf } from './object-rows.ts';
import { type FeedTable, ROWS_LOOKED_AT } from './table.ts';
import { guessRowPaths } from './xml-row-paths.ts';

/**
 * Returns one table for each element that may be the entry of a plan: plans may be listed inside the elements of their
 * countries. Returns the reason as text if there is no such element.
 */
export function xmlTables(page: FeedPage): readonly FeedTable[] | string {
  const paths = guessRowPaths(page);
  if (paths.length === 0) return 'its XML has no elements with several fields';
  return paths.flatMap((path) =>
    entryDepths(path).flatMap((depth) => tableAt(page, path.slice(0, depth), path.slice(depth)) ?? []),
  );
}

/**
 * How many steps may lead to the entry: the row itself, or an element around it. The root is the whole document, and no
 * entry. For "rss.country.plan" these are 3 (the plan) and 2 (the country), and not 1 (the document).
 */
function entryDepths(path: readonly string[]): readonly number[] {
  const shortest = Math.min(2, path.length);
  return path.map((_, at) => path.length - at).filter((depth) => depth >= shortest);
}

/** `inner`: the steps from the entry to the list of the rows in it. Empty: the entry is the row. */
function tableAt(page: FeedPage, entry: readonly string[], inner: readonly string[]): FeedTable | null {
  const path = entry.join('.');
  const innerPath = inner.join('.');
  const entries = xmlRows(page, { path })
    .take(ROWS_LOOKED_AT)
    .toArray()
    .map((value): FeedRow => ({ value, outer: null }));
  const rows = inner.length === 0 ? entries : innerRows(entries, innerPath);
  const options = { format: 'xml', rows: path, ...(inner.length > 0 && { inner: innerPath }) };
  return rows.length === 0 ? null : tableOf(rows, options, null);
}
