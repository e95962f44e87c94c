/** Places and networks in one cell of a generic feed: codes, names, lists of them, or a region of the operator's map. */
import { fold } from '../../domain/places/fold.ts';
import { resolvePlace } from '../../domain/places/search.ts';
import type { DraftNetwork } from '../adapter.ts';
import { withoutCount } from '../parse/cell.ts';
import { needPlaces, readCoverages } from '../parse/place.ts';
import type { GenericOptions } from './generic-options.ts';

/** What database dumps put around a list: "{FR,DE}", '["FR","DE"]'. */
const AROUND_LISTS = /[{}[\]"']/g;

export function pieces(value: unknown, separator = ','): readonly unknown[] {
  if (Array.isArray(value)) return readCoverages(value).places;
  return typeof value === 'string' ? value.replace(AROUND_LISTS, '').split(separator) : [];
}

export interface PlacesCell {
  readonly places: readonly string[];
  /** For a name where the feed has none. */
  readonly where: string;
}

export function createPlacesReader({ regions = {}, separator }: GenericOptions) {
  const known = new Map(Object.entries(regions).map(([name, places]) => [fold(name), places]));
  const regionOf = (text: string) => known.get(fold(text)) ?? known.get(fold(withoutCount(text)));
  return (value: unknown): PlacesCell => {
    const region = typeof value === 'string' ? regionOf(value) : undefined;
    if (typeof value === 'string' && region !== undefined)
      return { places: needPlaces(region), where: value.trim() };
    // "Korea, Republic of" is one place.
    const whole = typeof value === 'string' && resolvePlace(value) !== null;
    const written = whole ? [value] : pieces(value, separator);
    const places = needPlaces(
      written.flatMap((piece) => (typeof piece === 'string' ? (regionOf(piece) ?? [piece]) : [piece])),
    );
    const [only] = written;
    const where = written.length === 1 && typeof only === 'string' ? only.trim() : `${places.length} places`;
    return { places, where };
  };
}

/** Names for the plan as a whole, or `{code, networks}` for each place. */
export function networksOf(value: unknown, names: readonly string[]): readonly DraftNetwork[] {
  const found = readCoverages(value).networks;
  return found.length > 0 ? found : names.map((name) => ({ place: null, name, generations: [] }));
}
