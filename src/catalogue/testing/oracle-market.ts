/** A destination of a catalogue as the naive ranking reads it: plain plans. */
import type { Instant } from '../../domain/plan.ts';
import type { Market } from '../../domain/testing/oracle/trip.ts';
import type { Catalogue } from '../catalogue.ts';

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
