/** From a checked market to the current edition: both parts first, the announcement last, in one step. */
import type { Instant } from '../domain/plan.ts';
import { release } from '../store/bytes.ts';
import { type Snapshot, type SnapshotStore, type SnapshotSummary, StoreError } from '../store/port.ts';
import { type Market, SnapshotError } from './catalogue.ts';
import { decodePrices, decodeRows, type PricedRows } from './decode.ts';
import { type EncodedMarket, encode } from './encode.ts';
import { compareStrings } from './head.ts';

/** Editions that differ: enough to go back over a few days of changes every six hours; the rest is pruned. */
export const KEPT_EDITIONS = 12;
/** More than are ever there: those that differ, and a rollback here and there. */
export const ALL_EDITIONS = 1000;

export const publish = async (snapshots: SnapshotStore, market: Market, now: Instant): Promise<Snapshot> =>
  publishEncoded(snapshots, encode(market), now);

/**
 * Takes the encoded market over: its memory is given back before the edition before is loaded to compare them, and
 * before anybody is told, because then every process holds the new edition and the old one together.
 */
export async function publishEncoded(
  snapshots: SnapshotStore,
  encoded: EncodedMarket,
  now: Instant,
): Promise<Snapshot> {
  const [content, observations] = [
    await snapshots.putBlob(encoded.content),
    await snapshots.putBlob(encoded.observations),
  ];
  const current = await snapshots.current();
  const { plans } = encoded;
  const after = current?.content.sha256 === content.sha256 ? null : decodePrices(encoded.content);
  for (const { buffer } of [encoded.content, encoded.observations]) release(new Uint8Array(buffer));
  const summary =
    after === null
      ? { plans, added: 0, removed: 0, priceChanges: 0 }
      : await compared(snapshots, after, current);
  const edition = await snapshots.announce({
    publishedAt: now,
    content,
    observations,
    reason: 'publish',
    summary,
  });
  await prune(snapshots);
  return edition;
}

/** Makes an older edition current again, as a new one. Null where the store no longer has it. */
export async function rollBack(
  snapshots: SnapshotStore,
  serial: number,
  now: Instant,
): Promise<Snapshot | null> {
  const target = (await snapshots.list(ALL_EDITIONS)).find((edition) => edition.serial === serial);
  if (!target) return null;
  const { content, observations } = target;
  // Loaded once before anybody is told: a damaged edition must not become the current one.
  const restored = decodeRows(await snapshots.getBlob(content), await snapshots.getBlob(observations));
  return snapshots.announce({
    publishedAt: now,
    content,
    observations,
    reason: 'rollback',
    summary: await compared(snapshots, restored, await snapshots.current()),
  });
}

/** The edition before serves only the operator's summary: if it cannot be read, everything counts as new. */
async function compared(
  snapshots: SnapshotStore,
  after: PricedRows,
  before: Snapshot | null,
): Promise<SnapshotSummary> {
  const plans = after.planCount;
  const allNew = { plans, added: plans, removed: 0, priceChanges: 0 };
  if (before === null) return allNew;
  let parts: readonly [Uint8Array, Uint8Array] | null = null;
  try {
    parts = [await snapshots.getBlob(before.content), await snapshots.getBlob(before.observations)];
    return compare(after, decodeRows(...parts));
  } catch (error) {
    if (error instanceof SnapshotError || error instanceof StoreError) return allNew;
    throw error;
  } finally {
    for (const bytes of parts ?? []) release(bytes);
  }
}

/** A price changes when the shop changes it, not when the exchange rate does: own currency, own amount. */
function compare(after: PricedRows, before: PricedRows): SnapshotSummary {
  const plans = after.planCount;
  let same = 0;
  let priceChanges = 0;
  // Both ascend by provider and id, so one pass over each finds the plans that they share.
  for (let row = 0, earlier = 0; row < plans && earlier < before.planCount; ) {
    const order =
      compareStrings(after.providerOf(row), before.providerOf(earlier)) ||
      compareStrings(after.planId(row), before.planId(earlier));
    if (order === 0) {
      const [price, was] = [after.price(row), before.price(earlier)];
      same += 1;
      if (price.minor !== was.minor || price.currency !== was.currency) priceChanges += 1;
    }
    if (order <= 0) row += 1;
    if (order >= 0) earlier += 1;
  }
  return { plans, added: plans - same, removed: before.planCount - same, priceChanges };
}

/**
 * Serials that need not be kept. The same plans seen again take the place of the edition before: a feed that never changes
 * must not push the last good catalogue out. A rollback stays, because it tells which edition was found to be bad.
 */
export function superseded(newestFirst: readonly Snapshot[]): number[] {
  const dropped: number[] = [];
  let differing = 0;
  let newer: Snapshot | null = null;
  for (const edition of newestFirst) {
    const isRepeat = newer?.content.sha256 === edition.content.sha256;
    if (!isRepeat) differing += 1;
    const isTold = isRepeat && (edition.reason === 'publish' || newer?.reason === 'rollback');
    if (isTold || differing > KEPT_EDITIONS) dropped.push(edition.serial);
    else newer = edition;
  }
  return dropped;
}

/** The edition is out by now: what could not be tidied away is tidied after the next one. */
async function prune(snapshots: SnapshotStore): Promise<void> {
  try {
    await snapshots.prune(superseded(await snapshots.list(ALL_EDITIONS)));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
  }
}
