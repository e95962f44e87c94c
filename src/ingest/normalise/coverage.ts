/** Reads the coverage of a plan from the places and networks of a draft. */
import { isNorthernCyprus } from '../../domain/places/northern-cyprus.ts';
import type { CountryCode, Coverage, Generation, Network } from '../../domain/plan.ts';
import type { Draft, DraftNetwork } from '../draft.ts';
import { countriesOfOperator } from '../parse/operators.ts';
import { isRegionName, type Place, RETIRED_PLACE, UNKNOWN_PLACE } from '../parse/places.ts';
import { cleanBrand, cleanText } from '../parse/text.ts';
import { reject, rejectRegions } from '../parse/value.ts';

/** Real regional plans have up to about 50 places. Real global plans have at least about 70. */
const GLOBAL_DESTINATIONS_MIN = 60;
/** No country has more networks. A longer list is a fault of the feed. */
const NETWORKS_MAX = 16;
const NETWORK_NAME_MAX = 60;

/** True if a text contains one of our credentials. */
type Leaks = (text: string) => boolean;

/** `excludedByName` are the countries that the name of the plan excludes. */
export function readCoverage(
  draft: Draft,
  excludedByName: readonly CountryCode[],
  resolve: (text: string) => Place,
  leaks: Leaks = () => false,
): { readonly coverage: Coverage; readonly droppedNetworks: number } {
  if (draft.places.length === 0) reject('no_place', 'the row has no destination');
  const excluded = new Set([...countriesIn((draft.excludedPlaces ?? []).map(resolve)), ...excludedByName]);
  const resolved = draft.places.map(resolve);
  const stated = countriesIn(resolved);
  const found = stated.difference(excluded);
  if (found.size === 0 && stated.size > 0)
    reject(
      'name_contradicts',
      `the row or its name excludes every place that it states: ${showPlaces(draft.places)}`,
    );
  const hasUnknown = resolved.includes(UNKNOWN_PLACE);
  if (found.size === 0 && draft.places.every(isRegionName))
    rejectRegions(
      draft.places,
      draft.places.length === 1
        ? `${showPlaces(draft.places)} is a region, but \`regions\` of the source does not list its countries`
        : `${showPlaces(draft.places)} are regions, but \`regions\` of the source does not list their countries`,
    );
  if (found.size === 0) reject(hasUnknown ? UNKNOWN_PLACE : RETIRED_PLACE, noCountry(draft.places));
  if (hasUnknown && isOnlyNorthernCyprus(draft.places, found)) reject(UNKNOWN_PLACE, noCountry(draft.places));
  const destinations = [...found].sort();
  const exits = [...countriesIn((draft.exits ?? []).map(resolve))].sort();
  const {
    networks,
    generation,
    dropped: droppedNetworks,
  } = readNetworks(draft.networks ?? [], found, resolve, leaks);
  const coverage: Coverage = {
    scope: scopeOf(draft, destinations.length),
    destinations,
    exclusions: [...excluded].sort(),
    networks,
    generation: draft.generation ?? generation,
    breakout: draft.breakout ?? 'unknown',
    exits: exits.length === 0 ? null : exits,
  };
  return { coverage, droppedNetworks };
}

/** True if the places name Northern Cyprus, and the only countries are the neighbours under whose code it is listed. */
function isOnlyNorthernCyprus(places: readonly string[], found: ReadonlySet<CountryCode>): boolean {
  return places.some(isNorthernCyprus) && [...found].every((code) => code === 'TR' || code === 'CY');
}

/** Without unknown and retired places. A row with other places as well is a plan for these. */
const countriesIn = (places: readonly Place[]): Set<CountryCode> =>
  new Set(places.filter((place) => place !== UNKNOWN_PLACE && place !== RETIRED_PLACE));

/** A plan with one destination is a plan for a country, whatever scope the feed states. */
function scopeOf(draft: Draft, destinations: number): Coverage['scope'] {
  if (destinations === 1) return 'country';
  if (draft.scope === 'global' || draft.scope === 'region') return draft.scope;
  return destinations >= GLOBAL_DESTINATIONS_MIN ? 'global' : 'region';
}

function readNetworks(
  drafts: readonly DraftNetwork[],
  destinations: ReadonlySet<CountryCode>,
  resolve: (text: string) => Place,
  leaks: Leaks,
): { networks: Record<CountryCode, readonly Network[]>; generation: Generation | null; dropped: number } {
  const networks: Record<CountryCode, Network[]> = {};
  let overall: Generation | null = null;
  let dropped = 0;
  for (const draft of drafts) {
    const { generation } = draft;
    const name = cleanBrand(draft.name, NETWORK_NAME_MAX);
    if (draft.place === null) overall = better(overall, generation);
    if (name === '' || leaks(name)) continue;
    const place = draft.place === null ? placeOfNetwork(name, destinations) : resolve(draft.place);
    if (place === null) dropped += 1;
    if (place === null || !destinations.has(place)) continue;
    networks[place] ??= [];
    addNetwork(networks[place], { name, generation });
  }
  return { networks, generation: overall, dropped };
}

/** A network without a place is in the only destination, or in the only one that has an operator of its name. */
function placeOfNetwork(name: string, destinations: ReadonlySet<CountryCode>): CountryCode | null {
  const known = destinations.size === 1 ? [...destinations] : countriesOfOperator(name);
  const [first, ...others] = known.filter((code) => destinations.has(code));
  return first === undefined || others.length > 0 ? null : first;
}

function addNetwork(list: Network[], network: Network): void {
  const at = list.findIndex((other) => other.name === network.name);
  const same = list[at];
  if (same !== undefined)
    list[at] = { name: same.name, generation: better(same.generation, network.generation) };
  else if (list.length < NETWORKS_MAX) list.push(network);
}

/** '2G' to '5G' can be compared as text. */
function better(one: Generation | null, other: Generation | null): Generation | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

const noCountry = (places: readonly string[]): string => `no country found for ${showPlaces(places)}`;

function showPlaces(places: readonly string[]): string {
  const shown = places.slice(0, 3).map((place) => JSON.stringify(cleanText(place, 40)));
  return places.length > 3 ? `${shown.join(', ')} and ${places.length - 3} more` : shown.join(', ');
}
