/** Publishes a market as the current snapshot: writes both blobs, then announces the snapshot in one atomic step. */
import type { Instant, Plan } from '../domain/plan.ts';
import {
  type Correction,
  type Snapshot,
  type SnapshotStore,
  type SnapshotSummary,
  StoreError,
} from '../store/port.ts';
import { fullId, type Market } from './catalogue.ts';
import { readContent, readSnapshot, type SnapshotContent } from './read-snapshot.ts';
import { SnapshotError } from './snapshot-format.ts';
import { writeSnapshot } from './write-snapshot.ts';

/** The number of different snapshots that stay: three days of changes every six hours. */
export const KEPT_SNAPSHOTS = 12;
/** More than a store ever has: the different snapshots, and a rollback now and then. */
export const ALL_SNAPSHOTS = 1000;

/** The longest lifetime of a cached response. */
const CORRECTIONS_KEPT_MS = 3_600_000;

/**
 * `corrected`: destinations whose cached responses must be computed again. `after`: the snapshot that must still be the
 * newest one (null: there is none); otherwise the store rejects with `overtaken`.
 */
export async function publish(
  snapshots: SnapshotStore,
  market: Market,
  now: Instant,
  corrected: readonly string[] = [],
  after?: Snapshot | null,
): Promise<Snapshot> {
  const { content, observations } = await putMarket(snapshots, market);
  const current = after === undefined ? await snapshots.current() : after;
  const isRepeat = current?.content.sha256 === content.sha256;
  // A repeat replaces the previous snapshot, so it keeps its summary. A rollback is not replaced.
  const summary =
    isRepeat && current.reason === 'publish'
      ? current.summary
      : await summaryOf(snapshots, plansOf(market), current);
  const { sample } = market;
  const corrections = correctionsFor(current, corrected, now);
  const snapshot = {
    publishedAt: now,
    content,
    observations,
    sample,
    reason: 'publish' as const,
    summary,
    ...(corrections.length > 0 && { corrections }),
  };
  const published = await snapshots.announce(snapshot, after);
  await prune(snapshots);
  return published;
}

interface Change {
  readonly market: Market;
  /** The destinations whose cached responses must be computed again. */
  readonly destinations: readonly string[];
}

/**
 * Publishes a market that depends on the current snapshot, such as that snapshot without a hidden plan. If another process
 * publishes first, `change` is called again, so that nothing of the other process is lost and no snapshot lacks the change.
 * Returns null if `change` does, because there is nothing to publish.
 */
export async function publishChange(
  snapshots: SnapshotStore,
  now: Instant,
  change: (current: Snapshot | null) => Promise<Change | null>,
): Promise<Snapshot | null> {
  for (;;) {
    const current = await snapshots.current();
    const changed = await change(current);
    if (changed === null) return null;
    try {
      return await publish(snapshots, changed.market, now, changed.destinations, current);
    } catch (error) {
      if (!(error instanceof StoreError && error.code === 'overtaken')) throw error;
    }
  }
}

/**
 * Every snapshot repeats the corrections of the last hour, because a process may load only the newest one. A destination
 * is in one correction only, the latest.
 */
function correctionsFor(
  current: Snapshot | null,
  corrected: readonly string[],
  now: Instant,
): readonly Correction[] {
  const earlier = (current?.corrections ?? [])
    .filter(({ at }) => Math.abs(now - at) <= CORRECTIONS_KEPT_MS)
    .map(({ serial, at, destinations }) => ({
      serial: serial ?? current!.serial,
      at,
      destinations:
        destinations === 'all' ? destinations : destinations.filter((code) => !corrected.includes(code)),
    }))
    .filter(({ destinations }) => destinations.length > 0);
  return corrected.length === 0 ? earlier : [...earlier, { serial: null, at: now, destinations: corrected }];
}

/**
 * Announces the market of an older snapshot as a new one, with the changes of `change`. All cached responses must be
 * computed again, so no earlier correction is repeated. Returns null if the store no longer has the snapshot.
 */
export async function rollBack(
  snapshots: SnapshotStore,
  serial: number,
  now: Instant,
  change: (market: Market) => Market = (market) => market,
): Promise<Snapshot | null> {
  const target = (await snapshots.list(ALL_SNAPSHOTS)).find((snapshot) => snapshot.serial === serial);
  if (!target) return null;
  // The blobs are read first, because a damaged snapshot must not become the current one.
  const before = await readSnapshot(snapshots, target);
  const market = change(before);
  const { content, observations } = market === before ? target : await putMarket(snapshots, market);
  const summary = await summaryOf(snapshots, plansOf(market), await snapshots.current());
  const corrections = [{ serial: null, at: now, destinations: 'all' as const }];
  const snapshot = { publishedAt: now, content, observations, sample: before.sample, summary, corrections };
  return snapshots.announce({ ...snapshot, reason: 'rollback', restored: serial });
}

const plansOf = ({ plans }: Pick<Market, 'plans'>): Plan[] => plans.map(({ plan }) => plan);

async function putMarket(snapshots: SnapshotStore, market: Market) {
  const blobs = await writeSnapshot(market);
  const content = await snapshots.putBlob(blobs.content);
  return { content, observations: await snapshots.putBlob(blobs.observations) };
}

/** The previous snapshot is only for the operator's summary: if it cannot be read, all plans count as added. */
async function summaryOf(
  snapshots: SnapshotStore,
  plans: readonly Plan[],
  before: Snapshot | null,
): Promise<SnapshotSummary> {
  let earlier: SnapshotContent | null = null;
  try {
    if (before !== null) earlier = await readContent(await snapshots.getBlob(before.content));
  } catch (error) {
    if (!(error instanceof SnapshotError || error instanceof StoreError)) throw error;
  }
  return compare(plans, earlier?.plans ?? []);
}

/** Compares prices in the shop's currency, so that a new exchange rate is not a price change. */
function compare(after: readonly Plan[], before: readonly Plan[]): SnapshotSummary {
  const earlierPrices = new Map(before.map((plan) => [fullId(plan), plan.price]));
  let inBoth = 0;
  let priceChanges = 0;
  for (const plan of after) {
    const earlier = earlierPrices.get(fullId(plan));
    if (earlier === undefined) continue;
    inBoth += 1;
    if (plan.price.minor !== earlier.minor || plan.price.currency !== earlier.currency) priceChanges += 1;
  }
  return {
    plans: after.length,
    added: after.length - inBoth,
    removed: before.length - inBoth,
    priceChanges,
  };
}

/**
 * Returns the serials to delete. A snapshot with the same plans replaces the previous one, so that a feed that never
 * changes does not push out older, different snapshots. A rollback stays, because it shows which snapshot was bad, unless
 * a newer rollback to the same plans replaces it.
 */
export function superseded(newestFirst: readonly Snapshot[]): number[] {
  const dropped: number[] = [];
  let differing = 0;
  let newer: Snapshot | null = null;
  for (const snapshot of newestFirst) {
    const isRepeat = newer?.content.sha256 === snapshot.content.sha256;
    if (!isRepeat) differing += 1;
    const isReplaced = isRepeat && (snapshot.reason === 'publish' || newer?.reason === 'rollback');
    if (isReplaced || differing > KEPT_SNAPSHOTS) dropped.push(snapshot.serial);
    // The next older snapshot is compared with the last one that stays.
    else newer = snapshot;
  }
  return dropped;
}

/** A failure is ignored, because the snapshot is published and the next publication prunes again. */
async function prune(snapshots: SnapshotStore): Promise<void> {
  try {
    await snapshots.prune(superseded(await snapshots.list(ALL_SNAPSHOTS)));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
  }
}
