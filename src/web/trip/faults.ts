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
  return kind === 'no_code' ? country.no_code : country[kind]({ text });
}

const CHOICES_MAX = 12;

export const choicesOf = (places: readonly ReadPlace[]): Choices[] =>
  places.flatMap(({ destination }, stop) =>
    destination.kind === 'found' || destination.choices.length === 0
      ? []
      : [{ stop, matches: destination.choices.slice(0, CHOICES_MAX) }],
  );

/** The address of the typed values, with one stop chosen. */
export function chosenPath(parsed: TripFaults, stop: number, country: CountryCode): string {
  const { typed } = parsed;
  const stops = typed.stops.map((one, index) => (index + 1 === stop ? { ...one, country } : one));
  const first = stop === 0 ? country : typed.country;
  return typedPath({ ...parsed, typed: { ...typed, country: first, stops } });
}

/** The address of the typed values, so that they are kept when the language changes. */
export function typedPath({ typed, require, sort }: TripFaults): string {
  const query = new URLSearchParams({ country: typed.country, days: typed.days, need: typed.need });
  for (const [index, { country, days }] of typed.stops.entries()) {
    query.set(`stop${index + 1}`, country);
    query.set(`stop${index + 1}_days`, days);
  }
  for (const [name, value] of Object.entries(typed.filters)) if (value !== '') query.set(name, value);
  if (typed.travellers !== USUAL.travellers) query.set('travellers', typed.travellers);
  if (require.length > 0) query.set('require', require.join());
  if (sort !== 'recommended') query.set('sort', sort);
  if (typed.currency !== '') query.set('cur', typed.currency);
  return `/compare?${query.toString()}`;
}
