/** Rolls back to an earlier snapshot. Feeds with other content since then are held until the operator accepts them. */
import { fullId, type Market, type ObservedPlan, type SourceState } from '../../catalogue/catalogue.ts';
import { ALL_SNAPSHOTS, rollBack } from '../../catalogue/publish.ts';
import type { DocumentStore, Snapshot, Store } from '../../store/port.ts';
import type { OverrideEntry } from '../config/schema.ts';
import { acceptNextRun, forgetAcceptance, isNextRunAccepted } from '../documents/acceptance.ts';
import { readHidden } from '../documents/hidden.ts';
import { type HoldDocument, readHold, releaseHold, writeHold } from '../documents/holds.ts';
import { createOverrides } from '../normalise/overrides.ts';
import { planKeys } from '../parse/plan-names.ts';
import { withoutHidden } from './hidden.ts';
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
  const [currentSnapshot] = await snapshots.list(1);
  const targetSnapshot = (await snapshots.list(ALL_SNAPSHOTS)).find((snapshot) => snapshot.serial === serial);
  if (currentSnapshot === undefined || targetSnapshot === undefined) return null;
  const currentMarket = await loadSnapshot(snapshots, currentSnapshot);
  const targetMarket = await loadSnapshot(snapshots, targetSnapshot);
  const currentPlans = plansByName(currentMarket);
  const { active, hides } = createOverrides(overrides, await readHidden(documents), now);
  const withCorrections = keepCorrections(active, currentPlans);
  // Only for the comparison. The rollback below reads the snapshot again and corrects it in the same way.
  const restoredPlans = mapLists(targetMarket, (plans) =>
    plans.filter(({ plan }) => !hides(plan.provider, plan.id)).map(withCorrections),
  );
  const held = sourcesThatDiffer(restoredPlans, currentMarket?.bySource ?? null);
  await using undo = new AsyncDisposableStack();
  await holdAll(documents, held, { at: now, rolledBackSerial: currentSnapshot.serial }, undo);
  const snapshot = await rollBack(snapshots, serial, now, (market) => {
    // null: no plan is hidden.
    const visible = withoutHidden(market, hides)?.market ?? market;
    const corrected = { ...visible, plans: visible.plans.map(withCorrections) };
    return withStates(corrected, new Set(held), currentMarket?.states ?? new Map(), currentPlans);
  });
  if (snapshot === null) return null;
  // The rollback is done, so the holds stay.
  undo.move();
  return { snapshot, held };
}

type PlansByName = ReadonlyMap<string, ObservedPlan>;
type PlansBySource = PublishedMarket['bySource'];

const plansByName = (market: PublishedMarket | null): PlansByName =>
  new Map([...(market?.bySource.values() ?? [])].flat().map((observed) => [fullId(observed.plan), observed]));

/**
 * A plan that an override changes stays as it is in the current snapshot. It cannot be corrected again, because overrides
 * apply to the drafts of a feed, and a snapshot has none.
 */
function keepCorrections(
  active: readonly OverrideEntry[],
  currentPlans: PlansByName,
): (observed: ObservedPlan) => ObservedPlan {
  const corrected = new Set(active.flatMap(({ provider, plan }) => planKeys(provider, plan)));
  return (observed) => {
    const name = fullId(observed.plan);
    return corrected.has(name) ? (currentPlans.get(name) ?? observed) : observed;
  };
}

/** null: the market cannot be read. */
const mapLists = (
  market: PublishedMarket | null,
  change: (plans: readonly ObservedPlan[]) => readonly ObservedPlan[],
): PlansBySource | null =>
  market && new Map([...market.bySource].map(([source, plans]) => [source, change(plans)]));

/** The sources whose plans or prices the rollback changes: all of them if one of the markets cannot be read (null). */
function sourcesThatDiffer(restored: PlansBySource | null, current: PlansBySource | null): string[] {
  const sources = new Set([...(restored?.keys() ?? []), ...(current?.keys() ?? [])]);
  return [...sources].filter((source) => contentOf(restored, source) !== contentOf(current, source)).sort();
}

const contentOf = (plans: PlansBySource | null, source: string): string | null =>
  plans && digestOfContent((plans.get(source) ?? []).map(({ plan }) => plan));

/**
 * Holds the sources before the rollback, so that an ingest that starts before the rollback is done finds the holds. `undo`
 * restores what the documents were.
 */
async function holdAll(
  documents: DocumentStore,
  sources: readonly string[],
  hold: Omit<HoldDocument, 'source'> & { readonly at: number },
  undo: AsyncDisposableStack,
): Promise<void> {
  for (const source of sources) {
    const earlier = await readHold(documents, source);
    undo.defer(() => (earlier === null ? releaseHold(documents, source) : writeHold(documents, earlier)));
    await writeHold(documents, { source, ...hold });
    if (!(await isNextRunAccepted(documents, source))) continue;
    undo.defer(() => acceptNextRun(documents, source, hold.at));
    await forgetAcceptance(documents, source);
  }
}

/**
 * A held source keeps earlier plans from now on. A source that is not held has the same plans in both snapshots, so it stays
 * as it is: with its state, and with the time at which its plans were last read.
 */
function withStates(
  restored: Market,
  held: ReadonlySet<string>,
  currentStates: PublishedMarket['states'],
  currentPlans: PlansByName,
): Market {
  const stateOf = (state: SourceState): SourceState => {
    if (!held.has(state.id)) return { ...(currentStates.get(state.id) ?? state), plans: state.plans };
    return state.status === 'ok' ? { ...state, status: 'kept' } : state;
  };
  const observedPlan = ({ plan, observation }: ObservedPlan): ObservedPlan => {
    const current = held.has(plan.source) ? undefined : currentPlans.get(fullId(plan));
    const observedAt = current?.observation.observedAt ?? observation.observedAt;
    return { plan, observation: { ...observation, observedAt } };
  };
  return { ...restored, plans: restored.plans.map(observedPlan), sources: restored.sources.map(stateOf) };
}
