/** What the catalogue holds now, by source: where a source's last good plans are taken from. */
import { hash } from 'node:crypto';
import { type ObservedPlans, SnapshotError, type SourceState } from '../../catalogue/catalogue.ts';
import { type CatalogueRows, decodeRows } from '../../catalogue/decode.ts';
import { ALL_EDITIONS, KEPT_EDITIONS, rollBack } from '../../catalogue/publish.ts';
import { STALE_SECONDS } from '../../domain/freshness.ts';
import type { Plan, Provider } from '../../domain/plan.ts';
import { release } from '../../store/bytes.ts';
import { type Snapshot, type SnapshotStore, type Store, StoreError } from '../../store/port.ts';
import { forgetAcceptance, releaseHold, writeHold } from '../documents.ts';

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
  let loading: Promise<Loaded | null> | null = null;
  return {
    /** Loaded when somebody asks first. */
    load: async (): Promise<CurrentMarket> => {
      loading ??= newestReadable(snapshots);
      return (await loading)?.market ?? NOTHING;
    },
    /** Nobody asks any more: what was loaded is given back at once. */
    release: async (): Promise<void> => {
      for (const bytes of (await loading)?.parts ?? []) release(bytes);
      loading = null;
    },
  };
}

interface Loaded {
  readonly market: CurrentMarket;
  readonly parts: readonly Uint8Array[];
}

function marketOf(catalogue: CatalogueRows): CurrentMarket {
  const rows = Map.groupBy(Array(catalogue.planCount).keys(), catalogue.sourceOf);
  return {
    sources: [...rows.keys()],
    plansOf(source, provider, now) {
      const kept = (rows.get(source) ?? []).filter(
        (row) =>
          (provider === null || catalogue.providerOf(row) === provider) &&
          now - catalogue.observation(row).observedAt <= STALE_SECONDS * 1000,
      );
      return { plans: kept.map(catalogue.plan), observations: kept.map(catalogue.observation) };
    },
    providers: catalogue.providers,
    stateOf: (source) => catalogue.sources.find(({ id }) => id === source) ?? null,
    digestOf: (source) =>
      digest((rows.get(source) ?? []).map((row) => [catalogue.planId(row), catalogue.price(row).minor])),
    contentOf: (source) =>
      digest(
        (rows.get(source) ?? []).map((row) => {
          const { price, ...terms } = catalogue.plan(row);
          return [JSON.stringify([terms, price.currency]), price.minor];
        }),
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
async function newestReadable(snapshots: SnapshotStore): Promise<Loaded | null> {
  for (const edition of await snapshots.list(KEPT_EDITIONS)) {
    const loaded = await load(snapshots, edition);
    if (loaded !== null) return loaded;
  }
  return null;
}

/** What one edition holds; null where it is damaged. */
async function load(snapshots: SnapshotStore, { content, observations }: Snapshot): Promise<Loaded | null> {
  try {
    const parts = [await snapshots.getBlob(content), await snapshots.getBlob(observations)] as const;
    return { market: marketOf(decodeRows(...parts)), parts };
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
  const target = (await snapshots.list(ALL_EDITIONS)).find((edition) => edition.serial === serial);
  if (current === undefined || target === undefined) return null;
  const after = (await load(snapshots, target))?.market;
  // One that cannot be read tells nothing of its feeds: all that were restored are held.
  const left = (await load(snapshots, current))?.market;
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
