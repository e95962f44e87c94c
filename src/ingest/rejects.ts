/** Collects refused rows: every one is counted, the first thousands are kept for the operator to read. */
import type { RejectReason, RowRef } from './adapter.ts';
import type { RejectedRow } from './records.ts';
import { cleanText } from './text.ts';

/** About a megabyte of JSON for each source; whoever needs more runs `esim ingest --explain`. */
export const REJECTS_KEPT = 5_000;
const DETAIL_MAX = 200;
const ID_MAX = 80;

export interface RejectLog {
  add(ref: RowRef, reason: RejectReason, detail: string): void;
  readonly rows: readonly RejectedRow[];
  readonly total: number;
  readonly byReason: Readonly<Partial<Record<RejectReason, number>>>;
  /** The commonest reason, with how many rows it cost and what the first of them said; null where none was refused. */
  commonest(): string | null;
}

export function createRejectLog(
  redact: (text: string) => string,
  onReject?: (row: RejectedRow) => void,
): RejectLog {
  const rows: RejectedRow[] = [];
  const byReason: Partial<Record<RejectReason, number>> = {};
  let total = 0;
  return {
    add(ref, reason, detail) {
      total++;
      byReason[reason] = (byReason[reason] ?? 0) + 1;
      if (rows.length >= REJECTS_KEPT && onReject === undefined) return;
      const row: RejectedRow = {
        page: ref.page,
        row: ref.row,
        externalId: ref.externalId === null ? null : cleanText(redact(ref.externalId), ID_MAX),
        reason,
        detail: cleanText(redact(detail), DETAIL_MAX),
      };
      if (rows.length < REJECTS_KEPT) rows.push(row);
      onReject?.(row);
    },
    rows,
    get total() {
      return total;
    },
    byReason,
    commonest() {
      const [first] = Object.entries(byReason).sort(([, a], [, b]) => b - a);
      if (first === undefined) return null;
      const [reason, count] = first;
      const example = rows.find((row) => row.reason === reason)?.detail ?? '';
      return `${count} of ${total} refused rows are ${reason} (${example})`;
    },
  };
}
