/**
 * Section 7 of docs/ranking.md: an offer that another one of its brand dominates is not listed.
 * "No worse" is reflexive and transitive, so which offers stay does not depend on the order of checks.
 */
import { comparePlans } from '../destination.ts';
import { ROWS, type Rows } from './drawbacks.ts';
import type { ScoredOffer } from './score.ts';
import { topKbps } from './speed.ts';

/** A coupon is a drawback of a lower price, which is compared itself. */
const COUPON_ROWS = [ROWS.indexOf('coupon'), ROWS.indexOf('coupon_age')];

/** Speed of the rest after the cap: 0 where it stops or nothing is said, the least where only "slowed" is said. */
function restKbps({ entry, fit }: ScoredOffer): number {
  const { afterCap, throttleKbps } = entry.plan.allowance;
  if (fit.kind === 'uncapped') return Number.POSITIVE_INFINITY;
  return afterCap === 'throttle' ? (throttleKbps ?? 1) : 0;
}

/** Whether `a` is at least as good as `b` in everything that is compared. The cheapest comparisons come first. */
function isNoWorse(a: ScoredOffer, b: ScoredOffer): boolean {
  const { plan } = a.entry;
  const { plan: other } = b.entry;
  return (
    a.price.cents <= b.price.cents &&
    a.fit.miss <= b.fit.miss &&
    (a.fit.copies < b.fit.copies ||
      (a.fit.copies === b.fit.copies &&
        a.fit.data >= b.fit.data &&
        a.fit.validityDays >= b.fit.validityDays &&
        (a.fit.kind === 'unstated') === (b.fit.kind === 'unstated'))) &&
    (b.newCustomersOnly || !a.newCustomersOnly) &&
    a.entry.networks.length >= b.entry.networks.length &&
    (plan.facts.hotspot === true || other.facts.hotspot !== true) &&
    (plan.facts.topUp === true || other.facts.topUp !== true) &&
    (plan.facts.phoneNumber === true || other.facts.phoneNumber !== true) &&
    hasNoLargerDrawback(a.rows, b.rows) &&
    topKbps(plan) >= topKbps(other) &&
    (plan.validity.starts === 'first_use' || other.validity.starts !== 'first_use') &&
    restKbps(a) >= restKbps(b)
  );
}

const hasNoLargerDrawback = (rows: Rows, others: Rows): boolean =>
  rows.every((row, at) => COUPON_ROWS.includes(at) || row.percent <= others[at]!.percent);

export function dominates(a: ScoredOffer, b: ScoredOffer): boolean {
  if (!isNoWorse(a, b)) return false;
  if (!isNoWorse(b, a)) return true;
  // Equal in all: the one that is named for the whole country stays, then the one with the lower id.
  const isNamed = ({ entry }: ScoredOffer) => Number(entry.naming === 'country');
  return (isNamed(b) - isNamed(a) || comparePlans(a.entry.plan, b.entry.plan)) < 0;
}

/** Says whether another offer of its brand dominates an offer. Only offers that are about to be listed are checked. */
export function dominatedAmong(offers: readonly ScoredOffer[]): (offer: ScoredOffer) => boolean {
  const brands = Map.groupBy(offers, ({ entry }) => entry.brand);
  const known = new Map<ScoredOffer, boolean>();
  return (offer) => {
    const ofBrand = brands.get(offer.entry.brand) ?? [];
    const answer = known.get(offer) ?? ofBrand.some((other) => other !== offer && dominates(other, offer));
    known.set(offer, answer);
    return answer;
  };
}
