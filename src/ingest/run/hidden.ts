/** Removes the plans of `esim hide` from a market, and publishes the current catalogue without them. */
import type { Market } from '../../catalogue/catalogue.ts';
import { publish } from '../../catalogue/publish.ts';
import { readSnapshot } from '../../catalogue/read-snapshot.ts';
import type { CountryCode, Plan } from '../../domain/plan.ts';
import type { Snapshot, SnapshotStore, Store } from '../../store/port.ts';
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
  const current = await snapshots.current();
  if (current === null) return null;
  const without = withoutHidden(await readSnapshot(snapshots, current), hides);
  if (without === null) return null;
  let replaced = current.serial;
  let published = await publish(snapshots, without.market, now, without.destinations);
  // Another process, such as an ingest, may publish after the current snapshot was read. Its plans must not be lost, so its
  // snapshot is published once more, without the hidden plans.
  while (published.serial - 1 !== replaced) {
    const between = await snapshotOf(snapshots, published.serial - 1);
    if (between === null) return published;
    const market = await readSnapshot(snapshots, between);
    const { market: remaining, destinations } = withoutHidden(market, hides) ?? { market, destinations: [] };
    replaced = published.serial;
    published = await publish(snapshots, remaining, now, destinations);
  }
  return published;
}

/** Returns null if the snapshot was removed, because the one after it has the same plans, or if two newer ones exist. */
async function snapshotOf(snapshots: SnapshotStore, serial: number): Promise<Snapshot | null> {
  return (await snapshots.list(2)).find((snapshot) => snapshot.serial === serial) ?? null;
}
