/** Section 5 of docs/ranking.md: the drawbacks of an offer, and its comparable price. */
import type { DestinationEntry } from '../destination.ts';
import type { Freshness } from '../freshness.ts';
import { divideHalfUp } from '../money.ts';
import type { Breakout, Generation, Tax, ThreeState } from '../plan.ts';
import {
  DAILY_SLOWED,
  DAILY_SLOWED_BUT_WORKS,
  DAILY_STOPS,
  type DrawbackCode,
  FAIR_USE_UNSTATED,
  type Falling,
  LEAST_BASE_CENTS,
  LOW_TOP_KBPS,
  PERCENT,
  PURCHASES,
  REDUCED_SPEED,
  RESERVE,
} from './drawbacks-table.ts';
import type { Fit } from './fit.ts';
import type { Demand } from './need.ts';
import type { TripPrice } from './trip-price.ts';

export interface Drawback {
  readonly code: DrawbackCode;
  /** From the table of drawbacks. */
  readonly percent: number;
  readonly cents: number;
}

/** One row of the table of drawbacks, for one offer. */
export interface Row {
  readonly code: DrawbackCode | null;
  readonly percent: number;
}

/** In the order of the table. An offer has at most one drawback in each row. */
export const ROWS = [
  'purchases',
  'data',
  'last_day',
  'generation',
  'top_speed',
  'hotspot',
  'identity_check',
  'networks',
  'exit',
  'age',
  'converted',
  'suggested',
  'tax',
  'coupon',
  'coupon_age',
  'naming',
  'ads',
] as const;
export type RowName = (typeof ROWS)[number];
/** Parallel to `ROWS`. */
export type Rows = readonly Row[];

const NOTHING: Row = { code: null, percent: 0 };
const ROW = Object.fromEntries(
  Object.entries(PERCENT).map(([code, percent]) => [code, { code, percent }]),
) as Readonly<Record<keyof typeof PERCENT, Row>>;

interface Rated {
  readonly entry: DestinationEntry;
  readonly fit: Fit;
  readonly price: TripPrice;
  readonly freshness: Freshness;
}

export function rowsOf({ entry, fit, price, freshness }: Rated, demand: Demand): Rows {
  const { plan } = entry;
  const { facts, allowance } = plan;
  const isSlow = allowance.maxKbps !== null && allowance.maxKbps < LOW_TOP_KBPS;
  return [
    purchases(fit.copies),
    data(entry, fit, demand),
    lastDay(entry, fit, demand),
    generationRow(entry.generation),
    isSlow ? ROW.low_top_speed : NOTHING,
    wanted(facts.hotspot, ROW.hotspot_unknown, ROW.hotspot_not_allowed),
    unwanted(facts.identityCheck, ROW.identity_check_unknown, ROW.identity_check_required),
    networks(entry.networks.length),
    EXIT_ROWS[entry.breakout],
    AGE[freshness],
    plan.price.rate === null ? NOTHING : ROW.converted,
    plan.price.basis === 'rrp' ? ROW.suggested : NOTHING,
    TAX_ROWS[plan.price.tax],
    price.coupon === null ? NOTHING : ROW.coupon,
    price.coupon?.confirmation === 'aging' ? ROW.coupon_aging : NOTHING,
    entry.naming === 'elsewhere' ? ROW.named_elsewhere : NOTHING,
    unwanted(facts.ads, NOTHING, ROW.ads),
  ];
}

const wanted = (fact: ThreeState, unknown: Row, no: Row): Row =>
  fact === null ? unknown : fact ? NOTHING : no;
const unwanted = (fact: ThreeState, unknown: Row, yes: Row): Row =>
  fact === null ? unknown : fact ? yes : NOTHING;

const purchasesPercent = (purchases: number): number =>
  purchases <= 1 ? 0 : PURCHASES.second + PURCHASES.eachFurther * (purchases - 2);

const purchases = (copies: number): Row =>
  copies === 1 ? NOTHING : { code: 'further_purchases', percent: purchasesPercent(copies) };

function data({ plan }: DestinationEntry, fit: Fit, demand: Demand): Row {
  const { kind, meetsNeed, isFullSpeed, restWorks } = fit;
  if (kind === 'uncapped') return NOTHING;
  if (kind === 'unstated') return { code: 'fair_use_unstated', percent: FAIR_USE_UNSTATED[demand.need] };
  if (meetsNeed && !isFullSpeed) return { code: 'reduced_speed', percent: REDUCED_SPEED[demand.need] };
  if (kind === 'whole' || kind === 'renewing') {
    if (!meetsNeed) return { code: 'misses_need', percent: RESERVE.none };
    return reserve(fit.data - demand.rateForTrip, demand.rateForTrip);
  }
  // A plan that misses the need gets the highest value: as if at the rate and throttled below the working speed.
  const overRate = meetsNeed ? fit.amount - demand.rate : 0;
  if (plan.allowance.afterCap !== 'throttle') return daily('daily_stops', DAILY_STOPS, overRate, demand);
  const slowed = meetsNeed && restWorks ? DAILY_SLOWED_BUT_WORKS : DAILY_SLOWED;
  return daily('daily_slowed', slowed, overRate, demand);
}

function reserve(spare: number, rateForTrip: number): Row {
  const enoughTimes100 = rateForTrip * RESERVE.enough;
  if (spare * 100 >= enoughTimes100) return NOTHING;
  const percent = divideHalfUp(RESERVE.none * (enoughTimes100 - spare * 100), enoughTimes100);
  return percent === 0 ? NOTHING : { code: 'little_reserve', percent };
}

function daily(code: DrawbackCode, falling: Falling, overRate: number, { need, rate }: Demand): Row {
  if (need === 'unlimited') return { code, percent: falling.unlimited };
  const { atRate, atTwice } = falling;
  const left = rate - Math.min(overRate, rate);
  return { code, percent: divideHalfUp(atTwice * rate + (atRate - atTwice) * left, rate) };
}

/** A plan that ends before the last day has no such drawback. It misses the need. */
function lastDay({ plan: { validity } }: DestinationEntry, { validityDays }: Fit, { days }: Demand): Row {
  if (validity.soldPerDay || validityDays !== days) return NOTHING;
  return validity.starts === 'first_use' ? ROW.no_spare_day : ROW.no_spare_day_clock;
}

const GENERATION_ROWS: Readonly<Record<Generation, Row>> = {
  '5G': NOTHING,
  '4G': ROW.generation_4g,
  '3G': ROW.generation_3g,
  '2G': ROW.generation_2g,
};
const generationRow = (generation: Generation | null): Row =>
  generation === null ? ROW.generation_unknown : GENERATION_ROWS[generation];

/** Used to find the worst generation of several stops. */
export const generationPercent = (generation: Generation | null): number => generationRow(generation).percent;

function networks(count: number): Row {
  if (count === 0) return ROW.no_network_named;
  return count === 1 ? ROW.one_network : NOTHING;
}

const EXIT_ROWS: Readonly<Record<Breakout, Row>> = {
  local: NOTHING,
  roaming: ROW.exit_elsewhere,
  unknown: ROW.exit_unknown,
};

const AGE: Readonly<Record<Freshness, Row>> = {
  fresh: NOTHING,
  aging: ROW.price_aging,
  stale: ROW.price_stale,
  // Expired prices are in no list.
  expired: NOTHING,
};

const TAX_ROWS: Readonly<Record<Tax, Row>> = {
  included: NOTHING,
  unknown: ROW.tax_unknown,
  excluded: ROW.tax_excluded,
};

/** The value of all further purchases of an order or of an itinerary. */
export function purchasesCents(purchases: number, cents: number): number {
  const worth = divideHalfUp(Math.max(cents, LEAST_BASE_CENTS) * purchasesPercent(purchases), 100);
  return Math.min(worth, PURCHASES.mostCentsEach * Math.max(0, purchases - 1));
}

/** The value of a row in cents. */
function centsOf({ code, percent }: Row, fit: Fit, price: TripPrice): number {
  const { cents, listCents } = price;
  if (code === 'further_purchases') return purchasesCents(fit.copies, cents);
  const worth = divideHalfUp(Math.max(cents, LEAST_BASE_CENTS) * percent, 100);
  if (code !== 'coupon' && code !== 'coupon_aging') return worth;
  // The sum of both rows is at most the saving of the coupon.
  const saved = listCents - cents;
  if (code === 'coupon') return Math.min(worth, saved);
  return Math.min(worth, saved - centsOf(ROW.coupon, fit, price));
}

export function comparableCentsOf(rows: Rows, fit: Fit, price: TripPrice): number {
  let { cents } = price;
  for (const row of rows) if (row.percent > 0) cents += centsOf(row, fit, price);
  return cents;
}

/** Sorted by value, largest first, then in the order of the table. */
export function drawbacksOf(rows: Rows, fit: Fit, price: TripPrice): Drawback[] {
  return rows
    .flatMap((row) =>
      row.code === null ? [] : [{ code: row.code, percent: row.percent, cents: centsOf(row, fit, price) }],
    )
    .toSorted((a, b) => b.cents - a.cents);
}
