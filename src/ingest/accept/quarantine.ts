/**
 * Quarantines single prices that are implausibly low. A price is published if it is still the same a day later, or if
 * the operator accepts it. Until then the last good price is kept. A suspect of `check-rows.ts` is quarantined if its price
 * is low, and rejected otherwise.
 */
import { dollarsOfCents } from '../../domain/money.ts';
import type { Plan } from '../../domain/plan.ts';
import type { QuarantinedPlan } from '../documents/quarantine.ts';
import type { Candidate } from '../normalise/normalise.ts';
import type { AcceptedSource, SourcePast } from './accept-source.ts';
import type { Suspect } from './check-rows.ts';
import { plansByOffer } from './duplicates.ts';
import type { SourceHistory } from './history.ts';
import type { MarketPrices } from './market-prices.ts';
import {
  FALL_KEPT_SHARE,
  fallenPrice,
  isConfirmed,
  priceCause,
  type QuarantineCause,
  quarantinedPlan,
} from './quarantined-plan.ts';

/** The cheapest real plan costs 52 cents, and the cheapest GB of a large plan about 10 cents. */
const CENTS_MIN = 30;
const CENTS_PER_GB_MIN = 2;
const GB = 1_000_000_000;

export interface PricedSource {
  readonly published: readonly Candidate[];
  readonly quarantined: readonly QuarantinedPlan[];
  readonly rejected: readonly Suspect[];
}

export function quarantinePrices(
  { candidates, suspects, setAside }: Pick<AcceptedSource, 'candidates' | 'suspects' | 'setAside'>,
  past: SourcePast,
  market: MarketPrices,
  now: number,
): PricedSource {
  const quarantinedBefore = new Map(past.quarantined.map((one) => [one.plan, one]));
  const quarantined = new Map(setAside.map((one) => [one.candidate, one.quarantined]));
  const passed: Candidate[] = [];
  const rejected: Suspect[] = [];
  /** null: the price is not low, or is confirmed. */
  const quarantinedAs = ({ plan }: Candidate): QuarantinedPlan | null => {
    const low = lowPrice(plan, past.history, market);
    const last = quarantinedBefore.get(plan.id);
    return low === null || isConfirmed(low, plan, last, now) ? null : quarantinedPlan(low, plan, last, now);
  };
  for (const candidate of candidates) {
    const low = quarantinedAs(candidate);
    if (low === null) passed.push(candidate);
    else quarantined.set(candidate, low);
  }
  // An impossible price cannot be accepted. An outlier is published if the operator accepted it, or if it was published.
  const isOutlierKept = ({ reason, candidate: { plan } }: Suspect): boolean =>
    reason === 'price_outlier' &&
    (quarantinedBefore.get(plan.id)?.accepted === true || isPublishedPrice(plan, past.history));
  const soundRows = [...candidates, ...setAside.map((one) => one.candidate)];
  const soundIds = new Set(soundRows.map(({ plan }) => plan.id));
  for (const suspect of suspects) {
    const { candidate } = suspect;
    const hasSoundRow = soundIds.has(candidate.plan.id);
    const low = hasSoundRow ? null : quarantinedAs(candidate);
    // A suspect is rejected for a sound row with its id, quarantined for a low price, published as an outlier that was
    // published or accepted before, or rejected for its own reason.
    if (hasSoundRow) rejected.push(suspect);
    else if (low !== null) quarantined.set(candidate, low);
    else if (isOutlierKept(suspect)) passed.push(candidate);
    else rejected.push(suspect);
  }
  const twins = twinsOf([...quarantined.keys()], passed, past.history);
  const twinCandidates = new Set(twins.map(({ candidate }) => candidate));
  return {
    published: passed.filter((candidate) => !twinCandidates.has(candidate)),
    quarantined: [...quarantined.values()],
    rejected: [...rejected, ...twins],
  };
}

/** True if an earlier run published this price. */
function isPublishedPrice({ id, price }: Plan, history: SourceHistory): boolean {
  if (history.get(id)?.isDuplicate) return false;
  const [, minor, currency] = history.get(id)?.prices.at(-1) ?? [];
  return minor === price.minor && currency === price.currency;
}

/** Duplicates of quarantined plans, which must not appear in their place. A plan that was published before stays. */
function twinsOf(
  quarantined: readonly Candidate[],
  passed: readonly Candidate[],
  history: SourceHistory,
): Suspect[] {
  if (quarantined.length === 0) return [];
  const twinsIn = plansByOffer(quarantined.map(({ plan }) => plan));
  return passed.flatMap((candidate) => {
    const { plan } = candidate;
    const twin = history.get(plan.id)?.goneAt === null ? undefined : twinsIn(plan).at(-1);
    if (twin === undefined) return [];
    const detail = `same as "${twin.externalId}", whose price is quarantined`;
    return { candidate, reason: 'duplicate', detail };
  });
}

/** Why the price of a plan is implausibly low. null: it is not. */
function lowPrice(plan: Plan, history: SourceHistory, market: MarketPrices): QuarantineCause | null {
  const { usdCents } = plan.price;
  // A free welcome plan is a real offer.
  if (usdCents === 0 && plan.facts.newCustomersOnly === true) return null;
  const move = priceMove(plan, history);
  if (move !== null && move.now >= move.before) return null;
  const oldUsdCents = move === null ? null : move.usdCentsBefore;
  // A price that no plan has stays implausible, however often it is seen.
  const implausible = belowFloor(plan, usdCents);
  if (implausible !== null)
    return { ...priceCause('implausible', implausible, oldUsdCents, usdCents), confirmedAfterMs: null };
  if (move !== null && move.now < move.before * FALL_KEPT_SHARE)
    return fallenPrice(move.usdCentsBefore, usdCents);
  const marketPrice = market.marketPriceFor(plan);
  if (marketPrice === null || !market.isImplausible(plan, usdCents)) return null;
  const { providers, usdCents: usual } = marketPrice;
  const detail = `${dollarsOfCents(usdCents)}, ${providers} other providers charge about ${dollarsOfCents(usual)}`;
  return priceCause('below_market', detail, oldUsdCents, usdCents);
}

/** The price now and the last one: in the currency of the shop if it has not changed, or else in USD cents. null: there is no last one. */
function priceMove({ id, price }: Plan, history: SourceHistory) {
  const last = history.get(id)?.prices.at(-1);
  if (last === undefined) return null;
  const [, minor, currency, usdCentsBefore] = last;
  return currency === price.currency
    ? { now: price.minor, before: minor, usdCentsBefore }
    : { now: price.usdCents, before: usdCentsBefore, usdCentsBefore };
}

/** Says why no plan costs so little, whatever other providers charge. null: the price is possible. A price of 0 has other checks. */
export function belowFloor({ allowance, validity }: Plan, usdCents: number): string | null {
  if (usdCents === 0) return null;
  if (usdCents < CENTS_MIN)
    return `${dollarsOfCents(usdCents)}: no plan costs less than ${dollarsOfCents(CENTS_MIN)}`;
  // The price of a plan that is sold by the day is for the data of one day.
  const isDaily = allowance.model === 'per_day' && !validity.soldPerDay;
  const daysOfData = isDaily ? (validity.days ?? 1) : 1;
  const gigabytes = ((allowance.bytes ?? 0) * daysOfData) / GB;
  return usdCents < gigabytes * CENTS_PER_GB_MIN
    ? `${dollarsOfCents(usdCents)} for ${Number(gigabytes.toFixed(1))} GB: no plan costs less than ${dollarsOfCents(CENTS_PER_GB_MIN)} for a GB`
    : null;
}
