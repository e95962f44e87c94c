/** Reads parameters by their table, and the trip that they mean. */
import { regionOf } from '../../domain/places/region-destinations.ts';
import { DAYS_MAX, type Filters, LIST_MAX, type Trip, totalDays, tripOf } from '../../domain/trip.ts';
import { type Fault, type FaultCode, type Kind, type PlaceReader, Position } from './kinds.ts';
import { type Interface, type Parameters, parametersOf, type TRIP_PARAMETERS } from './table.ts';

/** The step of an interface returns it instead of a value that is not to be read. */
export class Unread {
  /** null: the fault was reported already. */
  readonly code: FaultCode | null;
  readonly value: unknown;

  constructor(code: FaultCode | null, value?: unknown) {
    this.code = code;
    this.value = value;
  }
}

export type Values<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name] extends { readonly kind: Kind<infer T> } ? T | null : never;
};

interface ReadOptions<P extends Parameters> {
  readonly parameters: P;
  readonly as: Interface;
  /** The step of the interface before: the value that was sent; undefined if the parameter is absent. */
  readonly givenValue: (name: keyof P & string) => unknown;
  readonly readPlace: PlaceReader;
}

/** Values that are absent or wrong are null. There are only faults if a value is wrong or a required one is absent. */
export function readParameters<P extends Parameters>({
  parameters,
  as,
  givenValue,
  readPlace,
}: ReadOptions<P>): {
  values: Values<P>;
  faults: Fault[];
} {
  const faults: Fault[] = [];
  const values: Record<string, unknown> = Object.fromEntries(
    Object.keys(parameters).map((name) => [name, null]),
  );
  for (const [name, { kind, isRequired }] of parametersOf(parameters, as)) {
    const value = givenValue(name);
    const shown = value instanceof Unread ? value.value : value;
    const at = new Position(faults, { path: [name], value: shown, kind }, readPlace);
    if (value instanceof Unread) {
      if (value.code !== null) at.fault(value.code);
    } else if (value !== undefined) values[name] = kind.read(value, at);
    else if (isRequired) at.fault('missing');
  }
  return { values: values as Values<P>, faults };
}

/** One value without its parameter; null if it is wrong. */
export const readAlone = <T>(kind: Kind<T>, value: unknown): T | null =>
  kind.read(value, new Position([], { path: [''], value, kind }, () => null));

/** What a request for a comparison means. */
export interface TripRequest {
  readonly trip: Trip;
  readonly filters: Filters;
  /** The largest number of results in each list. */
  readonly limit: number;
  /** A phone to check; null: none. */
  readonly phone: string | null;
}

/** A fault of several parameters together. `value` is the sum of all days, the data, or the code of a region. */
export type CombinedFault =
  | { readonly code: 'too_many_days' | 'data_with_unlimited'; readonly value: number }
  | { readonly code: 'region_with_stops'; readonly value: string };

/** `data_gb` was read in megabytes. */
export function combinedFaultsOf({
  country,
  days,
  need,
  then,
  data_gb,
}: Values<typeof TRIP_PARAMETERS>): CombinedFault[] {
  const faults: CombinedFault[] = [];
  if (data_gb !== null && need === 'unlimited')
    faults.push({ code: 'data_with_unlimited', value: data_gb / 1000 });
  const total = (days ?? 0) + totalDays(then ?? []);
  if (days !== null && total > DAYS_MAX) faults.push({ code: 'too_many_days', value: total });
  // A region is the only destination of its trip: several stops have exact answers.
  const codes = then === null || then.length === 0 ? [] : [country, ...then.map((stop) => stop.country)];
  const region = codes.find((code) => code !== null && regionOf(code) !== null);
  if (region != null) faults.push({ code: 'region_with_stops', value: region });
  return faults;
}

/** null if a required value is absent or wrong. `data_gb` was read in megabytes, and `max_usd` in cents. */
export function tripRequestOf(values: Values<typeof TRIP_PARAMETERS>): TripRequest | null {
  const { providers, avoid_providers } = values;
  const { country, days, need, then, data_gb, travellers, require, max_usd, avoid_exits, limit, phone } =
    values;
  if (country === null || days === null || need === null) return null;
  return {
    trip: tripOf([{ country, days }, ...(then ?? [])], need, data_gb, travellers ?? 1),
    filters: {
      require: require ?? [],
      maxUsdCents: max_usd,
      avoidExits: avoid_exits ?? [],
      providers: providers ?? [],
      avoidProviders: avoid_providers ?? [],
    },
    limit: limit ?? LIST_MAX,
    phone,
  };
}
