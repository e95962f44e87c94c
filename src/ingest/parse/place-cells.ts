/** Places in one cell of a feed: codes, names, lists of them, or a region of the operator's map. */
import { fold } from '../../domain/places/fold.ts';
import { resolvePlace } from '../../domain/places/meaning.ts';
import { needPlaces, readCoverages } from './coverages.ts';
import { placesIn } from './places.ts';

const COUNT_OF_PLACES =
  /[ ,([-]{0,5}\b\d{1,3}\+? ?(?:countries|country|destinations|areas|places|regions|zones)[)\]]?$/i;

/** "Europe 36 countries" without the number, which changes with every new agreement. */
export const withoutCount = (text: string): string => text.replace(COUNT_OF_PLACES, '').trim();

/** What database dumps put around a list: "{FR,DE}", '["FR","DE"]'. The mark within "O'Net" stays. */
const AROUND_LISTS = /[{}[\]"]|(?<!\p{L})'|'(?!\p{L})/gu;

/** The default separators of a list. */
const BETWEEN = /[,;|\n]/;

export function pieces(value: unknown, separator: string | RegExp = BETWEEN): readonly unknown[] {
  if (Array.isArray(value)) return readCoverages(value).places;
  return typeof value === 'string' ? value.replace(AROUND_LISTS, '').split(separator) : [];
}

interface PlacesCell {
  readonly places: readonly string[];
  /** What the cell calls its places together, for a generated name. null: it lists them. */
  readonly where: string | null;
}

type RegionMap = Readonly<Record<string, readonly string[]>>;

/** What a name in the operator's map of regions stands for, with or without the number of its countries. */
export function createRegionReader(regions: RegionMap = {}): (name: string) => readonly string[] | undefined {
  const known = new Map(Object.entries(regions).map(([name, places]) => [fold(name), places]));
  return known.size === 0
    ? () => undefined
    : (name) => known.get(fold(name)) ?? known.get(fold(withoutCount(name)));
}

/** JSON, or several codes: "FR, DE". */
function isList(text: string): boolean {
  const codes = text.split(/[ ,+&-]+/);
  return /^[[{]/.test(text) || (codes.length > 1 && codes.every((code) => /^[A-Z]{2}$/.test(code)));
}

export function createPlacesReader({ regions, separator }: { regions?: RegionMap; separator?: string }) {
  const regionOf = createRegionReader(regions);
  const read = (value: unknown): PlacesCell => {
    const written = typeof value === 'string' ? value.trim() : null;
    // "{RU}" is the code of Russia. As a word, "RU" is also short for the United Kingdom in French.
    const text = written?.replace(AROUND_LISTS, '').trim() ?? null;
    // "Korea, Republic of" is one place, and so is a region of the map.
    const whole =
      text === null ? null : (regionOf(text) ?? (resolvePlace(text) === null ? listed(text) : [text]));
    if (text !== null && whole !== null)
      return { places: needPlaces(whole), where: isList(written ?? text) ? null : text };
    const listedPieces = pieces(value, separator);
    const places = needPlaces(
      listedPieces.flatMap((piece): readonly unknown[] =>
        typeof piece === 'string' ? (regionOf(piece) ?? listed(piece) ?? [piece]) : [piece],
      ),
    );
    const [only] = listedPieces;
    const where = listedPieces.length === 1 && typeof only === 'string' ? only.trim() : null;
    return { places, where };
  };
  const listed = (text: string) => (BETWEEN.test(text) ? null : placesIn(withoutCount(text), regionOf));
  return read;
}
