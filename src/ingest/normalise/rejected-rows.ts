/** The rejected rows of a source. All of them are counted, and the first ones are kept for the operator. */

import type { RejectCounts, RejectedRow, RejectReason, RowRef } from '../draft.ts';
import { cleanText } from '../parse/text.ts';

/** About a megabyte of JSON for each source. `esim ingest --explain` prints all rows. */
const ROWS_KEPT = 5_000;
const DETAIL_MAX = 200;
const ID_MAX = 80;

/** `redact` removes credentials from texts of the feed. */
export function rejectedRow(
  { page, row, externalId }: RowRef,
  reason: RejectReason,
  detail: string,
  redact: (text: string) => string = (text) => text,
): RejectedRow {
  return {
    page,
    row,
    externalId: externalId === null ? null : cleanText(redact(externalId), ID_MAX),
    reason,
    detail: cleanText(redact(detail), DETAIL_MAX),
  };
}

export interface RejectedRows {
  readonly total: number;
  readonly byReason: RejectCounts;
  /** The first ones. */
  readonly rows: readonly RejectedRow[];
}

export const NO_REJECTED_ROWS: RejectedRows = { total: 0, byReason: {}, rows: [] };

export function addRejected(
  { total, byReason, rows }: RejectedRows,
  more: readonly RejectedRow[],
): RejectedRows {
  const counts = { ...byReason };
  for (const { reason } of more) counts[reason] = (counts[reason] ?? 0) + 1;
  const kept = [...rows, ...more.slice(0, Math.max(0, ROWS_KEPT - rows.length))];
  return { total: total + more.length, byReason: counts, rows: kept };
}

/** The most common reason, how many rows have it, and the detail of the first. null if no row was rejected. */
export function mostCommonReason({ total, byReason, rows }: RejectedRows): string | null {
  const [first] = Object.entries(byReason).sort(([, a], [, b]) => b - a);
  if (first === undefined) return null;
  const [reason, count] = first;
  const example = rows.find((row) => row.reason === reason)?.detail ?? '';
  return `${count} of ${total} rejected rows are ${reason} (${example})`;
}
