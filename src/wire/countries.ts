/** The destinations that have plans, and the search for them by any name of a place. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import { isoTime } from '../domain/calendar.ts';
import { countryOf } from '../domain/countries.ts';
import { fold } from '../domain/places/fold.ts';
import type { PlaceMatch } from '../domain/places/meaning.ts';
import { compareByName, type PlaceKind, placeName } from '../domain/places/names.ts';
import { REGION_DESTINATIONS, regionsNamed } from '../domain/places/region-destinations.ts';
import { readDestination, searchPlaces, similarPlaces } from '../domain/places/search.ts';
import type { Instant } from '../domain/plan.ts';
import { attributionOf } from './attribution.ts';
import type { Identity } from './comparison.ts';
import type { Countries } from './schemas/lists.ts';
import { noMatchNotice } from './sentences/notices.ts';
import { airportAdvice, placeLabel } from './sentences/places.ts';

export function serialiseCountries(catalogue: Catalogue, identity: Identity, freshUntil: Instant): Countries {
  const countries = catalogue.destinations
    .flatMap(({ code, plans }) => {
      const country = countryOf(code);
      return country === null ? [] : [{ country, plans }];
    })
    .sort((a, b) => compareByName(a.country, b.country))
    .map(({ country: { code, name, region }, plans }) => ({ code, name, region, plans }));
  return {
    attribution: attributionOf(identity.serviceName, identity.baseUrl),
    count: countries.length,
    countries,
    regions: REGION_DESTINATIONS.flatMap(({ code, name }) => {
      const plans = catalogue.coverageCounts.plansFor(code);
      return plans === 0 ? [] : [{ code, name, plans }];
    }),
    notices: [],
    fresh_until: isoTime(freshUntil),
  };
}

/** The destinations that a query finds, or suggestions if it finds none. The place search of all interfaces. */
export function searchCountries(list: Countries, query: string): Countries {
  const byCode = new Map(list.countries.map((country) => [country.code, country]));
  const planCounts = new Map(list.countries.map(({ code, plans }) => [code, plans]));
  const countries = searchPlaces(query, planCounts).flatMap((match) => {
    const country = byCode.get(match.country.code);
    return country === undefined ? [] : [{ ...country, match: whyMatched(match, query) }];
  });
  const { attribution, notices, fresh_until } = list;
  const matching = regionCodes(query);
  const regions = list.regions.filter(({ code }) => matching.has(code));
  const found = { attribution, count: countries.length, countries, regions };
  if (countries.length + regions.length > 0) return { ...found, notices, fresh_until };
  const suggestions = similarPlaces(query, planCounts).map((match) => ({
    code: match.country.code,
    // "Bali: Indonesia" becomes "Bali, Indonesia", which a second search finds.
    name: placeLabel(match).replace(': ', ', '),
  }));
  return { ...found, suggestions, notices: [...notices, noMatchNotice(query, suggestions)], fresh_until };
}

/** The regions that have the name, and the one that contains the group of this name ("Scandinavia"). */
function regionCodes(query: string): ReadonlySet<string> {
  const named = regionsNamed(query).map(({ code }) => code);
  const meant = readDestination(query);
  const choices = meant.kind === 'group' ? meant.choices.map(({ country }) => country.code) : [];
  return new Set([...named, ...choices]);
}

const KINDS: Readonly<Record<Exclude<PlaceKind, 'country'>, (country: string) => string>> = {
  city: (country) => `city in ${country}`,
  island: (country) => `island in ${country}`,
  part: (country) => `place in ${country}`,
  group: (country) => `includes ${country}`,
  shared: (country) => `${country} or another country`,
};

function whyMatched({ country: { code, iso3, name }, place }: PlaceMatch, query: string): string | null {
  if (place !== null && place.kind !== 'country')
    return `${placeName(place, 'en')}: ${KINDS[place.kind](name)}`;
  const airport = airportAdvice(query);
  if (airport !== null && query === iso3) return `${name}. ${airport}`;
  const isCode = [code, iso3].includes(query.toUpperCase());
  return isCode || fold(name).includes(fold(query)) ? null : `another name of ${name}`;
}
