/**
 * The names of the fields by which feeds tell their pages, as `plainName` writes them: "next_page" and "nextPage" are
 * "nextpage".
 */

/** The cursor of the next page: "endCursor", "next_page_token", "scroll_id", "resumptionToken". */
const CURSOR =
  /^(?:end|after)?cursor$|^cursornext$|^next.*(?:cursor|token|marker|key|batch|id)|^(?:scrollid|searchafter|bookmark|continuation|continuationtoken|resumptiontoken|lastevaluatedkey)$/;

/** The address or the number of the next page: "next", "next_page_url", "nextIndex", "@odata.nextLink". */
const NEXT = /^(?:odata|hydra)?next/;

/** "next_update" and "nextRefreshIn" say when the feed changes, and "next_version" where its API went. No page follows. */
const OTHER_NEXT =
  /^next.*(?:version|step|date|time|refresh|sync|import|export|run|check|day|hour|minute|second|week|month|schedule|expir|release|renew|reset)/;

export const isCursor = (name: string): boolean => CURSOR.test(name) && !OTHER_NEXT.test(name);
export const isNext = (name: string): boolean =>
  NEXT.test(name) && !CURSOR.test(name) && !OTHER_NEXT.test(name);

/** True if a page follows: "has_more", "hasNextPage", "isTruncated". */
export const HAS_MORE = /^has(?:more|next)|^more(?:available)?$|^(?:is)?truncated$/;

/** False if a page follows: "isLast", "last_page", "complete". */
export const IS_LAST = /^(?:is)?(?:last|lastpage|done|complete|finished)$/;

/** True if rows are missing. If it is false, a page may follow nevertheless, as in the search of GitHub. */
export const INCOMPLETE = /^(?:is)?incomplete(?:results)?$/;

/** The number of pages: "pages", "page_count", "totalPages", "last_page". */
export const PAGES = /^(?:(?:total|num|nb|numberof)?pages|(?:total|max|last)page|pages?(?:count|total))$/;

/** The number of this page. */
export const PAGE = /^(?:page|pageindex|pagenumber|currentpage|pageno)$/;

/** The number of rows of all pages: "total", "totalCount", "total_size", "numFound". */
export const TOTAL =
  /^(?:hydra|opensearch)?total(?:count|size|items|results|rows|records|elements|entries)?$|^(?:recordstotal|numfound|nbhits|odatacount)$/;

const GOODS = '(?:plan|product|package|offer|bundle|esim)s?';

/** The number of rows of this page, of all pages, or of what is in the rows: "count", "totalPlans", "product_count". */
export const COUNT = new RegExp(`^(?:${GOODS})?count$|^(?:total|num|numberof)${GOODS}$`);

/** The number of rows before this page. */
export const OFFSET = /^(?:offset|skip)$/;

/** Objects that describe the paging: "meta", "result_info", "pagination", "pageInfo", "navigation". */
export const DESCRIPTIONS =
  /^(?:page|pagin)|^(?:result|response)?(?:info|meta|metadata)$|^(?:links|navigation|summary|hydraview|cursors?)$/;

/** Lists of links with their relations: [{"rel": "next", "href": "…"}]. */
export const LINKS = /^(?:links?|atomlink)$/;
