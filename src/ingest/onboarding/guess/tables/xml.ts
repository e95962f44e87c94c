/** Reads the elements of an XML document as tables. */
import type { FeedPage } from '../../../adapter.ts';
import type { FeedRow } from '../../../adapters/shared/path.ts';
import { xmlRows } from '../../../parse/xml.ts';
import { guessRowPath } from '../../../parse/xml-row-path.ts';
import { innerRows, tableOf } from './object-rows.ts';
import { type FeedTable, ROWS_LOOKED_AT } from './table.ts';

/**
 * Returns one table for each element that may be the entry of a plan: plans may be listed inside the elements of their
 * countries. Returns the reason as text if there is no such element.
 */
export function xmlTables(page: FeedPage): readonly FeedTable[] | string {
  const path = guessRowPath(page);
  if (path === null) return 'its XML has no elements with several fields';
  const steps = path.split('.');
  // The root element is the whole document, and no row, unless the document has only one level.
  const shortest = Math.min(2, steps.length);
  const depths = steps.map((_, at) => steps.length - at).filter((depth) => depth >= shortest);
  return depths.flatMap((depth) => tableAt(page, steps.slice(0, depth), steps.slice(depth)) ?? []);
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
