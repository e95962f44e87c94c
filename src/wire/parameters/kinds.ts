/**
 * The kinds of values that parameters have. A kind reads a JSON value, which an interface made from what it was sent:
 * the REST API from text, the tool from its arguments, the page from the fields of its form.
 */
import Type, { type TSchema } from 'typebox';
import { ID_PATTERN } from '../../domain/id.ts';
import { PLACE_TEXT_MAX } from '../../domain/places/meaning.ts';
import { COUNTRY_PATTERN, type Stop } from '../../domain/trip.ts';
import type { QueryFaultCode } from '../schemas/problem.ts';

export type FaultCode =
  | QueryFaultCode
  /** A text or a list that is not read because of its length. */
  | 'too_long'
  | 'too_precise'
  /** A name that is no place, or that means several. */
  | 'unknown_place'
  | 'several_places';

/** The name of the parameter, the number of an entry in its list, and the name of a member of that entry. */
export type Path = readonly [name: string, index?: number, member?: string];

export interface Fault {
  readonly path: Path;
  readonly code: FaultCode;
  /** Left out: there is none, or it must not be repeated. */
  readonly value?: unknown;
  /** What is wanted there. */
  readonly kind: Kind;
  /** What may be meant. */
  readonly advice?: string;
}

/** Returns the country that a text means. Interfaces differ: the REST API takes codes only. */
export type PlaceReader = (text: string, at: Position) => string | null;

/** Where a value stands. It collects faults. A value with a fault is not used. */
export class Position {
  readonly #faults: Fault[];
  readonly #here: Pick<Fault, 'path' | 'value' | 'kind'>;
  readonly readPlace: PlaceReader;

  constructor(faults: Fault[], here: Pick<Fault, 'path' | 'value' | 'kind'>, readPlace: PlaceReader) {
    this.#faults = faults;
    this.#here = here;
    this.readPlace = readPlace;
  }

  fault(code: FaultCode, advice?: string): null {
    this.#faults.push({ ...this.#here, code, ...(advice !== undefined && { advice }) });
    return null;
  }

  /** The position of an entry of a list, or of a member of an entry. */
  inside(step: number | string, value: unknown, kind: Kind): Position {
    const path = [...this.#here.path, step] as unknown as Path;
    return new Position(this.#faults, { path, value, kind }, this.readPlace);
  }
}

export interface Kind<T = unknown> {
  readonly read: (value: unknown, at: Position) => T | null;
  /** The value that a text of a query means; the text itself if it is malformed. */
  readonly fromText: (text: string) => unknown;
  /** What is accepted: after "give" for a query, and as a complete request for the tool. */
  readonly accepts: { readonly query: string; readonly tool: string };
  /** As the two interfaces publish it, without a description. */
  readonly schema: { readonly query: TSchema; readonly tool: TSchema };
  /** The longest text, or the most entries of a list. */
  readonly lengthMax: number;
  /** Of a list: what one entry is called. */
  readonly entry?: string;
  /** The valid value that a wrong one nearly is, such as 7 for "7". */
  readonly nearest?: (value: unknown) => number | string | null;
  /** Of a number: the most decimals. */
  readonly decimals?: number;
  /** A fault does not repeat the value. */
  readonly isPrivate?: true;
}

/** Enough for any number and for any word of an enumeration. */
export const SHORT_TEXT_MAX = 100;
const sameText = (text: string): unknown => text;

interface NumberOptions {
  readonly unitsPerOne?: number;
  readonly decimals?: number;
  /** What to ask for instead of a value above the maximum. */
  readonly adviceAbove?: (value: number) => string;
}

/**
 * A number that is read as an integer in a smaller unit: gigabytes as megabytes, dollars as cents. `min` and `max` are in
 * that unit. Negative numbers are out of range and not malformed.
 */
export function numberIn(
  { min, max }: { readonly min: number; readonly max: number },
  { unitsPerOne = 1, decimals = 0, adviceAbove }: NumberOptions = {},
): Kind<number> {
  const isWhole = decimals === 0;
  const written = isWhole
    ? /^(?:0|-?[1-9]\d*)$/
    : new RegExp(`^-?(?:0|[1-9]\\d*)(?:\\.\\d{1,${decimals}})?$`);
  const bounds = { minimum: min / unitsPerOne, maximum: max / unitsPerOne };
  const range = `from ${bounds.minimum} to ${bounds.maximum}`;
  const accepts = isWhole
    ? `a whole number ${range}`
    : `a number ${range} with at most ${decimals === 1 ? 'one decimal' : 'two decimals'}`;
  const schema = isWhole ? Type.Integer(bounds) : Type.Number(bounds);
  const isInRange = (value: number) => value >= bounds.minimum && value <= bounds.maximum;
  return {
    read: (value, at) => {
      if (typeof value !== 'number' || !Number.isFinite(value)) return at.fault('malformed');
      if (isWhole && !Number.isInteger(value)) return at.fault('malformed');
      if (!isInRange(value))
        return at.fault('out_of_range', value > bounds.maximum ? adviceAbove?.(value) : undefined);
      return Number(value.toFixed(decimals)) === value
        ? Math.round(value * unitsPerOne)
        : at.fault('too_precise');
    },
    fromText: (text) => (written.test(text) ? Number(text) : text),
    accepts: { query: isWhole ? `${accepts}, plain digits` : accepts, tool: `give ${accepts}` },
    schema: { query: schema, tool: schema },
    lengthMax: SHORT_TEXT_MAX,
    nearest: (value) => {
      const text = typeof value === 'string' ? value.trim() : '';
      return written.test(text) && isInRange(Number(text)) ? Number(text) : null;
    },
    decimals,
  };
}

interface WordOptions {
  readonly accepts?: string;
  /** What to ask for instead of a word that is often sent, by the word in lower case. */
  readonly adviceFor?: Readonly<Record<string, string>>;
}

export function oneOf<const T extends string>(
  words: readonly T[],
  { accepts = `one of ${words.join(', ')}`, adviceFor = {} }: WordOptions = {},
): Kind<T> {
  const schema = Type.Enum([...words], { type: 'string' });
  const find = (value: unknown) => words.find((word) => word === value) ?? null;
  return {
    read: (value, at) => {
      const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
      const advice = Object.hasOwn(adviceFor, word) ? adviceFor[word] : undefined;
      return find(value) ?? at.fault('not_allowed', advice);
    },
    fromText: sameText,
    accepts: { query: accepts, tool: `use ${words.join(', ')}` },
    schema: { query: schema, tool: schema },
    lengthMax: SHORT_TEXT_MAX,
    nearest: (value) => (typeof value === 'string' ? find(value.trim().toLowerCase()) : null),
  };
}

const CODE_PATTERN = new RegExp(COUNTRY_PATTERN);

/** The code of a country, with which no name is accepted. */
export const CODE: Kind<string> = {
  read: (value, at) =>
    typeof value === 'string' && CODE_PATTERN.test(value) ? value : at.fault('malformed'),
  fromText: sameText,
  accepts: {
    query: 'two upper-case letters, an ISO 3166-1 alpha-2 code such as TR',
    tool: 'give a country code of two capital letters such as "HK", each once',
  },
  schema: {
    query: Type.String({ pattern: COUNTRY_PATTERN }),
    tool: Type.String({ minLength: 2, maxLength: 2 }),
  },
  lengthMax: SHORT_TEXT_MAX,
};

/** The id of a provider. */
export const PROVIDER: Kind<string> = {
  read: (value, at) => (typeof value === 'string' && ID_PATTERN.test(value) ? value : at.fault('malformed')),
  fromText: sameText,
  accepts: {
    query: 'the id of a provider, as provider.id of a result has it',
    tool: 'give the id of a provider such as "nomadica", each once',
  },
  schema: {
    query: Type.String({ pattern: ID_PATTERN.source }),
    tool: Type.String({ maxLength: 64 }),
  },
  lengthMax: SHORT_TEXT_MAX,
};

/** The schema of the tool has no pattern: clients check patterns themselves, so that "Japan" would never reach us. */
export const PLACE: Kind<string> = {
  read: (value, at) => (typeof value === 'string' ? at.readPlace(value, at) : at.fault('malformed')),
  fromText: sameText,
  accepts: {
    query: CODE.accepts.query,
    tool: 'give an ISO 3166-1 alpha-2 code such as "TR", or a name that means one country',
  },
  schema: { query: CODE.schema.query, tool: Type.String({ maxLength: PLACE_TEXT_MAX }) },
  lengthMax: PLACE_TEXT_MAX,
};

/** One stop of a trip. In a query it is written `CODE:days`. */
export function stopWith(days: Kind<number>): Kind<Stop> {
  return {
    read: (value, at) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return at.fault('malformed');
      const given = value as Readonly<Record<string, unknown>>;
      const member = <T>(name: 'country' | 'days', kind: Kind<T>): T | null => {
        const inside = at.inside(name, given[name], kind);
        return given[name] === undefined ? inside.fault('missing') : kind.read(given[name], inside);
      };
      const country = member('country', PLACE);
      const stay = member('days', days);
      return country === null || stay === null ? null : { country, days: stay };
    },
    fromText: (text) => {
      const [country, stay, ...more] = text.split(':');
      return stay === undefined || more.length > 0 ? text : { country, days: days.fromText(stay) };
    },
    accepts: { query: 'CODE:days', tool: 'give {"country", "days"}' },
    schema: {
      query: Type.String({ pattern: '^[A-Z]{2}:[1-9][0-9]?$' }),
      tool: Type.Object({ country: PLACE.schema.tool, days: days.schema.tool }),
    },
    lengthMax: SHORT_TEXT_MAX,
  };
}

interface ListOptions {
  readonly max: number;
  /** What one entry is called. */
  readonly entry: string;
  readonly accepts: Kind['accepts'];
  readonly mayRepeat?: boolean;
}

/** A short query must not cause a long response, so entries above `max` are not read. */
export function listOf<T>(
  kind: Kind<T>,
  { max, entry, accepts, mayRepeat = false }: ListOptions,
): Kind<readonly T[]> {
  const unique = mayRepeat ? {} : { uniqueItems: true };
  return {
    read: (value, at) => {
      if (!Array.isArray(value)) return at.fault('malformed');
      const list: readonly unknown[] = value;
      if (list.length > max) at.fault('out_of_range');
      const read = list.slice(0, max).map((one, index) => {
        const inside = at.inside(index, one, kind);
        if (one === '') return inside.fault('empty');
        const isRepeated = !mayRepeat && list.indexOf(one) < index;
        return isRepeated ? inside.fault('repeated') : kind.read(one, inside);
      });
      return read.filter((one) => one !== null);
    },
    fromText: (text) => text.split(',', max + 1).map((part) => kind.fromText(part)),
    accepts,
    schema: {
      query: Type.Array(kind.schema.query, { minItems: 1, maxItems: max, ...unique }),
      tool: Type.Array(kind.schema.tool, { maxItems: max }),
    },
    lengthMax: max,
    entry,
  };
}

/** A text with the fault that `faultIn` finds in it. */
export function textWith(
  faultIn: (text: string) => QueryFaultCode | null,
  {
    accepts,
    length,
  }: { readonly accepts: string; readonly length: { readonly min: number; readonly max: number } },
): Kind<string> {
  const schema = Type.String({ minLength: length.min, maxLength: length.max });
  return {
    read: (value, at) => {
      if (typeof value !== 'string') return at.fault('malformed');
      const code = faultIn(value);
      return code === null ? value : at.fault(code);
    },
    fromText: sameText,
    accepts: { query: accepts, tool: `give ${accepts}` },
    schema: { query: schema, tool: schema },
    lengthMax: length.max,
  };
}
