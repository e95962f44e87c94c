/**
 * The rendered pages. There are two caches, so that a crawler that requests the pages of all destinations does not remove
 * the documents that were prepared.
 */
import { ResponseCache } from '../answers/cache.ts';
import { COUNTRIES } from '../domain/countries.ts';
import { ALL_TEXTS } from '../texts/texts.ts';

export interface PageCaches {
  /** The documents of `Route.prepare`, which are few. */
  readonly prepared: ResponseCache;
  /** Pages that are rendered at their first request, because they are many. */
  readonly requested: ResponseCache;
}

/** The documents take 10 MB. While a new snapshot is prepared, those of two snapshots are kept. */
const PREPARED_MAX_BYTES = 32 * 1024 * 1024;
/** A page of a destination or seller with its compressed copies. */
const PAGE_BYTES = 20 * 1024;
/** More than a market of 100,000 plans has. */
const SELLERS = 250;
/** Enough for the page of every destination and seller in each language, with and without `lang` in its links. */
const REQUESTED_MAX_BYTES = 2 * ALL_TEXTS.length * (COUNTRIES.length + SELLERS) * PAGE_BYTES;

export const createPageCaches = (
  clock: () => number,
  requestedMaxBytes = REQUESTED_MAX_BYTES,
): PageCaches => ({
  prepared: new ResponseCache({ maxBytes: PREPARED_MAX_BYTES, clock }),
  requested: new ResponseCache({ maxBytes: requestedMaxBytes, clock }),
});
