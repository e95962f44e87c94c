/**
 * Finds what a feed announces beyond the one page that was read: a `Link` header, or fields beside the list of rows. Half a
 * feed must not be published as if it were whole.
 */
import type { FeedPage } from '../adapter.ts';
import { isRecord, type JsonObject, numberOrNull, own, textOrNull } from '../parse/value.ts';

/** `Link: <https://…>; rel="next"` (RFC 8288). The relation may be one of several. */
const LINK_NEXT = /;\s*rel\s*=\s*(?:"[^"]*\bnext\b[^"]*"|next\b)/i;

export const linksToNextPage = ({ link = '' }: Pick<FeedPage, 'link'>): boolean => LINK_NEXT.test(link);

/** Names of fields in lower case, without marks: "next_page" and "nextPage" are "nextpage". */
const NEXT = new Set(['next', 'nextpage', 'nexturl', 'nextlink', 'nextpageurl']);
const CURSOR = new Set(['cursor', 'nextcursor', 'nextpagetoken', 'nexttoken', 'continuationtoken']);
const HAS_MORE = new Set(['hasmore', 'hasnext', 'hasnextpage']);
const PAGES = new Set(['pages', 'pagecount', 'totalpages', 'lastpage', 'numpages', 'numberofpages']);
const TOTAL = new Set(['total', 'totalcount', 'totalitems', 'totalresults', 'totalrows', 'totalrecords']);
/** Objects beside the list that describe the paging. */
const DESCRIPTIONS = new Set(['meta', 'metadata', 'links', 'paging', 'pagination', 'pageinfo', 'page']);

/** The share of the announced total that may be missing, because a shop may change its plans while it counts them. */
const MISSING_SHARE_MAX = 0.01;

/**
 * `list` is the path to the rows ("data.items"). Returns the announcement ("pageCount is 3"), or null if there is none.
 * Every object on the way to the list may announce a further page. The one that has the list may also state a total.
 */
export function announcedIn(document: unknown, list: string): string | null {
  let around = document;
  for (const step of list.split('.').filter((word) => word !== '')) {
    if (!isRecord(around)) return null;
    const found = fieldIn(around, '', announcesMore) ?? describedIn(around);
    if (found !== null) return found;
    const value = own(around, step);
    if (Array.isArray(value))
      return fieldIn(around, '', (key, total) => isTotalAbove(value.length, key, total));
    around = value;
  }
  return null;
}

type IsAnnouncement = (key: string, value: unknown) => boolean;

/** Returns the first field that is an announcement, with its value. */
function fieldIn(fields: JsonObject, prefix: string, isAnnouncement: IsAnnouncement): string | null {
  for (const [name, value] of Object.entries(fields))
    if (isAnnouncement(plain(name), value)) return `${prefix}${name} is ${shown(value)}`;
  return null;
}

function describedIn(around: JsonObject): string | null {
  for (const [name, value] of Object.entries(around)) {
    if (!DESCRIPTIONS.has(plain(name)) || !isRecord(value)) continue;
    const found = fieldIn(value, `${name}.`, announcesMore);
    if (found !== null) return found;
  }
  return null;
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** True if the field says that there is a further page. */
function announcesMore(key: string, value: unknown): boolean {
  if (NEXT.has(key) || CURSOR.has(key)) return isStated(value);
  if (HAS_MORE.has(key)) return value === true || value === 'true';
  return PAGES.has(key) && (numberOrNull(value) ?? 0) > 1;
}

/** True for an address, a cursor or the number of a page, and for an object with one: `{"href": "…"}`. */
const isStated = (value: unknown): boolean =>
  isRecord(value) ? Object.values(value).some(isStated) : textOrNull(value) !== null && value !== 0;

/** True if the field is a total, and the list has fewer rows. */
const isTotalAbove = (rows: number, key: string, value: unknown): boolean =>
  TOTAL.has(key) && rows < (numberOrNull(value) ?? 0) * (1 - MISSING_SHARE_MAX);

/** An address or a cursor may contain a credential, so only numbers and flags are shown. */
const shown = (value: unknown): string =>
  typeof value === 'boolean' ? String(value) : String(numberOrNull(value) ?? 'stated');
