/** Sections 2 and 3 of docs/ranking.md: the data and days that a plan gives a trip, and whether they meet the need. */
import type { Allowance, Plan } from '../plan.ts';
import type { Demand } from './need.ts';

/** Nobody buys a plan more often for one trip. */
export const COPIES_MAX = 10;
/** A missing day counts more than missing data, because the phone has no data at all on that day. */
export const MISSING_DAY_WEIGHT = 3;
const BYTES_PER_MB = 1_000_000;

/** The kinds of full-speed data. */
type DataKind =
  /** One amount for the whole validity. */
  | 'whole'
  /** An amount that renews after some days. */
  | 'renewing'
  /** An amount for each day, also as the fair-use limit of an unlimited plan. */
  | 'daily'
  /** Unlimited, and stated to have no cap. */
  | 'uncapped'
  /** Unlimited, and it is not stated whether there is a cap. */
  | 'unstated';

/** How a plan serves a trip. */
export interface Fit {
  readonly copies: number;
  /** The price is multiplied by this: the copies, or the days of a plan that is sold per day. */
  readonly quantity: number;
  readonly kind: DataKind;
  /** Full-speed data of one copy, of one period if it renews, or of one day if it is daily. In units of `Demand`. */
  readonly amount: number;
  /** Full-speed data over the trip, in units of `Demand`. Infinity: uncapped. If it is not stated: the need. */
  readonly data: number;
  /** The same in decimal megabytes; null: uncapped, or not stated. */
  readonly mbForTrip: number | null;
  /** The validity of all copies together; Infinity: no expiry. */
  readonly validityDays: number;
  /** After the cap, data continues at the working speed or faster. */
  readonly restWorks: boolean;
  readonly isTooSlow: boolean;
  readonly meetsNeed: boolean;
  /** The need is met by full-speed data alone. */
  readonly isFullSpeed: boolean;
  /** Missing data in decimal megabytes, rounded up, so that a shortage is never shown as 0. */
  readonly shortByMb: number;
  readonly shortByDays: number;
  /** By how much the offer misses the need; 0 if it meets the need. */
  readonly miss: number;
}

export function fitOf(plan: Plan, demand: Demand): Fit {
  const { allowance } = plan;
  const kind = kindOf(allowance);
  const restWorks = allowance.afterCap === 'throttle' && (allowance.throttleKbps ?? 0) >= demand.workingKbps;
  const isTooSlow = allowance.maxKbps !== null && allowance.maxKbps < demand.workingKbps;
  const { purchase, amount, data, required, missing } = supplyOf(kind, plan, demand, restWorks);

  const shortByDays = demand.days - purchase.coveredDays;
  const isUnstated = kind === 'unstated';
  // If the data is not stated, the plan counts as meeting the need, but not by full-speed data alone.
  const isEnough = missing === 0 && !isUnstated;
  const missingAfterCap = restWorks ? 0 : missing;
  // A plan that is too slow lacks everything, because none of its data can be used.
  const shortBy = isTooSlow ? required : missingAfterCap;
  const meetsNeed = shortByDays === 0 && !isTooSlow && (isEnough || restWorks || isUnstated);
  return {
    copies: purchase.copies,
    quantity: purchase.quantity,
    kind,
    amount,
    data,
    mbForTrip: kind === 'uncapped' || isUnstated ? null : data / demand.unitsPerMb,
    validityDays: purchase.validityDays,
    restWorks,
    isTooSlow,
    meetsNeed,
    isFullSpeed: meetsNeed && isEnough,
    shortByMb: Math.ceil(shortBy / demand.unitsPerMb),
    shortByDays,
    miss: meetsNeed ? 0 : Math.max((MISSING_DAY_WEIGHT * shortByDays) / demand.days, shortBy / required),
  };
}

/** The full-speed data of a purchase, in units of `Demand`. */
interface Supply {
  readonly purchase: Purchase;
  readonly amount: number;
  readonly data: number;
  /** The data that the trip requires of this kind of data. */
  readonly required: number;
  /** The part of it that is missing. */
  readonly missing: number;
}

function supplyOf(kind: DataKind, plan: Plan, demand: Demand, restWorks: boolean): Supply {
  const amount = amountMbOf(plan.allowance) * demand.unitsPerMb;
  if (kind === 'whole' || kind === 'renewing') return wholeSupply(plan, amount, demand, restWorks);
  // More copies give no more data a day, because copies are used one after another. An unlimited amount needs no more.
  const purchase = purchaseOf(plan, demand, 1);
  // The minimum of 1 GB is for whole amounts. Daily data is compared with the daily rate.
  const required = demand.rateForTrip;
  if (kind === 'uncapped') return { purchase, amount, data: Number.POSITIVE_INFINITY, required, missing: 0 };
  if (kind === 'unstated') return { purchase, amount, data: demand.needed, required, missing: 0 };
  const data = purchase.coveredDays * amount;
  return { purchase, amount, data, required, missing: Math.max(required - data, 0) };
}

/** An amount for the whole validity. If it renews, it counts once for each period that overlaps the trip. */
function wholeSupply(plan: Plan, amount: number, demand: Demand, restWorks: boolean): Supply {
  const { needed, days, rate } = demand;
  const { periodDays } = plan.allowance;
  const renewsAfter = periodDays ?? Number.POSITIVE_INFINITY;
  const periods = Math.max(1, Math.ceil(Math.min(validityOf(plan), days) / renewsAfter));
  // Data of one period cannot be used in the next, so each period must be enough for its own days.
  const neededInPeriod = periodDays === null ? 0 : rate * Math.min(periodDays, days);
  const copiesForData = Math.max(Math.ceil(needed / (amount * periods)), Math.ceil(neededInPeriod / amount));
  const purchase = purchaseOf(plan, demand, restWorks ? 1 : copiesForData);
  const data = purchase.copies * periods * amount;
  const missing = Math.max(needed - data, neededInPeriod - purchase.copies * amount, 0);
  return { purchase, amount, data, required: needed, missing };
}

/** How often a plan is bought for a trip. */
interface Purchase {
  readonly copies: number;
  readonly quantity: number;
  readonly validityDays: number;
  /** Days of the trip within the validity. */
  readonly coveredDays: number;
}

/** The purchase that covers the days and has at least this number of copies. */
function purchaseOf(plan: Plan, { days }: Demand, copiesForData: number): Purchase {
  const oneValidity = validityOf(plan);
  if (plan.validity.soldPerDay) {
    const coveredDays = Math.min(oneValidity, days);
    return { copies: 1, quantity: coveredDays, validityDays: coveredDays, coveredDays };
  }
  const needed = Math.max(1, Math.ceil(days / oneValidity), copiesForData);
  const copies = plan.facts.newCustomersOnly === true ? 1 : Math.min(COPIES_MAX, needed);
  const validityDays = copies * oneValidity;
  return { copies, quantity: copies, validityDays, coveredDays: Math.min(validityDays, days) };
}

const validityOf = ({ validity }: Plan): number => validity.days ?? Number.POSITIVE_INFINITY;

function kindOf({ model, periodDays, uncapped, fullSpeedBytesPerDay }: Allowance): DataKind {
  if (model === 'total') return periodDays === null ? 'whole' : 'renewing';
  if (model === 'per_day') return 'daily';
  if (uncapped === true) return 'uncapped';
  return fullSpeedBytesPerDay === null ? 'unstated' : 'daily';
}

/** Whole megabytes, rounded down; 0 if no amount is stated. */
function amountMbOf({ model, bytes, fullSpeedBytesPerDay }: Allowance): number {
  return Math.floor(((model === 'unlimited' ? fullSpeedBytesPerDay : bytes) ?? 0) / BYTES_PER_MB);
}
