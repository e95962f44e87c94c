/** Parsers of single values. Each returns a clean value or null, and never guesses. */

import { isInCalendar } from '../../domain/calendar.ts';
import { FeedError } from '../adapter.ts';
import type { Draft, ParsedRow, RejectReason } from '../draft.ts';
import { decodeEntities } from './text.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own property only, so that no feed reaches an object's prototype. */
export function own(record: JsonObject, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** True for a field without a value: nothing, an empty text or an empty list. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The first of these keys that the record has with a value. Dialects name the same thing differently. */
export function firstOf(record: JsonObject, ...keys: readonly string[]): unknown {
  for (const key of keys) {
    const value = own(record, key);
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function recordsOf(value: unknown): readonly JsonObject[] {
  return listOf(value).filter(isRecord);
}

/** Longer than any real name or id. Names are shortened after they are read. */
const TEXT_CHARACTERS_MAX = 1000;

/** Most texts need no cleaning. */
const UNCLEAN = /&|[^\S ]|\p{Cc}|\p{Cs}|^ | $| {2}/u;

/** Text on one line; numbers count as text, since feeds differ on ids. null where there is none. */
export function textOrNull(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string' || value === '') return null;
  if (value.length <= TEXT_CHARACTERS_MAX && !UNCLEAN.test(value)) return value;
  const text = decodeEntities(value.slice(0, TEXT_CHARACTERS_MAX))
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return text === '' ? null : text;
}

/** The name of a field in lower case, with letters and digits only. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** A number, a boolean or a text as it is written. null: there is none. */
export function scalarText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** A link is never shortened. */
export function linkOf(value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') reject('missing_field', 'It has no link.');
  return value.trim().replaceAll('&amp;', '&');
}

const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,200})?$/;

/** A finite number, or a plain decimal in a string ("28.81"). No hexadecimal, no exponent, no thousands marks. */
export function numberOrNull(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return NUMBER.test(text) ? Number(text) : null;
}

/** A number as people write it: "1,5" is one and a half, "0,500" a half, "1,000" and "1 000" a thousand. */
export function writtenNumber(value: unknown): number | null {
  const plain = numberOrNull(value);
  if (plain !== null || typeof value !== 'string') return plain;
  const text = value.trim();
  if (/^[1-9]\d{0,2}(?:[, '\u00a0\u202f]\d{3}){1,3}(?:\.\d{1,3})?$/.test(text))
    return Number(text.replace(/[^\d.]/g, ''));
  return /^(?:0,\d{1,3}|\d{1,6},\d{1,2})$/.test(text) ? Number(text.replace(',', '.')) : null;
}

const POINT_OF_THOUSANDS = /^([1-9]\d{0,2})\.(\d{3})$/;

/**
 * "1.500" without its point, for a unit of which nobody sells a thousandth, such as megabytes and kbps. There the point
 * separates thousands.
 */
export const withoutThousandsPoint = (text: string): string => text.replace(POINT_OF_THOUSANDS, '$1$2');

/** What a pattern finds in a text. null if that is nothing, or two different things: "1 GB" and "1gb" are the same. */
export function onlyMatch(text: string, pattern: RegExp): string | null {
  const [first, ...others] = text.match(pattern) ?? [];
  const plain = (match: string) => match.toLowerCase().replaceAll(' ', '');
  if (first === undefined || others.some((other) => plain(other) !== plain(first))) return null;
  return first;
}

/** The largest numbers in feeds are amounts in bytes, and a plan has far fewer than this. */
const POSITIVE_MAX = 1e15;

/** A number above zero, for facts that are left unknown where they make no sense (speeds, windows). */
export function positiveOrNull(value: unknown): number | null {
  const number = numberOrNull(value);
  return number !== null && number > 0 && number <= POSITIVE_MAX ? number : null;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(', '));
const YES = words('true, yes, y, t, 1, on, allowed, supported, available, included, enabled, ✓, ✔, ✅');
const NO = words(
  'false, no, n, f, 0, off, not allowed, not supported, unsupported, not available, unavailable, not included, disabled, ✗, ✘, ❌, ×',
);

export function booleanOrNull(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== 'string' || value.length > 20) return null;
  const word = value.trim().toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : null;
}

/** ISO 8601 with a year, or null. Feeds write "2025-08-09 16:08:05.153+00" too. A time without a zone is UTC. */
export function instantOrNull(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 40) return null;
  const text = value.trim();
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || !isInCalendar(text)) return null;
  const written = text.replace(' ', 'T').replace(/(:\d{2}(?:\.\d+)?[+-]\d{2})$/, '$1:00');
  // Without a zone, `Date.parse` would use the zone of the machine.
  const time = Date.parse(/T[\d:.]+$/.test(written) ? `${written}Z` : written);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** When an offer ends. A date without a time includes the whole day. */
export function endOrNull(value: unknown): string | null {
  const isDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value.trim());
  return instantOrNull(isDay ? `${value.trim()}T23:59:59Z` : value);
}

// A reader throws `RowRejected` to reject a row. `readRow` turns it into a rejected row.

/** Long enough to recognise a value, short enough for one line on a terminal. */
const SHOWN_CHARACTERS = 60;

export class RowRejected extends Error {
  override readonly name = 'RowRejected';
  readonly reason: RejectReason;
  /** The operator's `keep` filter removes the row. */
  readonly filtered: boolean;
  /** Regions whose countries are not known. The row becomes a plan when `regions` of the source lists them. */
  readonly regions: readonly string[];
  constructor(
    reason: RejectReason,
    detail: string,
    {
      filtered = false,
      regions = [],
    }: { readonly filtered?: boolean; readonly regions?: readonly string[] } = {},
  ) {
    super(detail);
    this.reason = reason;
    this.filtered = filtered;
    this.regions = regions;
  }
}

export function reject(reason: RejectReason, detail: string): never {
  throw withoutStack(() => new RowRejected(reason, detail));
}

/** A feed may have a hundred thousand rejected rows, and V8 takes longer to collect a stack than to read a row. */
function withoutStack(create: () => RowRejected): RowRejected {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const rejected = create();
  Error.stackTraceLimit = stackTraceLimit;
  return rejected;
}

/** Rejects a row that waits for the countries of a region. */
export function rejectRegions(regions: readonly string[], detail: string): never {
  throw new RowRejected('unknown_place', detail, { regions });
}

/** A value of a feed, for the detail of a rejected row. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/** One row with its place in the feed. */
export interface Row<T> {
  readonly row: number;
  readonly value: T;
}

/** Reads one row to a draft or to a rejected row. Any other error is a defect of ours. */
export function readRow<T>(
  page: number,
  row: number,
  value: T,
  idOf: (value: T) => string | null,
  read: (value: T) => Draft,
): ParsedRow {
  try {
    const draft = read(value);
    return { ok: true, ref: { page, row, externalId: draft.externalId }, draft };
  } catch (error) {
    if (!(error instanceof RowRejected)) throw error;
    const ref = { page, row, externalId: idOf(value) };
    const { reason, message: detail, filtered, regions } = error;
    return {
      ok: false,
      ref,
      reason,
      detail,
      ...(filtered && { filtered }),
      ...(regions.length > 0 && { regions }),
    };
  }
}

// Landing pages for feeds that have none: the operator writes the address once, with names in braces.

/** "{Product ID}": the name of a column may have any characters but braces. The bound keeps the search linear. */
const PLACEHOLDER = /\{([^{}]{1,100})\}/g;

/** The names in the braces of a template. */
export const placeholdersIn = (template: string): readonly string[] =>
  [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/** "https://shop.example/{slug}?plan={id}" with values put in, each escaped for an address. */
export function fillLink(
  template: string,
  values: Readonly<Record<string, string>> | ((name: string) => string),
): string {
  return template.replace(PLACEHOLDER, (_whole, name: string) => {
    const value = typeof values === 'function' ? values(name) : own(values, name);
    if (typeof value !== 'string')
      throw new FeedError(`The link template names {${name}}, which this feed does not have.`);
    return encodeURIComponent(value);
  });
}

/** The host itself or a name below it: `shop.example` allows `www.shop.example`, never `myshop.example`. */
export function isAllowedHost(host: string, allowed: readonly string[]): boolean {
  return allowed.some((name) => host === name || host.endsWith(`.${name}`));
}
