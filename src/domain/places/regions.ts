/**
 * Continents and groups of countries that travellers name, and places that are in several countries. `regions.json` has
 * the fixed lists. Countries are in the order in which the pages and the tools offer them, the best known first.
 */
import type { CountryCode } from '../plan.ts';
import regions from './regions.json' with { type: 'json' };

export interface Region {
  readonly name: string;
  /** In German, Spanish and Turkish; empty if the names are the same as in English. */
  readonly translations: readonly string[];
  readonly otherNames: readonly string[];
  readonly countries: readonly CountryCode[];
}

/** Türkiye, Georgia and their neighbours are in two groups, because travellers expect them in Europe and in Asia. */
export const GROUPS: readonly Region[] = regions.groups.map(regionOf);

/** Places in several countries. Crimea is claimed by two, and networks differ, so that the service does not choose. */
export const SHARED_PLACES: readonly Region[] = regions.sharedPlaces.map(regionOf);

/**
 * Parts of continents and other groups without a page of their own, which travellers name. Feeds do not: "Global" and
 * "World" are read by the rules for names of plans.
 */
export const SUBREGIONS: readonly Region[] = regions.subregions.map(regionOf);

export const REGIONS: readonly Region[] = [...GROUPS, ...SHARED_PLACES];

function regionOf(entry: (typeof regions.groups)[number]): Region {
  return {
    name: entry.name,
    translations: namesOf(entry.translations),
    otherNames: namesOf(entry.otherNames),
    countries: entry.countries.split(' '),
  };
}

function namesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(', ');
}

export const regionNames = ({ name, translations, otherNames }: Region): readonly string[] => [
  name,
  ...translations,
  ...otherNames,
];
