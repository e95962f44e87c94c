/** Resolves a feed's place codes and names to countries, by explicit rules. An unknown text is not guessed. */
import { isCountry } from '../../domain/countries.ts';
import { fold } from '../../domain/places/fold.ts';
import { countriesMeant, partNamed, resolvePlace, withoutFlags } from '../../domain/places/meaning.ts';
import { isNorthernCyprus } from '../../domain/places/northern-cyprus.ts';
import { REGIONS, regionNames } from '../../domain/places/regions.ts';
import type { CountryCode } from '../../domain/plan.ts';
import tables from './feed-places.json' with { type: 'json' };

/** A country, or a part of it. */
export interface CountryPart {
  readonly country: CountryCode;
  /** null: the whole country. */
  readonly part: string | null;
}

/** A country's code, or why there is none: `UNKNOWN_PLACE` or `RETIRED_PLACE`. */
export type Place = string;

export const UNKNOWN_PLACE = 'unknown_place';
export const RETIRED_PLACE = 'retired_place';

/**
 * Codes of feeds that ISO does not have. Kosovo has no ISO code, so organisations use different ones. The Canary
 * Islands ("IC") use the networks of Spain, so a plan for one works in the other.
 */
const ALIASES: ReadonlyMap<string, CountryCode> = new Map(Object.entries(tables.aliases));

/** Spellings of feeds, folded. */
export const SPELLINGS: ReadonlyMap<string, CountryCode> = new Map(Object.entries(tables.spellings));
/** Several countries in one word: "日韓". */
export const SEVERAL: Readonly<Record<string, string>> = tables.several;
/** Islands and cities, folded. Several countries have a city of that name, but shops sell plans for this one. */
const PARTS_OF_FEEDS: ReadonlyMap<string, CountryCode> = new Map(Object.entries(tables.parts));

/** Countries so small that another name for them, or for a town in them, still means all of them. */
const WHOLE: ReadonlySet<string> = new Set('AX FO HK LU MC MO MU MV RE SG TC VA'.split(' '));

/** Svalbard is the inhabited part of the code SJ, so a plan for Svalbard is a plan for all of SJ. */
const SVALBARD = 'SJ';
export const wholeOrPart = ({ country, part }: CountryPart): CountryPart =>
  country === SVALBARD ? { country, part: null } : { country, part };

/** ISO's codes for parts of countries that plans are sold for; any other such code is shown as it is. */
const SUBDIVISIONS: Readonly<Record<string, string>> = tables.subdivisions;
/** Subdivisions that have a country code of their own, which is their second half. */
const TERRITORIES: ReadonlySet<string> = new Set(
  'CN-HK CN-MO CN-TW FR-BL FR-GF FR-GP FR-MF FR-MQ FR-NC FR-PF FR-PM FR-RE FR-WF FR-YT NL-AW NL-CW NL-SX US-AS US-GU US-MP US-PR US-VI'.split(
    ' ',
  ),
);
const SUBDIVISION = /^([A-Z]{2})-[A-Z0-9]{1,3}$/;

/** Withdrawn by ISO. Each stood for several places that have own codes now, so it is not clear which one is meant. */
const RETIRED: ReadonlySet<string> = new Set(
  'AN ANT YU YUG CS SCG CSK SU SUN TP TMP ZR BU BUR DD DDR FX FXX NT NTZ'.split(' '),
);

/** Codes that are not a country: a state, two zones of one feed, an unassigned code, regions. */
const NO_COUNTRY: ReadonlySet<string> = new Set('NN HI S1 KK EU EUR EEA UN ZZ QZ'.split(' '));

type PlaceOverrides = Readonly<Record<string, CountryCode | null>>;

export function createPlaceResolver(overrides: PlaceOverrides = {}): (text: string) => Place {
  const byCode = new Map(Object.entries(overrides).map(([text, code]) => [text.trim().toUpperCase(), code]));
  // Feeds repeat a few hundred places, and resolving one costs more than the rest of a row.
  const known = new Map<string, Place>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const place = resolve(text, byCode);
    known.set(text, place);
    return place;
  };
}

function resolve(text: string, overrides: ReadonlyMap<string, CountryCode | null>): Place {
  if (text.length > 100) return UNKNOWN_PLACE;
  const code = text.trim().toUpperCase();
  const override = overrides.get(code);
  if (override !== undefined) return override ?? UNKNOWN_PLACE;
  if (code === '' || NO_COUNTRY.has(code) || isNorthernCyprus(text)) return UNKNOWN_PLACE;
  if (RETIRED.has(code)) return RETIRED_PLACE;
  // "KOS" is a code, "Kos" an island: a code of three letters is no name in free text.
  const isName = code.length === 3 && text.trim() !== code && partNamed(text) !== null;
  const alias = isName ? undefined : ALIASES.get(code);
  if (alias !== undefined) return alias;
  if (isCountry(code)) return code;
  return (
    resolvePlace(isName ? '' : text) ?? SPELLINGS.get(fold(text)) ?? partOf(text)?.country ?? UNKNOWN_PLACE
  );
}

/** Groups with an official list of members. What a shop means by "Europe" or "Asia" is in the operator's map. */
const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK';
const GROUPS: ReadonlyMap<string, readonly CountryCode[]> = new Map(
  Object.entries({
    'eu, european union': EU,
    'eea, european economic area': `${EU} IS LI NO`,
    benelux: 'BE LU NL',
    'baltics, baltic states': 'EE LT LV',
    scandinavia: 'DK NO SE',
    'nordics, nordic countries': 'DK FI IS NO SE',
    'gcc, gulf cooperation council': 'AE BH KW OM QA SA',
    dach: 'AT CH DE',
  }).flatMap(([names, codes]) => names.split(', ').map((name) => [name, codes.split(' ')] as const)),
);

const REGION_NAMES: ReadonlySet<string> = new Set(
  [...REGIONS.flatMap(regionNames), 'Global', 'Worldwide', 'World'].map(fold),
);

/** A region without an official list of countries: each shop means others. */
export const isRegionName = (text: string): boolean =>
  REGION_NAMES.has(fold(text.replace(/(?<![ (])[ (]+\d{1,3}\+? ?\w+\)?$/, '')));

const NO_NAME = /(?<![\p{L}\p{N}])e-?sims?(?![\p{L}\p{N}])/giu;
/** "PT-MA" is one word, "DE-AT-CH" and "JP-Japan" are several. */
const LISTED = /(?<![\p{L}\p{N}-])[A-Z]{2}-[A-Z0-9]{1,3}(?![\p{L}\p{N}-])|[\p{L}\p{N}\p{M}.'’]+|[&+]/gu;
const JOINTS: ReadonlySet<string> = new Set(
  'and plus with & + y et und e the incl incl. including inkl inkl.'.split(' '),
);
/** Short words that are names in free text too. */
const SHORT_NAMES: ReadonlySet<string> = new Set('uk us usa uae ksa eu eea gcc'.split(' '));
const CODE = /^[A-Z]{2,3}$/;
/** The longest names are like "Saint Vincent and the Grenadines". */
const NAME_WORDS_MAX = 7;
/** A bound for hostile texts. */
const LISTED_MAX = 120;

/**
 * The places that a text lists without a mark between them or with one of its own: "China Hong Kong Macau",
 * "USA & Canada", "EU plus UK", "Japan (JP)". null where any word of it is no place, so that nothing is guessed.
 */
export function placesIn(text: string, regionOf: RegionOf = () => undefined): readonly string[] | null {
  if (isNorthernCyprus(text)) return null;
  const { written, flags } = withoutFlags(text);
  const words = written.replace(NO_NAME, ' ').match(LISTED) ?? [];
  if (words.length === 0 && flags.length > 0) return flags;
  if (words.length > LISTED_MAX) return null;
  const isCodes = words.every((word) => CODE.test(word) || JOINTS.has(word));
  const found: string[] = [];
  const codes: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (JOINTS.has(word.toLowerCase())) continue;
    const longest = longestName(words.slice(at, at + NAME_WORDS_MAX), isCodes, regionOf);
    if (longest !== null) {
      found.push(...longest.places);
      at += longest.length - 1;
    } else if (CODE.test(word)) codes.push(word);
    else return null;
  }
  // "Japan (JP)", "JP - Japan": a code that says the same again.
  const known = new Set(found.map((place) => resolve(place, NO_OVERRIDES)));
  return found.length > 0 && codes.every((code) => known.has(resolve(code, NO_OVERRIDES))) ? found : null;
}

const NO_OVERRIDES: ReadonlyMap<string, CountryCode | null> = new Map();

type RegionOf = (name: string) => readonly string[] | undefined;

/** The longest name that begins with the first word, with its number of words. */
function longestName(words: readonly string[], isCodes: boolean, regionOf: RegionOf) {
  for (let length = words.length; length > 0; length--) {
    const places = meantBy(words.slice(0, length).join(' '), length === 1 && !isCodes, regionOf);
    if (places !== null) return { places, length };
  }
  return null;
}

function meantBy(name: string, isFreeText: boolean, regionOf: RegionOf): readonly string[] | null {
  const key = fold(name);
  const region = regionOf(name) ?? GROUPS.get(key);
  if (region !== undefined) return region;
  if (isFreeText && /^[A-Za-z]{1,3}$/.test(name) && !SHORT_NAMES.has(key)) return null;
  const code =
    resolvePlace(name) ??
    SPELLINGS.get(key) ??
    ALIASES.get(name.toUpperCase()) ??
    subdivision(name) ??
    partNamed(name);
  return code === null || code === undefined ? null : [name];
}

/**
 * The country, or the part of one, that a text means which is no code: an island, a state, a city. null where it means
 * several countries or nothing known. Shops write "Bali City" too.
 */
export function partOf(text: string): CountryPart | null {
  const written = text.trim();
  if (written === 'IC') return { country: 'ES', part: 'Canary Islands' };
  if (isNorthernCyprus(written)) return null;
  const ofCountry = subdivision(written);
  if (ofCountry !== null) return ofCountry;
  for (const name of [written, written.replace(/ city$/i, '')]) {
    const part = partNamed(name);
    if (part !== null) return wholeOrPart(part);
    const sold = PARTS_OF_FEEDS.get(fold(name));
    if (sold !== undefined) return { country: sold, part: name };
    const [meant, ...others] = countriesMeant(name);
    if (meant === undefined || others.length > 0) continue;
    const { code } = meant.country;
    return { country: code, part: meant.place === null || WHOLE.has(code) ? null : name };
  }
  return null;
}

/** A code with a subdivision ("ES-CN") means its country. */
function subdivision(text: string): CountryPart | null {
  const code = text.toUpperCase();
  const country = SUBDIVISION.exec(code)?.[1];
  if (country === undefined || !isCountry(country)) return null;
  if (TERRITORIES.has(code)) return { country: code.slice(-2), part: null };
  return { country, part: SUBDIVISIONS[code] ?? code };
}
