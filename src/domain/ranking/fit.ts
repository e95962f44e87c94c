/** Sections 2 and 3 of docs/ranking.md: the data and days that a plan gives a trip, and whether they meet the need. */
import type { Allowance, Plan } from '../plan.ts';
import type { Demand } from './need.ts';

export const COPIES_MAX = 10;
const BYTES_PER_MB = 1_000_000;

/** The kinds of full-speed data. */
export type DataKind =
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
  readonly units: number;
  readonly kind: DataKind;
  /** The data of one copy, or of one day of a daily plan, in units of the demand. */
  readonly amount: number;
  /** Full-speed data over the trip, in units of the demand. Infinity: uncapped. If it is not stated: the need. */
  readonly data: number;
  /** The validity of all copies together; Infinity: no expiry. */
  readonly validityDays: number;
  /** After the cap, data continues at the working speed or faster. */
  readonly restWorks: boolean;
  readonly isTooSlow: boolean;
  readonly meetsNeed: boolean;
  /** The need is met by full-speed data alone. */
  readonly isFullSpeed: boolean;
  /** Missing data in units of the demand. */
  readonly shortBy: number;
  readonly shortByDays: number;
  /** By how much the offer misses the need; 0 if it meets the need. */
  readonly miss: number;
}

export function fitOf({ allowance, validity, facts }: Plan, demand: Demand): Fit {
  const kind = kindOf(allowance);
  const amount = amountMbOf(allowance) * demand.unitsPerMb;
  const { soldPerDay } = validity;
  const oneValidity = validity.days ?? Number.POSITIVE_INFINITY;
  const restWorks = allowance.afterCap === 'throttle' && (allowance.throttleKbps ?? 0) >= demand.workingKbps;

  const isWhole = kind === 'whole' || kind === 'renewing';
  const periodDays =
    allowance.periodDays !== null && isWhole ? allowance.periodDays : Number.POSITIVE_INFINITY;
  // An amount that renews counts once for each period that overlaps the trip.
  const periods = Math.max(1, Math.ceil(Math.min(oneValidity, demand.days) / periodDays));
  const perPeriod = kind === 'renewing' ? demand.rate * Math.min(periodDays, demand.days) : 0;
  // A daily amount never requires another copy.
  const copiesForData =
    isWhole && !restWorks
      ? Math.max(Math.ceil(demand.needed / (amount * periods)), Math.ceil(perPeriod / amount))
      : 1;
  const copiesForDays = Math.ceil(demand.days / oneValidity);
  const isBoughtOnce = facts.newCustomersOnly === true || soldPerDay;
  const copies = isBoughtOnce ? 1 : Math.min(COPIES_MAX, Math.max(1, copiesForDays, copiesForData));
  const validityDays = soldPerDay ? Math.min(oneValidity, demand.days) : copies * oneValidity;
  const coveredDays = Math.min(validityDays, demand.days);
  const shortByDays = demand.days - coveredDays;

  // Copies are used one after another, so a daily amount is available once a day, for any number of copies.
  const stated = isWhole ? copies * periods * amount : coveredDays * amount;
  const data = kind === 'uncapped' ? Number.POSITIVE_INFINITY : kind === 'unstated' ? demand.needed : stated;
  const isEnough =
    kind === 'uncapped' ||
    (kind === 'daily' && amount >= demand.rate) ||
    (isWhole && data >= demand.needed && copies * amount >= perPeriod);
  const isTooSlow = allowance.maxKbps !== null && allowance.maxKbps < demand.workingKbps;
  const required = isWhole ? demand.needed : demand.rateForTrip;
  const missing = Math.max(required - data, perPeriod - copies * amount, 0);
  const shortBy = isTooSlow ? required : restWorks || kind === 'unstated' ? 0 : missing;
  const meetsNeed = shortByDays === 0 && !isTooSlow && (isEnough || restWorks || kind === 'unstated');
  return {
    copies,
    units: soldPerDay ? coveredDays : copies,
    kind,
    amount,
    data,
    validityDays,
    restWorks,
    isTooSlow,
    meetsNeed,
    isFullSpeed: meetsNeed && isEnough,
    shortBy,
    shortByDays,
    // A missing day counts three times, because the phone has no data at all on that day.
    miss: meetsNeed ? 0 : Math.max((3 * shortByDays) / demand.days, shortBy / required),
  };
}

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
