/** The regions that a trip can have as its destination, with the countries that a plan for each is expected to cover. */
import { countryName } from '../countries.ts';
import type { CountryCode } from '../plan.ts';
import { fold } from './fold.ts';
import data from './regions.json' with { type: 'json' };
import { GROUPS, type Region, regionNames } from './regions.ts';

export interface RegionDestination {
  /** For queries only: `EU`, or a code that ISO 3166 leaves to its users. No feed and no plan states it. */
  readonly code: CountryCode;
  readonly name: string;
  readonly group: Region;
  /** Every country of the region. Where traffic leaves in one of them, the exit is local. */
  readonly countries: ReadonlySet<CountryCode>;
  /** The countries that a plan for the region is expected to cover. */
  readonly core: readonly CountryCode[];
  /** The names of the region, folded. */
  readonly ownNames: readonly string[];
  /** Those names, and the names of the groups that contain the region, folded. */
  readonly names: readonly string[];
}

export const REGION_DESTINATIONS: readonly RegionDestination[] = data.destinations.map((entry) => {
  const core = entry.core.split(' ');
  const group = GROUPS.find(({ name }) => name === entry.group)!;
  const containing = GROUPS.filter(({ countries }) => core.every((country) => countries.includes(country)));
  return {
    code: entry.code,
    name: group.name,
    group,
    countries: new Set(group.countries),
    core,
    ownNames: regionNames(group).map(fold),
    names: containing.flatMap(regionNames).map(fold),
  };
});

const BY_CODE: ReadonlyMap<string, RegionDestination> = new Map(
  REGION_DESTINATIONS.map((region) => [region.code, region]),
);

export const regionOf = (code: CountryCode): RegionDestination | null => BY_CODE.get(code) ?? null;

/** `name`: of the group in English. */
export const regionNamed = (name: string): RegionDestination | null =>
  REGION_DESTINATIONS.find((region) => region.name === name) ?? null;

/** The first region that has all of the countries; null: there is none. */
export const regionContaining = (countries: readonly CountryCode[]): RegionDestination | null =>
  REGION_DESTINATIONS.find((region) => countries.every((code) => region.countries.has(code))) ?? null;

/** Plans that cover at least half of the core countries are compared. `covered`: their number. */
export const isEnoughOf = (core: readonly CountryCode[], covered: number): boolean =>
  covered * 2 >= core.length;

/** The regions whose code is the text, or of whose names it is the beginning. */
export function regionsNamed(text: string): readonly RegionDestination[] {
  const key = fold(text);
  if (key === '') return [];
  return REGION_DESTINATIONS.filter(
    ({ code, ownNames }) =>
      code === text.trim() ||
      ownNames.some((name) => name === key || (key.length > 2 && name.startsWith(key))),
  );
}

/** In English; the code if it is no place. */
export const destinationName = (code: CountryCode): string => BY_CODE.get(code)?.name ?? countryName(code);

/** The countries whose facts count for a destination: the country itself, or the core of a region. */
export const countriesOf = (code: CountryCode): readonly CountryCode[] => BY_CODE.get(code)?.core ?? [code];

/** Two countries of a region for an example of a trip with stops, the best known ones. */
export function stopsIn(code: CountryCode): { readonly first: CountryCode; readonly second: CountryCode } {
  const { group, core } = regionOf(code) ?? REGION_DESTINATIONS[0]!;
  const [first = '', second = ''] = group.countries.filter((country) => core.includes(country));
  return { first, second };
}
