/** The places of a name. */
import type { CountryCode } from '../../../domain/plan.ts';
import type { Token } from '../tokens.ts';
import { excludedMentions } from './excluded-places.ts';
import {
  isCountry,
  type Meaning,
  type Mention,
  mentionsIn,
  NORTHERN_CYPRUS,
  regionOf,
} from './place-mentions.ts';

const IN_EUROPE_AND_ASIA = new Set(regionOf('Europe').countries).intersection(
  new Set(regionOf('Asia').countries),
);

/** The places that a name states, and those that it excludes. */
export interface PlacesInName {
  readonly stated: readonly Mention[];
  /** Ambiguous words that may mean a place: codes of two letters, and the German "Island". */
  readonly possible: readonly Mention[];
  /** Countries that the name excludes. */
  readonly excluded: readonly CountryCode[];
  readonly excludesNorthernCyprus: boolean;
}

export function placesInName(tokens: readonly Token[]): PlacesInName {
  const mentions = mentionsIn(tokens);
  const excluded = new Set(excludedMentions(tokens, mentions));
  const meant = mentions.filter((mention) => !excluded.has(mention));
  const stated = meant.filter((mention) => !isAmbiguous(mention));
  const excludedCountries = [...excluded].flatMap(({ meaning }) => countriesExcludedBy(meaning, stated));
  return {
    stated,
    possible: meant.filter(isAmbiguous),
    excluded: excludedCountries,
    excludesNorthernCyprus: [...excluded].some(({ meaning }) => meaning === NORTHERN_CYPRUS),
  };
}

const isAmbiguous = ({ meaning }: Mention): boolean =>
  isCountry(meaning) && meaning.countsOnlyIfExcluded === true;

/** The countries that a place means. Empty: a region without a certain list. */
export const countriesOf = (meaning: Meaning): readonly CountryCode[] =>
  isCountry(meaning) ? [meaning.country] : (meaning.countries ?? []);

function countriesExcludedBy(excluded: Meaning, stated: readonly Mention[]): readonly CountryCode[] {
  // A plan "not for Scotland" still covers the rest of the country. "England" often stands for the whole of it.
  if (isCountry(excluded))
    return excluded.part === null || excluded.part === 'England' ? [excluded.country] : [];
  // "Japan eSIM, not for the rest of Asia" is for Japan.
  const named = stated.flatMap(({ meaning }) => countriesOf(meaning));
  // It is not clear whether an excluded "Asia" means Türkiye, which is in Europe too.
  return countriesOf(excluded).filter((code) => !named.includes(code) && !IN_EUROPE_AND_ASIA.has(code));
}
