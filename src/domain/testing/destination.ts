/** Creates a destination from plans, for tests. */
import type { Coupon } from '../coupon.ts';
import { compareIds, compareStrings, type Destination, namingOf, placeFactsOf } from '../destination.ts';
import type { CountryCode, Observation } from '../plan.ts';
import { COUNTRY, type Listing } from './builders.ts';

/** The only observation of a plan. */
export const observationOf = ({ plan, observedAt }: Listing): Observation => ({
  observedAt,
  firstSeenAt: observedAt,
  priceChangedAt: null,
  lowestCents: plan.price.usdCents,
  highestCents: plan.price.usdCents,
});

export function destinationOf(
  listings: readonly Listing[],
  coupons: readonly Coupon[] = [],
  country: CountryCode = COUNTRY,
  /** Brand by provider id. The default is the provider id. */
  brandOf: Readonly<Record<string, string>> = {},
): Destination {
  const there = listings
    .filter(({ plan }) => plan.coverage.destinations.includes(country))
    .toSorted((a, b) => compareIds(a.plan, b.plan));
  return {
    entries: there.map(({ plan, observedAt }) => ({
      plan,
      observation: observationOf({ plan, observedAt }),
      brand: brandOf[plan.provider] ?? plan.provider,
      ...placeFactsOf(plan.coverage, country),
      naming: namingOf(plan.named, country),
      cover: null,
    })),
    coupons: Map.groupBy(
      coupons.toSorted((a, b) => compareStrings(a.id, b.id)),
      ({ provider }) => provider,
    ),
  };
}
