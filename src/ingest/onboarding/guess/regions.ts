/** Finds what a seller means by its regions, in lists of the same document: {"name": "Europe", "countries": ["FR", "DE"]}. */
import { fold } from '../../../domain/places/fold.ts';
import { resolvePlace } from '../../../domain/places/meaning.ts';
import { withoutCount } from '../../parse/place-cells.ts';
import { isRegionName } from '../../parse/places.ts';
import { isRecord, recordsOf, scalarText } from '../../parse/value.ts';

const DEPTH_MAX = 6;
/** A region has several countries. */
const COUNTRIES_MIN = 2;
const REGIONS_SHOWN = 12;

/** Returns the names of regions in a column of places, without repetition. */
export function regionNamesIn(places: readonly unknown[]): readonly string[] {
  const names = places
    .flatMap((cell) => [cell].flat())
    .filter((cell) => typeof cell === 'string')
    .map((text) => withoutCount(text.trim()));
  return [...new Set(names)].filter(isRegionName).slice(0, REGIONS_SHOWN);
}

/** Returns the countries of the regions that the document lists. */
export function regionsOfSeller(
  document: unknown,
  regions: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  const wanted = new Map(regions.map((region) => [fold(region), region]));
  const addIfWanted = (name: string, value: unknown): void => {
    const region = wanted.get(fold(withoutCount(name.trim())));
    if (region === undefined) return;
    const countries = countriesIn(value);
    if (countries !== null) found[region] ??= countries;
  };
  const search = (value: unknown, depth: number): void => {
    if (depth > DEPTH_MAX) return;
    if (Array.isArray(value)) for (const entry of recordsOf(value)) search(entry, depth + 1);
    if (!isRecord(value)) return;
    const texts = Object.values(value).filter((field) => typeof field === 'string');
    for (const [key, field] of Object.entries(value)) {
      // {"Europe": ["FR", "DE"]}
      addIfWanted(key, field);
      // {"name": "Europe", "countries": ["FR", "DE"]}: any text of the object may be the name.
      for (const text of texts) addIfWanted(text, field);
      search(field, depth + 1);
    }
  };
  if (wanted.size > 0) search(document, 0);
  return found;
}

/** Returns the codes of a list of countries, or of objects with a code or a name. null: the value is no such list. */
function countriesIn(value: unknown): readonly string[] | null {
  if (!Array.isArray(value) || value.length < COUNTRIES_MIN) return null;
  const codes = value.map((entry) => {
    const texts = isRecord(entry) ? Object.values(entry) : [entry];
    return texts.map((text) => resolvePlace(scalarText(text) ?? '')).find((code) => code !== null) ?? null;
  });
  return codes.every((code) => code !== null) ? [...new Set(codes)] : null;
}
