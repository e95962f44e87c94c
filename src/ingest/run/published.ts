/** Reads the published plans by source. The last good plans of a source come from here. */
import { hash } from 'node:crypto';
import type { ObservedPlan, SourceState } from '../../catalogue/catalogue.ts';
import { KEPT_SNAPSHOTS } from '../../catalogue/publish.ts';
import { readSnapshot } from '../../catalogue/read-snapshot.ts';
import { EXPIRED_AFTER_SECONDS } from '../../domain/freshness.ts';
import type { Plan, Provider } from '../../domain/plan.ts';
import { isFaultOfSnapshot, type Snapshot, type SnapshotStore } from '../../store/port.ts';
import type { SourceConfig } from '../config/load.ts';

export interface PublishedMarket {
  readonly bySource: ReadonlyMap<string, readonly ObservedPlan[]>;
  readonly states: ReadonlyMap<string, SourceState>;
  readonly providers: readonly Provider[];
}

export const NOTHING_PUBLISHED: PublishedMarket = { bySource: new Map(), states: new Map(), providers: [] };

/** Loads the newest snapshot that is not damaged, so that the sources do not lose their last good plans. */
export async function loadPublished(snapshots: SnapshotStore): Promise<PublishedMarket> {
  for (const snapshot of await snapshots.list(KEPT_SNAPSHOTS)) {
    const market = await loadSnapshot(snapshots, snapshot);
    if (market !== null) return market;
  }
  return NOTHING_PUBLISHED;
}

/** Returns null if the snapshot is damaged or of another format. */
export async function loadSnapshot(
  snapshots: SnapshotStore,
  snapshot: Snapshot,
): Promise<PublishedMarket | null> {
  try {
    const { plans, sources, providers } = await readSnapshot(snapshots, snapshot);
    return {
      bySource: Map.groupBy(plans, ({ plan }) => plan.source),
      states: new Map(sources.map((state) => [state.id, state])),
      providers,
    };
  } catch (error) {
    if (isFaultOfSnapshot(error)) return null;
    throw error;
  }
}

/** The plans that are recent enough to be served. The operator may have changed the provider of the source since. */
export function lastGoodPlans(
  { bySource }: PublishedMarket,
  { id, provider }: Pick<SourceConfig, 'id' | 'provider'>,
  now: number,
): readonly ObservedPlan[] {
  return (bySource.get(id) ?? []).filter(
    ({ plan, observation }) =>
      (provider === null || plan.provider === provider) &&
      now - observation.observedAt <= EXPIRED_AFTER_SECONDS * 1000,
  );
}

/** A digest of everything that the feed states. It does not depend on exchange rates. */
export function digestOfContent(plans: readonly Plan[]): string {
  const lines = plans.map(
    ({ price, ...terms }) => `${JSON.stringify([terms, price.currency])} ${price.minor}`,
  );
  return hash('sha256', lines.sort().join('\n'), 'hex');
}
