/** From a checked market to the current edition: both parts first, the announcement last, in one step. */
import type { Instant } from '../domain/plan.ts';
import { type Edition, type EditionSummary, type SnapshotStore, StoreError } from '../store/port.ts';
import { type DecodedCatalogue, decode } from './decode.ts';
import { encode } from './encode.ts';
import { SnapshotError } from './errors.ts';
import type { Market } from './market.ts';

/** Enough to go back over a few days of publications every six hours; the rest is pruned. */
export const KEPT_EDITIONS = 12;

export async function publish(snapshots: SnapshotStore, market: Market, now: Instant): Promise<Edition> {
  const encoded = encode(market);
  const [content, observations] = [
    await snapshots.putPart(encoded.content),
    await snapshots.putPart(encoded.observations),
  ];
  const current = await snapshots.current();
  const summary =
    current?.content.sha256 === content.sha256
      ? { plans: market.plans.length, added: 0, removed: 0, priceChanges: 0 }
      : summarise(market, await loadOrNull(snapshots, current));
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
): Promise<Edition | null> {
  const target = (await snapshots.list(KEPT_EDITIONS)).find((edition) => edition.serial === serial);
  if (!target) return null;
  const { content, observations } = target;
  // Loaded once before anybody is told: a damaged edition must not become the current one.
  const restored = decode(await snapshots.getPart(content), await snapshots.getPart(observations), serial);
  const current = await loadOrNull(snapshots, await snapshots.current());
  return snapshots.announce({
    publishedAt: now,
    content,
    observations,
    reason: 'rollback',
    summary: compare(restored, current),
  });
}

/** The edition before serves only the operator's summary: if it cannot be read, everything counts as new. */
async function loadOrNull(
  snapshots: SnapshotStore,
  edition: Edition | null,
): Promise<DecodedCatalogue | null> {
  if (!edition) return null;
  try {
    const content = await snapshots.getPart(edition.content);
    return decode(content, await snapshots.getPart(edition.observations), edition.serial);
  } catch (error) {
    if (error instanceof SnapshotError || error instanceof StoreError) return null;
    throw error;
  }
}

interface PricedPlan {
  readonly provider: string;
  readonly id: string;
  readonly minor: number;
  readonly currency: string;
}

function summarise(market: Market, before: DecodedCatalogue | null): EditionSummary {
  return difference(
    market.plans.length,
    market.plans.values().map(({ provider, id, price }) => ({
      provider,
      id,
      minor: price.minor,
      currency: price.currency,
    })),
    before,
  );
}

function compare(after: DecodedCatalogue, before: DecodedCatalogue | null): EditionSummary {
  const plans = function* (): Generator<PricedPlan> {
    for (let row = 0; row < after.planCount; row += 1) {
      const { minor, currency } = after.price(row);
      const provider = after.providers[after.columns.provider[row]!]!.id;
      yield { provider, id: after.planId(row), minor, currency };
    }
  };
  return difference(after.planCount, plans(), before);
}

/** A price changes when the shop changes it, not when the exchange rate does: own currency, own amount. */
function difference(
  count: number,
  plans: Iterable<PricedPlan>,
  before: DecodedCatalogue | null,
): EditionSummary {
  if (!before) return { plans: count, added: count, removed: 0, priceChanges: 0 };
  let same = 0;
  let priceChanges = 0;
  for (const { provider, id, minor, currency } of plans) {
    const row = before.find(provider, id);
    if (row === null) continue;
    same += 1;
    const price = before.price(row);
    if (price.minor !== minor || price.currency !== currency) priceChanges += 1;
  }
  return { plans: count, added: count - same, removed: before.planCount - same, priceChanges };
}

/** The edition is out by now: what could not be tidied away is tidied after the next one. */
async function prune(snapshots: SnapshotStore): Promise<void> {
  try {
    await snapshots.prune(KEPT_EDITIONS);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
  }
}
