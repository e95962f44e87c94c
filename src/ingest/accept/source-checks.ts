/** Whether a source's new rows may replace its last good ones. Each rule names what it saw, for the operator. */
import { ALLOWANCE_MODELS, SCOPES } from '../../domain/plan.ts';
import type { Candidate } from '../normalise/normalise.ts';
import { dollars } from '../normalise/price.ts';

/** What is remembered of the last run that went into the catalogue. */
export interface LastGood {
  readonly at: number;
  readonly plans: number;
  readonly medianUsdCents: number;
  /** In a source of many providers, the same of each. */
  readonly byProvider?: Readonly<Record<string, LastGood>>;
}

export interface RunFigures {
  readonly plans: number;
  readonly medianUsdCents: number | null;
  /** What the price checks say of the run as a whole. */
  readonly suspicion: string | null;
  /** Why most refused rows were refused; null where none was. */
  readonly refusals: string | null;
}

export interface Objection {
  readonly code: 'short' | 'halved' | 'median_moved' | 'suspicious' | 'rolled_back';
  readonly message: string;
}

const SHRUNK_SHARE = 0.5;
/** Flash sales move single prices by 30%; a median that moves by more is a changed unit or currency. */
const MEDIAN_MOVE = 0.4;

/** Null: let it through. `accepted`: the operator has said that the next change is real. `hold`: its feed was rolled back. */
export function objectionTo(
  run: RunFigures,
  last: LastGood | null,
  minimumRows: number,
  accepted: boolean,
  hold: { readonly left: number } | null = null,
): Objection | null {
  const object = (code: Objection['code'], message: string): Objection => ({ code, message });
  if (hold !== null && !accepted)
    return object(
      'rolled_back',
      `edition ${hold.left} was rolled back: its feed waits until esim accept says that it is right`,
    );
  if (run.suspicion !== null && !accepted) return object('suspicious', run.suspicion);
  const because = run.refusals === null ? '' : `: ${run.refusals}`;
  // Nothing at all is never a market, whatever the operator accepts.
  if (run.plans === 0 || run.medianUsdCents === null)
    return object('short', `no usable plan in the feed${because}`);
  if (accepted) return null;
  if (run.plans < minimumRows)
    return object('short', `${run.plans} plans, at least ${minimumRows} expected${because}`);
  if (last === null) return null;
  if (run.plans < last.plans * SHRUNK_SHARE)
    return object('halved', `${run.plans} plans, ${last.plans} last time`);
  const [now, then] = [run.medianUsdCents, last.medianUsdCents];
  const hasMoved = Math.abs(now - then) / Math.max(then, 1) >= MEDIAN_MOVE;
  return hasMoved ? object('median_moved', `median price ${dollars(now)}, ${dollars(then)} last time`) : null;
}

/**
 * In a source of many providers each is judged by itself: one provider's bad day does not hold the others, and does not
 * slip through among them. One that is gone has shrunk by more than half. `figures`: of those that the feed has now.
 */
export function objectionsByProvider(
  figures: ReadonlyMap<string, RunFigures>,
  last: LastGood | null,
  accepted: boolean,
): ReadonlyMap<string, Objection> {
  const objections = new Map<string, Objection>();
  const before = last?.byProvider ?? {};
  for (const provider of new Set([...figures.keys(), ...Object.keys(before)])) {
    const own = figures.get(provider);
    const known = before[provider] ?? null;
    const objection =
      own === undefined
        ? { code: 'halved' as const, message: `no plan, ${known?.plans ?? 0} last time` }
        : objectionTo(own, known, 1, accepted);
    if (objection !== null && !(own === undefined && accepted)) objections.set(provider, objection);
  }
  return objections;
}

// Prices that do not belong among their neighbours: the plan for one cent, the price column that never changes.

/** Fewer plans of a kind say nothing about what that kind costs. */
const PEERS_MIN = 8;
/** Among plans of like size and length, real prices of one shop differ by up to about ten times between countries. */
const PEER_RATIO_MAX = 20;
/** Or by this many times the usual spread, where a shop's prices are widely spread. */
const PEER_SPREADS_MAX = 6;
/** Fewer plans have no "usual price". */
const SOURCE_MIN = 5;
/** Over a whole shop the widest real ratio to the median that we measured is 87. */
const SOURCE_RATIO_MAX = 200;
/** Cheaper plans do not exist; the cheapest real one costs 52 cents. */
const CENTS_MIN = 5;

/** One price on so large a share of so many plans of different sizes is a broken column. */
const CONSTANT_SHARE = 0.9;
const CONSTANT_PLANS_MIN = 20;
const CONSTANT_SIZES_MIN = 4;
/** A source with so many outliers has a fault of its own, and no single row is to blame. */
const OUTLIER_SHARE_MAX = 0.1;
const OUTLIERS_MIN = 10;

export interface Outlier {
  readonly index: number;
  readonly detail: string;
  /** False where no plan at all costs so little, whatever the others cost. */
  readonly amongOthers: boolean;
}

export function findOutliers(candidates: readonly Candidate[]): readonly Outlier[] {
  const logs = candidates.map(({ plan }) => Math.log(Math.max(plan.price.usdCents, 1)));
  const usual = candidates.length >= SOURCE_MIN ? median(logs) : null;
  const kinds = groupByKind(candidates, logs);
  const outliers: Outlier[] = [];
  candidates.forEach(({ plan }, index) => {
    const cents = plan.price.usdCents;
    // A free welcome plan was let through on purpose.
    if (cents === 0) return;
    const tiny = cents < CENTS_MIN;
    const detail = tiny
      ? 'no plan costs so little'
      : (farFromKind(logs[index] ?? 0, kinds.get(kindOf(plan))) ?? farFromSource(logs[index] ?? 0, usual));
    if (detail !== null) outliers.push({ index, detail: `${dollars(cents)}: ${detail}`, amongOthers: !tiny });
  });
  return outliers;
}

interface Kind {
  readonly middle: number;
  readonly limit: number;
}

function groupByKind(candidates: readonly Candidate[], logs: readonly number[]): ReadonlyMap<number, Kind> {
  const kinds = new Map<number, Kind>();
  for (const [key, group] of Map.groupBy(logs, (_log, index) => kindOf(candidates[index]!.plan))) {
    if (group.length < PEERS_MIN) continue;
    const middle = median(group) ?? 0;
    const spread = median(group.map((log) => Math.abs(log - middle))) ?? 0;
    kinds.set(key, { middle, limit: Math.max(Math.log(PEER_RATIO_MAX), PEER_SPREADS_MAX * spread) });
  }
  return kinds;
}

/**
 * Plans of one kind cost about the same: same model and scope, sizes and lengths within a factor of two.
 * A number rather than a text: this runs for every row.
 */
function kindOf({ allowance, validity, coverage }: Candidate['plan']): number {
  const size = allowance.bytes === null ? 0 : Math.floor(Math.log2(allowance.bytes));
  const length = validity.days === null ? 0 : 1 + Math.floor(Math.log2(Math.max(validity.days, 1)));
  const model = ALLOWANCE_MODELS.indexOf(allowance.model) * 2 + Number(validity.soldPerDay);
  // Sizes stay below 2^64 and lengths below 2^16.
  return ((model * SCOPES.length + SCOPES.indexOf(coverage.scope)) * 64 + size) * 16 + length;
}

function farFromKind(log: number, kind: Kind | undefined): string | null {
  if (kind === undefined || Math.abs(log - kind.middle) <= kind.limit) return null;
  return `plans of this size and length cost about ${dollars(Math.exp(kind.middle))} here`;
}

function farFromSource(log: number, usual: number | null): string | null {
  if (usual === null || Math.abs(log - usual) <= Math.log(SOURCE_RATIO_MAX)) return null;
  return `the usual plan costs about ${dollars(Math.exp(usual))} here`;
}

/** Why the prices as a whole cannot be believed, or null. */
export function suspicionOf(candidates: readonly Candidate[], outliers: number): string | null {
  if (outliers >= OUTLIERS_MIN && outliers > candidates.length * OUTLIER_SHARE_MAX)
    return `${outliers} of ${candidates.length} prices are far from the others`;
  if (candidates.length < CONSTANT_PLANS_MIN) return null;
  const counts = new Map<number, number>();
  const sizes = new Set<number | null>();
  for (const { plan } of candidates) {
    counts.set(plan.price.usdCents, (counts.get(plan.price.usdCents) ?? 0) + 1);
    if (sizes.size < CONSTANT_SIZES_MIN) sizes.add(plan.allowance.bytes);
  }
  if (sizes.size < CONSTANT_SIZES_MIN) return null;
  for (const [cents, count] of counts)
    if (count >= candidates.length * CONSTANT_SHARE)
      return `${count} of ${candidates.length} plans cost exactly ${dollars(cents)}`;
  return null;
}

/** The middle of a sorted copy; the lower of two middles, so that it is a value that occurs. null for none. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  return sorted[(sorted.length - 1) >> 1] ?? null;
}
