/**
 * Parsers for the arguments of commands. Commander puts the message of an `InvalidArgumentError` into its own sentence. A
 * `UsageError` is printed as it is.
 */
import { InvalidArgumentError } from 'commander';
import { destinationReader } from '../domain/places/search.ts';
import { DAYS_MAX, DAYS_MIN } from '../domain/trip.ts';
import { airportAdvice, placeAdvice, placeLabel } from '../wire/sentences/places.ts';
import { UsageError } from './errors.ts';

export function parseDays(text: string): number {
  const days = parsePositiveInteger(text);
  if (days === null || days < DAYS_MIN || days > DAYS_MAX) {
    throw new InvalidArgumentError(`a whole number from ${DAYS_MIN} to ${DAYS_MAX}`);
  }
  return days;
}

export function parseCount(text: string): number {
  const value = parsePositiveInteger(text);
  if (value === null) throw new InvalidArgumentError('a whole number above 0');
  return value;
}

/** At most nine digits, which are always exact. */
const parsePositiveInteger = (text: string): number | null =>
  /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;

/** Commander calls this for each value of the argument. */
export function collectPlans(name: string, previous: readonly string[] = []): readonly string[] {
  if (previous.length === 2) throw new InvalidArgumentError('one or two plans');
  return [...previous, name];
}

/** Accepts a code, and also a name or a place that means one country: "TR", "tr", "Turkey", "Bali". */
export function countryFrom(text: string, onNotice: (notice: string) => void): string {
  const meant = destinationReader()(text);
  if (meant.kind === 'found') {
    if (meant.place !== null) onNotice(placeLabel(meant));
    const airport = airportAdvice(text);
    if (airport !== null) onNotice(`${placeLabel(meant)}. ${airport}`);
    return meant.country.code;
  }
  // The ranking reports an unknown code with a suggestion, so it is passed on.
  if (meant.kind === 'unknown' && /^[A-Z]{2}$/.test(text)) return text;
  const advice = placeAdvice(meant) ?? 'Enter a code such as TR, or a name.';
  const what = meant.kind === 'unknown' ? 'is not a known place' : 'does not mean one country';
  throw new UsageError(`"${text}" ${what}. ${advice}`);
}
