/** Why a plan stands where it stands: the first three that hold, in this order. The last always holds. */
import { FACT, NONE } from '../columns.ts';
import { TERM, THROTTLE, UNLIMITED } from '../terms.ts';
import type { Candidates } from './candidates.ts';
import type { Fit, Reason, ReasonCode } from './ranked.ts';
import { isLocal } from './score.ts';
import { FLAG } from './scratch.ts';
import { NEAR_CHEAPEST_PERCENT, REASONS_MAX, SPARE_DATA_SHARE, USABLE_KBPS, WHOLE } from './weights.ts';

const GENERATION_5G = 5;
const SEVERAL_NETWORKS = 2;

export function reasonsFor(candidates: Candidates, slot: number, fit: Fit): readonly Reason[] {
  const { view, scratch, demand } = candidates;
  const { columns, postings } = view;
  const row = scratch.row[slot]!;
  const posting = scratch.posting[slot]!;
  const flags = scratch.flags[slot]!;
  const known = columns.factsKnown[row]!;
  const stated = columns.factsTrue[row]!;
  const is5g = postings.generation[posting] === GENERATION_5G;
  const networks = postings.networks[posting]!;
  const throttleKbps = columns.throttleKbps[row]!;
  const reasons: Reason[] = [];
  const add = (holds: boolean, code: ReasonCode, value: number | null = null) => {
    if (holds && reasons.length < REASONS_MAX) reasons.push({ code, value });
  };

  add(fit.shortByMb > 0, 'short_of_data', fit.shortByMb);
  add(fit.shortByDays > 0, 'short_of_days', fit.shortByDays);
  add((flags & FLAG.newCustomersOnly) !== 0, 'new_customers_only');
  const price = fit.meetsNeed ? priceReason(candidates, slot, is5g) : null;
  if (price !== null) add(true, price.code, price.value);
  add((candidates.profile.flags[posting]! & TERM.fairUseUnstated) !== 0, 'fair_use_unstated');
  const slowAfterCap =
    columns.model[row] === UNLIMITED &&
    fit.mbForTrip !== null &&
    columns.afterCap[row] === THROTTLE &&
    throttleKbps !== NONE &&
    throttleKbps < USABLE_KBPS;
  add(slowAfterCap, 'slow_after_cap', throttleKbps);
  add(fit.mbForTrip === null, 'no_data_limit');
  add(fit.fullSpeed && is5g, 'full_speed_5g');
  const spareMb = fit.mbForTrip === null || demand.unlimitedOnly ? 0 : fit.mbForTrip - demand.neededMb;
  const spareIsMuch = fit.meetsNeed && spareMb * WHOLE >= demand.neededMb * SPARE_DATA_SHARE;
  add(spareIsMuch, 'spare_data', spareMb);
  add(isLocal(columns, row), 'local_breakout');
  add(networks >= SEVERAL_NETWORKS, 'several_networks', networks);
  add((stated & FACT.hotspot) !== 0, 'hotspot_allowed');
  add((known & ~stated & FACT.identityCheck) !== 0, 'no_identity_check');
  add(scratch.freshness[slot] === 0, 'fresh_price');
  add(fit.shortByDays === 0, 'covers_trip', validityForSentence(candidates, row));
  return reasons;
}

function priceReason(
  { scratch, lowestCents, lowestCents5g }: Candidates,
  slot: number,
  is5g: boolean,
): Reason | null {
  const cents = scratch.cents[slot]!;
  if (cents === lowestCents) return { code: 'cheapest', value: null };
  if (is5g && cents === lowestCents5g) return { code: 'cheapest_5g', value: null };
  // Rounded up, so that the sentence never understates; nothing is near a price of zero.
  const percent =
    lowestCents === 0 ? Number.POSITIVE_INFINITY : Math.ceil(((cents - lowestCents) * 100) / lowestCents);
  return percent <= NEAR_CHEAPEST_PERCENT ? { code: 'near_cheapest', value: percent } : null;
}

/** 0 stands for no expiry; sold by the day, the days of the trip are bought. */
function validityForSentence({ view, demand }: Candidates, row: number): number {
  if (view.columns.soldPerDay[row] === 1) return demand.days;
  const days = view.columns.validityDays[row]!;
  return days === NONE ? 0 : days;
}
