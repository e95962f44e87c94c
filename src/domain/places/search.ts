/**
 * Finds countries by codes, by names in many languages, and by cities, islands and groups of countries. The pages, the
 * API, the tools and the command line share this search. It never corrects a name to another one: it suggests.
 */
import { COUNTRIES, type Country, countryOf, isCountry } from '../countries.ts';
import type { CountryCode } from '../plan.ts';
import { fold, nameKey } from './fold.ts';
import {
  countryCodesNamed,
  isWellKnownCity,
  PART_NAMES,
  type Place,
  type PlaceLanguage,
  type PlaceName,
  placeNames,
} from './names.ts';
import { isNorthernCyprus } from './northern-cyprus.ts';
import subdivisions from './subdivisions.json' with { type: 'json' };

export interface PlaceMatch {
  readonly country: Country;
  /** The place that was found in the country; null if the country itself was found. */
  readonly place: Place | null;
}

/** The longest text that the interfaces accept. No place has a longer name. */
export const PLACE_TEXT_MAX = 60;
/** One or two Latin letters are a code or an alias ("EU", "UK"). As the start of a name they match too many places. */
const CODE_LIKE = /^[a-z]{1,2}$/i;
/** A city is chosen if it has this many times the population of each other city of the same name. */
const DOMINANT = 10;

const BY_ISO3 = new Map<string, CountryCode>(COUNTRIES.map((country) => [country.iso3, country.code]));
/** ROM was Romania's code until 2002. Some feeds still send it, but a traveller who writes "Rom" may mean the city. */
const OLD_CODES: ReadonlyMap<string, CountryCode> = new Map([['ROM', 'RO']]);

/** A code alone, also in brackets, braces or quotes. Without them, "(RU)" would be French for the United Kingdom. */
const CODE_IN_BRACKETS = /^[\s([{"'<]*([a-z]{2,3})[\s)\]}"'>.]*$/i;

const withoutBrackets = (text: string): string => CODE_IN_BRACKETS.exec(text)?.[1] ?? text.trim();

/** Some characters become many by normalisation, so the text is cut before and after it. */
const boundedText = (text: string): string =>
  withoutBrackets(text.slice(0, PLACE_TEXT_MAX).normalize('NFKC').slice(0, PLACE_TEXT_MAX));

/** Returns the country of an ISO-2 code, an ISO-3 code, a name or a known spelling. null: unknown or ambiguous. */
export function resolvePlace(text: string): CountryCode | null {
  const written = withoutBrackets(text);
  const code = written.toUpperCase();
  if (isCountry(code)) return code;
  const known = BY_ISO3.get(code) ?? OLD_CODES.get(written);
  if (known !== undefined) return known;
  const codes = countryCodesNamed(fold(text));
  return isCountry(codes) ? codes : null;
}

/**
 * The countries among `among` (with their numbers of plans) that the query may mean, best first: an exact name or code,
 * then the beginning of a name, then a part of one. Within each, countries come first, then places by population.
 */
export function searchPlaces(
  query: string,
  among: ReadonlyMap<CountryCode, number>,
  language: PlaceLanguage = 'en',
): readonly PlaceMatch[] {
  const text = boundedText(query);
  const key = nameKey(text);
  if (isNorthernCyprus(text)) return [];
  const candidates = namesWith(key)
    .map((name): Candidate => {
      const tier = tierOf(name, key);
      const plans = among.get(name.place.countries[0] ?? '') ?? 0;
      return { name, tier, group: groupOf(name, tier, language), plans };
    })
    .sort(compareCandidates);
  const found = new Map<CountryCode, PlaceMatch>();
  const add = (country: Country | null, place: Place | null = null) => {
    if (country !== null && among.has(country.code) && !found.has(country.code))
      found.set(country.code, { country, place });
  };
  add(countryOf(codeWritten(text) ?? ''));
  for (const { name } of candidates) {
    const { place } = name;
    for (const one of place.countries) add(countryOf(one), place.kind === 'country' ? null : place);
  }
  if (found.size > 0) return [...found.values()];
  return countriesMeant(text, language).filter(({ country }) => among.has(country.code));
}

type Tier = 0 | 1 | 2;

interface Candidate {
  readonly name: PlaceName;
  readonly tier: Tier;
  readonly group: number;
  readonly plans: number;
}

/** 0: exact, 1: the beginning of a name, 2: a part of it. */
const tierOf = (name: PlaceName, key: string): Tier =>
  name.key.length === key.length ? 0 : name.key.startsWith(key) ? 1 : 2;

/** Names that begin with the key, and names with a further word that begins with it. */
function namesWith(key: string): readonly PlaceName[] {
  if (key === '') return [];
  const names = placeNames();
  return CODE_LIKE.test(key) ? names.named(key) : [...names.beginning(key), ...names.withWord(key)];
}

/** Names in the reader's language and in English. */
const isFamiliar = (name: PlaceName, language: PlaceLanguage): boolean =>
  name.language === 'en' || name.language === language;

/** Countries, then places, then groups. Names in other languages come last. */
function groupOf(name: PlaceName, tier: Tier, language: PlaceLanguage): number {
  const { kind } = name.place;
  const isWholePlace = tier === 0 && kind !== 'country';
  if (!isWholePlace && !isFamiliar(name, language)) return 3;
  return kind === 'country' ? 0 : kind === 'group' ? 2 : 1;
}

function compareCandidates(a: Candidate, b: Candidate): number {
  const byRule =
    a.tier - b.tier ||
    a.group - b.group ||
    b.name.place.population - a.name.place.population ||
    b.plans - a.plans;
  if (byRule !== 0) return byRule;
  return a.name.key < b.name.key ? -1 : a.name.key > b.name.key ? 1 : 0;
}

/** Two letters in any case, or three capital letters ("NGA"; "Nga" is a name), if they are the code of a country. */
function codeWritten(text: string): CountryCode | null {
  const code = text.length === 2 ? text.toUpperCase() : text;
  return isCountry(code) ? code : (BY_ISO3.get(code) ?? null);
}

/**
 * Returns the countries that a complete name or code can mean: none, one, or several from which the reader must choose.
 * It also accepts "Barcelona, Spain", "Rome Italy", "Miami, FL", "Turkey (Türkiye)", a flag, and a part of a name that
 * fits one country only.
 */
export function countriesMeant(text: string, language: PlaceLanguage = 'en'): readonly PlaceMatch[] {
  const bounded = boundedText(text);
  if (isNorthernCyprus(bounded)) return [];
  const { written, flags } = withoutFlags(bounded);
  if (written === '') return uniqueCountries(flags.flatMap((code) => matches([code], null)));
  for (const read of [namedExactly, inBrackets, afterComma, inWords, byPart]) {
    const meant = read(written, language);
    if (meant.length > 0) return meant;
  }
  return [];
}

const FLAGS = /[\u{1F1E6}-\u{1F1FF}]{2}/gu;
const FLAG_A = 0x1f1e6;

function withoutFlags(text: string): { readonly written: string; readonly flags: readonly CountryCode[] } {
  const flags = (text.match(FLAGS) ?? []).map((flag) =>
    Array.from(flag, (letter) => String.fromCharCode(65 + letter.codePointAt(0)! - FLAG_A)).join(''),
  );
  return { written: text.replace(FLAGS, ' ').trim(), flags };
}

function namedExactly(text: string, language: PlaceLanguage): readonly PlaceMatch[] {
  const byCode = countryOf(codeWritten(text) ?? '');
  if (byCode !== null) return [{ country: byCode, place: null }];
  const key = nameKey(text);
  const names = placeNames().named(key);
  const familiar = countriesOf(names.filter((name) => isFamiliar(name, language)));
  const places = placesOf(names);
  if (familiar.length > 0) return [...familiar, ...wellKnownElsewhere(places, familiar)];
  const foreign = countriesOf(names);
  const old = matches([OLD_CODES.get(text.toUpperCase()) ?? ''], null);
  if (foreign.length > 0) {
    return [...foreign, ...wellKnownElsewhere(places, foreign)];
  }
  const [first, second] = places;
  if (first === undefined) return old;
  const isOwnName = names.some((name) => name.place === first.place && isFamiliar(name, language));
  // In German, "Rom" is the city. In other languages, it may also be the old code of Romania.
  if (old.length > 0 && !isOwnName) return [...places, ...old];
  if (second === undefined || first.place.countries.length > 1) return places;
  return first.place.population >= DOMINANT * second.place.population ? [first] : places;
}

/** "Granada" is a city in Spain and Grenada in Spanish. "Salvador" is a city in Brazil and El Salvador in French. */
function wellKnownElsewhere(
  places: readonly PlaceInCountry[],
  countries: readonly PlaceMatch[],
): readonly PlaceMatch[] {
  return places.filter(
    ({ country, place }) => isWellKnownCity(place) && countries.every((other) => other.country !== country),
  );
}

function countriesOf(names: readonly PlaceName[]): readonly PlaceMatch[] {
  const codes = names.flatMap(({ place }) => (place.kind === 'country' ? place.countries : []));
  return matches([...new Set(codes)], null);
}

type PlaceInCountry = PlaceMatch & { readonly place: Place };

/** One country for each place of this name, the largest place first. A group or a shared place has all its countries. */
function placesOf(names: readonly PlaceName[]): readonly PlaceInCountry[] {
  const places = [...new Set(names.map(({ place }) => place))]
    .filter(({ kind }) => kind !== 'country')
    .sort((a, b) => b.countries.length - a.countries.length || b.population - a.population);
  const [first] = places;
  if (first === undefined) return [];
  const meant = first.countries.length > 1 ? [first] : places;
  return meant.flatMap((place) => matches(place.countries, place));
}

function matches<T extends Place | null>(
  codes: readonly CountryCode[],
  place: T,
): (PlaceMatch & { readonly place: T })[] {
  return codes.flatMap((code) => {
    const country = countryOf(code);
    return country === null ? [] : [{ country, place }];
  });
}

/** The first match of each country. */
function uniqueCountries(found: readonly PlaceMatch[]): readonly PlaceMatch[] {
  const byCountry = new Map<CountryCode, PlaceMatch>();
  for (const match of found) if (!byCountry.has(match.country.code)) byCountry.set(match.country.code, match);
  return [...byCountry.values()];
}

/** "Turkey (Türkiye)", "Japan (JP)". If both texts mean something else, the reader must choose. */
function inBrackets(text: string, language: PlaceLanguage): readonly PlaceMatch[] {
  const [, before = '', inside = ''] = /^([^()（）]+)[(（]([^()（）]+)[)）]$/.exec(text) ?? [];
  if (before === '') return [];
  const [outer, inner] = [before, inside].map((part) => namedExactly(part.trim(), language));
  const both = outer!.filter(({ country }) => inner!.some((other) => other.country === country));
  return both.length > 0 ? both : uniqueCountries([...outer!, ...inner!]);
}

/** "Barcelona, Venezuela", "Miami, FL". If the place is not known in that country, all candidates are returned. */
function afterComma(text: string, language: PlaceLanguage): readonly PlaceMatch[] {
  const comma = text.lastIndexOf(',');
  if (comma < 0) return [];
  const stated = text.slice(comma + 1).trim();
  const known = everythingNamed(text.slice(0, comma));
  const countries = namedExactly(stated, language);
  const states = statesNamed(stated);
  const there = known.filter(({ country }) =>
    [...countries, ...states].some((one) => one.country === country),
  );
  if (there.length > 0) return uniqueCountries(there).slice(0, 1 + Number(isUnclear(there)));
  if (countries.length === 0) return states;
  if (countries.length > 1) return [];
  return known.length === 0 && states.length === 0
    ? countries
    : uniqueCountries([...known, ...countries, ...states]);
}

const isUnclear = (found: readonly PlaceMatch[]): boolean => uniqueCountries(found).length > 1;

/** The countries with a state of this name or abbreviation. */
const statesNamed = (text: string): readonly PlaceMatch[] =>
  matches(
    Object.entries(subdivisions).flatMap(([country, list]) => (list.includes(text) ? [country] : [])),
    null,
  );

const everythingNamed = (text: string): readonly PlaceMatch[] => {
  const names = placeNames().named(nameKey(text));
  return [...countriesOf(names), ...placesOf(names)];
};

/** A place and its country have fewer words. */
const WORDS_MAX = 8;

/** "Rome Italy", "Miami FL": a place that is known in the country or state which follows it. */
function inWords(text: string, language: PlaceLanguage): readonly PlaceMatch[] {
  if (text.split(' ').length > WORDS_MAX) return [];
  for (let cut = text.lastIndexOf(' '); cut > 0; cut = text.lastIndexOf(' ', cut - 1)) {
    const stated = text.slice(cut + 1);
    const countries = [...namedExactly(stated, language), ...statesNamed(stated)];
    if (countries.length === 0) continue;
    const there = everythingNamed(text.slice(0, cut)).filter(({ country }) =>
      countries.some((one) => one.country === country),
    );
    if (there.length > 0) return uniqueCountries(there);
  }
  return [];
}

/** A shorter text is not completed, because it may be another name with a mistake. */
const PART_LENGTH_MIN = 5;

/** "Emiratos", "Stati Uniti": whole words of a name that fit one country only, and no place elsewhere. */
function byPart(text: string): readonly PlaceMatch[] {
  const key = nameKey(text);
  if (key.length < PART_LENGTH_MIN) return [];
  const [only, ...others] = countriesWithPart(key);
  if (only === undefined || others.length > 0) return [];
  const isElsewhere = placeNames()
    .beginning(`${key} `)
    .some(({ place }) => place.kind !== 'country' && !place.countries.includes(only.country.code));
  return isElsewhere ? [] : [only];
}

/** The countries in whose names, in any language, these words are a part. */
function countriesWithPart(key: string): readonly PlaceMatch[] {
  const names = placeNames();
  const within = names.withWord(key).filter((name) => ` ${name.key} `.includes(` ${key} `));
  return countriesOf([...names.beginning(`${key} `), ...within]);
}

/** A name may have two wrong letters, a short one only one. Shorter texts are similar to too many names. */
const EDITS_MAX = 2;
const SHORT_LENGTH = 5;
const SPELLING_LENGTH_MIN = 4;
const SUGGESTIONS_MAX = 5;

/** The countries and well-known places whose names differ from the text by one or two letters, the nearest first. */
export function similarPlaces(
  text: string,
  among: ReadonlyMap<CountryCode, number>,
  language: PlaceLanguage = 'en',
): readonly PlaceMatch[] {
  const bounded = boundedText(text);
  const key = fold(bounded);
  if (key.length < SPELLING_LENGTH_MIN || isNorthernCyprus(bounded)) return [];
  const similar = placeNames()
    .similar(key, key.length <= SHORT_LENGTH ? 1 : EDITS_MAX)
    .map(({ name, edits }) => ({ name, edits, group: groupOf(name, 1, language) }))
    .sort(
      (a, b) => a.edits - b.edits || a.group - b.group || b.name.place.population - a.name.place.population,
    )
    .flatMap(({ name: { place } }) => matches(place.countries, place.kind === 'country' ? null : place));
  return uniqueCountries(similar.filter(({ country }) => among.has(country.code))).slice(0, SUGGESTIONS_MAX);
}

/** What a text means as a destination. The choices of `group` are its countries, the best known first. */
export type Destination =
  | ({ readonly kind: 'found' } & PlaceMatch)
  | { readonly kind: 'several' | 'group'; readonly choices: readonly PlaceMatch[] }
  /** The choices are suggestions: names that begin with the text or contain it, or similar ones. */
  | { readonly kind: 'unknown'; readonly choices: readonly PlaceMatch[] }
  /** Northern Cyprus. */
  | { readonly kind: 'no_code'; readonly choices: readonly [] };

const ALL: ReadonlyMap<CountryCode, number> = new Map(COUNTRIES.map(({ code }) => [code, 0]));

/** `among`: the destinations that have plans, with their numbers. Only they are offered as choices. */
export function readDestination(
  text: string,
  language: PlaceLanguage = 'en',
  among: ReadonlyMap<CountryCode, number> = ALL,
): Destination {
  if (text.length > PLACE_TEXT_MAX) return { kind: 'unknown', choices: [] };
  if (isNorthernCyprus(text)) return { kind: 'no_code', choices: [] };
  const meant = countriesMeant(text, language);
  const [first, second] = meant;
  if (first === undefined) {
    const found = searchPlaces(text, among, language);
    return { kind: 'unknown', choices: found.length > 0 ? found : similarPlaces(text, among, language) };
  }
  if (second === undefined) return { kind: 'found', ...first };
  const withPlans = meant.filter(({ country }) => among.has(country.code));
  return {
    kind: first.place?.kind === 'group' ? 'group' : 'several',
    choices: withPlans.length > 0 ? withPlans : meant,
  };
}

/** Returns the part of a country with exactly this name, such as "Scotland" in GB. */
export const partNamed = (text: string): { readonly country: CountryCode; readonly part: string } | null =>
  PART_NAMES.get(fold(text)) ?? null;
