/** What is wrong with a typed trip, what each place can mean, and the address of a choice. */
import type { PlaceMatch } from '../../domain/places/meaning.ts';
import type { DestinationReading } from '../../domain/places/search.ts';
import type { CountryCode } from '../../domain/plan.ts';
import { DAYS_MAX, NEEDS, type Sort, THEN_MAX, TRAVELLERS_MAX } from '../../domain/trip.ts';
import type { Texts } from '../texts/index.ts';
import { readTravellers, type Typed, USUAL } from './typed.ts';

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

export interface ParsedStop {
  readonly text: string;
  readonly destination: DestinationReading;
  /** 0 if they are invalid. */
  readonly days: number;
}

/** What is wrong with the trip, in the order of the form. */
export function faultsOf(typed: Typed, [first, ...further]: readonly ParsedStop[], texts: Texts): Fault[] {
  const { faults: messages } = texts;
  const faults: Fault[] = [];
  const addFault = (field: string, text: string) => faults.push({ field, text });
  if (first !== undefined && first.destination.kind !== 'found')
    addFault('country', countryFault(typed.country, first.destination.kind, texts));
  if (first?.days === 0) addFault('days', messages.days);
  if (readTravellers(typed.travellers) === 0) addFault('travellers', messages.travellers(TRAVELLERS_MAX));
  if (NEEDS.every((need) => need !== typed.need)) addFault('need', messages.need);
  for (const [index, { destination, days }] of further.entries()) {
    if (destination.kind !== 'found') addFault(`stop${index + 1}`, messages.stopPlace(index + 2));
    else if (days === 0) addFault(`stop${index + 1}_days`, messages.stopDays(index + 2));
  }
  if (typed.stops.length > THEN_MAX) addFault('stop1', messages.tooManyStops(THEN_MAX, typed.stops.length));
  const allDays = [first, ...further].reduce((sum, stop) => sum + (stop?.days ?? 0), 0);
  if (allDays > DAYS_MAX) addFault('days', messages.total);
  return faults;
}

function countryFault(
  text: string,
  kind: Exclude<DestinationReading['kind'], 'found'>,
  { faults: { country } }: Texts,
): string {
  if (text === '') return country.missing;
  return kind === 'no_code' ? country.no_code : country[kind](text);
}

const CHOICES_MAX = 12;

export const choicesOf = (stops: readonly ParsedStop[]): Choices[] =>
  stops.flatMap(({ destination }, stop) =>
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
