/** Rolls back to an earlier snapshot. Feeds with other content since then are held until the operator accepts them. */
import { fullId, type Market, type ObservedPlan, type SourceState } from '../../catalogue/catalogue.ts';
import { ALL_SNAPSHOTS, rollBack } from '../../catalogue/publish.ts';
import type { Snapshot, Store } from '../../store/port.ts';
import type { OverrideEntry } from '../config/schema.ts';
import { acceptNextRun, forgetAcceptance, isNextRunAccepted } from '../documents/acceptance.ts';
import { readHidden } from '../documents/hidden.ts';
import { readHold, releaseHold, writeHold } from '../documents/holds.ts';
import { createOverrides, type Overrides } from '../normalise/overrides.ts';
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
  const [current] = await snapshots.list(1);
  const target = (await snapshots.list(ALL_SNAPSHOTS)).find((snapshot) => snapshot.serial === serial);
  if (current === undefined || target === undefined) return null;
  const restored = await loadSnapshot(snapshots, target);
  // If the current snapshot cannot be read, all sources of the restored one are held.
  const rolledBack = await loadSnapshot(snapshots, current);
  const sources = new Set([...(restored?.bySource.keys() ?? []), ...(rolledBack?.bySource.keys() ?? [])]);
  const served = plansByName(rolledBack);
  const inForce = createOverrides(overrides, await readHidden(documents), now);
  const correct = correctBy(inForce, served);
  const held = [...sources]
    .filter((source) => contentOf(restored, source, correct) !== contentOf(rolledBack, source))
    .sort();
  // The holds are written first, so that an ingest that starts before the rollback is done finds them.
  await using undo = new AsyncDisposableStack();
  for (const source of held) {
    const earlier = await readHold(documents, source);
    undo.defer(() => (earlier === null ? releaseHold(documents, source) : writeHold(documents, earlier)));
    await writeHold(documents, { source, at: now, rolledBackSerial: current.serial });
    if (!(await isNextRunAccepted(documents, source))) continue;
    undo.defer(() => acceptNextRun(documents, source, now));
    await forgetAcceptance(documents, source);
  }
  const snapshot = await rollBack(snapshots, serial, now, (market) => {
    const visible = withoutHidden(market, inForce.hides)?.market ?? market;
    const corrected = { ...visible, plans: visible.plans.flatMap((observed) => correct(observed) ?? []) };
    return withStates(corrected, new Set(held), rolledBack?.states ?? new Map(), served);
  });
  if (snapshot === null) return null;
  // The rollback is done, so the holds stay.
  undo.move();
  return { snapshot, held };
}

type Correct = (observed: ObservedPlan) => ObservedPlan | null;

type PlansByName = ReadonlyMap<string, ObservedPlan>;

const plansByName = (market: PublishedMarket | null): PlansByName =>
  new Map([...(market?.bySource.values() ?? [])].flat().map((observed) => [fullId(observed.plan), observed]));

/** A hidden plan stays hidden. A plan with corrected fields stays as it is in the current snapshot. */
function correctBy({ active, hides }: Overrides, current: PlansByName): Correct {
  const changed = new Set(active.flatMap(({ provider, plan }) => planKeys(provider, plan)));
  return (observed) => {
    const { provider, id } = observed.plan;
    if (hides(provider, id)) return null;
    const name = fullId(observed.plan);
    return changed.has(name) ? (current.get(name) ?? observed) : observed;
  };
}

/**
 * A held source keeps earlier plans from now on. A source that is not held has the same plans in both snapshots, so it stays
 * as it is: with its state, and with the time at which its plans were last read.
 */
function withStates(
  restored: Market,
  held: ReadonlySet<string>,
  states: PublishedMarket['states'],
  current: PlansByName,
): Market {
  const stateOf = (state: SourceState): SourceState => {
    if (!held.has(state.id)) return { ...(states.get(state.id) ?? state), plans: state.plans };
    return state.status === 'ok' ? { ...state, status: 'kept' } : state;
  };
  const observedPlan = ({ plan, observation }: ObservedPlan): ObservedPlan => {
    const lastRead = held.has(plan.source) ? undefined : current.get(fullId(plan))?.observation.observedAt;
    return { plan, observation: { ...observation, observedAt: lastRead ?? observation.observedAt } };
  };
  return { ...restored, plans: restored.plans.map(observedPlan), sources: restored.sources.map(stateOf) };
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

/** Finds the snapshot to roll back to. `history` is sorted newest first. */
export function snapshotBefore(history: readonly Snapshot[]): Snapshot | null {
  const [current] = history;
  if (current === undefined) return null;
  const hasSameContent = (snapshot: Snapshot) => snapshot.content.sha256 === current.content.sha256;
  // The next older entry was current when a rollback was made. The operator rejected it, so it is never restored.
  const rejected = new Set(
    history.flatMap(({ reason }, at) => (reason === 'rollback' ? [history[at + 1]?.content.sha256] : [])),
  );
  const candidates = history.slice(positionInHistory(history) + 1);
  return (
    candidates.find((snapshot) => !hasSameContent(snapshot) && !rejected.has(snapshot.content.sha256)) ?? null
  );
}

/**
 * Where the current catalogue comes from. If it comes from a rollback, that is the snapshot that the rollback restored, also if
 * the same catalogue was published again since. Snapshots between the two are newer than what the operator went back to.
 */
function positionInHistory(history: readonly Snapshot[]): number {
  const content = history[0]?.content.sha256;
  const firstOther = history.findIndex((snapshot) => snapshot.content.sha256 !== content);
  const repeats = firstOther === -1 ? history : history.slice(0, firstOther);
  const rollback = repeats.find(({ reason }) => reason === 'rollback');
  if (rollback === undefined) return 0;
  const { restored } = rollback;
  const position = history.findIndex(({ serial, reason, content: { sha256 } }) =>
    // Rollbacks of versions before the first release do not state what they restored.
    restored === undefined ? reason === 'publish' && sha256 === content : serial <= restored,
  );
  return Math.max(0, position);
}
