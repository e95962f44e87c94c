/** The places for which a plan is named, and those that its name excludes. */
import type { CountryCode, NamedPlace } from '../../domain/plan.ts';
import { type CountryPart, partOf } from '../parse/places.ts';
import type { Token } from '../parse/tokens.ts';
import { excludedMentions } from './excluded-places.ts';
import {
  COUNTED_REGION,
  type Meaning,
  mentionsIn,
  NORTHERN_CYPRUS,
  ONLY_EXCLUDED,
  regionOf,
} from './place-mentions.ts';

const NOTHING: readonly NamedPlace[] = [];

const IN_EUROPE_AND_ASIA = new Set(regionOf('Europe').countries).intersection(
  new Set(regionOf('Asia').countries),
);

interface PlacesInName {
  readonly meanings: readonly Meaning[];
  /** Countries that the name excludes. */
  readonly excluded: readonly CountryCode[];
  readonly excludesNorthernCyprus: boolean;
}

/** Shops of Japan put what they sell into brackets and search words behind them: "【香港 eSIM】 … 台湾 esim". */
export function headlineOf(tokens: readonly Token[]): readonly Token[] {
  const end = tokens.findIndex(({ text }) => text === '】' || text === ']');
  return tokens[0]?.text === '【' || tokens[0]?.text === '[' ? tokens.slice(0, Math.max(end, 0)) : [];
}

export function placesInName(tokens: readonly Token[]): PlacesInName {
  const mentions = mentionsIn(tokens);
  const excluded = new Set(excludedMentions(tokens, mentions));
  const meanings = mentions
    .filter((mention) => !excluded.has(mention) && !ONLY_EXCLUDED.has(mention.meaning))
    .map(({ meaning }) => meaning);
  return {
    meanings,
    excluded: [...excluded].flatMap(({ meaning }) => countriesOf(meaning, meanings)),
    excludesNorthernCyprus: [...excluded].some(({ meaning }) => meaning === NORTHERN_CYPRUS),
  };
}

/**
 * The countries that an excluded place stands for. "Japan eSIM, not for the rest of Asia" is for Japan, and it is not clear
 * whether "Asia" means Türkiye.
 */
function countriesOf(excluded: Meaning, meanings: readonly Meaning[]): readonly CountryCode[] {
  if ('country' in excluded)
    return excluded.part === null || excluded.part === 'England' ? [excluded.country] : [];
  const named = meanings.flatMap((meaning) =>
    'country' in meaning ? [meaning.country] : (meaning.countries ?? []),
  );
  return (excluded.countries ?? []).filter((code) => !named.includes(code) && !IN_EUROPE_AND_ASIA.has(code));
}

/** `places` are the places that the feed states. */
export function namedPlaces(
  { meanings }: PlacesInName,
  places: readonly string[],
  destinations: readonly CountryCode[],
): readonly NamedPlace[] {
  const [only, ...others] = places;
  // If the feed states the place "Scotland", the plan is for this part of the country, whatever its name is.
  const sold = only === undefined || others.length > 0 || only.length <= 3 ? null : partOf(only);
  if (sold !== null && sold.part !== null) return [sold];
  const found: CountryPart[] = [];
  const otherRegions: NamedPlace[] = [];
  let [hasRegion, isCounted] = [false, false];
  for (const meaning of meanings) {
    if ('country' in meaning) {
      if (isDestination(meaning, destinations)) found.push(meaning);
    } else if (meaning === COUNTED_REGION) isCounted = true;
    else if (meaning.countries === null || meaning.countries.some((code) => destinations.includes(code)))
      hasRegion = true;
    else otherRegions.push({ country: null, part: meaning.name });
  }
  // "Europe & UK" is a region that contains the destinations. A plan with one destination is for that country, even if
  // its name also has a region.
  const isCovered = found.some(({ country }) => destinations.includes(country));
  const isRegion = hasRegion || (isCounted && otherRegions.length === 0);
  if (isRegion && !(destinations.length === 1 && isCovered)) return NOTHING;
  return found.length > 0 ? sorted(found) : otherRegions.length > 0 ? sorted(otherRegions) : NOTHING;
}

/** A part of another country is probably a fancy name. "Georgia" on a plan for the United States is the state. */
function isDestination({ country, part }: CountryPart, destinations: readonly CountryCode[]): boolean {
  if (destinations.includes(country)) return true;
  return part === null && !(country === 'GE' && destinations.includes('US'));
}

/** Sorts by country and removes duplicates. If a country is named as a whole, its parts are left out. */
function sorted(found: readonly NamedPlace[]): readonly NamedPlace[] {
  const whole = new Set(found.filter(({ part }) => part === null).map(({ country }) => country));
  const byKey = new Map<string, NamedPlace>();
  for (const place of found)
    if (place.part === null || !whole.has(place.country))
      byKey.set(`${place.country ?? ''}:${place.part ?? ''}`, place);
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, place]) => place);
}
