/**
 * Finds what a page announces beyond the pages that were read: a `Link` header, or fields beside the list of rows. Half a
 * feed must not be published as if it were whole.
 */
import type { FeedPage } from '../../adapter.ts';
import {
  booleanOrNull,
  isRecord,
  type JsonObject,
  numberOrNull,
  own,
  plainName,
  textOrNull,
} from '../../parse/value.ts';
import type { Surroundings } from './formats.ts';
import { CURSOR, DESCRIPTIONS, HAS_MORE, IS_LAST, LINKS, NEXT, PAGES, TOTAL } from './paging-fields.ts';

/** `<https://shop.example/plans?page=2>; rel="next"` (RFC 8288). The relation may be one of several. */
const LINK = /<([^<>]*)>\s*;[^<]*?\brel\s*=\s*(?:"[^"]*\bnext\b[^"]*"|'[^']*\bnext\b[^']*'|next\b)/i;

/** The address of the next page in the `Link` header. */
export const nextLink = ({ link = '' }: Pick<FeedPage, 'link'>): string | null =>
  LINK.exec(link)?.[1] ?? null;

/** Descriptions lie in each other at most so deep: "meta.pagination.links.next". */
const DESCRIPTION_LEVELS = 3;

/** The share of the announced total that may be missing, because a shop may change its plans while it counts them. */
const MISSING_SHARE_MAX = 0.01;

/** What was read when the page was the last one. */
interface PagesRead {
  readonly pages: number;
  /** Entries of the list in all pages, before any filter. */
  readonly rows: number;
  /** True if a field that the paging names states the end. Then only a flag can contradict it. */
  readonly isEndStated: boolean;
}

/** Returns the announcement ("pageCount is 3"), or null if there is none. */
export function announcedBy(
  page: Pick<FeedPage, 'link'>,
  surroundings: Surroundings | null,
  read: PagesRead,
): string | null {
  if (!read.isEndStated && nextLink(page) !== null) return 'it has a Link header with rel="next"';
  if (surroundings === null) return null;
  const fields = fieldsIn(surroundings);
  const more =
    fields.find(saysMore) ?? (read.isEndStated ? undefined : fields.find(announcesIn(fields, read)));
  return more === undefined ? null : `${more.path} is ${shown(more.value)}`;
}

interface Field {
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
  /** True if it is beside the list itself, not beside an object that contains the list. */
  readonly isBesideList: boolean;
}

/** The fields of every object on the way to the list, and of the objects there that describe the paging. */
function fieldsIn({ document, list }: Surroundings): readonly Field[] {
  const steps = list.split('.').filter((step) => step !== '');
  const found: Field[] = [];
  let around = document;
  for (const [at, step] of steps.entries()) {
    if (!isRecord(around)) break;
    const prefix = steps.slice(0, at).map((before) => `${before}.`);
    found.push(...fieldsOf(around, prefix.join(''), at === steps.length - 1, DESCRIPTION_LEVELS));
    around = own(around, step);
  }
  return found;
}

function* fieldsOf(
  fields: JsonObject,
  prefix: string,
  isBesideList: boolean,
  levels: number,
): Generator<Field> {
  for (const [key, value] of Object.entries(fields)) {
    const name = plainName(key);
    const path = `${prefix}${key}`;
    yield { path, name, value, isBesideList };
    if (levels > 0 && DESCRIPTIONS.has(name) && isRecord(value))
      yield* fieldsOf(value, `${path}.`, false, levels - 1);
    if (LINKS.has(name))
      for (const link of [value].flat())
        if (isRecord(link) && link['rel'] === 'next')
          yield { path: `${path}[rel=next]`, name: 'next', value: link['href'], isBesideList };
  }
}

/** True for a flag that says that a page follows. */
const saysMore = ({ name, value }: Field): boolean =>
  (HAS_MORE.has(name) && booleanOrNull(value) === true) || (IS_LAST.has(name) && isWritten(value, false));

/** True for a flag that says that no page follows. */
const saysLast = ({ name, value }: Field): boolean =>
  (HAS_MORE.has(name) && booleanOrNull(value) === false) || (IS_LAST.has(name) && isWritten(value, true));

/** `lastPage` may be a number, so only true and false are flags there. */
const isWritten = (value: unknown, flag: boolean): boolean =>
  value === flag || (typeof value === 'string' && value.trim().toLowerCase() === String(flag));

function announcesIn(fields: readonly Field[], { pages, rows }: PagesRead): (field: Field) => boolean {
  // The last page of a list often has the cursor of its last row.
  const isLast = fields.some(saysLast);
  return ({ name, value, isBesideList }) =>
    (NEXT.has(name) && isStated(value)) ||
    (CURSOR.has(name) && !isLast && isStatedText(value)) ||
    (PAGES.has(name) && (numberOrNull(value) ?? 0) > pages) ||
    (isBesideList && TOTAL.has(name) && rows < (numberOrNull(value) ?? 0) * (1 - MISSING_SHARE_MAX));
}

/** True for an address or the number of a page, and for an object with one: `{"href": "…"}`. */
const isStated = (value: unknown): boolean =>
  isRecord(value) ? Object.values(value).some(isStated) : isStatedText(value);

const isStatedText = (value: unknown): boolean => textOrNull(value) !== null && numberOrNull(value) !== 0;

/** An address or a cursor may contain a credential, so only numbers and flags are shown. */
export const shown = (value: unknown): string =>
  booleanOrNull(value) === null && numberOrNull(value) === null ? 'stated' : String(value);
