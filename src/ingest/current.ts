/** What the catalogue holds now, by source: where a source's last good plans are taken from. */
import { hash } from 'node:crypto';
import type { ObservedPlans, SourceState } from '../catalogue/catalogue.ts';
import { ALL_SNAPSHOTS, KEPT_SNAPSHOTS, rollBack } from '../catalogue/publish.ts';
import {
  readContent,
  readObservations,
  type SnapshotContent,
  type SnapshotObservations,
} from '../catalogue/read-snapshot.ts';
import { SnapshotError } from '../catalogue/snapshot-format.ts';
import { STALE_SECONDS } from '../domain/freshness.ts';
import type { Plan, Provider } from '../domain/plan.ts';
import { type Snapshot, type SnapshotStore, type Store, StoreError } from '../store/port.ts';
import { forgetAcceptance, releaseHold, writeHold } from './records.ts';

export interface CurrentMarket {
  /** Those of its plans that are of this provider (null: of any) and young enough to be served. */
  plansOf(source: string, provider: string | null, now: number): ObservedPlans;
  stateOf(source: string): SourceState | null;
  readonly providers: readonly Provider[];
  /** The same plans give the same text: tells whether an unchanged feed still means these. */
  digestOf(source: string): string;
  /** The same for everything that its feed says of its plans; exchange rates apart. */
  contentOf(source: string): string;
  /** Those that have plans in it. */
  readonly sources: readonly string[];
}

export const NOTHING: CurrentMarket = {
  plansOf: () => ({ plans: [], observations: [] }),
  stateOf: () => null,
  providers: [],
  digestOf: () => '',
  contentOf: () => '',
  sources: [],
};

export function createCurrentLoader(snapshots: SnapshotStore) {
  let loading: Promise<CurrentMarket | null> | null = null;
  /** Loaded when it is first needed. */
  return async (): Promise<CurrentMarket> => {
    loading ??= newestReadable(snapshots);
    return (await loading) ?? NOTHING;
  };
}

function marketOf(
  { plans, providers }: SnapshotContent,
  { observations, sources }: SnapshotObservations,
): CurrentMarket {
  const observed = plans.map((plan, index) => ({ plan, observation: observations[index]! }));
  const bySource = Map.groupBy(observed, ({ plan }) => plan.source);
  const plansIn = (source: string) => (bySource.get(source) ?? []).map(({ plan }) => plan);
  return {
    sources: [...bySource.keys()],
    plansOf(source, provider, now) {
      const kept = (bySource.get(source) ?? []).filter(
        ({ plan, observation }) =>
          (provider === null || plan.provider === provider) &&
          now - observation.observedAt <= STALE_SECONDS * 1000,
      );
      return {
        plans: kept.map(({ plan }) => plan),
        observations: kept.map(({ observation }) => observation),
      };
    },
    providers,
    stateOf: (source) => sources.find(({ id }) => id === source) ?? null,
    digestOf: (source) => digestOfPlans(plansIn(source)),
    contentOf: (source) =>
      digest(
        plansIn(source).map(({ price, ...terms }) => [JSON.stringify([terms, price.currency]), price.minor]),
      ),
  };
}

/** Of plan ids and prices, in any order. */
export function digestOfPlans(plans: readonly Plan[]): string {
  return digest(plans.map(({ id, price }) => [id, price.minor]));
}

function digest(pairs: readonly (readonly [string, number])[]): string {
  const lines = pairs.map(([id, minor]) => `${id} ${minor}`).sort();
  return hash('sha256', lines.join('\n'), 'hex');
}

/** A damaged newest edition must not cost every source its last good plans. */
async function newestReadable(snapshots: SnapshotStore): Promise<CurrentMarket | null> {
  for (const edition of await snapshots.list(KEPT_SNAPSHOTS)) {
    const loaded = await load(snapshots, edition);
    if (loaded !== null) return loaded;
  }
  return null;
}

/** What one edition holds; null where it is damaged. */
async function load(
  snapshots: SnapshotStore,
  { content, observations }: Snapshot,
): Promise<CurrentMarket | null> {
  try {
    const plans = await readContent(await snapshots.getBlob(content));
    const seen = await readObservations(await snapshots.getBlob(observations), content.sha256, plans);
    return marketOf(plans, seen);
  } catch (error) {
    const isDamaged = error instanceof StoreError && error.code !== 'unavailable';
    if (!(error instanceof SnapshotError || isDamaged)) throw error;
    return null;
  }
}

// The way back, for good: the feeds that made the edition that is left are held until the operator accepts them.

interface RolledBack {
  readonly edition: Snapshot;
  /** Sources whose plans or prices the rollback changed. */
  readonly held: readonly string[];
}

/** Null where the store no longer has that edition. */
export async function rollBackAndHold(
  { snapshots, documents }: Pick<Store, 'snapshots' | 'documents'>,
  serial: number,
  now: number,
): Promise<RolledBack | null> {
  const [current] = await snapshots.list(1);
  const target = (await snapshots.list(ALL_SNAPSHOTS)).find((edition) => edition.serial === serial);
  if (current === undefined || target === undefined) return null;
  const after = await load(snapshots, target);
  // One that cannot be read tells nothing of its feeds: all that were restored are held.
  const left = await load(snapshots, current);
  const sources = new Set([...(after?.sources ?? []), ...(left?.sources ?? [])]);
  const held = [...sources].filter((source) => after?.contentOf(source) !== left?.contentOf(source)).sort();
  // Held first: an ingest that begins in between must find it.
  for (const source of held) {
    await writeHold(documents, { source, at: now, left: current.serial });
    await forgetAcceptance(documents, source);
  }
  try {
    const edition = await rollBack(snapshots, serial, now);
    return edition === null ? null : { edition, held };
  } catch (error) {
    for (const source of held) await releaseHold(documents, source);
    throw error;
  }
}

/** Newest first. Where the current one is a rollback itself, the way back goes on from the edition it restored. */
export function editionBefore(editions: readonly Snapshot[]): Snapshot | null {
  const [current] = editions;
  if (current === undefined) return null;
  const same = (edition: Snapshot) => edition.content.sha256 === current.content.sha256;
  // What a rollback left was found to be bad: the way back never leads there.
  const bad = new Set(
    editions.flatMap(({ reason }, at) => (reason === 'rollback' ? [editions[at + 1]?.content.sha256] : [])),
  );
  const restored = editions.findIndex((edition) => edition.reason === 'publish' && same(edition));
  const start = current.reason === 'publish' ? 0 : Math.max(0, restored);
  const earlier = editions.slice(start + 1);
  return earlier.find((edition) => !same(edition) && !bad.has(edition.content.sha256)) ?? null;
}
