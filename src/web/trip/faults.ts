/** What is wrong with a typed trip, what each place can mean, and the address of a choice. */
import type { PlaceMatch } from '../../domain/places/meaning.ts';
import type { DestinationReading } from '../../domain/places/search.ts';
import type { CountryCode } from '../../domain/plan.ts';
import { type Sort, THEN_MAX, TRAVELLERS_MAX } from '../../domain/trip.ts';
import type { Texts } from '../../texts/texts.ts';
import type { Fault as ParameterFault } from '../../wire/parameters/kinds.ts';
import type { CombinedFault } from '../../wire/parameters/read.ts';
import { type Typed, USUAL } from './typed.ts';

export interface TripFaults {
  readonly kind: 'faults';
  readonly typed: Typed;
  /** The required features as they were typed. */
  readonly require: readonly string[];
  readonly sort: Sort;
  /** What is wrong, in the order of the form. */
  readonly faults: readonly Fault[];
  /** What each ambiguous place can mean. */
  readonly choices: readonly Choices[];
  /** The places that were read, each with what it means. */
  readonly places: readonly ReadPlace[];
}

/** A message about a field of the form. */
export interface Fault {
  readonly field: string;
  readonly text: string;
}

export interface Choices {
  /** 0 is the first stop. */
  readonly stop: number;
  readonly matches: readonly PlaceMatch[];
}

/** A place of the trip and what it means, in the order of the stops. */
export interface ReadPlace {
  readonly text: string;
  readonly destination: DestinationReading;
}

interface FoundFaults {
  readonly faults: readonly ParameterFault[];
  readonly combined: readonly CombinedFault[];
  readonly places: readonly ReadPlace[];
}

/** What is wrong with the trip, in the order of the form. The page shows plans without a filter that is wrong. */
export function faultsOf(typed: Typed, { faults, combined, places }: FoundFaults, texts: Texts): Fault[] {
  const { faults: messages } = texts;
  const isWrong = (...[name, index, member]: ParameterFault['path']) =>
    faults.some(({ path }) => path[0] === name && path[1] === index && path[2] === member);
  const found: Fault[] = [];
  const addFault = (field: string, text: string) => found.push({ field, text });
  const [first] = places;
  if (first !== undefined && first.destination.kind !== 'found')
    addFault('country', countryFault(typed.country, first.destination.kind, texts));
  if (isWrong('days')) addFault('days', messages.days);
  if (isWrong('travellers')) addFault('travellers', messages.travellers({ most: TRAVELLERS_MAX }));
  if (isWrong('need')) addFault('need', messages.need);
  for (const index of typed.stops.keys()) {
    const field = `stop${index + 1}`;
    if (isWrong('then', index, 'country')) addFault(field, messages.stopPlace({ n: index + 2 }));
    else if (isWrong('then', index, 'days')) addFault(`${field}_days`, messages.stopDays({ n: index + 2 }));
  }
  if (isWrong('then'))
    addFault('stop1', messages.tooManyStops({ most: THEN_MAX, given: typed.stops.length }));
  if (combined.some(({ code }) => code === 'region_with_stops')) addFault('stop1', messages.regionWithStops);
  if (combined.some(({ code }) => code === 'too_many_days')) addFault('days', messages.total);
  return found;
}

function countryFault(
  text: string,
  kind: Exclude<DestinationReading['kind'], 'found'>,
  { faults: { country } }: Texts,
): string {
  if (text === '') return country.missing;
  return kind === 'no_code' || kind === 'at_sea' ? country[kind] : country[kind]({ text });
}

const CHOICES_MAX = 12;

export const choicesOf = (places: readonly ReadPlace[]): Choices[] =>
  places.flatMap(({ destination }, stop) =>
    destination.kind === 'found' || destination.choices.length === 0
      ? []
      : [{ stop, matches: destination.choices.slice(0, CHOICES_MAX) }],
  );

/** The field of a stop in the form. */
export const fieldOf = (stop: number): string => (stop === 0 ? 'country' : `stop${stop}`);

/**
 * Addresses of the typed values with a country chosen for one stop. They have the stops of the form only, and what they
 * have in common is written once.
 */
export function chosenPaths(parsed: TripFaults, stop: number): (country: CountryCode) => string {
  const { typed } = parsed;
  const values = typedValues({ ...parsed, typed: { ...typed, stops: typed.stops.slice(0, THEN_MAX) } });
  const at = values.findIndex(([name]) => name === fieldOf(stop));
  const before = new URLSearchParams(values.slice(0, at)).toString();
  const after = new URLSearchParams(values.slice(at + 1)).toString();
  return (country) => `/compare?${before}${before && '&'}${fieldOf(stop)}=${country}&${after}`;
}

/** The address of the typed values, so that they are kept when the language changes. */
export const typedPath = (parsed: TripFaults): string =>
  `/compare?${new URLSearchParams(typedValues(parsed)).toString()}`;

function typedValues({ typed, require, sort }: TripFaults): [name: string, value: string][] {
  const { country, days, need, stops, filters, travellers, currency } = typed;
  const optional: [string, string][] = [
    ...Object.entries(filters),
    ['travellers', travellers === USUAL.travellers ? '' : travellers],
    ['require', require.join()],
    ['sort', sort === 'recommended' ? '' : sort],
    ['cur', currency],
  ];
  return [
    ['country', country],
    ['days', days],
    ['need', need],
    ...stops.flatMap((stop, index): [string, string][] => [
      [fieldOf(index + 1), stop.country],
      [`${fieldOf(index + 1)}_days`, stop.days],
    ]),
    ...optional.filter(([, value]) => value !== ''),
  ];
}
