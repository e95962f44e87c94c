/** A feed's place codes to countries, by explicit rules: what no rule knows is no country. */
import { isCountry } from '../domain/countries.ts';
import { fold } from '../domain/places/fold.ts';
import { countriesMeant, partNamed, resolvePlace } from '../domain/places/search.ts';
import type { CountryCode, NamedPlace } from '../domain/plan.ts';

/** A country's code, or why there is none: `UNKNOWN_PLACE` or `RETIRED_PLACE`. */
export type Place = string;

export const UNKNOWN_PLACE = 'unknown_place';
export const RETIRED_PLACE = 'retired_place';

/** Codes of feeds that ISO does not have. Kosovo has no ISO code; every body made up its own. */
export const ALIASES: Readonly<Record<string, CountryCode>> = {
  KSV: 'XK',
  UNK: 'XK',
  XKX: 'XK',
  XKK: 'XK',
  KOS: 'XK',
  // The Canary Islands are Spain and use its networks: a plan for one works in the other.
  IC: 'ES',
  // Codes of the European Union and of daily life, certain enough for coverage.
  UK: 'GB',
  EL: 'GR',
};

/** Spellings of feeds, folded, and cities that several countries have but shops sell plans for in one. */
const SPELLINGS: Readonly<Record<string, CountryCode>> = {
  'saint martinfrench part': 'MF',
  'sint maartendutch part': 'SX',
  'south cyprus': 'CY',
  'puerto rico us': 'PR',
  'british virgin island': 'VG',
  'british cayman island': 'KY',
  'british cayman islands': 'KY',
  'bonaire saint eustatius and saba': 'BQ',
  montecarlo: 'MC',
};
const PARTS_OF_FEEDS: Readonly<Record<string, CountryCode>> = {
  'marie galante': 'GP',
  roatan: 'HN',
  benidorm: 'ES',
  barcelona: 'ES',
  valencia: 'ES',
  athens: 'GR',
  manchester: 'GB',
  vancouver: 'CA',
};

/** Countries so small that another name for them, or for a town in them, still means all of them. */
const WHOLE: ReadonlySet<string> = new Set('AX FO HK LU MC MO MU MV RE SG TC VA'.split(' '));

/** ISO's codes for parts of countries that plans are sold for; any other such code is shown as it is. */
const SUBDIVISIONS: Readonly<Record<string, string>> = {
  'ES-CN': 'Canary Islands',
  'ES-IB': 'Balearic Islands',
  'GB-ENG': 'England',
  'GB-NIR': 'Northern Ireland',
  'GB-SCT': 'Scotland',
  'GB-WLS': 'Wales',
  'PT-20': 'Azores',
  'PT-30': 'Madeira',
  'US-AK': 'Alaska',
  'US-HI': 'Hawaii',
};
const SUBDIVISION = /^([A-Z]{2})-[A-Z0-9]{1,3}$/;

/** Withdrawn by ISO. The places behind them have codes of their own, so nobody knows which of them is meant. */
export const RETIRED: ReadonlySet<string> = new Set(
  'AN ANT YU YUG CS SCG CSK SU SUN TP TMP ZR BU BUR DD DDR FX FXX NT NTZ'.split(' '),
);

/** Codes that look like a place and are none: a state, two zones of one feed, an unassigned code, regions. */
export const NO_COUNTRY: ReadonlySet<string> = new Set('NN HI S1 KK EU EUR EEA UN ZZ QZ'.split(' '));

/** What single formats mean by a code of their own. null: no country. The adapter's id comes first. */
export const ALIASES_OF_ADAPTER: Readonly<Record<string, Readonly<Record<string, CountryCode | null>>>> = {
  // ISO's CYP is Cyprus; this catalogue writes it for the north of the island and CY for the republic.
  'esim-go': { CYP: null },
  esimgo: { CYP: null },
};

export type PlaceOverrides = Readonly<Record<string, CountryCode | null>>;

/** Remembers every spelling that it has met, since a feed repeats a few hundred of them in a hundred thousand rows. */
export function createPlaceResolver(overrides: PlaceOverrides = {}): (text: string) => Place {
  const known = new Map<string, Place>();
  const own = new Map(Object.entries(overrides).map(([text, code]) => [text.trim().toUpperCase(), code]));
  return (text) => {
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const place = resolve(text, own);
    // A hostile feed may make up places without end.
    if (known.size < 10_000) known.set(text, place);
    return place;
  };
}

function resolve(text: string, own: ReadonlyMap<string, CountryCode | null>): Place {
  if (text.length > 100) return UNKNOWN_PLACE;
  const code = text.trim().toUpperCase();
  const override = own.get(code);
  if (override !== undefined) return override ?? UNKNOWN_PLACE;
  if (code === '' || NO_COUNTRY.has(code) || isNorthernCyprus(text)) return UNKNOWN_PLACE;
  if (RETIRED.has(code)) return RETIRED_PLACE;
  // "KOS" is a code, "Kos" an island: a code of three letters is no name in free text.
  const isName = code.length === 3 && text.trim() !== code && partNamed(text) !== null;
  const alias = isName ? undefined : ALIASES[code];
  if (alias !== undefined) return alias;
  if (isCountry(code)) return code;
  return resolvePlace(isName ? '' : text) ?? SPELLINGS[fold(text)] ?? partOf(text)?.country ?? UNKNOWN_PLACE;
}

/**
 * The country, or the part of one, that a text means which is no code: an island, a state, a city. null where it means
 * several countries or nothing known. Shops write "Bali City" too.
 */
export function partOf(text: string): NamedPlace | null {
  const written = text.trim();
  if (written === 'IC') return { country: 'ES', part: 'Canary Islands' };
  if (isNorthernCyprus(written)) return null;
  const country = SUBDIVISION.exec(written)?.[1];
  if (country !== undefined && isCountry(country)) return { country, part: SUBDIVISIONS[written] ?? written };
  for (const name of [written, written.replace(/ city$/i, '')]) {
    const part = partNamed(name);
    if (part !== null) return part.country === 'SJ' ? { country: 'SJ', part: null } : part;
    const sold = PARTS_OF_FEEDS[fold(name)];
    if (sold !== undefined) return { country: sold, part: name };
    const [meant, ...others] = countriesMeant(name);
    if (meant === undefined || others.length > 0) continue;
    const { code } = meant.country;
    return { country: code, part: meant.place === null || WHOLE.has(code) ? null : name };
  }
  return null;
}

/** It has no code, and neither Türkiye's nor Cyprus's plans work as if it were theirs. */
export function isNorthernCyprus(text: string): boolean {
  const folded = ` ${fold(text)} `;
  return (
    folded === ' nn ' ||
    folded.includes(' trnc ') ||
    folded.includes(' kktc ') ||
    (folded.includes('cyprus') && folded.includes('north')) ||
    (folded.includes('kibris') && folded.includes('kuzey'))
  );
}
