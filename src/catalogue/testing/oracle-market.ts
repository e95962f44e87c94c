/** Converts between a catalogue and the market of the reference implementation. */
import type { Instant } from '../../domain/plan.ts';
import type { Market } from '../../domain/testing/oracle/trip.ts';
import { type Catalogue, createCatalogue } from '../catalogue.ts';
import { marketOf, observed, observedAt } from './market.ts';

/** Creates the catalogue that the service would load for a small market. */
export function catalogueOf({ listings, coupons, brands }: Market): Catalogue {
  const plans = listings.map(({ plan }) => plan);
  const providers = [...new Set([...plans, ...coupons].map(({ provider }) => provider))].sort();
  return createCatalogue({
    ...marketOf(plans),
    plans: listings.map((listing) => observed(listing.plan, observedAt(listing.observedAt))),
    coupons,
    providers: providers.map((id) => ({
      id,
      name: id,
      homepage: `https://${id}.example/`,
      brand: brands?.[id] ?? id,
    })),
  });
}

/** All plans of a destination. */
export function oracleMarket(catalogue: Catalogue, country: string, now: Instant): Market {
  const destination = catalogue.destination(country);
  return {
    listings: (destination?.entries ?? []).map(({ plan, observation }) => ({
      plan,
      observedAt: observation.observedAt,
    })),
    coupons: destination === null ? [] : [...destination.coupons.values()].flat(),
    brands: Object.fromEntries(catalogue.providers.map(({ id, brand }) => [id, brand])),
    now,
  };
}
