/** Why a plan stands where it stands: the first three that hold, in this order. The last always holds. */
import { NONE } from '../columns.ts';
import { TERM } from '../terms.ts';
import type { Candidates } from './candidates.ts';
import { termsAt } from './kinds.ts';
import type { Fit, Reason, ReasonCode } from './ranked.ts';
import { RECORDS } from './records.ts';
import { NEAR_CHEAPEST_PERCENT, REASONS_MAX, SPARE_DATA_SHARE, WHOLE } from './weights.ts';

const { TRAIT, MARK, MARKS_ROOM, SLOT, FLAG } = RECORDS;

/** Without a value a reason is always the same, so all plans share it. */
const plain = (code: ReasonCode): Reason => Object.freeze({ code, value: null });
const CHEAPEST = plain('cheapest');
const CHEAPEST_5G = plain('cheapest_5g');
const NEW_CUSTOMERS_ONLY = plain('new_customers_only');
const FAIR_USE_UNSTATED = plain('fair_use_unstated');
const NO_DATA_LIMIT = plain('no_data_limit');
const FULL_SPEED_5G = plain('full_speed_5g');
const LOCAL_BREAKOUT = plain('local_breakout');
const HOTSPOT_ALLOWED = plain('hotspot_allowed');
const NO_IDENTITY_CHECK = plain('no_identity_check');
const FRESH_PRICE = plain('fresh_price');
const SEVERAL_NETWORKS = 2;

/** The reasons found so far; copied once they are complete, because an array that grows takes far more room. */
const found: Reason[] = Array.from({ length: REASONS_MAX }, () => FRESH_PRICE);
let count = 0;

function add(reason: Reason): void {
  if (count < REASONS_MAX) found[count++] = reason;
}

export function reasonsFor(candidates: Candidates, slot: number, fit: Fit): readonly Reason[] {
  const { profile, scratch } = candidates;
  const { slots } = scratch;
  const trait = slots[slot + SLOT.trait]!;
  const marks = profile.traits[trait + TRAIT.marks]!;
  const is5g = (marks & MARK.is5g) !== 0;
  count = 0;
  if (fit.shortByMb > 0) add({ code: 'short_of_data', value: fit.shortByMb });
  if (fit.shortByDays > 0) add({ code: 'short_of_days', value: fit.shortByDays });
  if ((slots[slot + SLOT.flags]! & FLAG.newCustomersOnly) !== 0) add(NEW_CUSTOMERS_ONLY);
  if (fit.meetsNeed) addPriceReason(candidates, slot, is5g);
  if ((marks & MARK.fairUseUnstated) !== 0) add(FAIR_USE_UNSTATED);
  addDataReasons(fit, profile.traits[trait + TRAIT.slowAfterCapKbps]!);
  if (fit.fullSpeed && is5g) add(FULL_SPEED_5G);
  addSpareData(candidates, fit);
  addLasting(marks);
  if (slots[slot + SLOT.freshness] === 0) add(FRESH_PRICE);
  if (count < REASONS_MAX && fit.shortByDays === 0) {
    add({ code: 'covers_trip', value: validityForSentence(candidates, slot) });
  }
  return found.slice(0, count);
}

function addPriceReason(
  { scratch, lowestCents, lowestCents5g }: Candidates,
  slot: number,
  is5g: boolean,
): void {
  const cents = scratch.slots[slot + SLOT.cents]!;
  if (cents === lowestCents) {
    add(CHEAPEST);
  } else if (is5g && cents === lowestCents5g) {
    add(CHEAPEST_5G);
  } else if (lowestCents > 0) {
    // Rounded up, so that the sentence never understates; nothing is near a price of zero.
    const percent = Math.ceil(((cents - lowestCents) * 100) / lowestCents);
    if (percent <= NEAR_CHEAPEST_PERCENT) add({ code: 'near_cheapest', value: percent });
  }
}

function addDataReasons({ mbForTrip }: Fit, slowKbps: number): void {
  if (mbForTrip === null) add(NO_DATA_LIMIT);
  else if (slowKbps !== NONE) add({ code: 'slow_after_cap', value: slowKbps });
}

function addSpareData({ demand }: Candidates, { meetsNeed, mbForTrip }: Fit): void {
  if (!meetsNeed || mbForTrip === null || demand.unlimitedOnly) return;
  const spareMb = mbForTrip - demand.neededMb;
  if (spareMb * WHOLE >= demand.neededMb * SPARE_DATA_SHARE) add({ code: 'spare_data', value: spareMb });
}

/** What no trip changes. */
function addLasting(marks: number): void {
  const networks = Math.floor(marks / MARKS_ROOM);
  if ((marks & MARK.isLocal) !== 0) add(LOCAL_BREAKOUT);
  if (networks >= SEVERAL_NETWORKS) add({ code: 'several_networks', value: networks });
  if ((marks & MARK.hotspot) !== 0) add(HOTSPOT_ALLOWED);
  if ((marks & MARK.noIdentityCheck) !== 0) add(NO_IDENTITY_CHECK);
}

/** 0 stands for no expiry; sold by the day, the days of the trip are bought. */
function validityForSentence({ profile, scratch, demand }: Candidates, slot: number): number {
  const { flags, validityDays } = termsAt(profile.terms, scratch.slots[slot + SLOT.kind]!);
  if ((flags & TERM.soldPerDay) !== 0) return demand.days;
  return validityDays === NONE ? 0 : validityDays;
}
