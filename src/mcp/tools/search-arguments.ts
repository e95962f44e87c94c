/** The arguments of `search_esim_plans`: their schema, and the trip and the filters that they mean. */
import Type, { type Static } from 'typebox';
import { PLACE_TEXT_MAX } from '../../domain/places/meaning.ts';
import {
  AVOID_EXITS_MAX,
  COUNTRY_PATTERN,
  DAYS_MAX,
  type Filters,
  LIST_MAX,
  REQUIREMENTS,
  type Requirement,
  type Sort,
  THEN_MAX,
  type Trip,
  totalDays,
  tripOf,
} from '../../domain/trip.ts';
import { phoneFault } from '../../reference/phone-search.ts';
import { misspelledNames } from '../../wire/near-name.ts';
import type { Notice } from '../../wire/schemas/comparison.ts';
import { PhoneParam } from '../../wire/schemas/facts.ts';
import { DataGb, Days, Limit, MaxUsd, NeedParam, SortParam, Travellers } from '../../wire/schemas/query.ts';
import { ignoredNotice } from '../../wire/sentences/notices.ts';
import { tooManyDays } from '../../wire/sentences/parameters.ts';
import { isObject, type Params } from '../jsonrpc.ts';
import { argumentReader, faultOf, misspelledFaults, type ToolNotice } from './arguments.ts';
import { interpretedNotice, type PlaceReading, readPlace } from './places.ts';

const DEFAULT_SORT: Sort = 'recommended';

const Place = Type.String({
  maxLength: PLACE_TEXT_MAX,
  description:
    'Destination: an ISO 3166-1 alpha-2 code ("TR"), or a name or place that means one country ("Japan", "UK", "Bali", "Valencia, Spain"). An ambiguous name is an error that lists the choices.',
});

/** A stop takes the same values as the first one, which are described there. */
const undescribed = <T extends object>(schema: T): T => ({ ...schema, description: undefined });

/** The country has no pattern: clients check patterns themselves, so that "Japan" would never reach us. */
export const SearchArguments = Type.Object({
  country: Place,
  days: Days,
  need: NeedParam,
  sort: Type.Optional(Type.Unsafe<Sort>({ ...SortParam, default: DEFAULT_SORT })),
  require: Type.Optional(
    Type.Array(Type.Unsafe<Requirement>({ type: 'string', enum: [...REQUIREMENTS] }), {
      maxItems: REQUIREMENTS.length,
      description:
        'Only plans that are stated to have all of these; what is not stated does not qualify. hotspot: tethering; uncapped: really unlimited, without a fair-use limit; local_exit: traffic reaches the internet in the destination itself.',
    }),
  ),
  then: Type.Optional(
    Type.Array(Type.Object({ country: undescribed(Place), days: undescribed(Days) }), {
      maxItems: THEN_MAX,
      description: `Further stops after the first, in their order, each with the days there; all days together at most ${DAYS_MAX}. plans then work at every stop, and itinerary has the best plans for parts of the trip.`,
    }),
  ),
  data_gb: Type.Optional(DataGb),
  travellers: Type.Optional(Travellers),
  max_usd: Type.Optional(MaxUsd),
  avoid_exits: Type.Optional(
    Type.Array(Type.String({ minLength: 2, maxLength: 2 }), {
      maxItems: AVOID_EXITS_MAX,
      description:
        'Country codes in which traffic must not reach the internet, such as ["HK", "CN"]. A plan that does not state its exits does not qualify.',
    }),
  ),
  phone: Type.Optional(
    Type.String({
      ...PhoneParam,
      description:
        'Brand and model of the traveller’s phone ("iPhone 13", "Galaxy S23"), to learn whether it supports eSIM. It changes no plan.',
    }),
  ),
  limit: Type.Optional(Limit),
});

type Arguments = Static<typeof SearchArguments>;

export interface Search {
  readonly trip: Trip;
  readonly filters: Filters;
  readonly sort: Sort;
  readonly limit: number;
  /** A phone to check; null: none. */
  readonly phone: string | null;
  /** How the arguments were understood. */
  readonly notices: readonly (ToolNotice | Notice)[];
}

type KnownPlace = Extract<PlaceReading, { code: string }>;

type SearchReading =
  | { readonly search: Search; readonly faults: readonly [] }
  | { readonly search: null; readonly faults: readonly string[] };

const readArguments = argumentReader(SearchArguments);

export function readSearch(sent: unknown): SearchReading {
  const { value, known, faults: wrong, ignored } = readArguments(sent);
  const places = readPlaces(known);
  const faults = [...places.faults, ...wrong, ...places.misspelled];
  if (value === null) return { search: null, faults };
  faults.push(...faultsBeyondSchema(value));
  const [first, ...further] = places.codes;
  // Without a fault, every stop has a country.
  if (first == null || faults.length > 0) return { search: null, faults };
  const { days, need, sort = DEFAULT_SORT, limit = LIST_MAX, data_gb, travellers, phone = null } = value;
  const stops = (value.then ?? []).map((stop, at) => ({ country: further[at]!, days: stop.days }));
  const dataMb = data_gb === undefined ? null : Math.round(data_gb * 1000);
  const search: Search = {
    trip: tripOf([{ country: first, days }, ...stops], need, dataMb, travellers),
    filters: filtersOf(value),
    sort,
    limit,
    phone,
    notices: [...interpretedNotice(places.read), ...ignoredNotice([...ignored, ...places.ignored])],
  };
  return { search, faults: [] };
}

interface PlacesOfStops {
  /** The country of each stop, the first one included; null: it is not known which. */
  readonly codes: readonly (string | null)[];
  readonly read: readonly KnownPlace[];
  readonly faults: readonly string[];
  /** Faults of names in a stop that are nearly known ones. */
  readonly misspelled: readonly string[];
  /** All unknown names in stops. They are reported if none of them is a fault. */
  readonly ignored: readonly string[];
}

/** Reads what the schema cannot check: the places of all stops, and the names in stops. */
function readPlaces(known: Params): PlacesOfStops {
  // A list that is too long is a fault, so its stops are not read.
  const list = known['then'];
  const then: readonly unknown[] = Array.isArray(list) && list.length <= THEN_MAX ? list : [];
  const written: (readonly [path: string, text: unknown])[] = [
    ['country', known['country']],
    ...then.map((stop, at) => [`then[${at}].country`, isObject(stop) ? stop['country'] : undefined] as const),
  ];
  const read: KnownPlace[] = [];
  const faults: string[] = [];
  const codes = written.map(([path, text]) => {
    // The schema reports a value that is no string or is too long.
    if (typeof text !== 'string' || text.length > PLACE_TEXT_MAX) return null;
    const place = readPlace(text);
    if (place.code === null) faults.push(faultOf(path, text, place.what, place.hint));
    else read.push(place);
    return place.code;
  });
  const unknown = then.map((stop) =>
    isObject(stop) ? Object.keys(stop).filter((name) => !STOP_NAMES.includes(name)) : [],
  );
  return {
    codes,
    read,
    faults,
    misspelled: unknown.flatMap((names, at) =>
      misspelledFaults(misspelledNames(names, STOP_NAMES), `then[${at}].`),
    ),
    ignored: [...new Set(unknown.flat())].map((name) => `then.${name}`),
  };
}

const STOP_NAMES: readonly string[] = ['country', 'days'];

const hasMoreDecimals = (value: number, most: number): boolean => Number(value.toFixed(most)) !== value;

/** Checks what the schema cannot: the sum of all days, data with need unlimited, decimals, the phone and repeated codes. */
function faultsBeyondSchema(given: Arguments): string[] {
  const { need, days, then = [], data_gb, max_usd, avoid_exits = [], phone } = given;
  const faults: string[] = [];
  const total = days + totalDays(then);
  if (total > DAYS_MAX) faults.push(tooManyDays(total));
  if (data_gb !== undefined && need === 'unlimited') {
    faults.push(
      `data_gb ${data_gb} cannot be combined with need unlimited: leave it out, or give another need.`,
    );
  } else if (data_gb !== undefined && hasMoreDecimals(data_gb, 1)) {
    faults.push(faultOf('data_gb', data_gb, 'has more than one decimal'));
  }
  if (max_usd !== undefined && hasMoreDecimals(max_usd, 2)) {
    faults.push(faultOf('max_usd', max_usd, 'has more than two decimals'));
  }
  if (phone !== undefined && phoneFault(phone) !== null) {
    // The value may contain characters that change how the message looks.
    faults.push(faultOf('phone', undefined, 'is malformed'));
  }
  for (const [at, code] of avoid_exits.entries()) {
    if (!COUNTRY.test(code)) faults.push(faultOf(`avoid_exits[${at}]`, code, 'is malformed'));
    else if (avoid_exits.indexOf(code) < at) {
      faults.push(faultOf(`avoid_exits[${at}]`, code, 'is given more than once'));
    }
  }
  return faults;
}

const COUNTRY = new RegExp(COUNTRY_PATTERN);

const filtersOf = ({ require = [], max_usd, avoid_exits = [] }: Arguments): Filters => ({
  require,
  maxUsdCents: max_usd === undefined ? null : Math.round(max_usd * 100),
  avoidExits: avoid_exits,
});
