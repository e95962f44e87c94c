/** Section 5 of docs/ranking.md: each drawback of a plan for a trip, and the comparable price that they add up to. */
import { type DestinationView, FACT, NAMING } from '../columns.ts';
import { AFTER_CAP, BREAKOUTS, CLOCK_STARTS, PRICE_BASES, TAX } from '../plan.ts';
import type { Candidate } from './candidate.ts';
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
import type { Demand } from './need.ts';
import type { Drawback } from './ranked.ts';

/** One row of the table as it applies to a plan. */
export interface Row {
  readonly code: DrawbackCode | null;
  readonly percent: number;
}

const NOTHING: Row = { code: null, percent: 0 };
const ROW = Object.fromEntries(
  Object.entries(PERCENT).map(([code, percent]) => [code, { code, percent }]),
) as Readonly<Record<keyof typeof PERCENT, Row>>;

const THROTTLE = AFTER_CAP.indexOf('throttle');
const LOCAL = BREAKOUTS.indexOf('local');
const FIRST_USE = CLOCK_STARTS.indexOf('first_use');
const SUGGESTED = PRICE_BASES.indexOf('rrp');
const TAX_INCLUDED = TAX.indexOf('included');
const TAX_EXCLUDED = TAX.indexOf('excluded');

/** Both whole and not negative. */
const roundHalfUp = (dividend: number, divisor: number): number =>
  Math.floor((2 * dividend + divisor) / (2 * divisor));

/** In this order for every plan, so that two plans compare row by row. */
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
  'naming',
  'subscription',
  'ads',
] as const;

export function rowsOf(view: DestinationView, plan: Candidate, demand: Demand): readonly Row[] {
  const { columns, postings } = view;
  const { row, posting } = plan;
  const isKnown = columns.factsKnown[row]!;
  const isTrue = columns.factsTrue[row]!;
  return [
    purchases(plan.copies),
    data(view, plan, demand),
    lastDay(view, plan, demand),
    generation(postings.generation[posting]!),
    columns.maxKbps[row]! < LOW_TOP_KBPS ? ROW.low_top_speed : NOTHING,
    (isTrue & FACT.hotspot) !== 0
      ? NOTHING
      : (isKnown & FACT.hotspot) !== 0
        ? ROW.hotspot_not_allowed
        : ROW.hotspot_unknown,
    (isTrue & FACT.identityCheck) !== 0
      ? ROW.identity_check_required
      : (isKnown & FACT.identityCheck) !== 0
        ? NOTHING
        : ROW.identity_check_unknown,
    networks(postings.networks[posting]!),
    postings.breakout[posting] === LOCAL ? NOTHING : ROW.no_local_exit,
    age(plan.freshness),
    columns.converted[row] === 1 ? ROW.converted : NOTHING,
    columns.basis[row] === SUGGESTED ? ROW.suggested : NOTHING,
    tax(columns.tax[row]!),
    plan.price.coupon === null ? NOTHING : ROW.coupon,
    postings.naming[posting] === NAMING.elsewhere ? ROW.named_elsewhere : NOTHING,
    (isTrue & FACT.subscription) !== 0 ? ROW.subscription : NOTHING,
    (isTrue & FACT.ads) !== 0 ? ROW.ads : NOTHING,
  ];
}

function purchases(copies: number): Row {
  if (copies === 1) return NOTHING;
  return { code: 'further_purchases', percent: PURCHASES.second + PURCHASES.eachFurther * (copies - 2) };
}

function data({ columns }: DestinationView, plan: Candidate, demand: Demand): Row {
  const { kind, amountMb, dataMb, meetsNeed, isFullSpeed, restWorks } = plan;
  if (kind === 'uncapped') return NOTHING;
  if (kind === 'unstated') return { code: 'fair_use_unstated', percent: FAIR_USE_UNSTATED[demand.need] };
  if (meetsNeed && !isFullSpeed) return { code: 'reduced_speed', percent: REDUCED_SPEED[demand.need] };
  if (kind === 'whole' || kind === 'renewing') {
    return reserve(meetsNeed ? dataMb - demand.rateForTripMb : 0, demand.rateForTripMb);
  }
  // A miss has its row at its highest: as slow as slowed plans are, and no more than the rate.
  const overRateMb = meetsNeed ? amountMb - demand.rateMb : 0;
  if (columns.afterCap[plan.row] !== THROTTLE) return daily('daily_stops', DAILY_STOPS, overRateMb, demand);
  const slowed = meetsNeed && restWorks ? DAILY_SLOWED_BUT_WORKS : DAILY_SLOWED;
  return daily('daily_slowed', slowed, overRateMb, demand);
}

function reserve(spareMb: number, rateForTripMb: number): Row {
  const enoughTimes100 = rateForTripMb * RESERVE.enough;
  if (spareMb * 100 >= enoughTimes100) return NOTHING;
  const percent = roundHalfUp(RESERVE.none * (enoughTimes100 - spareMb * 100), enoughTimes100);
  return percent === 0 ? NOTHING : { code: 'little_reserve', percent };
}

function daily(code: DrawbackCode, falling: Falling, overRateMb: number, { need, rateMb }: Demand): Row {
  if (need === 'unlimited') return { code, percent: falling.unlimited };
  const { atRate, atTwice } = falling;
  const left = rateMb - Math.min(overRateMb, rateMb);
  return { code, percent: roundHalfUp(atTwice * rateMb + (atRate - atTwice) * left, rateMb) };
}

/** A plan that ends earlier still has no day to spare either, so that a longer one is never the worse for it. */
function lastDay({ columns }: DestinationView, plan: Candidate, { days }: Demand): Row {
  if (plan.isSoldPerDay || plan.validityDays !== days) return NOTHING;
  return columns.starts[plan.row] === FIRST_USE ? ROW.no_spare_day : ROW.no_spare_day_clock;
}

const GENERATIONS: readonly Row[] = [
  ROW.generation_unknown,
  NOTHING,
  ROW.generation_2g,
  ROW.generation_3g,
  ROW.generation_4g,
  NOTHING,
];
const generation = (code: number): Row => GENERATIONS[code]!;

/** For what is worse at several stops. */
export const generationPercent = (code: number): number => generation(code).percent;

function networks(count: number): Row {
  if (count === 0) return ROW.no_network_named;
  return count === 1 ? ROW.one_network : NOTHING;
}

const AGES: readonly Row[] = [NOTHING, ROW.price_aging, ROW.price_stale];
const age = (freshness: number): Row => AGES[freshness]!;

function tax(code: number): Row {
  if (code === TAX_INCLUDED) return NOTHING;
  return code === TAX_EXCLUDED ? ROW.tax_excluded : ROW.tax_unknown;
}

/** What the second purchase is worth to somebody who buys a plan of this price after another one. */
export function furtherLegCents(cents: number): number {
  const worth = roundHalfUp(Math.max(cents, LEAST_BASE_CENTS) * PURCHASES.second, 100);
  return Math.min(worth, PURCHASES.mostCentsEach);
}

/** What a row is worth in cents for this plan. */
function centsOf({ code, percent }: Row, plan: Candidate): number {
  const { cents } = plan.price;
  const worth = roundHalfUp(Math.max(cents, LEAST_BASE_CENTS) * percent, 100);
  if (code === 'further_purchases') return Math.min(worth, PURCHASES.mostCentsEach * (plan.copies - 1));
  return code === 'coupon' ? Math.min(worth, plan.listCents - cents) : worth;
}

export function comparableCents(plan: Candidate, rows: readonly Row[]): number {
  let cents = plan.price.cents;
  for (const row of rows) if (row.percent > 0) cents += centsOf(row, plan);
  return cents;
}

/** The largest first; equal ones in the order of the table. */
export function drawbacksOf(plan: Candidate, rows: readonly Row[]): Drawback[] {
  return rows
    .flatMap(({ code, percent }) =>
      code === null ? [] : [{ code, percent, cents: centsOf({ code, percent }, plan) }],
    )
    .toSorted((a, b) => b.cents - a.cents);
}
