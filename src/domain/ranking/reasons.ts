/** Section 8 of docs/ranking.md: what sets a plan apart, the first three that hold in this order. */
import { type DestinationView, FACT } from '../columns.ts';
import { BREAKOUTS } from '../plan.ts';
import type { Candidate } from './candidate.ts';
import { RESERVE } from './drawbacks-table.ts';
import type { Demand } from './need.ts';
import type { Reason, ReasonCode } from './ranked.ts';

const REASONS_MAX = 3;
const LOCAL = BREAKOUTS.indexOf('local');
const GENERATION_5G = 5;

/** `lowestCents`: the first price of Cheapest; null where nothing meets the need. */
export function reasonsOf(
  view: DestinationView,
  plan: Candidate,
  demand: Demand,
  lowestCents: number | null,
): Reason[] {
  const found = [
    ...misses(plan),
    ...(plan.newCustomersOnly ? [reason('new_customers_only')] : []),
    ...(plan.copies > 1 ? [reason('several_purchases', plan.copies)] : []),
    ...(plan.meetsNeed ? price(plan, lowestCents) : []),
    ...spareData(view, plan, demand),
    ...fullSpeed(plan),
    ...statedInFavour(view, plan, demand),
  ];
  return found.slice(0, REASONS_MAX);
}

const reason = (code: ReasonCode, value: number | null = null): Reason => ({ code, value });

function misses({ shortByDays, shortByMb, isTooSlow }: Candidate): Reason[] {
  const days = shortByDays > 0 ? [reason('short_of_days', shortByDays)] : [];
  if (isTooSlow) return [...days, reason('too_slow')];
  return shortByMb > 0 ? [...days, reason('short_of_data', shortByMb)] : days;
}

function price({ price: { cents } }: Candidate, lowestCents: number | null): Reason[] {
  if (lowestCents === null || cents < lowestCents) return [];
  if (cents === lowestCents) return [reason('cheapest')];
  // Rounded up, so that it is never understated; nothing is so many percent above a price of zero.
  if (lowestCents === 0) return [];
  return [reason('above_cheapest', Math.ceil(((cents - lowestCents) * 100) / lowestCents))];
}

function spareData({ columns }: DestinationView, plan: Candidate, demand: Demand): Reason[] {
  if (plan.kind === 'unstated') return [reason('fair_use_unstated')];
  if (plan.kind === 'uncapped') return [reason('no_data_limit')];
  if (!plan.meetsNeed) return [];
  if (!plan.isFullSpeed) return [reason('part_at_reduced_speed', columns.throttleKbps[plan.row]!)];
  if (plan.kind === 'daily') {
    const overMb = plan.amountMb - demand.rateMb;
    return overMb > 0 && demand.need !== 'unlimited' ? [reason('spare_data_daily', overMb)] : [];
  }
  const spareMb = plan.dataMb - demand.neededMb;
  const isLittle = spareMb * 100 < demand.rateForTripMb * RESERVE.enough;
  return [reason(isLittle ? 'little_spare_data' : 'spare_data', spareMb)];
}

function fullSpeed({ kind, isFullSpeed, isTooSlow, amountMb }: Candidate): Reason[] {
  if (isTooSlow) return [];
  if (kind === 'daily') return [reason('full_speed_daily', amountMb)];
  return isFullSpeed ? [reason('all_at_full_speed')] : [];
}

function statedInFavour({ columns, postings }: DestinationView, plan: Candidate, demand: Demand): Reason[] {
  const { row, posting } = plan;
  const isTrue = columns.factsTrue[row]!;
  const isFalse = columns.factsKnown[row]! & ~isTrue;
  const networks = postings.networks[posting]!;
  const lasts = Number.isFinite(plan.validityDays) ? plan.validityDays : 0;
  const all: readonly (readonly [boolean, ReasonCode, number?])[] = [
    [postings.generation[posting] === GENERATION_5G, 'has_5g'],
    [postings.breakout[posting] === LOCAL, 'local_exit'],
    [networks > 1, 'several_networks', networks],
    [(isTrue & FACT.hotspot) !== 0, 'hotspot_allowed'],
    [(isFalse & FACT.identityCheck) !== 0, 'no_identity_check'],
    [(isTrue & FACT.topUp) !== 0, 'top_up'],
    [(isTrue & FACT.phoneNumber) !== 0, 'phone_number'],
    [plan.validityDays >= demand.days, 'covers_trip', lasts],
  ];
  return all.flatMap(([holds, code, value]) => (holds ? [reason(code, value)] : []));
}
