/** Checks the arguments of a tool with its published schema and reports every fault at once. */
import type { Static, TObject } from 'typebox';
import { Compile, type Validator } from 'typebox/schema';
import { PLACE_TEXT_MAX } from '../../domain/places/meaning.ts';
import {
  AVOID_EXITS_MAX,
  DAYS_MAX,
  LIST_MAX,
  NEEDS,
  REQUIREMENTS,
  SORTS,
  THEN_MAX,
  TRAVELLERS_MAX,
} from '../../domain/trip.ts';
import { misspelledNames } from '../../wire/near-name.ts';
import { noticeSchema } from '../../wire/schemas/comparison.ts';
import { ACCEPTED } from '../../wire/sentences/parameters.ts';
import { isObject, type Params } from '../jsonrpc.ts';

/** For arguments whose schema has no `maxLength`, because they take one of a few words. */
const STRING_MAX_LENGTH = 100;

/** What each argument accepts. Entries of a list have a line of their own. */
const WANTED = {
  country: 'give an ISO 3166-1 alpha-2 code such as "TR", or a name that means one country',
  days: `give ${ACCEPTED.days}`,
  need: `use ${NEEDS.join(', ')}`,
  sort: `use ${SORTS.join(', ')}, or leave it out`,
  require: `give a list of ${REQUIREMENTS.join(', ')}, or leave it out`,
  'require[]': `use ${REQUIREMENTS.join(', ')}`,
  then: `give a list of at most ${THEN_MAX} further stops, each {"country", "days"}, all days together at most ${DAYS_MAX}, or leave it out`,
  'then[]': 'give {"country", "days"}',
  data_gb: `give ${ACCEPTED.data_gb}, or leave it out`,
  max_usd: `give ${ACCEPTED.max_usd}, or leave it out`,
  avoid_exits: `give a list of at most ${AVOID_EXITS_MAX} different country codes such as "HK", or leave it out`,
  'avoid_exits[]': 'give a country code of two capital letters such as "HK", each once',
  travellers: `give ${ACCEPTED.travellers}, or leave it out`,
  limit: `give ${ACCEPTED.limit}, or leave it out`,
  phone: `give ${ACCEPTED.phone}, or leave it out`,
  query: `give text of at most ${PLACE_TEXT_MAX} characters, or leave it out`,
} as const;
type Wanted = keyof typeof WANTED;
const NUMBERS: ReadonlySet<Wanted> = new Set(['days', 'data_gb', 'travellers', 'max_usd', 'limit']);

/** What a tool adds to the notices of a comparison: how the call was understood. */
export const TOOL_NOTICE_CODES = [
  /** Value: the country code that was used, or the codes of several stops. */
  'country_interpreted',
  'no_match',
  /** Value: the days of all stops together. */
  'days_total',
] as const;
export const ToolNotice = noticeSchema([...TOOL_NOTICE_CODES, 'ignored_parameters']);
export type ToolNotice = Static<typeof ToolNotice>;

export interface Reading<T> {
  /** null if an argument is invalid. */
  readonly value: T | null;
  /** The known arguments as they were sent, also if some of them are invalid. */
  readonly known: Params;
  readonly faults: readonly string[];
  /** Unknown arguments. A notice names them, so that no model believes that they had an effect. */
  readonly ignored: readonly string[];
}

export function argumentReader<const T extends TObject>(schema: T): (sent: unknown) => Reading<Static<T>> {
  /** Compiled at the first call. */
  let compiled: Validator | null = null;
  const names = Object.keys(schema.properties);
  const required = new Set<string>(schema.required);
  const isUnwantedList = (name: string, value: unknown) =>
    Array.isArray(value) && !('items' in schema.properties[name]!);
  // null for an optional argument means that it is absent: assistants fill in every field that they see.
  const isGiven = (name: string, value: unknown) =>
    value !== undefined && (value !== null || required.has(name));
  return (sent) => {
    const given = sent ?? {};
    if (!isObject(given)) {
      return { value: null, known: {}, faults: ['arguments must be an object.'], ignored: [] };
    }
    compiled ??= Compile(schema);
    const isKnown = (name: string) => Object.hasOwn(given, name) && isGiven(name, given[name]);
    const known = Object.fromEntries(names.filter(isKnown).map((name) => [name, given[name]]));
    const unknown = Object.keys(given).filter((name) => !names.includes(name));
    const misspelled = misspelledNames(unknown, names);
    const tooLong = Object.keys(known).filter((name) => isTooLong(schema.properties[name]!, known[name]));
    if (tooLong.length === 0 && misspelled.size === 0 && compiled.Check(known)) {
      return { value: known as Static<T>, known, faults: [], ignored: unknown };
    }
    const shortOnes = Object.fromEntries(Object.entries(known).filter(([name]) => !tooLong.includes(name)));
    const meant = new Set(misspelled.values());
    // The first fault of each value says enough.
    const wrong = new Map<string, string>();
    for (const { path, what } of compiled.Errors(shortOnes)[1].flatMap(faultsIn)) {
      // An argument seems to be missing if it is too long or misspelled. Its own fault says more.
      const isExplained = tooLong.includes(path) || (what === MISSING && meant.has(path));
      if (!isExplained && !wrong.has(path)) wrong.set(path, what);
    }
    const faults = [
      ...misspelledFaults(misspelled),
      ...tooLong.map((name) =>
        faultOf(name, known[name], isUnwantedList(name, known[name]) ? 'is malformed' : 'is too long'),
      ),
      ...[...wrong].map(([path, what]) => faultOf(path, valueAt(known, path), what)),
    ];
    return { value: null, known, faults, ignored: unknown };
  };
}

/**
 * Checked before the schema, because the cost of that check grows with the length, and wrong arguments take no quota. Any
 * list is too long for an argument that is no list and so has no `maxItems`.
 */
function isTooLong(schema: { maxItems?: number; maxLength?: number }, value: unknown): boolean {
  if (Array.isArray(value)) return value.length > (schema.maxItems ?? 0);
  return typeof value === 'string' && value.length > (schema.maxLength ?? STRING_MAX_LENGTH);
}

const MISSING = 'is missing';

/** `path` is that of the object with the names, such as `then[0].`. */
export const misspelledFaults = (misspelled: ReadonlyMap<string, string>, path = ''): string[] =>
  Array.from(
    misspelled,
    ([name, meant]) => `${path}${show(name)} is not an argument: did you mean "${meant}"?`,
  );

type SchemaError = ReturnType<Validator['Errors']>[1][number];

/** Paths are written as in JavaScript: `then[0].days`. The schema reports a missing member at its parent. */
function faultsIn(error: SchemaError): { path: string; what: string }[] {
  const path = error.instancePath
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
  if (error.keyword === 'required') {
    const parent = path === '' ? '' : `${path}.`;
    return error.params.requiredProperties.map((name) => ({ path: `${parent}${name}`, what: MISSING }));
  }
  return [{ path, what: WHAT[error.keyword] ?? 'is malformed' }];
}

/** A value that violates any other keyword is malformed. */
const WHAT: Readonly<Record<string, string>> = {
  enum: 'is unknown',
  minimum: 'is out of range',
  maximum: 'is out of range',
};

const valueAt = (given: Params, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<unknown>((value, step) => (value as Params | undefined)?.[step], given);

/** One sentence: which value, what is wrong with it, what is accepted, and what may be meant. */
export function faultOf(path: string, value: unknown, what: string, hint?: string): string {
  // A further stop takes the same countries and days as the first one, and all entries of a list share a line.
  const wanted = path.replace(/^then\[\d+\]\./, '').replace(/\[\d+\]$/, '[]') as Wanted;
  const shown = value === undefined ? '' : ` ${show(value)}`;
  const quotes = NUMBERS.has(wanted) && typeof value === 'string' ? ', without quotes' : '';
  return `${path}${shown} ${what}: ${WANTED[wanted]}${quotes}.${hint ?? suggestion(wanted, value)}`;
}

/** Enough of a value to recognise it. */
const SHOWN_LENGTH = 40;

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, SHOWN_LENGTH));
  if (Array.isArray(value)) return `(a list of ${value.length})`;
  return typeof value === 'object' && value !== null ? '(an object)' : String(value);
}

function suggestion(name: Wanted, value: unknown): string {
  if (typeof value !== 'string') return '';
  const text = value.trim();
  if (name === 'days' || name === 'limit' || name === 'travellers') {
    const max = { days: DAYS_MAX, limit: LIST_MAX, travellers: TRAVELLERS_MAX }[name];
    return /^[1-9]\d*$/.test(text) && Number(text) <= max ? ` Did you mean ${text}?` : '';
  }
  const values: readonly string[] = name === 'need' ? NEEDS : name === 'sort' ? SORTS : [];
  const known = values.find((one) => one === text.toLowerCase());
  return known === undefined ? '' : ` Did you mean "${known}"?`;
}
