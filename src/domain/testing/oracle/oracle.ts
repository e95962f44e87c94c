/** The lists of the reference implementation: filters, domination, the three orders and the counts (rules 6, 7 and 9). */
import type { Plan, ThreeState } from '../../plan.ts';
import type { Listing } from '../builders.ts';
import {
  type Drawback,
  drawbacksOf,
  exitsThere,
  generationThere,
  isNamedForAll,
  missingOf,
  networksThere,
  ROWS,
} from './drawbacks.ts';
import { type Paid, paidFor } from './price.ts';
import {
  type Asked,
  compareShares,
  type Gets,
  getsOf,
  isSoldAsUnlimited,
  kindOf,
  type Market,
  neededMb,
} from './trip.ts';

export interface Candidate extends Gets, Paid {
  readonly plan: Plan;
  /** provider/plan */
  readonly key: string;
  readonly drawbacks: readonly Drawback[];
  readonly comparableCents: number;
}

export interface OracleLists {
  readonly recommended: readonly Candidate[];
  readonly cheapest: readonly Candidate[];
  readonly fastest: readonly Candidate[];
  readonly considered: {
    readonly plans: number;
    readonly meetTheNeed: number;
    readonly leftOutByRequire: { readonly no: number; readonly unknown: number };
    readonly leftOutByMaxUsd: number;
    readonly leftOutByAvoidExits: { readonly no: number; readonly unknown: number };
    readonly leftOutByProviders: number;
    readonly leftOutByAvoidProviders: number;
  };
}

const WEEK_SECONDS = 7 * 24 * 3_600;
const LIST_LENGTH = 20;
const BRAND_PLACES = 3;

function candidateOf({ plan, observedAt }: Listing, asked: Asked, market: Market): Candidate {
  const gets = getsOf(plan, asked);
  const paid = paidFor(plan, asked, gets, market);
  const drawbacks = drawbacksOf(plan, asked, gets, paid, observedAt, market.now);
  const comparableCents = drawbacks.reduce((sum, { cents }) => sum + cents, paid.cents);
  return { ...gets, ...paid, plan, key: `${plan.provider}/${plan.id}`, drawbacks, comparableCents };
}

const isOnSale = ({ plan, observedAt }: Listing, now: number): boolean =>
  plan.facts.inStock !== false && Math.floor(now / 1_000) - Math.floor(observedAt / 1_000) <= WEEK_SECONDS;

/** true: stated. false: stated not to hold. null: not stated. */
function has(requirement: string, { plan, copies }: Candidate, asked: Asked): ThreeState {
  const { hotspot, topUp, phoneNumber, identityCheck } = plan.facts;
  const exits = exitsThere(plan, asked);
  const generation = generationThere(plan, asked);
  switch (requirement) {
    case 'hotspot':
      return hotspot;
    case 'top_up':
      return topUp;
    case 'phone_number':
      return phoneNumber;
    case 'no_identity_check':
      return identityCheck === null ? null : !identityCheck;
    case '5g':
      return generation === 0 ? null : generation === 5;
    case 'local_exit':
      return exits.includes('roaming') ? false : exits.includes('unknown') ? null : true;
    case 'uncapped': {
      const kind = kindOf(plan);
      if (plan.allowance.uncapped !== null) return plan.allowance.uncapped;
      return kind === 'unstated' ? null : false;
    }
    case 'one_purchase':
      return copies === 1;
    default:
      throw new Error(`no such requirement: ${requirement}`);
  }
}

/** For all requirements: false if one is stated not to hold, null if one is not stated. */
function qualifies(candidate: Candidate, asked: Asked): ThreeState {
  const all = (asked.require ?? []).map((requirement) => has(requirement, candidate, asked));
  return all.includes(false) ? false : all.includes(null) ? null : true;
}

/** For unwanted exits: false if one of them is stated, null if the exits are not stated. */
function avoids({ plan }: Candidate, { avoidExits = [] }: Asked): ThreeState {
  if (avoidExits.length === 0) return true;
  const { exits } = plan.coverage;
  return exits === null ? null : exits.every((exit) => !avoidExits.includes(exit));
}

const isSoldByWanted = ({ plan }: Candidate, { providers = [] }: Asked): boolean =>
  providers.length === 0 || providers.some((id) => id === plan.provider);

const isSoldByUnwanted = ({ plan }: Candidate, { avoidProviders = [] }: Asked): boolean =>
  avoidProviders.some((id) => id === plan.provider);

const isAffordable = ({ cents }: Candidate, { maxUsdCents = null }: Asked): boolean =>
  maxUsdCents === null || cents <= maxUsdCents;

/** The data after the cap, higher is better: no cap, a stated speed, throttled to an unstated speed, none or unstated. */
function restOf({ allowance, ...plan }: Plan): number {
  if (kindOf({ allowance, ...plan }) === 'uncapped') return Number.POSITIVE_INFINITY;
  return allowance.afterCap === 'throttle' ? Math.max(0.5, allowance.throttleKbps ?? 0) : 0;
}

/** The data that a hotspot may use: 0 if it is not stated to be allowed, null if no cap is stated. */
const sharedBytes = ({ facts, extras }: Plan): number | null =>
  facts.hotspot === true ? extras.hotspotBytes : 0;

type Pair = readonly [better: number, worse: number];
const truth = (value: boolean): number => (value ? 1 : 0);

/** The values by which two plans are compared. The first number is that of `a`. Higher is better. */
function comparisonsOf(a: Candidate, b: Candidate, asked: Asked): readonly Pair[] {
  const both = (of: (candidate: Candidate) => number): Pair => [of(a), of(b)];
  const percentIn = (row: string) => (candidate: Candidate) =>
    -(candidate.drawbacks.find((drawback) => drawback.row === row)?.percent ?? 0);
  return [
    both(({ plan }) => truth(plan.facts.newCustomersOnly !== true)),
    [0, compareShares(a.miss, b.miss)],
    both(({ cents }) => -cents),
    ...ROWS.filter((row) => row !== 'coupon' && row !== 'coupon_age').map((row) => both(percentIn(row))),
    both(({ plan }) => truth(plan.facts.hotspot === true)),
    both(({ plan }) => truth(plan.facts.topUp === true)),
    both(({ plan }) => truth(plan.facts.phoneNumber === true)),
    both(({ plan }) => truth(plan.facts.calls === true)),
    both(({ plan }) => truth(plan.facts.sms === true)),
    both(({ plan }) => sharedBytes(plan) ?? Number.MAX_SAFE_INTEGER),
    both(({ plan }) => plan.allowance.maxKbps ?? 20_000),
    both(({ plan }) => networksThere(plan, asked)),
    both(({ plan }) => truth(plan.validity.starts === 'first_use')),
    both(({ plan }) => restOf(plan)),
    both(({ copies }) => -copies),
    ...(a.copies === b.copies
      ? [both(({ fullSpeedMb }) => fullSpeedMb ?? 0), both(({ validDays }) => validDays)]
      : []),
  ];
}

export const idOrder = (a: Candidate, b: Candidate): number =>
  compare(a.plan.provider, b.plan.provider) || compare(a.plan.id, b.plan.id);

/** Whether `a` dominates `b`. Both are of one brand. */
function makesPointless(a: Candidate, b: Candidate, asked: Asked): boolean {
  if (a === b) return false;
  const sameCopies = a.copies === b.copies;
  if (sameCopies && (a.fullSpeedMb === null) !== (b.fullSpeedMb === null)) return false;
  const pairs = comparisonsOf(a, b, asked);
  if (pairs.some(([mine, other]) => mine < other)) return false;
  if (pairs.some(([mine, other]) => mine > other)) return true;
  const named = [a, b].map(({ plan }) => isNamedForAll(plan, asked));
  return named[0] === named[1] ? idOrder(a, b) < 0 : named[0]!;
}

function compare(a: number | string, b: number | string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

type Keys = (candidate: Candidate) => readonly number[];

/** Lower first, key by key, then by ids. */
function sortBy(candidates: readonly Candidate[], keysOf: Keys): Candidate[] {
  return candidates.toSorted((a, b) => {
    const other = keysOf(b);
    const first = keysOf(a).findIndex((key, index) => key !== other[index]);
    return first < 0 ? idOrder(a, b) : compare(keysOf(a)[first]!, other[first]!);
  });
}

/** The closest first; the same in every list. */
export function sortMisses(misses: readonly Candidate[]): Candidate[] {
  return misses.toSorted(
    (a, b) => compareShares(a.miss, b.miss) || compare(a.comparableCents, b.comparableCents) || idOrder(a, b),
  );
}

const isForNew = ({ plan }: Candidate): number => truth(plan.facts.newCustomersOnly === true);

const RECOMMENDED: Keys = (it) => [isForNew(it), it.comparableCents, it.cents];

function cheapestKeys(asked: Asked): Keys {
  const [needed, parts] = neededMb(asked);
  return (it) => [isForNew(it), it.cents, it.copies, -(it.fullSpeedMb ?? needed / parts), -it.validDays];
}

function fastestKeys(asked: Asked): Keys {
  return (it) => [
    -truth(it.atFullSpeedAlone),
    // Unstated (0) ranks between 4G and 3G.
    -(generationThere(it.plan, asked) || 3.5),
    -(it.plan.allowance.maxKbps ?? 20_000),
    -truth(exitsThere(it.plan, asked).every((exit) => exit === 'local')),
    it.copies,
    -networksThere(it.plan, asked),
    it.comparableCents,
  ];
}

function withVariety(meeting: readonly Candidate[], brandOf: (it: Candidate) => string): Candidate[] {
  const isWithinShare = (it: Candidate) =>
    meeting.filter((other) => brandOf(other) === brandOf(it)).indexOf(it) < BRAND_PLACES;
  return [...meeting.filter(isWithinShare), ...meeting.filter((it) => !isWithinShare(it))];
}

function tierIn(plan: Plan, { region }: Asked): number {
  const missing = region === undefined ? 0 : missingOf(plan, region).length;
  if (missing === 0) return 0;
  return missing / (region?.core.length ?? 1) <= 0.1 ? 1 : 2;
}

/** Every plan that can be listed for this trip, in any order. */
export function candidatesOf(market: Market, asked: Asked) {
  const { region } = asked;
  const there = market.listings.filter(({ plan }) =>
    region === undefined
      ? asked.stops.every(({ country }) => plan.coverage.destinations.includes(country))
      : missingOf(plan, region).length * 2 <= region.core.length,
  );
  const onSale = there.filter((listing) => isOnSale(listing, market.now));
  const looked = onSale
    .filter(({ plan }) => asked.need !== 'unlimited' || isSoldAsUnlimited(plan))
    .map((listing) => candidateOf(listing, asked, market));
  const required = looked.filter(
    (it) =>
      qualifies(it, asked) === true &&
      avoids(it, asked) === true &&
      isAffordable(it, asked) &&
      isSoldByWanted(it, asked) &&
      !isSoldByUnwanted(it, asked),
  );
  const brandOf = ({ plan }: Candidate) => market.brands?.[plan.provider] ?? plan.provider;
  const kept = required.filter(
    (it) => !required.some((other) => brandOf(other) === brandOf(it) && makesPointless(other, it, asked)),
  );
  return { onSale, looked, required, kept, brandOf };
}

export function oracleLists(market: Market, asked: Asked): OracleLists {
  const { onSale, looked, required, kept, brandOf } = candidatesOf(market, asked);
  const meeting = kept.filter(({ meets }) => meets);
  const misses = sortMisses(kept.filter(({ meets }) => !meets));
  // Of a region, the plans that cover all of it come first, then those that miss a tenth at most.
  const tiers = [0, 1, 2].map((tier) => meeting.filter(({ plan }) => tierIn(plan, asked) === tier));
  const list = (sort: (tier: readonly Candidate[]) => readonly Candidate[]) =>
    [...tiers.flatMap(sort), ...misses].slice(0, LIST_LENGTH);
  const leftOut = (by: typeof qualifies) => ({
    no: looked.filter((it) => by(it, asked) === false).length,
    unknown: looked.filter((it) => by(it, asked) === null).length,
  });
  return {
    recommended: list((tier) => withVariety(sortBy(tier, RECOMMENDED), brandOf)),
    cheapest: list((tier) => sortBy(tier, cheapestKeys(asked))),
    fastest: list((tier) => sortBy(tier, fastestKeys(asked))),
    considered: {
      plans: onSale.length,
      meetTheNeed: required.filter(({ meets }) => meets).length,
      leftOutByRequire: leftOut(qualifies),
      leftOutByMaxUsd: looked.filter((it) => !isAffordable(it, asked)).length,
      leftOutByAvoidExits: leftOut(avoids),
      leftOutByProviders: looked.filter((it) => !isSoldByWanted(it, asked)).length,
      leftOutByAvoidProviders: looked.filter((it) => isSoldByUnwanted(it, asked)).length,
    },
  };
}
