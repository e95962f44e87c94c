import type { Catalogue } from '../catalogue/catalogue.ts';
import { countryOf } from '../domain/countries.ts';
import { compareByName } from '../domain/places/names.ts';
import type { Instant } from '../domain/plan.ts';
import { attributionOf } from './attribution.ts';
import type { Identity } from './comparison.ts';
import { iso } from './result.ts';
import type { Countries } from './schemas/lists.ts';

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
    fresh_until: iso(freshUntil),
  };
}
