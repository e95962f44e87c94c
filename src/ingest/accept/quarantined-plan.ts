/** What the two quarantines have in common: `plan-changes.ts` checks the terms of single plans, and `quarantine.ts` their prices. */
import { DAY_MS } from '../../domain/freshness.ts';
import { dollarsOfCents } from '../../domain/money.ts';
import type { Plan, Price } from '../../domain/plan.ts';
import { isTermsReason, type PriceReason, type QuarantinedPlan } from '../documents/quarantine.ts';

/** A price that falls by more than 70% is quarantined. Flash sales reach 30%, clearance sales 60%. */
export const FALL_KEPT_SHARE = 0.3;
/** A low price that is still the same after this time is published. */
const PRICE_CONFIRMED_MS = DAY_MS;

/** Why a plan is quarantined. */
export interface QuarantineCause
  extends Pick<QuarantinedPlan, 'reason' | 'detail' | 'old' | 'new' | 'oldUsdCents'> {
  /** The plan is published after it was read in this way for so long. null: only the operator confirms it. */
  readonly confirmedAfterMs: number | null;
}

export const fallenPrice = (oldUsdCents: number, usdCents: number): QuarantineCause =>
  priceCause(
    'fell',
    `${dollarsOfCents(usdCents)}, ${dollarsOfCents(oldUsdCents)} before`,
    oldUsdCents,
    usdCents,
  );

export const priceCause = (
  reason: PriceReason,
  detail: string,
  oldUsdCents: number | null,
  usdCents: number,
): QuarantineCause => ({
  reason,
  detail,
  old: oldUsdCents === null ? null : dollarsOfCents(oldUsdCents),
  new: dollarsOfCents(usdCents),
  oldUsdCents,
  confirmedAfterMs: PRICE_CONFIRMED_MS,
});

/** True if the operator accepted the plan, or if it was read in this way for long enough. */
export function isConfirmed(
  { reason, confirmedAfterMs }: QuarantineCause,
  plan: Plan,
  last: QuarantinedPlan | undefined,
  now: number,
): boolean {
  const isTerms = isTermsReason(reason);
  if (last === undefined || !(isTerms ? hasSameTerms(last, plan) : isSamePrice(last, plan.price)))
    return false;
  const since = isTerms ? last.termsSince : last.priceSince;
  return last.accepted || (confirmedAfterMs !== null && now - since >= confirmedAfterMs);
}

/** The price and the terms have their own times, because one may change while the other waits. */
export function quarantinedPlan(
  { reason, detail, old, new: read, oldUsdCents }: QuarantineCause,
  plan: Plan,
  last: QuarantinedPlan | undefined,
  now: number,
): QuarantinedPlan {
  const { minor, currency, usdCents } = plan.price;
  const areSameTerms = last !== undefined && hasSameTerms(last, plan);
  return {
    plan: plan.id,
    name: plan.name,
    reason,
    detail,
    old,
    new: read,
    accepted: false,
    minor,
    currency,
    usdCents,
    oldUsdCents,
    priceSince: last !== undefined && isSamePrice(last, plan.price) ? last.priceSince : now,
    // Confirmed terms stay confirmed while the price waits.
    terms: isTermsReason(reason) || areSameTerms ? termsKey(plan) : null,
    termsSince: areSameTerms ? last.termsSince : now,
  };
}

const hasSameTerms = (last: QuarantinedPlan, plan: Plan): boolean => last.terms === termsKey(plan);

const isSamePrice = (one: Pick<Price, 'minor' | 'currency'>, other: Price): boolean =>
  one.minor === other.minor && one.currency === other.currency;

/** What must stay the same until it is confirmed. The price may move. */
const termsKey = ({ allowance, validity, coverage, price }: Plan): string =>
  JSON.stringify([allowance, validity.days, validity.soldPerDay, coverage.destinations, price.currency]);
