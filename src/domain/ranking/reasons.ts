/** Section 8 of docs/ranking.md: the first three reasons that apply, in a fixed order. */
import type { DestinationEntry } from '../destination.ts';
import { RESERVE } from './drawbacks-table.ts';
import type { Fit } from './fit.ts';
import type { Demand } from './need.ts';
import type { NumberReasonCode, Reason } from './ranked.ts';
import type { ScoredOffer } from './score.ts';

export const REASONS_MAX = 3;

/** The prices with which the price of an offer is compared. */
export interface PriceBase {
  /** The first price of Cheapest; null if no offer meets the need. */
  readonly lowestCents: number | null;
  /** With several stops, the price of the cheapest itinerary that meets the need at every stop. For a part of it, too. */
  readonly splitCents: number | null;
  /** For a group, what each traveller pays if it shares the cheapest plans; null: it cannot share, or is one traveller. */
  readonly sharedCentsEach: number | null;
  /** If the offer is a leg: a part of the trip, the whole trip, or any leg that a group shares. */
  readonly leg: 'part' | 'whole' | 'shared' | null;
}

export function reasonsOf(
  { entry, fit, price, newCustomersOnly }: ScoredOffer,
  demand: Demand,
  base: PriceBase,
): Reason[] {
  const found = [
    ...missingCountries(entry),
    ...misses(entry, fit),
    ...(newCustomersOnly ? [reason('new_customers_only')] : []),
    ...(fit.copies > 1 ? [reason('several_purchases', fit.copies)] : []),
    ...(fit.meetsNeed ? priceReason(price.cents, base) : []),
    ...spareData(entry, fit, demand),
    ...fullSpeed(fit, demand),
    ...statedInFavour(entry, fit, demand),
  ];
  return found.slice(0, REASONS_MAX);
}

const reason = (code: NumberReasonCode, value: number | null = null): Reason => ({ code, value });

const missingCountries = ({ cover }: DestinationEntry): Reason[] =>
  cover === null || cover.missing.length === 0 ? [] : [{ code: 'missing_countries', value: cover.missing }];

/** Whole megabytes, rounded down, so that spare data is never overstated. */
const mbOf = (units: number, { unitsPerMb }: Demand): number => Math.floor(units / unitsPerMb);

function misses({ plan }: DestinationEntry, fit: Fit): Reason[] {
  const { shortByDays, shortByMb, isTooSlow } = fit;
  const days = shortByDays > 0 ? [reason('short_of_days', shortByDays)] : [];
  if (isTooSlow) return [...days, reason('too_slow')];
  if (shortByMb === 0) return days;
  // An unlimited plan always has data, so it lacks only full speed.
  const { model, afterCap } = plan.allowance;
  const continues = model === 'unlimited' || afterCap === 'throttle';
  return [...days, reason(continues ? 'short_of_full_speed_data' : 'short_of_data', shortByMb)];
}

function priceReason(cents: number, { lowestCents, splitCents, sharedCentsEach, leg }: PriceBase): Reason[] {
  if (lowestCents === null) return [];
  const isCheapest = cents === lowestCents;
  const isSharingBelow = (own: number | null) =>
    own !== null && sharedCentsEach !== null && sharedCentsEach < own;
  if (leg === 'shared') return isCheapest ? [reason('cheapest_shared')] : [];
  if (leg === 'part') {
    if (!isCheapest) return [];
    return [reason(isSharingBelow(splitCents) ? 'cheapest_own_plan' : 'cheapest_for_leg')];
  }
  const cheapestWay = Math.min(lowestCents, splitCents ?? lowestCents);
  if (isCheapest && cheapestWay === cents)
    return [reason(isSharingBelow(cents) ? 'cheapest_own_plan' : 'cheapest')];
  // A single plan that a group shares may cost less than this one for each traveller.
  if (isCheapest && !isSharingBelow(cents)) return [reason('cheapest_single_plan')];
  // A plan for new customers may be cheaper than the first of Cheapest. A percentage above a price of zero does not exist.
  if (leg !== null || cents <= cheapestWay || cheapestWay === 0 || sharedCentsEach === 0) return [];
  // Rounded up, so that it is never understated.
  const lowestWay = Math.min(cheapestWay, sharedCentsEach ?? cheapestWay);
  return [reason('above_cheapest', Math.ceil(((cents - lowestWay) * 100) / lowestWay))];
}

function spareData({ plan }: DestinationEntry, fit: Fit, demand: Demand): Reason[] {
  if (fit.kind === 'unstated') return [reason('fair_use_unstated')];
  if (fit.kind === 'uncapped') return [reason('no_data_limit')];
  if (!fit.meetsNeed) return [];
  if (!fit.isFullSpeed) return [reason('part_at_reduced_speed', plan.allowance.throttleKbps)];
  if (fit.kind === 'daily') {
    const over = fit.amount - demand.rate;
    return over > 0 && demand.need !== 'unlimited' ? [reason('spare_data_daily', mbOf(over, demand))] : [];
  }
  // The base is the rate, as for the drawback of a small reserve. The need of a short trip can be larger.
  const spare = fit.data - demand.rateForTrip;
  const isLittle = spare * 100 < demand.rateForTrip * RESERVE.enoughPercentOfRate;
  return [reason(isLittle ? 'little_spare_data' : 'spare_data', mbOf(spare, demand))];
}

function fullSpeed({ kind, isFullSpeed, isTooSlow, amount }: Fit, demand: Demand): Reason[] {
  if (isTooSlow) return [];
  if (kind === 'daily') return [reason('full_speed_daily', mbOf(amount, demand))];
  return isFullSpeed ? [reason('all_at_full_speed')] : [];
}

/** A feed may state the breakout without exits. Where several are listed, it is not stated which of them a connection uses. */
const exitsOnlyThere = ({ breakout, cover, plan: { coverage } }: DestinationEntry): boolean =>
  // In a region, the exit is in one of its countries, and not in each.
  cover === null && breakout === 'local' && (coverage.exits === null || coverage.exits.length === 1);

function statedInFavour(entry: DestinationEntry, { validityDays }: Fit, demand: Demand): Reason[] {
  const { facts } = entry.plan;
  const networks = entry.networks.length;
  const all: readonly (readonly [boolean, NumberReasonCode, number?])[] = [
    [entry.generation === '5G', 'has_5g'],
    [exitsOnlyThere(entry), 'local_exit'],
    [networks > 1, 'several_networks', networks],
    [facts.hotspot === true, 'hotspot_allowed'],
    [facts.identityCheck === false, 'no_identity_check'],
    [facts.topUp === true, 'top_up'],
    [facts.phoneNumber === true, 'phone_number'],
    [Number.isFinite(validityDays) && validityDays >= demand.days, 'covers_trip', validityDays],
    [!Number.isFinite(validityDays), 'no_expiry'],
  ];
  return all.flatMap(([holds, code, value]) => (holds ? [reason(code, value)] : []));
}
