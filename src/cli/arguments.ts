/** What commands share: arguments from the command line to what the service understands, and the words of help. */
import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { placeName } from '../domain/places/names.ts';
import { countriesMeant } from '../domain/places/search.ts';
import { ID_PATTERN } from '../domain/plan.ts';
import { DAYS_MAX, DAYS_MIN } from '../domain/trip.ts';
import { UsageError } from './failure.ts';

export function parseDays(text: string): number {
  const days = parseWhole(text);
  if (days === null || days < DAYS_MIN || days > DAYS_MAX) {
    throw new InvalidArgumentError(`Give a whole number from ${DAYS_MIN} to ${DAYS_MAX}.`);
  }
  return days;
}

export function parseCount(text: string): number {
  const value = parseWhole(text);
  if (value === null || value < 1) throw new InvalidArgumentError('Give a whole number above 0.');
  return value;
}

export function parseServiceUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new InvalidArgumentError('Give an address such as https://esim.example.');
  }
  return text;
}

const parseWhole = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);

export type PlanName = Readonly<ReturnType<typeof parsePlanName>>;

/** "<provider>/<plan>", or the `/go/` link that ends so. */
export function parsePlanName(text: string) {
  const [provider = '', plan = '', ...rest] = text.replace(/^(?:https?:\/\/.*)?\/?go\//, '').split('/');
  if (rest.length > 0 || !ID_PATTERN.test(provider) || !ID_PATTERN.test(plan)) {
    throw new InvalidArgumentError('Give <provider>/<plan>, as in a /go/ link.');
  }
  return { provider, plan };
}

const CHOICES_MAX = 6;

/** A code, or a name or place that means one country: "TR", "tr", "Turkey", "Bali". `say` is told how a place was read. */
export function countryFrom(text: string, say: (notice: string) => void): string {
  const meant = countriesMeant(text);
  const [first, second] = meant;
  if (first !== undefined && second === undefined) {
    const { country, place } = first;
    if (place !== null) say(`${placeName(place, 'en')}: ${country.name}`);
    return country.code;
  }
  if (first !== undefined) {
    const choices = meant.slice(0, CHOICES_MAX).map(({ country: { code, name } }) => `${code} (${name})`);
    const more = meant.length > CHOICES_MAX ? ' …' : '';
    throw new UsageError(
      `"${text}" can mean several countries: give one code of ${choices.join(', ')}${more}`,
    );
  }
  // A well-formed code that is no country gets the service's own answer, with its suggestion.
  if (/^[A-Z]{2}$/.test(text)) return text;
  throw new UsageError(`"${text}" is no known place: give a code such as TR, or a name`);
}

export const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;

/** Adds commands under one heading of the help. */
export const commandsOf =
  (program: Command, heading: string) => (name: string, summary: string, description: string) =>
    program.command(name).helpGroup(heading).summary(summary).description(description);

export const JSON_FLAG = ['--json', 'print JSON'] as const;

/** Read by itself, so that asking for it loads nothing of the service. */
export const packageVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string })
    .version;
