/**
 * What travellers type beyond the name of a place: words for an island or a city, several countries in one text, and parts
 * of a continent. Feeds do not write so, and their places must be certain.
 */
import { fold } from './fold.ts';
import { boundedText, countriesMeant, matches, type PlaceMatch, uniqueCountries } from './meaning.ts';
import { once, type PlaceLanguage } from './names.ts';
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

/** Between two names: "USA and Canada", "Spanien und Portugal", "韩国和日本", "한국과 일본". */
const BETWEEN_NAMES = new RegExp(
  [
    '\\s*[,;/&+、，]\\s*',
    '\\s+(?:and|und|y|e|et|ve|en|og|och|i|и|та|và|dan|और|و)\\s+',
    '(?<=[가-힣])(?:과|와|랑) ',
    '(?<=\\p{Script=Han}|\\p{Script=Kana})[和与與と](?=\\p{Script=Han}|\\p{Script=Kana})',
  ].join('|'),
  'iu',
);
/** The stops of a trip. */
const TOGETHER_MAX = 6;
/** "Barcelona, Spain" has two parts. */
const PLACE_AND_COUNTRY = 2;

/** The countries of a text that names several, each of which is certain; empty: it does not. */
export function countriesTogether(text: string, language: PlaceLanguage): readonly PlaceMatch[] {
  const parts = boundedText(text).split(BETWEEN_NAMES);
  if (parts.length === 1 || parts.length > TOGETHER_MAX) return [];
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
