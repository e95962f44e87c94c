/** Finds prices that do not fit the other prices of the same provider, such as one price for all plans. */
import { median } from '../../domain/median.ts';
import { dollarsOfCents } from '../../domain/money.ts';
import type { Candidate } from '../normalise/normalise.ts';

/** With fewer plans, a kind has no usual price. */
const PEERS_MIN = 8;
/** Among plans of similar size and length, real prices of one shop differ by up to about ten times between countries. */
const PEER_RATIO_MAX = 20;
/** If the prices of a shop vary widely, the limit is this many times their usual spread. */
const PEER_SPREADS_MAX = 6;
/** With fewer plans, a provider has no usual price. */
const PROVIDER_PLANS_MIN = 5;
/** Over all plans of a provider, the widest real ratio to the median that we measured is 87. */
const PROVIDER_RATIO_MAX = 200;

/** If this share of the plans has one price, although they have different sizes, the price column is broken. */
const CONSTANT_SHARE = 0.9;
/** A small shop, or one with few sizes, may have one price. */
const CONSTANT_PLANS_MIN = 20;
const CONSTANT_SIZES_MIN = 4;
/** With more outliers, the prices of the provider as a whole are faulty, and not single rows. */
const OUTLIER_SHARE_MAX = 0.1;
/** Below this, a few wrong rows of a small shop would exceed the share. */
const OUTLIERS_MIN = 10;

interface Outlier {
  readonly candidate: Candidate;
  readonly detail: string;
}

export function findOutliers(candidates: readonly Candidate[]): readonly Outlier[] {
  const logOf = ({ plan }: Candidate): number => Math.log(Math.max(plan.price.usdCents, 1));
  const providerMedian = candidates.length >= PROVIDER_PLANS_MIN ? median(candidates.map(logOf)) : null;
  const peers = new Map<string, { readonly middle: number; readonly limit: number }>();
  for (const [kind, group] of Map.groupBy(candidates, kindOf)) {
    if (group.length < PEERS_MIN) continue;
    const logs = group.map(logOf);
    const middle = median(logs)!;
    const spread = median(logs.map((log) => Math.abs(log - middle)))!;
    peers.set(kind, { middle, limit: Math.max(Math.log(PEER_RATIO_MAX), PEER_SPREADS_MAX * spread) });
  }
  return candidates.flatMap((candidate) => {
    const cents = candidate.plan.price.usdCents;
    // normalise/checks.ts rejects free plans that are not for new customers only.
    if (cents === 0) return [];
    const found = (detail: string) => [{ candidate, detail: `${dollarsOfCents(cents)}: ${detail}` }];
    const log = logOf(candidate);
    const peer = peers.get(kindOf(candidate));
    if (peer !== undefined && Math.abs(log - peer.middle) > peer.limit)
      return found(
        `plans of this size and length usually cost about ${dollarsOfCents(Math.exp(peer.middle))} here`,
      );
    if (providerMedian !== null && Math.abs(log - providerMedian) > Math.log(PROVIDER_RATIO_MAX))
      return found(`plans usually cost about ${dollarsOfCents(Math.exp(providerMedian))} here`);
    return [];
  });
}

/** Plans of one kind have the same model and scope, and sizes and lengths within a factor of two. */
function kindOf({ plan: { allowance, validity, coverage } }: Candidate): string {
  const size = allowance.bytes === null ? null : Math.floor(Math.log2(allowance.bytes));
  const length = validity.days === null ? null : Math.floor(Math.log2(Math.max(validity.days, 1)));
  return [allowance.model, validity.soldPerDay, coverage.scope, size, length].join(' ');
}

/** Why the prices of a provider as a whole are not plausible, or null. */
export function priceFaultOf(candidates: readonly Candidate[], outliers: number): string | null {
  if (outliers >= OUTLIERS_MIN && outliers > candidates.length * OUTLIER_SHARE_MAX)
    return `${outliers} of ${candidates.length} prices are far from the others`;
  const sizes = new Set(candidates.map(({ plan }) => plan.allowance.bytes));
  if (candidates.length < CONSTANT_PLANS_MIN || sizes.size < CONSTANT_SIZES_MIN) return null;
  const byPrice = Map.groupBy(candidates, ({ plan }) => plan.price.usdCents);
  for (const [cents, { length }] of byPrice)
    if (length >= candidates.length * CONSTANT_SHARE)
      return `${length} of ${candidates.length} plans cost exactly ${dollarsOfCents(cents)}`;
  return null;
}
