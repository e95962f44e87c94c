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
  readonly placeName: string | null;
}

type RegionMap = Readonly<Record<string, readonly string[]>>;
type ReadRegion = (name: string) => readonly string[] | undefined;

/** Creates a function that returns the places of a region in the operator's map, with or without the number of its countries. */
export function createRegionReader(regions: RegionMap = {}): ReadRegion {
  const known = new Map(Object.entries(regions).map(([name, places]) => [fold(name), places]));
  // Without a map, no name is folded.
  return known.size === 0
    ? () => undefined
    : (name) => known.get(fold(name)) ?? known.get(fold(withoutCount(name)));
}

export function createPlacesReader({ regions, separator }: { regions?: RegionMap; separator?: string }) {
  const regionOf = createRegionReader(regions);
  return (value: unknown): PlacesCell =>
    (typeof value === 'string' ? wholeCell(value.trim(), regionOf) : null) ??
    cellOfPieces(pieces(value, separator), regionOf);
}

/** Reads a cell as one text. null: only its pieces may be places. */
function wholeCell(written: string, regionOf: ReadRegion): PlacesCell | null {
  // The braces of "{RU}" are removed first, so that it is looked up as a code before it is read as words.
  const text = written.replace(AROUND_LISTS, '').trim();
  const places = placesOfText(text, regionOf);
  if (places === null) return null;
  return { places: needPlaces(places), placeName: isListOfCodes(written) ? null : text };
}

function placesOfText(text: string, regionOf: ReadRegion): readonly string[] | null {
  const ofRegion = regionOf(text);
  if (ofRegion !== undefined) return ofRegion;
  // "Korea, Republic of" is one place.
  if (resolvePlace(text) !== null) return [text];
  return placesInWords(text, regionOf);
}

/** JSON, or several codes: "FR, DE". A list of names is a name for its places, and a list of codes is none. */
function isListOfCodes(text: string): boolean {
  const codes = text.split(/[ ,+&-]+/);
  return /^[[{]/.test(text) || (codes.length > 1 && codes.every((code) => /^[A-Z]{2}$/.test(code)));
}

function cellOfPieces(found: readonly unknown[], regionOf: ReadRegion): PlacesCell {
  const places = needPlaces(
    found.flatMap((piece): readonly unknown[] =>
      typeof piece === 'string' ? (regionOf(piece) ?? placesInWords(piece, regionOf) ?? [piece]) : [piece],
    ),
  );
  const [only] = found;
  return { places, placeName: found.length === 1 && typeof only === 'string' ? only.trim() : null };
}

/** The places that a text lists without one of the default separators: "USA & Canada". */
const placesInWords = (text: string, regionOf: ReadRegion): readonly string[] | null =>
  BETWEEN.test(text) ? null : placesIn(withoutCount(text), regionOf);
