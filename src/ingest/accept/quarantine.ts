/**
 * Single prices that are too good to be true: held back until they were seen twice, a day apart, or the operator
 * accepts them. Their last good price stays. Comes before every rule that would refuse the price itself.
 */
import type { Plan } from '../../domain/plan.ts';
import type { Candidate } from '../normalise/normalise.ts';
import { dollars } from '../normalise/price.ts';
import type { RejectReason, RowRef } from '../types.ts';
import type { SourceHistory } from './history.ts';
import type { MarketPrices } from './market-prices.ts';

/** A fall by more than 70%. Flash sales reach 30%, clearances 60%. */
const FALL_KEPT_SHARE = 0.3;
const MARKET_SHARE = 0.1;
const DAY_MS = 86_400_000;

/** A row whose price a rule would refuse. */
export interface Doubted {
  readonly candidate: Candidate;
  readonly ref: RowRef;
  readonly reason: RejectReason;
  readonly detail: string;
}

export interface WithheldPlan {
  readonly plan: string;
  readonly name: string;
  readonly minor: number;
  readonly currency: string;
  readonly usdCents: number;
  readonly reason: 'fell' | 'below_market';
  readonly detail: string;
  /** When it was first seen at this price. */
  readonly since: number;
  /** The operator says that the price is real. */
  readonly accepted: boolean;
}

export interface Offer {
  readonly candidates: readonly Candidate[];
  readonly doubted: readonly Doubted[];
  readonly history: SourceHistory;
  /** What was held back last time, by plan id. */
  readonly before: ReadonlyMap<string, WithheldPlan>;
  /** The operator has said that this run is real as it comes. */
  readonly accepted: boolean;
}

export interface Verdict {
  readonly published: readonly Candidate[];
  readonly withheld: readonly WithheldPlan[];
  readonly refused: readonly Doubted[];
}

export function judgePrices(offer: Offer, market: MarketPrices, now: number): Verdict {
  const { candidates, doubted, before, accepted } = offer;
  const withheld: WithheldPlan[] = [];
  const isHeld = ({ plan }: Candidate): boolean => {
    const found = accepted ? null : oddPrice(plan, offer.history, market);
    if (found === null) return false;
    const known = before.get(plan.id);
    const { minor, currency, usdCents } = plan.price;
    const isSame = known !== undefined && known.minor === minor && known.currency === currency;
    if (isSame && (known.accepted || now - known.since >= DAY_MS)) return false;
    const since = isSame ? known.since : now;
    const { id, name } = plan;
    withheld.push({ plan: id, name, minor, currency, usdCents, ...found, since, accepted: false });
    return true;
  };
  const published = candidates.filter((candidate) => !isHeld(candidate));
  const ids = doubted.length === 0 ? null : new Set(candidates.map(({ plan }) => plan.id));
  const refused: Doubted[] = [];
  for (const row of doubted) {
    const { plan } = row.candidate;
    const isKnownReal = row.reason === 'price_outlier' && before.get(plan.id)?.accepted === true;
    // The same plan stands in the feed at a price that nobody doubts.
    if (ids?.has(plan.id)) refused.push(row);
    else if (isHeld(row.candidate)) continue;
    else if (isKnownReal) published.push(row.candidate);
    else refused.push(row);
  }
  return { published, withheld, refused };
}

function oddPrice(
  plan: Plan,
  history: SourceHistory,
  market: MarketPrices,
): Pick<WithheldPlan, 'reason' | 'detail'> | null {
  const { price } = plan;
  // A free welcome plan is a real offer.
  if (price.usdCents === 0 && plan.facts.newCustomersOnly === true) return null;
  const last = history.get(plan.id)?.prices.at(-1);
  if (last !== undefined) {
    const [, minor, currency, usdCents] = last;
    const [now, then] = currency === price.currency ? [price.minor, minor] : [price.usdCents, usdCents];
    if (now < then * FALL_KEPT_SHARE)
      return { reason: 'fell', detail: `${dollars(price.usdCents)}, ${dollars(usdCents)} before` };
    // Seen and published at this price already.
    if (now >= then) return null;
  }
  const usual = market.usualFor(plan);
  if (usual === null || price.usdCents > usual.usdCents * MARKET_SHARE) return null;
  const detail = `${dollars(price.usdCents)}, ${usual.providers} others ask about ${dollars(usual.usdCents)}`;
  return { reason: 'below_market', detail };
}
