/** The arguments of `search_esim_plans`: their schema, and the trip and the filters that they mean. */
import { PLACE_TEXT_MAX } from '../../domain/places/meaning.ts';
import { destinationReader } from '../../domain/places/search.ts';
import { type Sort, THEN_MAX } from '../../domain/trip.ts';
import { misspelledNames } from '../../wire/near-name.ts';
import { type PlaceReader, SHORT_TEXT_MAX } from '../../wire/parameters/kinds.ts';
import {
  type CombinedFault,
  combinedFaultsOf,
  type TripRequest,
  tripRequestOf,
} from '../../wire/parameters/read.ts';
import { argumentsSchema } from '../../wire/parameters/schemas.ts';
import { TRIP_PARAMETERS } from '../../wire/parameters/table.ts';
import type { Notice } from '../../wire/schemas/comparison.ts';
import { ignoredNotice } from '../../wire/sentences/notices.ts';
import { regionWithStops, tooManyDays } from '../../wire/sentences/parameters.ts';
import { isObject } from '../jsonrpc.ts';
import { misspelledFaults, readArguments, type ToolNotice } from './arguments.ts';
import { interpretedNotice, type KnownPlace, readPlace } from './places.ts';

export const SearchArguments = argumentsSchema(TRIP_PARAMETERS);

export interface Search extends TripRequest {
  readonly sort: Sort;
  /** How the arguments were understood. */
  readonly notices: readonly (ToolNotice | Notice)[];
}

type SearchReading =
  | { readonly search: Search; readonly faults: readonly [] }
  | { readonly search: null; readonly faults: readonly string[] };

/** Returns the id of the provider that has a name or an id; null: there is none. */
type ProviderReader = (text: string) => string | null;

export function readSearch(sent: unknown, providerNamed: ProviderReader): SearchReading {
  const places: KnownPlace[] = [];
  const readText = destinationReader();
  const findPlace: PlaceReader = (text, at) => {
    if (text.length > PLACE_TEXT_MAX) return at.fault('malformed');
    const place = readPlace(text, readText);
    if (place.code === null) return at.fault(place.fault, place.hint);
    places.push(place);
    return place.code;
  };
  const { values, faults, ignored } = readArguments(sent, {
    parameters: TRIP_PARAMETERS,
    readPlace: findPlace,
    accept: (name, value) => accept(name, value, providerNamed),
  });
  const names = namesInStops(sent);
  const request = tripRequestOf(values);
  const all = [...faults, ...names.faults, ...combinedFaultsOf(values).map(combinedFault)];
  if (request === null || all.length > 0) return { search: null, faults: all };
  const notices = [...interpretedNotice(places), ...ignoredNotice([...ignored, ...names.ignored])];
  return { search: { ...request, sort: values.sort ?? 'recommended', notices }, faults: [] };
}

/** An empty list counts as absent, a word that is required twice as required, and the name of a provider as its id. */
function accept(name: string, value: unknown, providerNamed: ProviderReader): unknown {
  if (!Array.isArray(value)) return value;
  const list: readonly unknown[] = value;
  if (list.length === 0) return undefined;
  if (name === 'require') return [...new Set(list)];
  if (name !== 'providers' && name !== 'avoid_providers') return list;
  const idOf = (text: string) =>
    text.length > SHORT_TEXT_MAX ? text : (providerNamed(text) ?? (likeId(text) || text));
  return [...new Set(list.map((text) => (typeof text === 'string' ? idOf(text) : text)))];
}

/**
 * The id that an unknown provider of this name could have, so that a notice says that it is unknown. Empty if the name
 * has no letter or digit of an id, such as "日本". The fault then shows the name itself.
 */
const likeId = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .replace(/(?<!-)-+$/, '');

const STOP_NAMES: readonly string[] = ['country', 'days'];

/** Names in stops that are not known: nearly known ones are faults, and a notice names the others. */
function namesInStops(sent: unknown): {
  readonly faults: readonly string[];
  readonly ignored: readonly string[];
} {
  const list = isObject(sent) ? sent['then'] : undefined;
  // A list that is too long is a fault, so its stops are not read.
  const then: readonly unknown[] = Array.isArray(list) && list.length <= THEN_MAX ? list : [];
  const unknown = then.map((stop) =>
    isObject(stop) ? Object.keys(stop).filter((name) => !STOP_NAMES.includes(name)) : [],
  );
  return {
    faults: unknown.flatMap((names, at) =>
      misspelledFaults(misspelledNames(names, STOP_NAMES), `then[${at}].`),
    ),
    ignored: [...new Set(unknown.flat())].map((name) => `then.${name}`),
  };
}

function combinedFault({ code, value }: CombinedFault): string {
  if (code === 'too_many_days') return tooManyDays(value);
  if (code === 'region_with_stops') return regionWithStops(value);
  return `data_gb ${value} cannot be combined with need unlimited: leave it out, or give another need.`;
}
