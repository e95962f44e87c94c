/**
 * What travellers type beyond the name of a place: words for an island or a city, several countries in one text, and parts
 * of a continent. Feeds do not write so, and their places must be certain.
 */
import { fold, nameKey } from './fold.ts';
import { boundedText, countriesMeant, matches, type PlaceMatch, uniqueCountries } from './meaning.ts';
import { once, type PlaceLanguage, placeNames } from './names.ts';
import { regionNames, SUBREGIONS } from './regions.ts';

/** "Ilha da Madeira", "Île de la Réunion", "Isola d’Elba", "Insel Rügen", "Isle of Skye", "City of London". */
const KIND_BEFORE = new RegExp(
  `^(?:${[
    '(?:islands?|isles?|city) of ',
    'inseln? ',
    'stadt ',
    '(?:islas?|ilhas?|ciudad|cidade) (?:de las? |de los |del |d[aeo]s? )',
    "(?:[iî]les?|ville) (?:de la |du |des |de (?:l['’])?|d['’])",
    "(?:isol[ae]|citt[aà]) (?:del(?:la |l['’]| )|di |d['’])",
  ].join('|')})`,
  'iu',
);
/** "Bali Island", "Bozcaada adası", "東京都", "大阪市". */
const KIND_AFTER = /(?: (?:islands?|city|adas[ıi]|adalar[ıi]|[şs]ehri)|(?<=..)[島岛都市府县縣섬시])$/iu;

/** The countries that the text means without a word for the kind of place. "Isle of Man" is a name as a whole. */
export function meantWithoutKind(text: string, language: PlaceLanguage): readonly PlaceMatch[] {
  const bounded = boundedText(text);
  for (const word of [KIND_BEFORE, KIND_AFTER]) {
    const name = bounded.replace(word, '');
    const meant = name === bounded ? [] : countriesMeant(name, language);
    if (meant.length > 0) return meant;
  }
  return [];
}

const bySubregionName = once(
  () =>
    new Map(SUBREGIONS.flatMap((region) => regionNames(region).map((name) => [fold(name), region] as const))),
);

/** The countries of a part of a continent, such as "Western Europe", the best known first. Empty: it is none. */
export function countriesOfSubregion(text: string): readonly PlaceMatch[] {
  const region = bySubregionName().get(fold(boundedText(text)));
  if (region === undefined) return [];
  const { name, translations, countries } = region;
  return matches(countries, { kind: 'group', countries, population: 0, names: [name, ...translations] });
}

const AND = '(?:and|und|y|e|et|ve|en|og|och|i|и|та|và|dan|और|و)\\s+';
/** "USA and Canada", "Spanien und Portugal", "韩国和日本", "한국과 일본", "Japan - Korea": also a part of names. */
const BETWEEN_TWO = [
  '\\s*&\\s*',
  '\\s+[-–—]>?\\s+',
  `\\s+${AND}`,
  '(?<=[가-힣])(?:과|와|랑) ',
  '(?<=\\p{Script=Han}|\\p{Script=Kana})[和与與と](?=\\p{Script=Han}|\\p{Script=Kana})',
];
const WORD_BETWEEN = new RegExp(BETWEEN_TWO.join('|'), 'iu');
const BETWEEN_NAMES = new RegExp(['\\s*[,;/+、，]\\s*', ...BETWEEN_TWO].join('|'), 'iu');
/** "Japan, Korea, and Taiwan", "Japan → Korea". */
const BETWEEN_STOPS = new RegExp(`\\s*[,;/+、，→]\\s*(?:${AND})?`, 'iu');
/** "Barcelona, Spain" has two parts. */
const PLACE_AND_COUNTRY = 2;

/** The countries of a text that names several, each of which is certain; empty: it does not. */
export function countriesTogether(text: string, language: PlaceLanguage): readonly PlaceMatch[] {
  const parts = boundedText(text).split(BETWEEN_NAMES);
  if (parts.length === 1) return [];
  const countries: PlaceMatch[] = [];
  for (const part of parts) {
    // The first part that is not certain ends the search, because unknown words take the most time.
    const [only, other] = countriesMeant(part, language);
    if (only === undefined || other !== undefined) return [];
    countries.push(only);
  }
  return uniqueCountries(countries);
}

/** The countries of a list with commas. "Paris, Texas, USA" is one place, so that a list has countries only. */
export function countriesListed(text: string, language: PlaceLanguage): readonly PlaceMatch[] {
  if (text.split(',').length <= PLACE_AND_COUNTRY) return [];
  const together = countriesTogether(text, language);
  return together.length > 1 && together.every(({ place }) => place === null) ? together : [];
}

/** More parts than a trip has stops, so that too many stops are reported. */
const LISTED_MAX = 12;

/**
 * The stops that a text lists, of which some may be unknown: "Japan, Korea", "Tokyo and Seoul"; empty: it is one place,
 * such as "Trinidad and Tobago" or "Paris, Texas, USA", or several in one country.
 */
export function stopsListed(text: string, language: PlaceLanguage): readonly string[] {
  const signed = text.split(BETWEEN_STOPS).filter(Boolean);
  // Looking up a text that is one name would take time for nothing.
  if (signed.length === 1 && text.split(WORD_BETWEEN).length === 1) return [];
  if (isAddress(text, signed, language)) return [];
  const stops = signed.flatMap((part) => {
    const names = part.split(WORD_BETWEEN);
    return names.length === 1 || isName(part, language) ? [part] : names;
  });
  if (stops.length === 1 || stops.length > LISTED_MAX) return [];
  const meant = stops.map((stop) => countriesMeant(stop, language));
  const codes = meant.map(([first, second]) => (second === undefined ? first?.country.code : undefined));
  const isOneCountry = codes.every((code) => code !== undefined && code === codes[0]);
  if (isOneCountry || codes.every((code) => code === undefined)) return [];
  return isPlaceBeforeCountry(signed, meant) ? [] : stops;
}

/** Up to the last sign or word between two stops, and what follows it. */
const LAST_OF_LIST = new RegExp(
  `^(?<before>.+(?:${BETWEEN_STOPS.source}|${WORD_BETWEEN.source}))(?<last>.+)$`,
  'isu',
);

/** The stop of a list that somebody is typing ("Japan, Ko"), and what stands before it; null: the text is no list. */
export function lastListed(
  text: string,
  language: PlaceLanguage,
): { readonly before: string; readonly last: string } | null {
  const { before, last } = LAST_OF_LIST.exec(text)?.groups ?? {};
  if (before === undefined || last === undefined) return null;
  const [first = ''] = before.split(BETWEEN_STOPS);
  const [name = ''] = first.split(WORD_BETWEEN);
  return isName(first, language) || isName(name, language) ? { before, last } : null;
}

/** Whether a text is a name as a whole, or the beginning of one, such as "Trinidad and Tob". */
const isName = (text: string, language: PlaceLanguage): boolean =>
  placeNames().beginning(nameKey(text)).length > 0 || countriesMeant(text, language).length > 0;

/** "Barcelona, Spain", "Paris, Texas, USA", "Congo - Kinshasa": every part is in the next one or in the last one. */
function isAddress(text: string, parts: readonly string[], language: PlaceLanguage): boolean {
  const countryOf = (one: string) => {
    const [only, other] = countriesMeant(one, language);
    return other === undefined ? only?.country.code : undefined;
  };
  const last = parts.at(-1);
  const whole = countryOf(text);
  const isInside = (part: string, at: number) =>
    [parts[at + 1], last].some((wider) => countryOf(`${part}, ${wider}`) === whole);
  return whole !== undefined && parts.slice(0, -1).every(isInside);
}

/** "Santiago, Spain" can be a place of that country which is not known there, so that the reader is asked. */
function isPlaceBeforeCountry(
  parts: readonly string[],
  [first, second]: readonly (readonly PlaceMatch[])[],
): boolean {
  const isCountry = (meant: readonly PlaceMatch[] = []) => meant.some(({ place }) => place === null);
  return parts.length === PLACE_AND_COUNTRY && !isCountry(first) && isCountry(second);
}
