/** Parsers for the arguments of commands. */
import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { placeName } from '../domain/places/names.ts';
import { countriesMeant } from '../domain/places/search.ts';
import { ID_PATTERN } from '../domain/plan.ts';
import { DAYS_MAX, DAYS_MIN } from '../domain/trip.ts';
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

const parsePositiveInteger = (text: string): number | null =>
  /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;

export interface PlanName {
  readonly provider: string;
  readonly plan: string;
}

/** Parses "<provider>/<plan>" and `/go/` links. Commander calls this for each value of the argument. */
export function collectPlanNames(text: string, previous: readonly PlanName[] = []): readonly PlanName[] {
  const [provider = '', plan = '', ...rest] = text.replace(/^(?:https?:\/\/.*)?\/?go\//, '').split('/');
  if (rest.length > 0 || !ID_PATTERN.test(provider) || !ID_PATTERN.test(plan))
    throw new InvalidArgumentError('<provider>/<plan> or a /go/ link');
  if (previous.length === 2) throw new InvalidArgumentError('one or two plans');
  return [...previous, { provider, plan }];
}

const CHOICES_MAX = 6;

/** Accepts a code, and also a name or a place that means one country: "TR", "tr", "Turkey", "Bali". */
export function countryFrom(text: string, onNotice: (notice: string) => void): string {
  const meant = countriesMeant(text);
  const [first, second] = meant;
  if (first !== undefined && second === undefined) {
    const { country, place } = first;
    if (place !== null) onNotice(`${placeName(place, 'en')}: ${country.name}`);
    return country.code;
  }
  if (first !== undefined) {
    const choices = meant.slice(0, CHOICES_MAX).map(({ country: { code, name } }) => `${code} (${name})`);
    const more = meant.length > CHOICES_MAX ? ' …' : '';
    throw new UsageError(`"${text}" can mean several countries: enter one of ${choices.join(', ')}${more}`);
  }
  // The service itself reports a well-formed but unknown code, with a suggestion.
  if (/^[A-Z]{2}$/.test(text)) return text;
  throw new UsageError(`"${text}" is not a known place: enter a code such as TR, or a name`);
}

/** Read from the file, so that `--version` loads nothing of the service. */
export const packageVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string })
    .version;
