/** Removes the plans of `esim hide` from a market, and publishes the current catalogue without them. */
import type { Market } from '../../catalogue/catalogue.ts';
import { publishChange } from '../../catalogue/publish.ts';
import { readSnapshot } from '../../catalogue/read-snapshot.ts';
import type { CountryCode, Plan } from '../../domain/plan.ts';
import type { Snapshot, Store } from '../../store/port.ts';
import { readHidden } from '../documents/hidden.ts';
import { createOverrides, type Overrides } from '../normalise/overrides.ts';

interface WithoutHidden {
  readonly market: Market;
  /** The destinations of the removed plans. Their cached responses must be computed again. */
  readonly destinations: readonly CountryCode[];
}

/** Removes hidden plans, and the providers and coupons that no other plan uses. Returns null if no plan is hidden. */
export function withoutHidden(market: Market, hides: Overrides['hides']): WithoutHidden | null {
  const isHidden = ({ provider, id }: Plan) => hides(provider, id);
  const hidden = market.plans.filter(({ plan }) => isHidden(plan));
  if (hidden.length === 0) return null;
  const plans = market.plans.filter(({ plan }) => !isHidden(plan));
  const usedProviders = new Set(plans.map(({ plan }) => plan.provider));
  const remaining: Market = {
    ...market,
    plans,
    providers: market.providers.filter(({ id }) => usedProviders.has(id)),
    coupons: market.coupons.filter(({ provider }) => usedProviders.has(provider)),
    sources: market.sources.map((state) => {
      return { ...state, plans: plans.filter(({ plan }) => plan.source === state.id).length };
    }),
  };
  const destinations = new Set(hidden.flatMap(({ plan }) => plan.coverage.destinations));
  return { market: remaining, destinations: [...destinations].sort() };
}

/** Publishes the current catalogue without the plans of `esim hide`. Returns null if it contains none of them. */
export async function publishHidden(
  { snapshots, documents }: Pick<Store, 'snapshots' | 'documents'>,
  now: number,
): Promise<Snapshot | null> {
  const { hides } = createOverrides([], await readHidden(documents), now);
  return publishChange(snapshots, now, async (current) =>
    current === null ? null : withoutHidden(await readSnapshot(snapshots, current), hides),
  );
}
