/**
 * Quarantines single prices that are implausibly low. A price is published if it is still the same a day later, or if
 * the operator accepts it. Until then the last good price is kept. A suspect of `check-rows.ts` is quarantined if its price
 * is low, and rejected otherwise.
 */

import { DAY_MS } from '../../domain/freshness.ts';
import type { Plan } from '../../domain/plan.ts';
import type { QuarantinedPrice } from '../documents.ts';
import type { Candidate } from '../normalise/normalise.ts';
import { dollars } from '../parse/money.ts';
import type { AcceptedSource, SourcePast } from './accept-source.ts';
import type { Suspect } from './check-rows.ts';
import { offerKey } from './duplicates.ts';
import type { SourceHistory } from './history.ts';
import type { MarketPrices } from './market-prices.ts';

/** A price that falls by more than 70% is quarantined. Flash sales reach 30%, clearance sales 60%. */
const FALL_KEPT_SHARE = 0.3;
/** The cheapest real plan costs 52 cents, and the cheapest GB of a large plan about 10 cents. */
const CENTS_MIN = 30;
const CENTS_PER_GB_MIN = 2;
const GB = 1_000_000_000;

export interface PricedSource {
  readonly published: readonly Candidate[];
  readonly quarantined: readonly QuarantinedPrice[];
  readonly rejected: readonly Suspect[];
}

export function quarantinePrices(
  { candidates, suspects }: Pick<AcceptedSource, 'candidates' | 'suspects'>,
  { history, quarantined: before, isForced }: SourcePast,
  market: MarketPrices,
  now: number,
): PricedSource {
  const known = new Map(before.map((price) => [price.plan, price]));
  const quarantined: QuarantinedPrice[] = [];
  /** The ids of quarantined plans in the feed, by their offers. */
  const offers = new Map<string, string>();
  /** Returns whether the price is quarantined, and records it. */
  const quarantine = ({ plan }: Candidate): boolean => {
    const found = isForced ? null : lowPrice(plan, history, market);
    if (found === null) return false;
    const { id, name, price } = plan;
    const { minor, currency, usdCents } = price;
    const last = known.get(id);
    const isSame = last !== undefined && last.minor === minor && last.currency === currency;
    // A price that no plan has stays implausible, however often it is seen.
    const isSeenTwice = isSame && found.reason !== 'implausible' && now - last.since >= DAY_MS;
    if (isSame && (last.accepted || isSeenTwice)) return false;
    const since = isSame ? last.since : now;
    quarantined.push({ plan: id, name, minor, currency, usdCents, ...found, since, accepted: false });
    offers.set(offerKey(plan), plan.externalId);
    return true;
  };
  /** The operator accepted the price of the plan, or it was published in an earlier run. */
  const isConfirmed = ({ plan: { id, price } }: Candidate): boolean => {
    const [, minor, currency] = history.get(id)?.prices.at(-1) ?? [];
    return known.get(id)?.accepted === true || (minor === price.minor && currency === price.currency);
  };
  const published = candidates.filter((candidate) => !quarantine(candidate));
  const ids = new Set(candidates.map(({ plan }) => plan.id));
  const rejected: Suspect[] = [];
  for (const suspect of suspects) {
    const { candidate, reason } = suspect;
    const { id } = candidate.plan;
    // The same plan is in the feed at a price that is not suspect.
    if (ids.has(id)) rejected.push(suspect);
    else if (quarantine(candidate)) continue;
    // An impossible price cannot be accepted.
    else if (reason === 'price_outlier' && isConfirmed(candidate)) published.push(candidate);
    else rejected.push(suspect);
  }
  // A duplicate of a quarantined plan must not appear in its place. One that was published before stays.
  const twinOf = ({ plan }: Candidate): string | undefined =>
    offers.size === 0 || history.get(plan.id)?.goneAt === null ? undefined : offers.get(offerKey(plan));
  for (const candidate of published) {
    const twin = twinOf(candidate);
    if (twin === undefined) continue;
    const detail = `same as "${twin}", whose price is quarantined`;
    rejected.push({ candidate, reason: 'duplicate', detail });
  }
  return { published: published.filter((one) => twinOf(one) === undefined), quarantined, rejected };
}

function lowPrice(
  plan: Plan,
  history: SourceHistory,
  market: MarketPrices,
): Pick<QuarantinedPrice, 'reason' | 'detail'> | null {
  const { price } = plan;
  // A free welcome plan is a real offer.
  if (price.usdCents === 0 && plan.facts.newCustomersOnly === true) return null;
  const [, lastMinor, currency, lastUsdCents] = history.get(plan.id)?.prices.at(-1) ?? [
    0,
    Infinity,
    '',
    Infinity,
  ];
  const [amount, last] =
    currency === price.currency ? [price.minor, lastMinor] : [price.usdCents, lastUsdCents];
  // The last published price was not higher.
  if (amount >= last) return null;
  const implausible = belowFloor(plan, price.usdCents);
  if (implausible !== null) return { reason: 'implausible', detail: implausible };
  if (last !== Infinity && amount < last * FALL_KEPT_SHARE)
    return { reason: 'fell', detail: `${dollars(price.usdCents)}, ${dollars(lastUsdCents)} before` };
  const marketPrice = market.marketPriceFor(plan);
  if (marketPrice === null || !market.isImplausible(plan, price.usdCents)) return null;
  const detail = `${dollars(price.usdCents)}, ${marketPrice.providers} other providers charge about ${dollars(marketPrice.usdCents)}`;
  return { reason: 'below_market', detail };
}

/** Says why no plan costs so little, in thin markets too. null if the price is possible. A price of 0 has other checks. */
export function belowFloor({ allowance, validity }: Plan, usdCents: number): string | null {
  if (usdCents === 0) return null;
  if (usdCents < CENTS_MIN) return `${dollars(usdCents)}: no plan costs less than ${dollars(CENTS_MIN)}`;
  const isDaily = allowance.model === 'per_day' && !validity.soldPerDay;
  const gigabytes = ((allowance.bytes ?? 0) * (isDaily ? (validity.days ?? 1) : 1)) / GB;
  return usdCents < gigabytes * CENTS_PER_GB_MIN
    ? `${dollars(usdCents)} for ${Number(gigabytes.toFixed(1))} GB: no plan costs less than ${dollars(CENTS_PER_GB_MIN)} for a GB`
    : null;
}
