/** Places with their networks, as lists of feeds have them. `normalise/` resolves the places to countries. */
import type { DraftNetwork } from '../draft.ts';
import { bestGeneration } from './generations.ts';
import { firstOf, isRecord, listOf, recordsOf, reject, textOrNull } from './value.ts';

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
export const CODE_KEYS =
  'code country_code countryCode locationCode iso iso2 iso_code isoCode country alpha2 iso3'.split(' ');
const PLACE_KEYS = [...CODE_KEYS, 'locationName', 'name', 'title'];
/** What feeds call the list of networks of a place, and in it the name and the generations of a network. */
const NETWORK_LISTS = 'networks operatorList operators'.split(' ');
export const NETWORK_KEYS = 'name operator operatorName operator_name network networkName network_name'.split(
  ' ',
);
export const TYPE_KEYS = 'types type networkType network_type generation generations speed'.split(' ');

/** `coverages` as plain codes or as `{code, networks: [{name, types}]}`, under any of the names above. */
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
    for (const network of recordsOf(firstOf(entry, ...NETWORK_LISTS))) {
      const name = textOrNull(firstOf(network, ...NETWORK_KEYS));
      const generation = bestGeneration(firstOf(network, ...TYPE_KEYS));
      if (name !== null) networks.push({ place, name, generation });
    }
  }
  return { places, networks };
}
