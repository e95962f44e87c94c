/** What feeds say of places, in their own spelling: the step behind resolves it. */
import type { Draft, DraftNetwork } from '../adapter.ts';
import { generationsOf } from './generation.ts';
import { refuse } from './refusal.ts';
import { firstOf, isRecord, listOf, own, recordsOf, textOrNull } from './value.ts';

/** More than there are countries, aliases included. */
const PLACES_MAX = 400;

/** Places without repeats; a plan for nowhere is refused. */
export function needPlaces(values: Iterable<unknown>): readonly string[] {
  const places = new Set<string>();
  for (const value of values) {
    const place = textOrNull(value);
    if (place !== null && places.size < PLACES_MAX) places.add(place);
  }
  return places.size === 0 ? refuse('no_place', 'It names no place.') : [...places];
}

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
    const place = textOrNull(firstOf(entry, 'code', 'country_code'));
    if (place === null) continue;
    places.push(place);
    for (const network of recordsOf(own(entry, 'networks'))) {
      const name = textOrNull(own(network, 'name'));
      if (name !== null) networks.push({ place, name, generations: generationsOf(own(network, 'types')) });
    }
  }
  return { places, networks };
}

/** Local where traffic leaves in the plan's only destination; roaming where it leaves elsewhere. */
export function breakoutOf(
  exits: readonly string[],
  places: readonly string[],
): NonNullable<Draft['breakout']> {
  if (exits.length === 0) return 'unknown';
  const known = exits.map((exit) => exit.toUpperCase());
  return places.length === 1 && known.includes((places[0] ?? '').toUpperCase()) ? 'local' : 'roaming';
}
