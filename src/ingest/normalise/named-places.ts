/** The places for which a plan is named. */
import type { CountryCode, NamedPlace } from '../../domain/plan.ts';
import { isCountry, type Meaning, type NamedRegion } from '../parse/name/place-mentions.ts';
import type { PlacesInName } from '../parse/name/places-in-name.ts';
import { type CountryPart, partOf } from '../parse/places.ts';

/** `places` are the places that the feed states. */
export function namedPlaces(
  { stated }: PlacesInName,
  places: readonly string[],
  destinations: readonly CountryCode[],
): readonly NamedPlace[] {
  const meanings = stated.map(({ meaning }) => meaning);
  const soldPart = partOfSinglePlace(places);
  if (soldPart !== null) return [soldPart];
  const countries = meanings.filter(isCountry).filter((place) => isMeant(place, destinations));
  const regions = statedRegions(meanings);
  const isForRegion = regions.some((region) => mayContainAny(region, destinations));
  const isForOneCountry =
    destinations.length === 1 && countries.some(({ country }) => destinations.includes(country));
  // "Europe & UK" is for the whole region. But with the only destination Türkiye, "Türkiye (Europe)" is for Türkiye.
  if (isForRegion && !isForOneCountry) return [];
  if (countries.length > 0) return sorted(countries);
  // Only regions without any destination are left: a plan for Vietnam may have the name "Europe".
  return sorted(regions.map(({ name }) => ({ country: null, part: name })));
}

/** If the feed states the one place "Scotland", the plan is for this part of the country, whatever its name is. */
function partOfSinglePlace(places: readonly string[]): CountryPart | null {
  const [place = '', ...others] = places;
  // Feeds write codes of two or three letters: "KOS" is Kosovo, and not the island.
  if (others.length > 0 || place.length <= 3) return null;
  const found = partOf(place);
  return found !== null && found.part !== null ? found : null;
}

/** In "Europe, 36 countries", the countries are those of Europe. In "36 countries", they are a region themselves. */
function statedRegions(meanings: readonly Meaning[]): readonly NamedRegion[] {
  const regions = meanings.filter((meaning): meaning is NamedRegion => !isCountry(meaning));
  const named = regions.filter((region) => region.isCounted !== true);
  return named.length > 0 ? named : regions;
}

/** A region whose countries are not known, such as "Global", may contain every destination. */
const mayContainAny = ({ countries }: NamedRegion, destinations: readonly CountryCode[]): boolean =>
  countries === null || countries.some((code) => destinations.includes(code));

/**
 * A country without a destination counts, so that a plan with a wrong name is marked. A part of such a country does not:
 * it is probably a fancy name.
 */
function isMeant({ country, part }: CountryPart, destinations: readonly CountryCode[]): boolean {
  if (destinations.includes(country)) return true;
  // "Georgia" on a plan for the United States is the state.
  const isStateOfTheUs = country === 'GE' && destinations.includes('US');
  return part === null && !isStateOfTheUs;
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
