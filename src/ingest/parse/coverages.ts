/** Places with their networks, as lists of feeds have them. `normalise/` resolves the places to countries. */
import type { DraftNetwork } from '../draft.ts';
import { bestGeneration } from './generations.ts';
import { firstOf, isRecord, listOf, own, recordsOf, reject, textOrNull } from './value.ts';

/** More than there are countries, aliases included. */
const PLACES_MAX = 400;

/** Places without repeats. Rejects a row without any place. */
export function needPlaces(values: Iterable<unknown>): readonly string[] {
  const places = new Set<string>();
  for (const value of values) {
    const place = textOrNull(value);
    if (place !== null && places.size < PLACES_MAX) places.add(place);
  }
  return places.size === 0 ? reject('no_place', 'It names no place.') : [...places];
}

/** What feeds call the code or the name of a place in an object. */
const PLACE_KEYS =
  'code country_code countryCode iso iso2 iso_code isoCode country alpha2 iso3 name title'.split(' ');

/** `coverages` as plain codes or as `{code, networks: [{name, types}]}`. */
export function readCoverages(value: unknown): {
  readonly places: readonly unknown[];
  readonly networks: readonly DraftNetwork[];
} {
  const places: unknown[] = [];
  const networks: DraftNetwork[] = [];
  for (const entry of listOf(value)) {
    if (!isRecord(entry)) {
      places.push(entry);
      continue;
    }
    const place = textOrNull(firstOf(entry, ...PLACE_KEYS));
    if (place === null) continue;
    places.push(place);
    for (const network of recordsOf(own(entry, 'networks'))) {
      const name = textOrNull(own(network, 'name'));
      if (name !== null) networks.push({ place, name, generation: bestGeneration(own(network, 'types')) });
    }
  }
  return { places, networks };
}
