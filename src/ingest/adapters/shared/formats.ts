/** The formats of feeds, and what is known of a page in each of them. */
import type { FeedRow } from './path.ts';

export const FORMATS = ['json', 'jsonl', 'csv', 'tsv', 'xml', 'rss', 'atom'] as const;
export type Format = (typeof FORMATS)[number];

/** What the paging needs to know of a page. */
export interface AroundRows {
  readonly at: (path: string) => unknown;
  /** Entries of the list, before any filter. null: there is no list. */
  readonly rowCount: number | null;
  /** The last entry of the list. */
  readonly last: FeedRow | null;
  /** The document of a JSON page, so that it is parsed once. */
  readonly document?: unknown;
}
