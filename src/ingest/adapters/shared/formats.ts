/** The formats of feeds, and what is known of a page in each of them. */
import type { FeedRow } from './path.ts';

export const FORMATS = ['json', 'jsonl', 'csv', 'tsv', 'xml', 'rss', 'atom'] as const;
export type Format = (typeof FORMATS)[number];

/** What is beside the list of rows. */
export interface Surroundings {
  /** The JSON document, or an XML document without its rows. */
  readonly document: unknown;
  /** The path to the list ("data.items"). */
  readonly list: string;
}

/** What the paging needs to know of a page. */
export interface AroundRows {
  readonly at: (path: string) => unknown;
  /** Entries of the list, before any filter. null: there is no list. */
  readonly rowCount: number | null;
  /** The last entry of the list. */
  readonly last: FeedRow | null;
  /** null: the format has rows only. */
  readonly surroundings: Surroundings | null;
  /** The document of a JSON page, so that it is parsed once. */
  readonly document?: unknown;
}
