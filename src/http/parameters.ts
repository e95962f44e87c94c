/** Reads the parameters of a query string. It is strict, guesses nothing, and reports all faults at once. */
import { type DestinationReader, destinationReader } from '../domain/places/search.ts';
import { misspelledNames } from '../wire/near-name.ts';
import { CODE, type Fault, type FaultCode, PLACE } from '../wire/parameters/kinds.ts';
import { readParameters, Unread, type Values } from '../wire/parameters/read.ts';
import { type Parameters, parametersOf } from '../wire/parameters/table.ts';
import type { QueryFault, QueryFaultCode } from '../wire/schemas/problem.ts';
import { airportAdvice, placeAdvice, placeLabel } from '../wire/sentences/places.ts';

const FAULT_TEXTS: Readonly<Record<QueryFaultCode, string>> = {
  missing: 'is missing',
  empty: 'is empty',
  repeated: 'is given more than once',
  malformed: 'is malformed',
  out_of_range: 'is out of range',
  not_allowed: 'has a value that is not allowed',
  unknown_name: 'is not a parameter',
};

/** A query has no other codes of faults. */
const queryFaultCode = (code: FaultCode): QueryFaultCode =>
  Object.hasOwn(FAULT_TEXTS, code) ? (code as QueryFaultCode) : 'malformed';

interface ReadQuery<P extends Parameters> {
  readonly values: Values<P>;
  readonly faults: QueryFault[];
  /** Names of unknown parameters. */
  readonly unknown: readonly string[];
}

export function readQuery<P extends Parameters>(query: string, parameters: P): ReadQuery<P> {
  const known = new Map(parametersOf(parameters, 'query'));
  const given = new Map<string, string[]>();
  const unknown = new Set<string>();
  new URLSearchParams(query).forEach((text, name) => {
    const texts = given.get(name);
    if (!known.has(name)) unknown.add(name);
    else if (texts === undefined) given.set(name, [text]);
    else texts.push(text);
  });
  const misspelled = new Map(misspelledNames(unknown, [...known.keys()]));
  for (const [name, { otherNames = [] }] of known)
    for (const other of otherNames) if (unknown.has(other)) misspelled.set(other, name);
  const meant = new Set(misspelled.values());
  const readText = destinationReader();
  const { values, faults } = readParameters({
    parameters,
    as: 'query',
    givenValue: (name) => {
      const [text, ...more] = given.get(name) ?? [];
      // The fault of the misspelled name says enough.
      if (text === undefined) return meant.has(name) ? new Unread(null) : undefined;
      if (text === '') return new Unread('empty');
      const { kind } = known.get(name)!;
      if (more.length === 0) return kind.fromText(text);
      // Generated clients repeat the name of a list for each entry.
      return kind.entry === undefined ? new Unread('repeated') : kind.fromText([text, ...more].join());
    },
    readPlace: (text, at) => CODE.read(text, at),
  });
  return {
    values,
    faults: [
      ...Array.from(misspelled, ([name, wanted]) => misspelledFault(name, wanted)),
      ...faults.map((fault) => queryFault(fault, parameters, readText)),
    ],
    unknown: [...unknown],
  };
}

const misspelledFault = (name: string, meant: string): QueryFault => ({
  parameter: name,
  code: 'unknown_name',
  message: `"${name}" ${FAULT_TEXTS.unknown_name}: did you mean ${meant}?`,
});

/** An entry of a list is described like the list, but a member of an entry by itself. */
function queryFault(
  { path, code: precise, kind, value, advice: known }: Fault,
  parameters: Parameters,
  readText: DestinationReader,
): QueryFault {
  const [name, index, member] = path;
  const list = parameters[name]!.kind;
  const where = [
    name,
    ...(index === undefined ? [] : [`${list.entry} ${index + 1}`]),
    ...(member === undefined ? [] : [`its ${member}`]),
  ].join(', ');
  const code = queryFaultCode(precise);
  const wanted = (member === undefined ? list : kind).accepts.query;
  const advice =
    kind === CODE || kind === PLACE
      ? codeAdvice(code, value, readText)
      : known === undefined
        ? ''
        : ` ${known}`;
  return { parameter: name, code, message: `${where} ${FAULT_TEXTS[code]}: give ${wanted}.${advice}` };
}

/** "Japan" and "Europe" are no codes, but it is known what is meant. */
function codeAdvice(code: QueryFaultCode, value: unknown, readText: DestinationReader): string {
  if (code !== 'malformed' || typeof value !== 'string') return '';
  const meant = readText(value);
  const advice =
    meant.kind === 'found'
      ? [`Did you mean ${meant.country.code} (${placeLabel(meant)})?`, airportAdvice(value)]
      : [placeAdvice(meant)];
  return advice.map((sentence) => (sentence === null ? '' : ` ${sentence}`)).join('');
}
