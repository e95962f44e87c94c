/** Checks whether the new plans of a source may replace its last good plans. Messages are for the operator. */
import { dollarsOfCents } from '../../domain/money.ts';
import type { Allowance, Coverage, Plan, Price, Validity } from '../../domain/plan.ts';
import type { LastGood, RunCounts, RunProblem } from '../documents/runs.ts';
import type { RejectReason } from '../draft.ts';
import { bytesLabel } from '../parse/data.ts';

export interface RunFigures {
  readonly plans: number;
  readonly medianUsdCents: number | null;
  /** Why the prices as a whole are not plausible. */
  readonly priceFault: string | null;
  /** The most common reason of rejected rows. null if no row was rejected. */
  readonly mainRejection: string | null;
  /** Set if the plans that were published before changed too much. */
  readonly change: RunProblem | null;
}

/** A shop may stop selling a region. A feed that breaks off loses more. */
const SHRUNK_SHARE = 0.5;
/** A shop that opens new countries doubles its plans. A feed that lists every row many times has far more. */
const GROWN_FACTOR = 5;
/** A source with fewer plans may grow by any factor: new shops do, and so few plans do not slow comparisons down. */
const GROWN_PLANS_MIN = 1000;
/** Flash sales move single prices by 30%. A median that moves by more is a changed unit or currency. */
const MEDIAN_MOVE = 0.4;

const plansText = (plans: number): string => `${plans} ${plans === 1 ? 'plan' : 'plans'}`;

/**
 * Returns null if the plans may be published. `minimumPlans`: the option `minimumRows` of the source. `isForced`: the
 * operator wants this run to be published as it is.
 */
export function checkSource(
  run: RunFigures,
  last: LastGood | null,
  minimumPlans: number,
  isForced: boolean,
): RunProblem | null {
  if (run.priceFault !== null && !isForced) return { code: 'suspicious', message: run.priceFault };
  const tooFew = checkPlanCount(run, minimumPlans, isForced);
  if (tooFew !== null) return tooFew;
  // A run with plans has a median.
  if (isForced || last === null || run.medianUsdCents === null) return null;
  if (run.plans < last.plans * SHRUNK_SHARE)
    return {
      code: 'halved',
      message: `${plansText(run.plans)}, less than half of the ${last.plans} of last time`,
    };
  if (run.plans >= GROWN_PLANS_MIN && run.plans > last.plans * GROWN_FACTOR)
    return {
      code: 'grown',
      message: `${run.plans} plans, more than ${GROWN_FACTOR} times the ${last.plans} of last time`,
    };
  const [now, then] = [run.medianUsdCents, last.medianUsdCents];
  if (Math.abs(now - then) / Math.max(then, 1) >= MEDIAN_MOVE)
    return {
      code: 'median_moved',
      message: `the median price is ${dollarsOfCents(now)}, ${dollarsOfCents(then)} last time`,
    };
  return run.change;
}

/** Returns null if the source has enough plans. Without any plan it is never published, even if the operator forces it. */
export function checkPlanCount(
  { plans, mainRejection }: Pick<RunFigures, 'plans' | 'mainRejection'>,
  minimumPlans: number,
  isForced: boolean,
): RunProblem | null {
  const because = mainRejection === null ? '' : `: ${mainRejection}`;
  if (plans === 0) return { code: 'short', message: `no usable plan in the feed${because}` };
  if (isForced || plans >= minimumPlans) return null;
  return { code: 'short', message: `${plansText(plans)}, at least ${minimumPlans} expected${because}` };
}

/** If fewer plans keep their ids, another column identifies the plans. */
const IDS_KEPT_SHARE = 1 / 3;
/** If more plans change, a column has another meaning. */
const CHANGED_SHARE = 1 / 3;
/** If fewer plans are in both runs, their changes do not show a fault of the feed as a whole. */
const PLANS_COMPARED_MIN = 10;
/** Shops change "1 month" to 31 days. A change by a factor of two means another plan or another unit. */
const CHANGE_FACTOR = 2;
/** A plan with less than half or more than twice the destinations is another plan, or its places are read wrongly. */
const DESTINATIONS_KEPT_SHARE = 0.5;
const DESTINATIONS_GAINED_FACTOR = 2;

const PLACES_SHOWN = 5;

/** What is compared of a plan and its last good terms. */
export interface ComparedTerms {
  readonly allowance: Pick<Allowance, 'model' | 'bytes' | 'fullSpeedBytesPerDay'>;
  readonly validity: Pick<Validity, 'days'>;
  readonly price: Pick<Price, 'minor' | 'currency' | 'usdCents'>;
  readonly coverage: Pick<Coverage, 'destinations'>;
}

/** Compares the plans of this run with the plans that were published before. null if they changed as usual. */
export function changeSince(before: readonly Plan[], plans: readonly Plan[]): RunProblem | null {
  const byId = new Map(plans.map((plan) => [plan.id, plan]));
  const both = before.flatMap((old) => {
    const now = byId.get(old.id);
    return now === undefined ? [] : [[old, now] as const];
  });
  if (both.length < before.length * IDS_KEPT_SHARE)
    return {
      code: 'ids_changed',
      message: `only ${both.length} of ${before.length} plans of last time are still there`,
    };
  if (both.length < PLANS_COMPARED_MIN) return null;
  const changes = both.flatMap(([old, now]) => changeOf(old, now) ?? []);
  if (changes.length < both.length * CHANGED_SHARE) return null;
  return {
    code: 'plans_changed',
    message: `${changes.length} of ${both.length} plans have changed, the first: ${changes[0]}`,
  };
}

/** Describes what makes it another plan. null if it is still the same plan. */
function changeOf(old: Plan, now: Plan): string | null {
  const [days, daysBefore] = [now.validity.days, old.validity.days];
  const destinations = now.coverage.destinations;
  const changed = (what: string, before: string) => `${now.name}: ${what}, ${before} last time`;
  if (isFarFrom(...comparableBytes(now, old))) return changed(amountOf(now), amountOf(old));
  if (isFarFrom(days, daysBefore)) return changed(lengthOf(days), lengthOf(daysBefore));
  if (now.price.currency !== old.price.currency)
    return changed(`price in ${now.price.currency}`, old.price.currency);
  const before = old.coverage.destinations;
  return hasOtherPlaces(before, destinations) ? changed(placesOf(destinations), placesOf(before)) : null;
}

/** Whether fewer than half of the countries remain, or there are more than twice as many. */
export function hasOtherPlaces(before: readonly string[], after: readonly string[]): boolean {
  const stillCovered = before.filter((code) => after.includes(code));
  return (
    stillCovered.length < before.length * DESTINATIONS_KEPT_SHARE ||
    after.length > before.length * DESTINATIONS_GAINED_FACTOR
  );
}

export const placesOf = (codes: readonly string[]): string =>
  codes.length <= PLACES_SHOWN ? codes.join(' ') : `${codes.length} countries`;

/** True if one number is at least twice the other. null means no limit or no expiry, which is far from any number. */
export function isFarFrom(one: number | null, other: number | null): boolean {
  if (one === null || other === null) return one !== other;
  return Math.max(one, other) >= CHANGE_FACTOR * Math.min(one, other);
}

/** The amounts of both plans for the same period. Unlimited plans are compared by their fair use if both state it. */
export function comparableBytes(
  one: ComparedTerms,
  other: ComparedTerms,
): readonly [number | null, number | null] {
  const [a, b] = [one.allowance, other.allowance];
  if (a.model === 'unlimited' && b.model === 'unlimited') {
    const fairUse = [a.fullSpeedBytesPerDay, b.fullSpeedBytesPerDay] as const;
    return fairUse.includes(null) ? [null, null] : fairUse;
  }
  return a.model === b.model ? [a.bytes, b.bytes] : [wholeBytes(one), wholeBytes(other)];
}

/** The amount of the whole plan. null: unlimited. */
function wholeBytes({ allowance: { model, bytes }, validity: { days } }: ComparedTerms): number | null {
  if (bytes === null || model !== 'per_day') return bytes;
  return bytes * (days ?? 1);
}

export function amountOf({ allowance: { model, bytes, fullSpeedBytesPerDay } }: ComparedTerms): string {
  if (bytes !== null) return `${bytesLabel(bytes)}${model === 'per_day' ? ' a day' : ''}`;
  return fullSpeedBytesPerDay === null
    ? 'unlimited'
    : `${bytesLabel(fullSpeedBytesPerDay)} a day at full speed`;
}

export const lengthOf = (days: number | null): string => (days === null ? 'no expiry' : `${days} days`);

/** Reasons that are not faults: such a row is not a plan for sale, or it is a duplicate. */
const NO_FAULT: ReadonlySet<string> = new Set<RejectReason>([
  'top_up',
  'not_a_plan',
  'subscription',
  'wholesale_only',
  'duplicate',
]);
const FAULTY_SHARE = 0.5;

/** Checks a source that was never published. If more than half of its rows are faulty, it is probably read wrongly. */
export function checkUnpublished(
  {
    rows,
    filtered,
    byReason,
    quarantined,
  }: Pick<RunCounts, 'rows' | 'filtered' | 'byReason' | 'quarantined'>,
  mainRejection: string | null,
): RunProblem | null {
  let rejected = 0;
  let notForSale = filtered;
  for (const [reason, count] of Object.entries(byReason)) {
    if (NO_FAULT.has(reason)) notForSale += count;
    else rejected += count;
  }
  const counted = rows - notForSale;
  if (rejected + quarantined <= counted * FAULTY_SHARE) return null;
  const because = rejected === 0 || mainRejection === null ? '' : `: ${mainRejection}`;
  return {
    code: 'mostly_rejected',
    message: `of ${counted} rows ${rejected} are rejected and ${quarantined} plans are quarantined${because}`,
  };
}

/**
 * Checks each provider of a shared source separately, so that a faulty provider does not hold the others and is not
 * hidden by them. A provider that is missing has shrunk by more than half. `figures` has the providers of this run.
 */
export function checkProviders(
  figures: ReadonlyMap<string, RunFigures>,
  last: LastGood | null,
  isForced: boolean,
): ReadonlyMap<string, RunProblem> {
  const problems = new Map<string, RunProblem>();
  const before = last?.byProvider ?? {};
  for (const provider of new Set([...figures.keys(), ...Object.keys(before)])) {
    const own = figures.get(provider);
    const known = before[provider] ?? null;
    if (own === undefined && isForced) continue;
    const problem =
      own === undefined
        ? { code: 'halved', message: `no plan, ${known?.plans ?? 0} last time` }
        : checkSource(own, known, 1, isForced);
    if (problem !== null) problems.set(provider, problem);
  }
  return problems;
}
