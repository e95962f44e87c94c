/** Countries: what they are called, and which one a code or a text means. */
import { SUGGESTIONS } from './countries.aliases.ts';
import type { Country } from './countries.list.ts';
import { COUNTRIES } from './countries.list.ts';
import type { CountryCode } from './plan.ts';

export { fold } from './countries.fold.ts';
export type { Country } from './countries.list.ts';
export { COUNTRIES } from './countries.list.ts';
export { compareByName, resolvePlace, searchCountries } from './countries.search.ts';

const byCode: ReadonlyMap<CountryCode, Country> = new Map(
  COUNTRIES.map((country) => [country.code, country]),
);

export function countryOf(code: CountryCode): Country | null {
  return byCode.get(code) ?? null;
}

export function isCountry(code: string): boolean {
  return byCode.has(code);
}

/** The English name; the code itself where it is no country. */
export function countryName(code: CountryCode): string {
  return byCode.get(code)?.name ?? code;
}

/** The country that somebody who wrote a code of no country most likely meant; null where that is not certain. */
export function suggestCountry(code: string): CountryCode | null {
  const written = code.toUpperCase();
  return byCode.has(written) ? null : (SUGGESTIONS[written] ?? null);
}
