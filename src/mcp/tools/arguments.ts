/** Reads the arguments of a tool and reports every fault at once. */
import type { Static } from 'typebox';
import { misspelledNames } from '../../wire/near-name.ts';
import {
  type Fault,
  type FaultCode,
  type Kind,
  type PlaceReader,
  SHORT_TEXT_MAX,
} from '../../wire/parameters/kinds.ts';
import { readParameters, Unread, type Values } from '../../wire/parameters/read.ts';
import { type Parameter, type Parameters, parametersOf } from '../../wire/parameters/table.ts';
import { noticeSchema } from '../../wire/schemas/comparison.ts';
import { isObject } from '../jsonrpc.ts';

/** What a tool adds to the notices of a comparison: how the call was understood. */
export const TOOL_NOTICE_CODES = [
  /** Value: the country code that was used, or the codes of several stops. */
  'country_interpreted',
  /** Value: the days of all stops together. */
  'days_total',
] as const;
export const ToolNotice = noticeSchema([...TOOL_NOTICE_CODES, 'ignored_parameters', 'no_match']);
export type ToolNotice = Static<typeof ToolNotice>;

export interface Reading<P extends Parameters> {
  readonly values: Values<P>;
  readonly faults: readonly string[];
  /** Unknown arguments. A notice names them, so that no model believes that they had an effect. */
  readonly ignored: readonly string[];
}

interface ArgumentOptions<P extends Parameters> {
  readonly parameters: P;
  readonly readPlace: PlaceReader;
  /** Changes a value that models send although the parameter does not take it. */
  readonly accept?: (name: string, value: unknown) => unknown;
}

export function readArguments<P extends Parameters>(
  sent: unknown,
  { parameters, readPlace, accept = (_, value) => value }: ArgumentOptions<P>,
): Reading<P> {
  const given = sent ?? {};
  const known = new Map(parametersOf(parameters, 'tool'));
  const unknown = isObject(given) ? Object.keys(given).filter((name) => !known.has(name)) : [];
  const misspelled = misspelledNames(unknown, [...known.keys()]);
  const meant = new Set(misspelled.values());
  const givenValue = (name: string): unknown => {
    const value = isObject(given) && Object.hasOwn(given, name) ? given[name] : undefined;
    const parameter = known.get(name)!;
    if (isAbsent(value, parameter)) return meant.has(name) || !isObject(given) ? new Unread(null) : undefined;
    const code = lengthFault(value, parameter);
    return code === null ? accept(name, value) : new Unread(code, value);
  };
  const { values, faults } = readParameters({ parameters, as: 'tool', givenValue, readPlace });
  const sentences = [
    ...(isObject(given) ? [] : ['arguments must be an object.']),
    ...misspelledFaults(misspelled),
    ...faults.map((fault) => faultSentence(fault, parameters)),
  ];
  return { values, faults: sentences, ignored: unknown };
}

/** null for an optional argument means that it is absent: assistants fill in every field that they see. */
const isAbsent = (value: unknown, { isRequired }: Parameter): boolean =>
  value === undefined || (value === null && isRequired !== true);

/**
 * A value that is too long is not read, because wrong arguments take no quota. Any list is wrong for an argument that is
 * no list.
 */
function lengthFault(value: unknown, { kind }: Parameter): FaultCode | null {
  const isList = kind.entry !== undefined;
  if (Array.isArray(value)) {
    if (!isList) return 'malformed';
    return value.length > kind.lengthMax ? 'too_long' : null;
  }
  return typeof value === 'string' && value.length > (isList ? SHORT_TEXT_MAX : kind.lengthMax)
    ? 'too_long'
    : null;
}

/** `path` is that of the object with the names, such as `then[0].`. */
export const misspelledFaults = (misspelled: ReadonlyMap<string, string>, path = ''): string[] =>
  Array.from(
    misspelled,
    ([name, meant]) => `${path}${show(name)} is not an argument: did you mean "${meant}"?`,
  );

const WHAT: Readonly<Record<Exclude<FaultCode, 'too_precise'>, string>> = {
  missing: 'is missing',
  empty: 'is empty',
  repeated: 'is given more than once',
  malformed: 'is malformed',
  out_of_range: 'is out of range',
  not_allowed: 'is unknown',
  unknown_name: 'is unknown',
  too_long: 'is too long',
  unknown_place: 'is unknown',
  several_places: 'means several countries',
};

/** One sentence: which value, what is wrong with it, what is accepted, and what may be meant. */
function faultSentence({ path, code, value, kind, advice }: Fault, parameters: Parameters): string {
  const [name, index, member] = path;
  // As in JavaScript: `then[0].days`.
  const where = `${name}${index === undefined ? '' : `[${index}]`}${member === undefined ? '' : `.${member}`}`;
  const isOptional = index === undefined && parameters[name]?.isRequired !== true;
  const shown = value === undefined || kind.isPrivate ? '' : ` ${show(value)}`;
  const quotes = kind.decimals !== undefined && typeof value === 'string' ? ', without quotes' : '';
  const wanted = `${kind.accepts.tool}${isOptional ? ', or leave it out' : ''}${quotes}`;
  return `${where}${shown} ${whatIsWrong(code, kind)}: ${wanted}.${advice === undefined ? suggestion(kind.nearest?.(value) ?? null) : ` ${advice}`}`;
}

const whatIsWrong = (code: FaultCode, { decimals }: Kind): string =>
  code === 'too_precise' ? `has more than ${decimals === 1 ? 'one decimal' : 'two decimals'}` : WHAT[code];

const suggestion = (nearest: string | number | null): string =>
  nearest === null ? '' : ` Did you mean ${JSON.stringify(nearest)}?`;

/** Enough of a value to recognise it. */
const SHOWN_LENGTH = 40;

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, SHOWN_LENGTH));
  if (Array.isArray(value)) return `(a list of ${value.length})`;
  return typeof value === 'object' && value !== null ? '(an object)' : String(value);
}
