/**
 * Decides which countries a complete text means: a code, a name in any language, a city, an island or a group of
 * countries. It never corrects a name to another one.
 */
import { COUNTRIES, type Country, countryOf, isCountry } from '../countries.ts';
import { addTo } from '../lists.ts';
import type { CountryCode } from '../plan.ts';
import airports from './airports.json' with { type: 'json' };
import { fold, nameKey } from './fold.ts';
import {
  countryCodesNamed,
  DROPPED_ALIASES,
  isWellKnown,
  once,
  type Place,
  type PlaceLanguage,
  type PlaceName,
  partNames,
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
/** A city is chosen if it has this many times the population of each other city of the same name. */
const DOMINANT_FACTOR = 10;

const BY_ISO3 = new Map<string, CountryCode>(COUNTRIES.map((country) => [country.iso3, country.code]));
/** ROM was Romania's code until 2002. Some feeds still send it, but a traveller who writes "Rom" may mean the city. */
const OLD_CODES: ReadonlyMap<string, CountryCode> = new Map([['ROM', 'RO']]);

/** A code alone, also in brackets, braces or quotes. Without them, "(RU)" would be French for the United Kingdom. */
const CODE_IN_BRACKETS = /^[\s([{"'<]*([a-z]{2,3})[\s)\]}"'>.]*$/i;

const withoutBrackets = (text: string): string => CODE_IN_BRACKETS.exec(text)?.[1] ?? text.trim();

/** Some characters become many by normalisation, so the text is cut before and after it. */
export const boundedText = (text: string): string =>
  withoutBrackets(text.slice(0, PLACE_TEXT_MAX).normalize('NFKC').slice(0, PLACE_TEXT_MAX));

/** Returns the country of an ISO-2 code, an ISO-3 code, a name or a known spelling. null: unknown or ambiguous. */
export function resolvePlace(text: string): CountryCode | null {
  const written = withoutBrackets(text);
  const code = written.toUpperCase();
  if (isCountry(code)) return code;
  // An old code only in capitals, because "Rom" is also the city.
  const known = BY_ISO3.get(code) ?? OLD_CODES.get(written);
  if (known !== undefined) return known;
  // The codes of several countries are one text with spaces, and so no country.
  const codes = countryCodesNamed(fold(text));
  return isCountry(codes) ? codes : null;
}

/** Two letters in any case, or three capital letters ("NGA"; "Nga" is a name), if they are the code of a country. */
export function codeWritten(text: string): CountryCode | null {
  const code = text.length === 2 ? text.toUpperCase() : text;
  return isCountry(code) ? code : (BY_ISO3.get(code) ?? null);
}

/** Whether a name is in the reader's language or in English. */
export const isFamiliar = (name: PlaceName, language: PlaceLanguage): boolean =>
  name.language === 'en' || name.language === language;

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
  // The first reading that finds a country decides, so that a part of a name never wins over a complete one.
  for (const read of [namedExactly, asState, inBrackets, afterComma, inWords, byPart, withoutArticle]) {
    const meant = read(written, language);
    if (meant.length > 0) return meant;
  }
  return [];
}

const FLAGS = /[\u{1F1E6}-\u{1F1FF}]{2}/gu;
/** A flag is two of 26 symbols, one for each letter of a code. This is the symbol of A. */
const FLAG_A = 0x1f1e6;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A text without its flags, and the codes that these stand for, which need not be those of countries. */
export function withoutFlags(text: string): {
  readonly written: string;
  readonly flags: readonly CountryCode[];
} {
  const flags = (text.match(FLAGS) ?? []).map((flag) =>
    Array.from(flag, (letter) => LETTERS[letter.codePointAt(0)! - FLAG_A]).join(''),
  );
  return { written: text.replace(FLAGS, ' ').trim(), flags };
}

function namedExactly(text: string, language: PlaceLanguage): readonly PlaceMatch[] {
  const code = codeWritten(text);
  if (code !== null) return matches([code], null);
  const airport = AIRPORTS.get(text);
  if (airport !== undefined) return cityOf(airport);
  const names = placeNames().named(nameKey(text));
  const countries = countriesOf(names);
  const places = placesOf(names);
  if (countries.length > 0) return [...countries, ...wellKnownElsewhere(places, countries)];
  // In German, "Rom" is the city. In other languages, it may also be the old code of Romania.
  const old = OLD_CODES.get(text.toUpperCase());
  if (old !== undefined && !names.some((name) => isFamiliar(name, language)))
    return [...places, ...matches([old], null)];
  const [first, second] = places;
  return first && second && first.place.population >= DOMINANT_FACTOR * second.place.population
    ? [first]
    : places;
}

interface Airport {
  readonly country: CountryCode;
  readonly city: string;
}

/** The busiest airports by their codes, in capitals. Each line is "JP | Tokyo | NRT HND". A code of a country wins. */
const AIRPORTS: ReadonlyMap<string, Airport> = new Map(
  airports.flatMap((line) => {
    const [country = '', city = '', codes = ''] = line.split(' | ');
    return codes.split(' ').map((code) => [code, { country, city }] as const);
  }),
);

/** The city of an airport, in English; null: the text is no code of an airport. */
export const airportCity = (text: string): string | null => AIRPORTS.get(text)?.city ?? null;

/** "HND" is Honduras and an airport of Tokyo. Returns the city if the text is both. */
export const airportBeside = (text: string): string | null =>
  codeWritten(text) === null ? null : airportCity(text);

/** The city of an airport, or only its country if the city has no entry. */
function cityOf({ country, city }: Airport): readonly PlaceMatch[] {
  const found = placesOf(placeNames().named(nameKey(city))).filter((match) => match.country.code === country);
  return found.length > 0 ? found.slice(0, 1) : matches([country], null);
}

/** "Granada" is a city in Spain and Grenada in Spanish. "Salvador" is a city in Brazil and El Salvador in French. */
function wellKnownElsewhere(
  places: readonly PlaceInCountry[],
  countries: readonly PlaceMatch[],
): readonly PlaceMatch[] {
  return places.filter(
    ({ country, place }) =>
      place.kind === 'city' && isWellKnown(place) && countries.every((other) => other.country !== country),
  );
}

function countriesOf(names: readonly PlaceName[]): readonly PlaceMatch[] {
  const codes = names.flatMap(({ place }) => (place.kind === 'country' ? place.countries : []));
  return matches([...new Set(codes)], null);
}

type PlaceInCountry = PlaceMatch & { readonly place: Place };

/** The countries of each place of this name, the largest place first. */
function placesOf(names: readonly PlaceName[]): readonly PlaceInCountry[] {
  return [...new Set(names.map(({ place }) => place))]
    .filter(({ kind }) => kind !== 'country')
    .sort((a, b) => b.population - a.population)
    .flatMap((place) => matches(place.countries, place));
}

export function matches<T extends Place | null>(
  codes: readonly CountryCode[],
  place: T,
): (PlaceMatch & { readonly place: T })[] {
  return codes.flatMap((code) => {
    const country = countryOf(code);
    return country === null ? [] : [{ country, place }];
  });
}

/** The first match of each country. */
export function uniqueCountries(found: readonly PlaceMatch[]): readonly PlaceMatch[] {
  const byCountry = new Map<CountryCode, PlaceMatch>();
  for (const match of found) if (!byCountry.has(match.country.code)) byCountry.set(match.country.code, match);
  return [...byCountry.values()];
}

const WITH_BRACKETS = /^(?<before>[^()（）]+)[(（](?<inside>[^()（）]+)[)）]$/;

/** "Turkey (Türkiye)", "Japan (JP)". If the two texts mean different countries, the reader must choose. */
function inBrackets(text: string, language: PlaceLanguage): readonly PlaceMatch[] {
  const { before, inside } = WITH_BRACKETS.exec(text)?.groups ?? {};
  if (before === undefined || inside === undefined) return [];
  const outer = namedExactly(before.trim(), language);
  const inner = namedExactly(inside.trim(), language);
  const both = outer.filter(({ country }) => inner.some((other) => other.country === country));
  return both.length > 0 ? both : uniqueCountries([...outer, ...inner]);
}

/** "New Mexico", "Ohio": a state that is no city as well. */
function asState(text: string): readonly PlaceMatch[] {
  const key = fold(text);
  const countries = states().byName.get(key) ?? [];
  const names = countries.flatMap((code) => STATE_NAMES[code] ?? []).filter((name) => fold(name) === key);
  return matches(countries, { kind: 'part', countries, population: 0, names });
}

/** "Barcelona, Venezuela", "Miami, FL", "Lagos, Portugal". If the place may be a stop of its own, all candidates are returned. */
function afterComma(text: string, language: PlaceLanguage): readonly PlaceMatch[] {
  const comma = text.lastIndexOf(',');
  if (comma < 0) return [];
  const stated = text.slice(comma + 1).trim();
  const place = text.slice(0, comma);
  const known = everythingNamed(place);
  const countries = namedExactly(stated, language);
  const written = statesNamed(stated);
  const states = written.length > 0 ? written : statesNamed(stated.toUpperCase());
  const inState = placeInState(place, countries, states);
  const there = known.filter(({ country }) =>
    [...countries, ...states].some((one) => one.country === country),
  );
  if (there.length > 0) return uniqueCountries(there);
  if (inState.length > 0) return inState;
  const inCountry = placeInCountry(place, countries, states);
  if (inCountry.length > 0) return inCountry;
  if (countries.length === 0) return states;
  // "Paris, Congo": neither the place nor the country is certain.
  if (countries.length > 1) return [];
  return uniqueCountries([...known, ...countries, ...states]);
}

/** Reads a state in a country, or a place that is not known in the state which follows it; empty: it is neither. */
function placeInState(
  place: string,
  countries: readonly PlaceMatch[],
  states: readonly PlaceMatch[],
): readonly PlaceMatch[] {
  // "Georgia, USA": the state, and not the country of this name.
  const stateThere = countries.filter(({ country }) =>
    statesNamed(place.trim()).some((state) => state.country === country),
  );
  if (stateThere.length > 0) return stateThere;
  // "Paris, Texas": the small place that is not known here is in the state that is named.
  return countries.every((match) => match.place !== null) ? states : [];
}

/** A place with more people, in thousands, may be a stop of its own beside a country: "Brisbane, New Zealand". */
const STOP_POPULATION_MIN = 1_000;

/**
 * Reads a place that is known elsewhere, and is small there, in the only country that follows it: "Hamilton, Bermuda".
 * Empty: the country is not certain, or the two may be two stops, as in "Paris, Japan" and "Spain, Portugal".
 */
function placeInCountry(
  text: string,
  countries: readonly PlaceMatch[],
  states: readonly PlaceMatch[],
): readonly PlaceMatch[] {
  const [stated, ...others] = countries;
  if (stated === undefined || others.length > 0 || stated.place !== null) return [];
  // "Rome, GA" can be in Georgia and in Gabon.
  if (states.some(({ country }) => country !== stated.country)) return [];
  const known = everythingNamed(text);
  if (known.length === 0) return [];
  const mayBeStop = ({ place }: PlaceMatch) =>
    place === null || isWellKnown(place) || place.population >= STOP_POPULATION_MIN;
  if (!known.some(mayBeStop)) return [stated];
  // "Santiago, Dominican Republic" is Santiago de los Caballeros.
  const isBeginningThere = placeNames()
    .beginning(`${nameKey(text)} `)
    .some(({ place }) => place.kind === 'city' && place.countries.includes(stated.country.code));
  return isBeginningThere ? [stated] : [];
}

/** The countries with a state of this name, or of this abbreviation in capitals: "in" and "la" are words. */
function statesNamed(text: string): readonly PlaceMatch[] {
  const { byAbbreviation, byName } = states();
  const codes = [...(byAbbreviation.get(text) ?? []), ...(byName.get(fold(text)) ?? [])];
  return matches([...new Set(codes)], null);
}

const STATE_NAMES: Readonly<Record<CountryCode, readonly string[]>> = subdivisions.names;

/** The countries of each state, by its abbreviation and by its folded name. */
const states = once(() => ({
  byAbbreviation: countriesByEntry(subdivisions.abbreviations, (text) => text),
  byName: countriesByEntry(subdivisions.names, fold),
}));

function countriesByEntry(
  lists: Readonly<Record<CountryCode, readonly string[]>>,
  keyOf: (entry: string) => string,
): ReadonlyMap<string, readonly CountryCode[]> {
  const found = new Map<string, CountryCode[]>();
  for (const [country, list] of Object.entries(lists)) {
    for (const entry of list) addTo(found, keyOf(entry), country);
  }
  return found;
}

/** All countries and places of this name, also small ones. */
const everythingNamed = (text: string): readonly PlaceMatch[] => {
  const names = placeNames().named(nameKey(text));
  return [...countriesOf(names), ...placesOf(names)];
};

/** True if a place of this name is in the country, also a small one. */
export const isPlaceIn = (text: string, country: CountryCode): boolean =>
  everythingNamed(text).some((match) => match.country.code === country);

/** A place and its country have fewer words. Each space of a text is a look-up. */
const WORDS_MAX = 8;

/** "Rome Italy", "Miami FL", "Georgia USA", "Hamilton Bermuda": a place in the country or state which follows it. */
function inWords(text: string, language: PlaceLanguage): readonly PlaceMatch[] {
  if (text.split(' ').length > WORDS_MAX) return [];
  for (let cut = text.lastIndexOf(' '); cut > 0; cut = text.lastIndexOf(' ', cut - 1)) {
    const stated = text.slice(cut + 1);
    const place = text.slice(0, cut);
    const countries = namedExactly(stated, language);
    const states = statesNamed(stated);
    if (countries.length + states.length === 0) continue;
    const known = everythingNamed(place);
    const there = known.filter(({ country }) =>
      [...countries, ...states].some((one) => one.country === country),
    );
    if (there.length > 0) return uniqueCountries(there);
    // A word that is no name says nothing about a place in the state.
    const inState = known.length > 0 ? placeInState(place, countries, states) : [];
    if (inState.length > 0) return inState;
    const inCountry = isCountryName(stated, language) ? placeInCountry(place, countries, states) : [];
    if (inCountry.length > 0) return inCountry;
  }
  return [];
}

/** A name, and no code, that the reader knows: in other languages and as codes, many words mean a country. */
const isCountryName = (text: string, language: PlaceLanguage): boolean =>
  codeWritten(text) === null &&
  !DROPPED_ALIASES.has(fold(text)) &&
  placeNames()
    .named(nameKey(text))
    .some((name) => name.place.kind === 'country' && isFamiliar(name, language));

const ARTICLE = /^(?:las|los|les|la|le|el|il|gli|os|as|die|der|das|den|het) |^l['’]/i;

/** "Las Canarias", "die Malediven". "La Paz" is a name as a whole, and "Los Angeles City" begins with one: it is not Angeles City. */
function withoutArticle(text: string, language: PlaceLanguage): readonly PlaceMatch[] {
  const name = text.replace(ARTICLE, '');
  const [firstWords = ''] = /^\S+ \S+(?= )/.exec(text) ?? [];
  const isPartOfName = firstWords !== '' && placeNames().named(nameKey(firstWords)).length > 0;
  return name === text || isPartOfName ? [] : namedExactly(name, language);
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
    .some(({ place }) => !place.countries.includes(only.country.code));
  return isElsewhere ? [] : [only];
}

/** The countries in whose names, in any language, these words are a part. */
function countriesWithPart(key: string): readonly PlaceMatch[] {
  const names = placeNames();
  const within = names.withWord(key).filter((name) => ` ${name.key} `.includes(` ${key} `));
  return countriesOf([...names.beginning(`${key} `), ...within]);
}

/** Returns the part of a country with exactly this name, such as "Scotland" in GB. */
export const partNamed = (text: string): { readonly country: CountryCode; readonly part: string } | null =>
  partNames().get(fold(text)) ?? null;
