/** Every ISO 3166-1 country and Kosovo (XK), from the package `world-countries`, with additional spellings. */
// This file of the package loads twice as fast as its main file.
import world from 'world-countries/dist/countries-unescaped.json' with { type: 'json' };
import data from './countries.json' with { type: 'json' };
import type { CountryCode } from './plan.ts';

export interface Country {
  readonly code: CountryCode;
  readonly iso3: string;
  readonly name: string;
  /** "Africa", "Americas", "Antarctic", "Asia", "Europe" or "Oceania". */
  readonly region: string;
  /** A part of the region, such as "South-Eastern Asia". */
  readonly subregion: string;
  /** Other spellings, the most common first. */
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

/** Kosovo has "UNK" in the package, but statistics offices use XKX. */
const ISO3_OVERRIDES: Readonly<Record<CountryCode, string>> = { XK: 'XKX' };

const entries: readonly WorldCountry[] = world;

/** Spellings that travellers and feeds use, beyond those of the package. A spelling of two countries is ambiguous. */
const EXTRA_ALIASES: Readonly<Record<CountryCode, readonly string[]>> = data.aliases;

/**
 * Codes that do not exist, and the country that is meant: common mistakes ("UK"), codes that ISO reserves ("EA"), and
 * retired codes ("YU"), if one country has that name now or is the largest part of the retired one.
 */
export const CODE_SUGGESTIONS: Readonly<Record<string, CountryCode>> = data.suggestions;

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

/** The English name, or the code itself if it is unknown. */
export function countryName(code: CountryCode): string {
  return byCode.get(code)?.name ?? code;
}

/** The country that is meant by a code that does not exist; null if that is not certain. */
export function suggestCountry(code: string): CountryCode | null {
  const written = code.toUpperCase();
  return byCode.has(written) ? null : (CODE_SUGGESTIONS[written] ?? null);
}
