/** Normalises all rows of a feed. A draft is in memory only while its row is normalised. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { FeedError } from '../adapter.ts';
import type { Proposals, RejectedRow } from '../draft.ts';
import { tooMany } from '../parse/body.ts';
import { createParsingTime, type Parser } from '../read/parsing.ts';
import type { PageOfRows } from '../read/read-pages.ts';
import type { Candidate } from './normalise.ts';
import { type NormaliseSettings, normalise } from './normalise.ts';
import { createProposals } from './proposals.ts';
import { addRejected, NO_REJECTED_ROWS, type RejectedRows, rejectedRow } from './rejected-rows.ts';

/**
 * How many rows are normalised before their processor time is checked, and timers and other tasks of the thread run, such
 * as the renewal of the lease.
 */
const ROWS_AT_ONCE = 100;

export interface NormalisedSource {
  readonly candidates: readonly Candidate[];
  readonly rejected: RejectedRows;
  readonly rows: number;
  readonly filtered: number;
  readonly proposals: Proposals;
}

interface NormaliseLimits {
  readonly rows: number;
  /** null: the default, which grows with the number of rows. */
  readonly maximumSeconds: number | null;
}

interface NormaliseEvents {
  readonly redact: (text: string) => string;
  /** The parser is free for the page. */
  readonly onParsing?: () => void;
  /** `rows` is the number of rows in all pages so far. */
  readonly onPage?: (page: number, rows: number) => void;
  readonly onReject?: (row: RejectedRow) => void;
}

export async function normaliseSource(
  pages: AsyncIterable<PageOfRows>,
  settings: NormaliseSettings,
  parser: Parser,
  limits: NormaliseLimits,
  { redact, onParsing, onPage, onReject }: NormaliseEvents,
): Promise<NormalisedSource> {
  const candidates: Candidate[] = [];
  let rejected = NO_REJECTED_ROWS;
  let [rows, filtered] = [0, 0];
  const { waiting, promotion, proposals } = createProposals(redact);
  const time = createParsingTime(parser, limits.maximumSeconds);
  const readRows = async (page: PageOfRows) => {
    onParsing?.();
    time.start();
    const ofPage: RejectedRow[] = [];
    for await (const parsed of page.rows()) {
      if (++rows > limits.rows) throw new FeedError(tooMany(limits.rows, 'rows'));
      if (rows % ROWS_AT_ONCE === 0) {
        time.check(rows);
        await nextTurn();
      }
      const { ref } = parsed;
      const result = parsed.ok ? normalise(parsed.draft, settings) : parsed;
      if (result.ok) {
        const { ok: _ok, ...candidate } = result;
        candidates.push({ ref, ...candidate });
        if (parsed.ok) promotion(candidate.plan.provider, parsed.draft.promotion);
      } else if ('filtered' in result && result.filtered) filtered += 1;
      else {
        const row = rejectedRow(ref, result.reason, result.detail, redact);
        ofPage.push(row);
        onReject?.(row);
        waiting(result.regions ?? []);
      }
    }
    rejected = addRejected(rejected, ofPage);
    time.check(rows);
    time.stop();
    onPage?.(page.number, rows);
  };
  for await (const page of pages) await parser.alone(() => readRows(page));
  return { candidates, rejected, rows, filtered, proposals: proposals() };
}
