/**
 * Searches countries and places while somebody types, suggests similar names, and reads a text as a destination. The
 * pages, the API, the tools and the command line share it.
 */
import { COUNTRIES, type Country, countryOf } from '../countries.ts';
import { compareStrings } from '../destination.ts';
import type { CountryCode } from '../plan.ts';
import { isAtSea } from './at-sea.ts';
import { fold, nameKey } from './fold.ts';
import {
  airportCity,
  boundedText,
  codeWritten,
  countriesMeant,
  isFamiliar,
  matches,
  PLACE_TEXT_MAX,
  type PlaceMatch,
  uniqueCountries,
} from './meaning.ts';
import { once, type Place, type PlaceLanguage, type PlaceName, placeNames } from './names.ts';
import { isNorthernCyprus } from './northern-cyprus.ts';
import { type RegionDestination, regionContaining, regionNamed, regionOf } from './region-destinations.ts';
import { countriesListed, countriesOfSubregion, countriesTogether, meantWithoutKind } from './typed.ts';

/** One or two Latin letters are a code or an alias ("EU", "UK"). As the start of a name they match too many places. */
const CODE_LIKE = /^[a-z]{1,2}$/i;
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
  const candidates = namesWith(key).map((name): Candidate => {
    const tier = tierOf(name, key);
    const plans = among.get(name.place.countries[0] ?? '') ?? 0;
    return { name, tier, group: groupOf(name, tier, language), plans };
  });
  const found = new Map<CountryCode, PlaceMatch>();
  const add = (country: Country | null, place: Place | null = null) => {
    if (country !== null && among.has(country.code) && !found.has(country.code))
      found.set(country.code, { country, place });
  };
  const code = codeWritten(text);
  add(countryOf(code ?? ''));
  if (code === null && airportCity(text) !== null)
    for (const { country, place } of countriesMeant(text, language)) add(country, place);
  for (const { name } of bestOfEachCountry(candidates).sort(compareCandidates)) {
    const { place } = name;
    for (const one of place.countries) add(countryOf(one), place.kind === 'country' ? null : place);
  }
  if (found.size > 0) return [...found.values()];
  const meant = countriesMeant(text, language);
  const all = meant.length > 0 ? meant : beyondNames(text, language);
  return all.filter(({ country }) => among.has(country.code));
}

type Tier = 0 | 1 | 2;

interface Candidate {
  readonly name: PlaceName;
  readonly tier: Tier;
  readonly group: number;
  readonly plans: number;
}

/** 0: exact, 1: the beginning of a name, 2: a later word of it. The key is in the name, so equal lengths mean equal texts. */
const tierOf = (name: PlaceName, key: string): Tier =>
  name.key.length === key.length ? 0 : name.key.startsWith(key) ? 1 : 2;

/** Names that begin with the key, and names with a further word that begins with it. */
function namesWith(key: string): readonly PlaceName[] {
  if (key === '') return [];
  const names = placeNames();
  return CODE_LIKE.test(key) ? names.named(key) : [...names.beginning(key), ...names.withWord(key)];
}

/** Countries, then places, then groups. Names in other languages come last. */
function groupOf(name: PlaceName, tier: Tier, language: PlaceLanguage): number {
  const { kind } = name.place;
  // Somebody who writes the exact name of a place means it, in whatever language.
  const isExactPlace = tier === 0 && kind !== 'country';
  if (!isExactPlace && !isFamiliar(name, language)) return 3;
  return kind === 'country' ? 0 : kind === 'group' ? 2 : 1;
}

/** The candidates that are the best one of a country. Sorting hundreds of names would take longer than finding them. */
function bestOfEachCountry(candidates: readonly Candidate[]): Candidate[] {
  const best = new Map<CountryCode, Candidate>();
  for (const candidate of candidates) {
    for (const country of candidate.name.place.countries) {
      const known = best.get(country);
      if (known === undefined || compareCandidates(candidate, known) < 0) best.set(country, candidate);
    }
  }
  const chosen = new Set(best.values());
  return candidates.filter((candidate) => chosen.has(candidate));
}

function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    a.tier - b.tier ||
    a.group - b.group ||
    b.name.place.population - a.name.place.population ||
    b.plans - a.plans ||
    compareStrings(a.name.key, b.name.key)
  );
}

/** A name may have two wrong letters, a short one only one. Shorter texts are similar to too many names. */
const EDITS_MAX = 2;
const SHORT_LENGTH = 6;
const LATIN = /^[a-z ]+$/;
const SPELLING_LENGTH_MIN = 4;
const SUGGESTIONS_MAX = 5;

/** Whether two names have the same first letter, unless the first two letters are swapped. Others are rarely meant. */
const beginsLike = (name: string, written: string): boolean =>
  name[0] === written[0] || (name[0] === written[1] && name[1] === written[0]);

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
    .filter(({ name }) => beginsLike(name.key, key))
    // A short Latin text is near a name in one of a hundred languages by chance.
    .filter(({ name }) => key.length > SHORT_LENGTH || !LATIN.test(key) || name.language !== null)
    // A similar name is not exact, so it has the tier of a beginning.
    .map(({ name, edits }) => ({ name, edits, group: groupOf(name, 1, language) }))
    .sort(
      (a, b) => a.edits - b.edits || a.group - b.group || b.name.place.population - a.name.place.population,
    )
    .flatMap(({ name: { place } }) => matches(place.countries, place.kind === 'country' ? null : place));
  return uniqueCountries(similar.filter(({ country }) => among.has(country.code))).slice(0, SUGGESTIONS_MAX);
}

/** The places that a text finds, or else the similar ones. */
export function suggestedPlaces(
  text: string,
  among: ReadonlyMap<CountryCode, number>,
  language: PlaceLanguage,
): readonly PlaceMatch[] {
  if (text.length > PLACE_TEXT_MAX) return [];
  const found = searchPlaces(text, among, language);
  return found.length > 0 ? found : similarPlaces(text, among, language);
}

/**
 * What a text means as a destination: a country, or a region that is one. The choices of `group` are the region that
 * contains it, then its countries, the best known first; or the countries that the text names.
 */
export type DestinationReading =
  | ({ readonly kind: 'found' } & PlaceMatch)
  | { readonly kind: 'several' | 'group'; readonly choices: readonly PlaceMatch[] }
  /** The choices are suggestions: names that begin with the text or contain it, or similar ones. */
  | { readonly kind: 'unknown'; readonly choices: readonly PlaceMatch[] }
  /** Northern Cyprus, or a ship. */
  | { readonly kind: 'no_code' | 'at_sea'; readonly choices: readonly [] };

export type DestinationReader = (text: string) => DestinationReading;

/** Three letters are the name of a city ("Rom" in German) as well as the beginning of a longer name. */
const SHORT_CITY_LENGTH = 3;

/** Folding all names takes half a millisecond. */
const foldedCountries = once(() => COUNTRIES.map((country) => ({ country, key: fold(country.name) })));

/** The other countries whose English names begin with the short name of a city. */
function countriesBeginningWith(text: string, { country: { code }, place }: PlaceMatch): PlaceMatch[] {
  const key = fold(boundedText(text));
  if (place?.kind !== 'city' || key.length > SHORT_CITY_LENGTH || airportCity(text.trim()) !== null)
    return [];
  return foldedCountries()
    .filter((other) => other.country.code !== code && other.key.startsWith(key))
    .map(({ country }) => ({ country, place: null }));
}

/** A text that is no name: with a word for the kind of place, or for a part of a continent. */
function beyondNames(text: string, language: PlaceLanguage): readonly PlaceMatch[] {
  const meant = meantWithoutKind(text, language);
  return meant.length > 0 ? meant : countriesOfSubregion(text);
}

/** A region as a destination that a text means. */
const regionMatch = ({ code, name }: RegionDestination): PlaceMatch => ({
  country: { code, iso3: code, name, region: name, subregion: name, aliases: [] },
  place: null,
});

const ALL: ReadonlyMap<CountryCode, number> = new Map(COUNTRIES.map(({ code }) => [code, 0]));

/**
 * What a text means. An unknown text has no choices here (see `destinationReader`). `among`: the destinations that have
 * plans, with their numbers. Only they are offered as choices.
 */
export function readDestination(
  text: string,
  language: PlaceLanguage = 'en',
  among: ReadonlyMap<CountryCode, number> = ALL,
): DestinationReading {
  if (text.length > PLACE_TEXT_MAX) return { kind: 'unknown', choices: [] };
  if (isNorthernCyprus(text)) return { kind: 'no_code', choices: [] };
  const byCode = regionOf(text.trim());
  if (byCode !== null) return { kind: 'found', ...regionMatch(byCode) };
  const list = countriesListed(text, language);
  if (list.length > 0) return { kind: 'group', choices: list };
  const known = countriesMeant(text, language);
  const meant = known.length > 0 ? known : beyondNames(text, language);
  const [first, second] = meant;
  if (first === undefined) {
    if (isAtSea(text)) return { kind: 'at_sea', choices: [] };
    const together = countriesTogether(text, language);
    if (together.length > 1) return { kind: 'group', choices: together };
    // "Wales and Scotland", "Rome & Milan"
    if (together[0] !== undefined) return { kind: 'found', country: together[0].country, place: null };
    return { kind: 'unknown', choices: [] };
  }
  if (second === undefined) {
    const others = countriesBeginningWith(text, first);
    if (others.length === 0) return { kind: 'found', ...first };
    return { kind: 'several', choices: [first, ...others] };
  }
  const withPlans = meant.filter(({ country }) => among.has(country.code));
  const choices = withPlans.length > 0 ? withPlans : meant;
  if (first.place?.kind !== 'group') return { kind: 'several', choices };
  const region = regionNamed(first.place.names[0] ?? '');
  if (region !== null) return { kind: 'found', ...regionMatch(region) };
  // "Scandinavia": the region that contains it, then its countries.
  const containing = regionContaining(first.place.countries);
  return { kind: 'group', choices: [...(containing === null ? [] : [regionMatch(containing)]), ...choices] };
}

/**
 * Returns a function that reads the places of one request. A search takes time, and a request with faults takes no
 * quota, so choices are searched only for the first text that is unknown.
 */
export function destinationReader(
  language: PlaceLanguage = 'en',
  among: ReadonlyMap<CountryCode, number> = ALL,
): DestinationReader {
  const readings = new Map<string, DestinationReading>();
  let hasSearched = false;
  return (text) => {
    const reading = readings.get(text) ?? readDestination(text, language, among);
    readings.set(text, reading);
    if (reading.kind !== 'unknown' || hasSearched) return reading;
    hasSearched = true;
    return { kind: 'unknown', choices: suggestedPlaces(text, among, language) };
  };
}
