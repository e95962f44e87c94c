/**
 * "Dearer and no better": within one provider, a plan is left out where another of its plans costs strictly less
 * for the trip and is at least as good in every field below. Unknown compares with unknown alone.
 *
 * Each field is compared by a relation that is reflexive and transitive, and the price strictly, so the whole
 * is a strict partial order: which plans stay does not depend on the order of asking.
 * Data and price are also compared copy by copy, so that a plan which grows never becomes one that is left out.
 */
import type { DestinationView, PlanColumns } from '../columns.ts';
import { FACT, NONE } from '../columns.ts';
import { fairUseIsUnstated, hasNoLimit, THROTTLE, TOTAL, UNLIMITED } from '../terms.ts';
import { type Candidates, isCandidate, reckon } from './candidates.ts';
import { RECORDS } from './records.ts';

const { SLOT } = RECORDS;

const WANTED_FACTS = FACT.hotspot | FACT.topUp | FACT.phoneNumber;
const UNWANTED_FACTS = FACT.identityCheck | FACT.subscription | FACT.newCustomersOnly | FACT.ads;
const COMPARED_FACTS = WANTED_FACTS | UNWANTED_FACTS;

const STAYS = 1;
const LEFT_OUT = 2;
const AFTER_CAP_STOP = 0;
/** Positions of `unknown` in BREAKOUTS, CLOCK_STARTS and TAX. */
const BREAKOUT_UNKNOWN = 2;
const CLOCK_UNKNOWN = 3;
const TAX_UNKNOWN = 2;

/** Higher is better; a value equal to `unknown` compares with itself alone. */
function atLeast(a: number, b: number, unknown: number): boolean {
  return a === b || (a > b && a !== unknown && b !== unknown);
}

/** Lower is better. */
function atMost(a: number, b: number, unknown: number): boolean {
  return a === b || (a < b && a !== unknown && b !== unknown);
}

/** A whole allowance and a daily one do not compare; no limit is at least as much as any stated amount. */
function dataAtLeast(columns: PlanColumns, a: number, b: number): boolean {
  const unstated = fairUseIsUnstated(columns, a);
  if (unstated !== fairUseIsUnstated(columns, b)) return false;
  if (unstated || hasNoLimit(columns, a)) return true;
  if (hasNoLimit(columns, b)) return false;
  if ((columns.model[a] === TOTAL) !== (columns.model[b] === TOTAL)) return false;
  return amountMb(columns, a) >= amountMb(columns, b);
}

function amountMb(columns: PlanColumns, row: number): number {
  return columns.model[row] === UNLIMITED ? columns.fullSpeedMbPerDay[row]! : columns.megabytes[row]!;
}

/** A throttled remainder beats a stop; a plan without limit has no remainder to compare. */
function remainderAtLeast(columns: PlanColumns, a: number, b: number): boolean {
  if (hasNoLimit(columns, a)) return true;
  const after = columns.afterCap[a]!;
  const otherAfter = columns.afterCap[b]!;
  if (after !== otherAfter) return after === THROTTLE && otherAfter === AFTER_CAP_STOP;
  return after !== THROTTLE || atLeast(columns.throttleKbps[a]!, columns.throttleKbps[b]!, NONE);
}

function factsAtLeast(columns: PlanColumns, a: number, b: number): boolean {
  const known = columns.factsKnown[a]! & COMPARED_FACTS;
  if (known !== (columns.factsKnown[b]! & COMPARED_FACTS)) return false;
  const good = (columns.factsTrue[a]! ^ UNWANTED_FACTS) & known;
  const otherGood = (columns.factsTrue[b]! ^ UNWANTED_FACTS) & known;
  return (otherGood & ~good) === 0;
}

/** Whether posting `a` is at least as good as `b` of the same provider in all that no trip changes, and lists no dearer. */
function isNeverWorse({ columns, postings }: DestinationView, a: number, b: number): boolean {
  const row = postings.rows[a]!;
  const other = postings.rows[b]!;
  return (
    // Sold by the day, the one with the longer validity has the more days to pay, so this is needed there too.
    columns.usdCents[row]! <= columns.usdCents[other]! &&
    factsAtLeast(columns, row, other) &&
    columns.soldPerDay[row] === columns.soldPerDay[other] &&
    // NONE is "no expiry" here, which is known, and above any number of days.
    columns.validityDays[row]! >= columns.validityDays[other]! &&
    dataAtLeast(columns, row, other) &&
    remainderAtLeast(columns, row, other) &&
    columns.countriesCovered[row]! >= columns.countriesCovered[other]! &&
    atLeast(postings.generation[a]!, postings.generation[b]!, 0) &&
    atLeast(postings.networks[a]!, postings.networks[b]!, 0) &&
    atLeast(columns.maxKbps[row]!, columns.maxKbps[other]!, NONE) &&
    atMost(columns.breakout[row]!, columns.breakout[other]!, BREAKOUT_UNKNOWN) &&
    atLeast(columns.starts[row]!, columns.starts[other]!, CLOCK_UNKNOWN) &&
    atLeast(columns.installWithinDays[row]!, columns.installWithinDays[other]!, NONE) &&
    atMost(columns.tax[row]!, columns.tax[other]!, TAX_UNKNOWN) &&
    columns.basis[row]! <= columns.basis[other]! &&
    columns.converted[row]! <= columns.converted[other]!
  );
}

/** What depends on the trip and the time: price, fit, freshness. */
function isBetterNow(candidates: Candidates, posting: number, otherSlot: number): boolean {
  if (!isCandidate(candidates, posting)) return false;
  const slot = reckon(candidates, posting);
  const { slots } = candidates.scratch;
  return (
    slots[slot + SLOT.cents]! < slots[otherSlot + SLOT.cents]! &&
    slots[slot + SLOT.copyCents]! <= slots[otherSlot + SLOT.copyCents]! &&
    slots[slot + SLOT.shortfall]! <= slots[otherSlot + SLOT.shortfall]! &&
    slots[slot + SLOT.freshness]! <= slots[otherSlot + SLOT.freshness]!
  );
}

/** Whether posting `a` makes posting `b` of the same provider superfluous. */
export function makesSuperfluous(candidates: Candidates, a: number, b: number): boolean {
  return isNeverWorse(candidates.view, a, b) && isBetterNow(candidates, a, reckon(candidates, b));
}

/** Asked only for plans that are about to be listed, and answered once for all three lists. */
export function isLeftOut(candidates: Candidates, posting: number): boolean {
  const { slots } = candidates.scratch;
  const slot = reckon(candidates, posting);
  if (slots[slot + SLOT.verdict] === 0) {
    slots[slot + SLOT.verdict] = hasBetterSibling(candidates, posting, slot) ? LEFT_OUT : STAYS;
  }
  return slots[slot + SLOT.verdict] === LEFT_OUT;
}

function hasBetterSibling(candidates: Candidates, posting: number, slot: number): boolean {
  const { rivals } = candidates.profile;
  if (!rivals.isKnown(posting)) {
    const found = findRivals(candidates.view, posting);
    rivals.keep(posting, found);
    return found.some((rival) => isBetterNow(candidates, rival, slot));
  }
  const count = rivals.count(posting);
  for (let index = 0; index < count; index++) {
    if (isBetterNow(candidates, rivals.at(posting, index), slot)) return true;
  }
  return false;
}

/** Which plans of its provider are never worse. They stand side by side, so they are found by walking both ways. */
export function findRivals(view: DestinationView, posting: number): number[] {
  const { provider } = view.columns;
  const { rows } = view.postings;
  const own = provider[rows[posting]!]!;
  const found: number[] = [];
  for (let other = posting - 1; other >= 0 && provider[rows[other]!] === own; other--) {
    if (isNeverWorse(view, other, posting)) found.push(other);
  }
  for (let other = posting + 1; other < rows.length && provider[rows[other]!] === own; other++) {
    if (isNeverWorse(view, other, posting)) found.push(other);
  }
  return found;
}
