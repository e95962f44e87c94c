/** Checks the arguments of a tool with its published schema and reports every fault at once. */
import type { Static, TObject } from 'typebox';
import { Compile } from 'typebox/compile';
import { COUNTRIES } from '../../domain/countries.ts';
import { centsToUsd } from '../../domain/money.ts';
import { type Place, placeName } from '../../domain/places/names.ts';
import { isNorthernCyprus } from '../../domain/places/northern-cyprus.ts';
import { countriesMeant, type PlaceMatch, searchPlaces } from '../../domain/places/search.ts';
import {
  AVOID_EXITS_MAX,
  DATA_MB,
  DAYS_MAX,
  DAYS_MIN,
  LIST_MAX,
  MAX_USD_CENTS,
  NEEDS,
  REQUIREMENTS,
  SORTS,
  THEN_MAX,
} from '../../domain/trip.ts';
import { noticeSchema } from '../../wire/schemas/comparison.ts';
import { isObject, type Params } from '../jsonrpc.ts';

/** Long enough for any name of a place, short enough that a search stays cheap. */
export const QUERY_MAX_LENGTH = 100;
/** For arguments without a length of their own. Each of them takes one of a few words. */
const STRING_MAX_LENGTH = 100;

const list = (values: readonly string[]): string => values.map((value) => `"${value}"`).join(', ');

/** What each argument accepts, and whether it may be left out. */
const WANTED = {
  country: 'an ISO 3166-1 alpha-2 code such as "TR", or a name that means one country',
  days: `a whole number from ${DAYS_MIN} to ${DAYS_MAX}, without quotes`,
  need: `one of ${list(NEEDS)}`,
  sort: `one of ${list(SORTS)}, or leave it out`,
  require: `a list of any of ${list(REQUIREMENTS)}, or leave it out`,
  then: `a list of at most ${THEN_MAX} further stops, each {"country", "days"}, all days together at most ${DAYS_MAX}, or leave it out`,
  data_gb: `a number from ${DATA_MB.min / 1000} to ${DATA_MB.max / 1000} with at most one decimal, without quotes, not with need "unlimited", or leave it out`,
  max_usd: `a number from ${centsToUsd(MAX_USD_CENTS.min)} to ${centsToUsd(MAX_USD_CENTS.max)} with at most two decimals, without quotes, or leave it out`,
  avoid_exits: `a list of at most ${AVOID_EXITS_MAX} different country codes such as "HK", or leave it out`,
  limit: `a whole number from 1 to ${LIST_MAX}, without quotes, or leave it out`,
  query: `text of at most ${QUERY_MAX_LENGTH} characters, or leave it out`,
} as const;
export type ArgumentName = keyof typeof WANTED;

/** What a tool adds to the notices of a comparison: how the call was understood. */
export const TOOL_NOTICE_CODES = [
  /** Value: the country code that was used. */
  'country_interpreted',
  'no_match',
] as const;
export const ToolNotice = noticeSchema([...TOOL_NOTICE_CODES, 'ignored_parameters']);
export type ToolNotice = Static<typeof ToolNotice>;

export interface Reading<T> {
  /** null if an argument is invalid. */
  readonly value: T | null;
  /** The known arguments as the client sent them. */
  readonly given: Params;
  readonly faults: readonly string[];
  /** Unknown arguments. A notice names them, so that no model believes that they had an effect. */
  readonly ignored: readonly string[];
}

export function argumentReader<const T extends TObject>(schema: T): (given: unknown) => Reading<Static<T>> {
  const compiled = Compile(schema);
  const names = Object.keys(schema.properties);
  const known = new Set(names);
  const required = new Set<string>(schema.required);
  // null for an optional argument means that it is absent: assistants fill in every field that they see.
  const isGiven = (name: string, value: unknown) =>
    value !== undefined && (value !== null || required.has(name));
  return (sent) => {
    const all = sent ?? {};
    if (!isObject(all)) {
      return { value: null, given: {}, faults: ['arguments must be an object.'], ignored: [] };
    }
    const own = names.filter((name) => Object.hasOwn(all, name) && isGiven(name, all[name]));
    const given = Object.fromEntries(own.map((name) => [name, all[name]]));
    const ignored = Object.keys(all).filter((name) => !known.has(name));
    const tooLong = own.filter((name) => isTooLong(schema.properties[name]!, all[name]));
    if (tooLong.length === 0 && compiled.Check(given)) {
      return { value: given as Static<T>, given, faults: [], ignored };
    }
    const rest = own.filter((name) => !tooLong.includes(name)).map((name) => [name, all[name]]);
    const wrong = compiled.Errors(Object.fromEntries(rest)).flatMap((error) => {
      // The schema reports a missing argument at its parent, and every other fault at its own path.
      if (error.keyword === 'required' && error.instancePath === '') return error.params.requiredProperties;
      return error.instancePath.split('/')[1] ?? [];
    });
    const faults = [...new Set([...tooLong, ...wrong])].map((name) => faultOf(name as ArgumentName, given));
    return { value: null, given, faults, ignored };
  };
}

/** Checked before the schema, whose cost grows with the length. Arguments that are refused cost no quota. */
function isTooLong(schema: { maxItems?: number; maxLength?: number }, value: unknown): boolean {
  if (Array.isArray(value)) return value.length > (schema.maxItems ?? 0);
  return typeof value === 'string' && value.length > (schema.maxLength ?? STRING_MAX_LENGTH);
}

export function faultOf(name: ArgumentName, given: Params, hint = suggestion(name, given[name])): string {
  const fault = Object.hasOwn(given, name) ? `${show(given[name])} is not usable` : 'is missing';
  return `${name} ${fault}: give ${WANTED[name]}.${hint}`;
}

/** Enough of a value to recognise it. */
const SHOWN_LENGTH = 40;

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, SHOWN_LENGTH));
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return String(value);
}

function suggestion(name: ArgumentName, value: unknown): string {
  if (typeof value !== 'string') return '';
  const text = value.trim();
  if (name === 'days' || name === 'limit') {
    const max = name === 'days' ? DAYS_MAX : LIST_MAX;
    return /^[1-9]\d?$/.test(text) && Number(text) <= max ? ` Did you mean ${text}?` : '';
  }
  const values: readonly string[] = name === 'need' ? NEEDS : name === 'sort' ? SORTS : [];
  const known = values.find((one) => one === text.toLowerCase());
  return known === undefined ? '' : ` Did you mean "${known}"?`;
}

// Which country an assistant means by a name.

export type PlaceReading =
  | { readonly code: string; readonly notice: ToolNotice | null }
  /** `hint` suggests what to write instead. */
  | { readonly code: null; readonly hint: string };

const ALL = new Map(COUNTRIES.map(({ code }) => [code, 0]));
const SUGGESTED_MAX = 6;

/** Reads a code, or a name or place that means one country. Two other letters are read as a code without plans. */
export function readPlace(written: string): PlaceReading {
  const text = written.trim();
  if (isNorthernCyprus(text)) return { code: null, hint: ` ${NORTHERN_CYPRUS}` };
  const meant = countriesMeant(text);
  const [first, second] = meant;
  if (first !== undefined && second === undefined) {
    const { country, place } = first;
    const where = place === null ? '' : ` (${placeName(place, 'en')}: ${country.name})`;
    const isPlain = written === country.code;
    return { code: country.code, notice: isPlain ? null : readAs(text, country.code, where) };
  }
  if (first !== undefined) return { code: null, hint: hintFor(meant) };
  const code = /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : null;
  if (code === null) return { code, hint: hintFor(searchPlaces(text, ALL)) };
  return { code, notice: code === written ? null : readAs(text, code) };
}

const readAs = (written: string, code: string, where = ''): ToolNotice => ({
  code: 'country_interpreted',
  value: code,
  text: `Read '${written}' as ${code}${where}.`,
});

export const NORTHERN_CYPRUS = 'Northern Cyprus has no country code, so no plans are listed for it.';

function hintFor(found: readonly PlaceMatch[]): string {
  const [first] = found;
  if (first === undefined) return ' list_destinations finds the code of a place.';
  const named = found
    .slice(0, SUGGESTED_MAX)
    .map(({ country: { code, name }, place }) => `"${code}" (${labelOf(name, place)})`);
  const more = found.length > SUGGESTED_MAX ? ' list_destinations lists all that it may mean.' : '';
  if (first.place?.kind === 'group') {
    const group = placeName(first.place, 'en');
    return ` ${group} is several countries: give one of them, such as ${named.join(', ')}. For several in one trip, give the further ones in then.${more}`;
  }
  return ` Did you mean ${named.join(' or ')}?${more}`;
}

const labelOf = (country: string, place: Place | null): string =>
  place === null || place.kind === 'group' ? country : `${placeName(place, 'en')}: ${country}`;
