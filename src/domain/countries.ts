/** Countries: every ISO 3166-1 country plus Kosovo (XK), from a well-kept package, with our own spellings added. */
// The package's compact form: its main file is twice as long and takes twice as long to load.
import world from 'world-countries/dist/countries-unescaped.json' with { type: 'json' };
import { EXTRA_ALIASES, SUGGESTIONS } from './places/aliases.ts';
import type { CountryCode } from './plan.ts';

export interface Country {
  readonly code: CountryCode;
  readonly iso3: string;
  readonly name: string;
  /** "Africa", "Americas", "Antarctic", "Asia", "Europe" or "Oceania". */
  readonly region: string;
  /** A part of the region, such as "South-Eastern Asia". */
  readonly subregion: string;
  /** Other spellings, as written; the first ones are the commonest. */
  readonly aliases: readonly string[];
}

interface WorldCountry {
  readonly cca2: string;
  readonly cca3: string;
  readonly name: { readonly common: string; readonly official: string };
  readonly altSpellings: readonly string[];
  readonly region: string;
  readonly subregion: string;
}

/** Kosovo's cca3 is "UNK" in the package; XKX is what statistics offices agreed on. */
const ISO3_OVERRIDES: Readonly<Record<CountryCode, string>> = { XK: 'XKX' };

const entries: readonly WorldCountry[] = world;

function aliasesOf({ cca2, name, altSpellings }: WorldCountry): string[] {
  const spellings = new Set([...(EXTRA_ALIASES[cca2] ?? []), name.official, ...altSpellings]);
  spellings.delete(cca2);
  spellings.delete(name.common);
  return [...spellings];
}

/** Sorted by code. */
export const COUNTRIES: readonly Country[] = entries
  .map((country) => ({
    code: country.cca2,
    iso3: ISO3_OVERRIDES[country.cca2] ?? country.cca3,
    name: country.name.common,
    region: country.region,
    subregion: country.subregion,
    aliases: aliasesOf(country),
  }))
  .sort((a, b) => (a.code < b.code ? -1 : 1));

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
