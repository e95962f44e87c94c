/**
 * Quarantines single prices that are implausibly low. A price is published if it is still the same a day later, or if
 * the operator accepts it. Until then the last good price is kept. A suspect price is only rejected if it is not
 * quarantined.
 */

import { DAY_MS } from '../../domain/freshness.ts';
import type { Plan } from '../../domain/plan.ts';
import { dollars } from '../parse/money.ts';
import type { Candidate, QuarantinedPrice, Suspect } from '../types.ts';
import type { AcceptedSource, SourcePast } from './accept-source.ts';
import type { SourceHistory } from './history.ts';
import type { MarketPrices } from './market-prices.ts';

/** A price that falls by more than 70% is quarantined. Flash sales reach 30%, clearance sales 60%. */
const FALL_KEPT_SHARE = 0.3;

export interface PricedSource {
  readonly published: readonly Candidate[];
  readonly quarantined: readonly QuarantinedPrice[];
  readonly rejected: readonly Suspect[];
}

export function quarantinePrices(
  { candidates, suspects }: Pick<AcceptedSource, 'candidates' | 'suspects'>,
  { history, quarantined: before, accepted }: SourcePast,
  market: MarketPrices,
  now: number,
): PricedSource {
  const known = new Map(before.map((price) => [price.plan, price]));
  const quarantined: QuarantinedPrice[] = [];
  const isQuarantined = ({ plan }: Candidate): boolean => {
    const found = accepted ? null : lowPrice(plan, history, market);
    if (found === null) return false;
    const { id, name, price } = plan;
    const { minor, currency, usdCents } = price;
    const last = known.get(id);
    const isSame = last !== undefined && last.minor === minor && last.currency === currency;
    if (isSame && (last.accepted || now - last.since >= DAY_MS)) return false;
    const since = isSame ? last.since : now;
    quarantined.push({ plan: id, name, minor, currency, usdCents, ...found, since, accepted: false });
    return true;
  };
  const published = candidates.filter((candidate) => !isQuarantined(candidate));
  const ids = new Set(candidates.map(({ plan }) => plan.id));
  const rejected: Suspect[] = [];
  for (const suspect of suspects) {
    const { candidate, reason } = suspect;
    const { id } = candidate.plan;
    // The same plan is in the feed at a price that is not suspect.
    if (ids.has(id)) rejected.push(suspect);
    else if (isQuarantined(candidate)) continue;
    else if (reason === 'price_outlier' && known.get(id)?.accepted === true) published.push(candidate);
    else rejected.push(suspect);
  }
  return { published, quarantined, rejected };
}

function lowPrice(
  plan: Plan,
  history: SourceHistory,
  market: MarketPrices,
): Pick<QuarantinedPrice, 'reason' | 'detail'> | null {
  const { price } = plan;
  // A free welcome plan is a real offer.
  if (price.usdCents === 0 && plan.facts.newCustomersOnly === true) return null;
  const last = history.get(plan.id)?.prices.at(-1);
  if (last !== undefined) {
    const [, minor, currency, usdCents] = last;
    const [now, then] = currency === price.currency ? [price.minor, minor] : [price.usdCents, usdCents];
    if (now < then * FALL_KEPT_SHARE)
      return { reason: 'fell', detail: `${dollars(price.usdCents)}, ${dollars(usdCents)} before` };
    // This price was published before.
    if (now >= then) return null;
  }
  const usual = market.usualFor(plan);
  if (usual === null || !market.isImplausible(plan, price.usdCents)) return null;
  const detail = `${dollars(price.usdCents)}, ${usual.providers} other providers charge about ${dollars(usual.usdCents)}`;
  return { reason: 'below_market', detail };
}
