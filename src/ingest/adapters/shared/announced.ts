/**
 * Finds what a page announces beyond the pages that were read: a `Link` header, or fields beside the list of rows. Half a
 * feed must not be published as if it were whole.
 */
import type { FeedPage } from '../../adapter.ts';
import {
  booleanOrNull,
  instantOrNull,
  isRecord,
  type JsonObject,
  numberOrNull,
  own,
  plainName,
  textOrNull,
  writtenNumber,
} from '../../parse/value.ts';
import type { Surroundings } from './formats.ts';
import {
  COUNT,
  DESCRIPTIONS,
  HAS_MORE,
  INCOMPLETE,
  IS_LAST,
  isCursor,
  isNext,
  LINKS,
  PAGE,
  PAGES,
  TOTAL,
} from './paging-fields.ts';

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
    fields.find(saysMore) ??
    (read.isEndStated ? undefined : fields.find(announcesIn(fields, read, listOf(surroundings))));
  return more === undefined ? null : `${more.path} is ${shown(more.value)}`;
}

interface Field {
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
  /** True if it is beside the list itself, not beside an object that contains the list. */
  readonly isBesideList: boolean;
}

interface List {
  /** As `plainName` writes it: "data.plans" is "plans". */
  readonly name: string;
  /** True if an entry may contain several plans. Then a count may be that of the plans. */
  readonly isNested: boolean;
}

function listOf({ document, list }: Surroundings): List {
  const steps = list.split('.').filter((step) => step !== '');
  const entries = steps.reduce(
    (around, step) => (isRecord(around) ? own(around, step) : undefined),
    document,
  );
  const entry: unknown = Array.isArray(entries) ? entries[0] : undefined;
  const isNested =
    isRecord(entry) && Object.values(entry).some((value) => Array.isArray(value) && isRecord(value[0]));
  return { name: plainName(steps.at(-1) ?? ''), isNested };
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
    if (levels > 0 && DESCRIPTIONS.test(name) && isRecord(value))
      yield* fieldsOf(value, `${path}.`, false, levels - 1);
    // "pages": {"total": 3, "current": 1}
    if (name === 'pages' && isRecord(value))
      yield { path: `${path}.total`, name, value: own(value, 'total'), isBesideList: false };
    if (LINKS.test(name))
      for (const link of [value].flat())
        if (isRecord(link) && isNextRelation(link['rel']))
          yield { path: `${path}[rel=next]`, name: 'next', value: link['href'], isBesideList };
  }
}

/** "next", "NEXT", "next nofollow" and ["next"] (RFC 8288 compares relations without case). */
const isNextRelation = (rel: unknown): boolean =>
  [rel].flat().some((one) => typeof one === 'string' && one.toLowerCase().split(/\s+/).includes('next'));

/** True for a flag that says that a page follows. */
const saysMore = ({ name, value }: Field): boolean =>
  ((HAS_MORE.test(name) || INCOMPLETE.test(name)) && booleanOrNull(value) === true) ||
  (isNext(name) && isWritten(value, true)) ||
  (IS_LAST.test(name) && isWritten(value, false));

/** True for a flag that says that no page follows. */
const saysLast = ({ name, value }: Field): boolean =>
  (HAS_MORE.test(name) && booleanOrNull(value) === false) || (IS_LAST.test(name) && isWritten(value, true));

/** `lastPage` and `next` may be a number, so only true and false are flags there. */
const isWritten = (value: unknown, flag: boolean): boolean =>
  value === flag || (typeof value === 'string' && value.trim().toLowerCase() === String(flag));

function announcesIn(
  fields: readonly Field[],
  { pages, rows }: PagesRead,
  list: List,
): (field: Field) => boolean {
  const totalIn = ({ name, value, isBesideList }: Field): number | null =>
    isBesideList && countsRowsOf(list, name) ? writtenNumber(value) : null;
  const isLast = fields.some(saysLast);
  const hasAllRows = fields.some(
    (field) => TOTAL.test(field.name) && (totalIn(field) ?? 0) > 0 && rows >= totalIn(field)!,
  );
  // The last page of a list often has the cursor of its last row. One that is called the next contradicts a total.
  const isCursorOfEnd = (name: string): boolean => isLast || (hasAllRows && !name.startsWith('next'));
  return (field) => {
    const { name, value } = field;
    return (
      (isNext(name) && isStated(value)) ||
      (isCursor(name) && !isCursorOfEnd(name) && isStatedText(value)) ||
      (pagesIn(field) ?? 0) > pages ||
      rows < (totalIn(field) ?? 0) * (1 - MISSING_SHARE_MAX)
    );
  };
}

/** True for a number of rows. In a list of countries with their plans, "totalPlans" is none. */
const countsRowsOf = ({ name: list, isNested }: List, name: string): boolean =>
  TOTAL.test(name) ||
  [`total${list}`, `${list}total`, `${list}count`].includes(name) ||
  (COUNT.test(name) && !isNested);

/** The number of pages: `"pages": 3` and `"page": "1 of 3"`. null: the field states none. */
function pagesIn({ name, value }: Field): number | null {
  if (!PAGES.test(name) && !PAGE.test(name)) return null;
  const [, pages] = typeof value === 'string' ? (PAGE_OF_PAGES.exec(value) ?? []) : [];
  return pages === undefined && PAGES.test(name) ? writtenNumber(value) : numberOrNull(pages);
}

const PAGE_OF_PAGES = /^\s*(?:page\s+)?\d{1,6}\s*(?:of|\/)\s*(\d{1,6})\s*$/i;

/** True for an address or the number of a page, and for an object with one: `{"href": "…"}`. */
const isStated = (value: unknown): boolean =>
  isRecord(value)
    ? Object.values(value).some(isStated)
    : isStatedText(value) && instantOrNull(value) === null;

const isStatedText = (value: unknown): boolean =>
  textOrNull(value) !== null && !isWritten(value, false) && (numberOrNull(value) ?? 1) > 0;

/** An address or a cursor may contain a credential, so only numbers and flags are shown. */
export const shown = (value: unknown): string =>
  booleanOrNull(value) === null && writtenNumber(value) === null ? 'stated' : String(value);
