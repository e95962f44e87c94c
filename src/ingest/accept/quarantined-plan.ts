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
  cause: QuarantineCause,
  plan: Plan,
  last: QuarantinedPlan | undefined,
  now: number,
): boolean {
  if (last === undefined || !isSameAs(last, cause, plan)) return false;
  return last.accepted || (cause.confirmedAfterMs !== null && now - last.since >= cause.confirmedAfterMs);
}

export function quarantinedPlan(
  cause: QuarantineCause,
  plan: Plan,
  last: QuarantinedPlan | undefined,
  now: number,
): QuarantinedPlan {
  const { reason, detail, old, oldUsdCents } = cause;
  const { minor, currency, usdCents } = plan.price;
  return {
    plan: plan.id,
    name: plan.name,
    minor,
    currency,
    usdCents,
    reason,
    detail,
    old,
    new: cause.new,
    oldUsdCents,
    terms: isTermsReason(reason) ? termsKey(plan) : null,
    since: last !== undefined && isSameAs(last, cause, plan) ? last.since : now,
    accepted: false,
  };
}

const isSameAs = (last: QuarantinedPlan, { reason }: QuarantineCause, plan: Plan): boolean =>
  isTermsReason(reason)
    ? last.reason === reason && last.terms === termsKey(plan)
    : isSamePrice(last, plan.price);

const isSamePrice = (one: Pick<Price, 'minor' | 'currency'>, other: Price): boolean =>
  one.minor === other.minor && one.currency === other.currency;

/** What must stay the same until it is confirmed. The price may move. */
const termsKey = ({ allowance, validity, coverage, price }: Plan): string =>
  JSON.stringify([allowance, validity.days, validity.soldPerDay, coverage.destinations, price.currency]);
