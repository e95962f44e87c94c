/** Sections 2 and 3 of docs/ranking.md: what the trip gets from a plan, and whether that meets the need. */
import { type DestinationView, FACT, NONE } from '../columns.ts';
import { ageSecondsOf, EXPIRED_CODE, freshnessCode } from '../freshness.ts';
import { AFTER_CAP, ALLOWANCE_MODELS, type Instant } from '../plan.ts';
import type { Demand } from './need.ts';
import { choosePrice, type PriceChoice, type ValidCoupons } from './trip-price.ts';

export const COPIES_MAX = 10;

const TOTAL = ALLOWANCE_MODELS.indexOf('total');
const UNLIMITED = ALLOWANCE_MODELS.indexOf('unlimited');
const THROTTLE = AFTER_CAP.indexOf('throttle');
const STATED_TRUE = 1;

/** How a plan gives its full-speed data. */
export type DataKind =
  /** One amount for the whole validity. */
  | 'whole'
  /** A whole amount that comes again after some days. */
  | 'renewing'
  /** An amount for each day, sold as such or as the fair use of an unlimited plan. */
  | 'daily'
  /** Unlimited, and stated to have no cap. */
  | 'uncapped'
  /** Unlimited, and neither a cap nor its absence is stated. */
  | 'unstated';

/** One plan for one trip. */
export interface Candidate {
  readonly posting: number;
  readonly row: number;
  readonly brand: number;
  readonly newCustomersOnly: boolean;
  readonly copies: number;
  /** What the price is for: copies, or days where it is sold by the day. */
  readonly units: number;
  readonly listCents: number;
  readonly price: PriceChoice;
  readonly kind: DataKind;
  /** Megabytes of one copy: the whole, or a day's. */
  readonly amountMb: number;
  /** Full-speed data over the trip; Infinity: uncapped. Where it is not stated: the need. */
  readonly dataMb: number;
  /** How long all copies last; Infinity: no expiry. */
  readonly validityDays: number;
  readonly isSoldPerDay: boolean;
  /** The rest after the cap runs at the working speed or more. */
  readonly restWorks: boolean;
  readonly isTooSlow: boolean;
  readonly meetsNeed: boolean;
  /** Met at full speed alone. */
  readonly isFullSpeed: boolean;
  readonly shortByMb: number;
  readonly shortByDays: number;
  /** How far it misses the need: 0 where it is met. */
  readonly miss: number;
  /** Position in FRESHNESS. */
  readonly freshness: number;
}

/** null: it is not looked at, because it is sold out, its price is too old, or unlimited was asked for. */
export function candidateOf(
  view: DestinationView,
  posting: number,
  demand: Demand,
  coupons: ValidCoupons,
  now: Instant,
): Candidate | null {
  const { columns, postings } = view;
  const row = postings.rows[posting]!;
  const model = columns.model[row]!;
  const isTrue = columns.factsTrue[row]!;
  const isSoldOut = (columns.factsKnown[row]! & ~isTrue & FACT.inStock) !== 0;
  if (isSoldOut || (demand.need === 'unlimited' && model !== UNLIMITED)) return null;
  const freshness = freshnessCode(ageSecondsOf(columns.observedAtSeconds[row]!, now));
  if (freshness === EXPIRED_CODE) return null;

  const kind = kindOf(view, row);
  const amountMb = model === UNLIMITED ? columns.fullSpeedMbPerDay[row]! : columns.megabytes[row]!;
  const throttleKbps = columns.throttleKbps[row]!;
  const restWorks =
    columns.afterCap[row] === THROTTLE && throttleKbps !== NONE && throttleKbps >= demand.workingKbps;
  const newCustomersOnly = (isTrue & FACT.newCustomersOnly) !== 0;
  const isSoldPerDay = columns.soldPerDay[row] === 1;
  const oneValidity =
    columns.validityDays[row] === NONE ? Number.POSITIVE_INFINITY : columns.validityDays[row]!;

  const isWhole = kind === 'whole' || kind === 'renewing';
  const periodDays = kind === 'renewing' ? columns.periodDays[row]! : Number.POSITIVE_INFINITY;
  // An amount that renews counts once for each period that the trip touches.
  const periods = Math.max(1, Math.ceil(Math.min(oneValidity, demand.days) / periodDays));
  const perPeriodMb = kind === 'renewing' ? demand.rateMb * Math.min(periodDays, demand.days) : 0;
  /** What one copy needs to hold for itself to be enough; a daily amount is no reason for another copy. */
  const copiesForData =
    isWhole && !restWorks
      ? Math.max(Math.ceil(demand.neededMb / (amountMb * periods)), Math.ceil(perPeriodMb / amountMb))
      : 1;
  const copiesForDays = Math.ceil(demand.days / oneValidity);
  const copies =
    newCustomersOnly || isSoldPerDay ? 1 : Math.min(COPIES_MAX, Math.max(1, copiesForDays, copiesForData));
  const validityDays = isSoldPerDay ? Math.min(oneValidity, demand.days) : copies * oneValidity;
  const coveredDays = Math.min(validityDays, demand.days);
  const shortByDays = demand.days - coveredDays;

  // Copies run one after another, so a daily amount is had once a day, however many there are.
  const statedMb = isWhole ? copies * periods * amountMb : coveredDays * amountMb;
  const dataMb =
    kind === 'uncapped' ? Number.POSITIVE_INFINITY : kind === 'unstated' ? demand.neededMb : statedMb;
  const isEnough =
    kind === 'uncapped' ||
    (kind === 'daily' && amountMb >= demand.rateMb) ||
    (isWhole && dataMb >= demand.neededMb && copies * amountMb >= perPeriodMb);
  const isTooSlow = columns.maxKbps[row]! < demand.workingKbps;
  const againstMb = isWhole ? demand.neededMb : demand.rateForTripMb;
  const missingMb = Math.max(againstMb - dataMb, perPeriodMb - copies * amountMb, 0);
  const shortByMb = isTooSlow ? againstMb : restWorks || kind === 'unstated' ? 0 : missingMb;
  const meetsNeed = shortByDays === 0 && !isTooSlow && (isEnough || restWorks || kind === 'unstated');

  const units = isSoldPerDay ? coveredDays : copies;
  const listCents = units * columns.usdCents[row]!;
  return {
    posting,
    row,
    brand: view.brands[columns.provider[row]!]!,
    newCustomersOnly,
    copies,
    units,
    listCents,
    price: choosePrice(view, coupons, row, listCents),
    kind,
    amountMb,
    dataMb,
    validityDays,
    isSoldPerDay,
    restWorks,
    isTooSlow,
    meetsNeed,
    isFullSpeed: meetsNeed && isEnough,
    shortByMb,
    shortByDays,
    // A missing day is worse than a missing share of data: the phone is silent.
    miss: meetsNeed ? 0 : Math.max((3 * shortByDays) / demand.days, shortByMb / againstMb),
    freshness,
  };
}

function kindOf({ columns }: DestinationView, row: number): DataKind {
  const model = columns.model[row]!;
  if (model === TOTAL) return columns.periodDays[row] === NONE ? 'whole' : 'renewing';
  if (model !== UNLIMITED) return 'daily';
  if (columns.uncapped[row] === STATED_TRUE) return 'uncapped';
  return columns.fullSpeedMbPerDay[row] === NONE ? 'unstated' : 'daily';
}
