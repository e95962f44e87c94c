/**
 * Section 7 of docs/ranking.md: an offer is not listed if another offer of its brand dominates it. "No worse" is
 * reflexive and transitive, so the result does not depend on the order of the checks.
 */
import { compareIds } from '../destination.ts';
import { FACT_NAMES, FACTS } from '../facts.ts';
import type { Plan } from '../plan.ts';
import { ASPECTS, type Ratings } from './drawbacks.ts';
import type { ScoredOffer } from './score.ts';
import { topKbps } from './speed.ts';

/** Without those of coupons, because the price with the coupon is compared. */
const COMPARED_ASPECTS = ASPECTS.filter((aspect) => aspect !== 'coupon' && aspect !== 'coupon_age');

const ADVANTAGES = FACT_NAMES.filter((name) => FACTS[name].isAdvantage);

/** The data that other devices may use; Infinity: no cap is stated. */
const hotspotBytes = ({ facts, extras }: Plan): number =>
  facts.hotspot === true ? (extras.hotspotBytes ?? Number.POSITIVE_INFINITY) : 0;

/** Speed after the cap: 0 if data stops or nothing is stated, 1 if it is throttled to an unstated speed. */
function restKbps({ entry, fit }: ScoredOffer): number {
  const { afterCap, throttleKbps } = entry.plan.allowance;
  if (fit.kind === 'uncapped') return Number.POSITIVE_INFINITY;
  return afterCap === 'throttle' ? (throttleKbps ?? 1) : 0;
}

/**
 * True if `a` is at least as good as `b` in every respect that section 7 of docs/ranking.md lists. Fewer copies outweigh
 * more data and days. For equal copies, an offer whose data is not stated is compared only with another such offer,
 * because its data is assumed. The fastest comparisons come first.
 */
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
    ADVANTAGES.every((fact) => plan.facts[fact] === true || other.facts[fact] !== true) &&
    hotspotBytes(plan) >= hotspotBytes(other) &&
    hasNoLargerDrawback(a.ratings, b.ratings) &&
    topKbps(plan) >= topKbps(other) &&
    (plan.validity.starts === 'first_use' || other.validity.starts !== 'first_use') &&
    restKbps(a) >= restKbps(b)
  );
}

const hasNoLargerDrawback = (ratings: Ratings, others: Ratings): boolean =>
  COMPARED_ASPECTS.every((aspect) => ratings[aspect].percent <= others[aspect].percent);

export function dominates(a: ScoredOffer, b: ScoredOffer): boolean {
  if (!isNoWorse(a, b)) return false;
  if (!isNoWorse(b, a)) return true;
  // If both are equal, the offer named after the whole country stays, then the one with the lower id.
  const isForCountry = ({ entry }: ScoredOffer) => entry.naming === 'country';
  if (isForCountry(a) !== isForCountry(b)) return isForCountry(a);
  return compareIds(a.entry.plan, b.entry.plan) < 0;
}

/** Returns a function that checks whether another offer of its brand dominates an offer. Results are cached. */
export function dominatedAmong(offers: readonly ScoredOffer[]): (offer: ScoredOffer) => boolean {
  const brands = Map.groupBy(offers, ({ entry }) => entry.brand);
  const results = new Map<ScoredOffer, boolean>();
  return (offer) => {
    const ofBrand = brands.get(offer.entry.brand) ?? [];
    const isDominated =
      results.get(offer) ?? ofBrand.some((other) => other !== offer && dominates(other, offer));
    results.set(offer, isDominated);
    return isDominated;
  };
}
