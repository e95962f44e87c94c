/** Rolls back to an earlier snapshot. Feeds with other content since then are held until the operator accepts them. */
import type { ObservedPlan } from '../../catalogue/catalogue.ts';
import { ALL_SNAPSHOTS, rollBack } from '../../catalogue/publish.ts';
import type { Snapshot, Store } from '../../store/port.ts';
import type { OverrideEntry } from '../config/schema.ts';
import { forgetAcceptance, readHidden, readHold, releaseHold, writeHold } from '../documents.ts';
import { createOverrides, type Overrides } from '../normalise/overrides.ts';
import { planKeys } from '../parse/plan-names.ts';
import { digestOfContent, loadSnapshot, type PublishedMarket } from './published.ts';

interface RolledBack {
  readonly snapshot: Snapshot;
  /** Sources whose plans or prices the rollback changed. */
  readonly held: readonly string[];
}

/** Returns null if the store no longer has that snapshot. Plans with an active override stay corrected. */
export async function rollBackAndHold(
  { snapshots, documents }: Pick<Store, 'snapshots' | 'documents'>,
  serial: number,
  now: number,
  overrides: readonly OverrideEntry[] = [],
): Promise<RolledBack | null> {
  const [current] = await snapshots.list(1);
  const target = (await snapshots.list(ALL_SNAPSHOTS)).find((snapshot) => snapshot.serial === serial);
  if (current === undefined || target === undefined) return null;
  const restored = await loadSnapshot(snapshots, target);
  // If the current snapshot cannot be read, all sources of the restored one are held.
  const rolledBack = await loadSnapshot(snapshots, current);
  const sources = new Set([...(restored?.bySource.keys() ?? []), ...(rolledBack?.bySource.keys() ?? [])]);
  const correct = correctBy(createOverrides(overrides, await readHidden(documents), now), rolledBack);
  const held = [...sources]
    .filter((source) => contentOf(restored, source, correct) !== contentOf(rolledBack, source))
    .sort();
  // The holds are written first, so that an ingest that starts before the rollback is done finds them.
  await using undo = new AsyncDisposableStack();
  for (const source of held) {
    const earlier = await readHold(documents, source);
    undo.defer(() => (earlier === null ? releaseHold(documents, source) : writeHold(documents, earlier)));
    await writeHold(documents, { source, at: now, rolledBackSerial: current.serial });
    await forgetAcceptance(documents, source);
  }
  const snapshot = await rollBack(snapshots, serial, now, correct);
  if (snapshot === null) return null;
  // The rollback is done, so the holds stay.
  undo.move();
  return { snapshot, held };
}

type Correct = (observed: ObservedPlan) => ObservedPlan | null;

/** A hidden plan stays hidden. A plan with corrected fields stays as it is in the current snapshot. */
function correctBy({ active, hides }: Overrides, current: PublishedMarket | null): Correct {
  const changed = new Set(active.flatMap(({ provider, plan }) => planKeys(provider, plan)));
  const plans = [...(current?.bySource.values() ?? [])].flat();
  const corrected = new Map(plans.map((one) => [`${one.plan.provider}/${one.plan.id}`, one]));
  return (observed) => {
    const { provider, id } = observed.plan;
    if (hides(provider, id)) return null;
    const name = `${provider}/${id}`;
    return changed.has(name) ? (corrected.get(name) ?? observed) : observed;
  };
}

function contentOf(
  market: PublishedMarket | null,
  source: string,
  correct: Correct = (observed) => observed,
): string | null {
  if (market === null) return null;
  const plans = (market.bySource.get(source) ?? []).flatMap((observed) => correct(observed)?.plan ?? []);
  return digestOfContent(plans);
}

/**
 * Finds the snapshot to roll back to. `history` is sorted newest first. If the current snapshot is a rollback, the
 * search continues from the snapshot that it restored.
 */
export function snapshotBefore(history: readonly Snapshot[]): Snapshot | null {
  const [current] = history;
  if (current === undefined) return null;
  const hasSameContent = (snapshot: Snapshot) => snapshot.content.sha256 === current.content.sha256;
  // The operator rejected the snapshot that was current when a rollback was made, so it is never restored.
  const rejected = new Set(
    history.flatMap(({ reason }, at) => (reason === 'rollback' ? [history[at + 1]?.content.sha256] : [])),
  );
  const restored = history.findIndex(
    (snapshot) =>
      snapshot.serial === current.restored || (snapshot.reason === 'publish' && hasSameContent(snapshot)),
  );
  const start = current.reason === 'publish' ? 0 : Math.max(0, restored);
  return (
    history
      .slice(start + 1)
      .find((snapshot) => !hasSameContent(snapshot) && !rejected.has(snapshot.content.sha256)) ?? null
  );
}
