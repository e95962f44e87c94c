/** The bridge between a catalogue and the naive ranking, which reads plain plans. */
import type { Instant } from '../../domain/plan.ts';
import type { Market } from '../../domain/testing/oracle/trip.ts';
import type { Catalogue } from '../catalogue.ts';
import { decode } from '../decode.ts';
import { encode } from '../encode.ts';
import { marketOf, observedAt } from './market.ts';

/** A small market published and loaded, so that ranking reads it as the service does. */
export function catalogueOf({ listings, coupons, brands }: Market): Catalogue {
  const plans = listings.map(({ plan }) => plan);
  const providers = [...new Set([...plans, ...coupons].map(({ provider }) => provider))].sort();
  const { content, observations } = encode(
    marketOf(plans, {
      observations: listings.map((listing) => observedAt(listing.observedAt)),
      coupons,
      providers: providers.map((id) => ({
        id,
        name: id,
        homepage: `https://${id}.example/`,
        brand: brands?.[id] ?? id,
      })),
    }),
  );
  return decode(content, observations, 1);
}

/** All plans of a destination. */
export function oracleMarket(catalogue: Catalogue, country: string, now: Instant): Market {
  const view = catalogue.view(country);
  const rows = view === null ? [] : [...view.postings.rows];
  return {
    listings: rows.map((row) => ({
      plan: catalogue.plan(row),
      observedAt: catalogue.observation(row).observedAt,
    })),
    coupons: view === null ? [] : [...view.coupons.values()].flat(),
    brands: Object.fromEntries(catalogue.providers.map(({ id, brand }) => [id, brand])),
    now,
  };
}
