/** Section 5 of docs/ranking.md: the drawbacks of an offer, and its comparable price. */
import { type DestinationEntry, missingPercent } from '../destination.ts';
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

/** What an offer has in one aspect. */
interface Rating {
  /** null: it has no drawback in this aspect. */
  readonly code: DrawbackCode | null;
  readonly percent: number;
}

/** In the order of the table in docs/ranking.md. An offer has at most one drawback in each aspect. */
export const ASPECTS = [
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
  'region',
] as const;
export type Aspect = (typeof ASPECTS)[number];
export type Ratings = Readonly<Record<Aspect, Rating>>;

const NONE: Rating = { code: null, percent: 0 };
const RATING = Object.fromEntries(
  Object.entries(PERCENT).map(([code, percent]) => [code, { code, percent }]),
) as Readonly<Record<keyof typeof PERCENT, Rating>>;

interface Rated {
  readonly entry: DestinationEntry;
  readonly fit: Fit;
  readonly price: TripPrice;
  readonly freshness: Freshness;
}

export function ratingsOf({ entry, fit, price, freshness }: Rated, demand: Demand): Ratings {
  const { plan } = entry;
  const { facts, allowance } = plan;
  const isSlow = allowance.maxKbps !== null && allowance.maxKbps < LOW_TOP_KBPS;
  return {
    purchases: purchases(fit.copies),
    data: data(entry, fit, demand),
    last_day: lastDay(entry, fit, demand),
    generation: generationRating(entry.generation),
    top_speed: isSlow ? RATING.low_top_speed : NONE,
    hotspot: factRating(facts.hotspot, { unknown: RATING.hotspot_unknown, no: RATING.hotspot_not_allowed }),
    identity_check: factRating(facts.identityCheck, {
      unknown: RATING.identity_check_unknown,
      yes: RATING.identity_check_required,
    }),
    networks: networks(entry.networks.length),
    exit: EXIT_RATINGS[entry.breakout],
    age: AGE_RATINGS[freshness],
    converted: plan.price.rate === null ? NONE : RATING.converted,
    // `rrp` is the recommended (suggested) retail price.
    suggested: plan.price.basis === 'rrp' ? RATING.suggested : NONE,
    tax: TAX_RATINGS[plan.price.tax],
    coupon: price.coupon === null ? NONE : RATING.coupon,
    coupon_age: price.coupon?.verification === 'aging' ? RATING.coupon_aging : NONE,
    naming: entry.naming === 'elsewhere' ? RATING.named_elsewhere : NONE,
    ads: factRating(facts.ads, { yes: RATING.ads }),
    region: region(entry),
  };
}

function region(entry: DestinationEntry): Rating {
  const percent = missingPercent(entry);
  return percent === 0 ? NONE : { code: 'region_incomplete', percent };
}

/** A fact that is not stated is `unknown`. */
function factRating(
  fact: ThreeState,
  { unknown = NONE, yes = NONE, no = NONE }: { unknown?: Rating; yes?: Rating; no?: Rating },
): Rating {
  if (fact === null) return unknown;
  return fact ? yes : no;
}

const purchasesPercent = (purchases: number): number =>
  purchases <= 1 ? 0 : PURCHASES.second + PURCHASES.eachFurther * (purchases - 2);

const purchases = (copies: number): Rating =>
  copies === 1 ? NONE : { code: 'further_purchases', percent: purchasesPercent(copies) };

function data({ plan }: DestinationEntry, fit: Fit, demand: Demand): Rating {
  const { kind, meetsNeed, isFullSpeed, restWorks } = fit;
  if (kind === 'uncapped') return NONE;
  if (kind === 'unstated') return { code: 'fair_use_unstated', percent: FAIR_USE_UNSTATED[demand.need] };
  if (meetsNeed && !isFullSpeed) return { code: 'reduced_speed', percent: REDUCED_SPEED[demand.need] };
  if (kind === 'whole' || kind === 'renewing') {
    if (!meetsNeed) return { code: 'misses_need', percent: RESERVE.percentWithout };
    return reserve(fit.data - demand.rateForTrip, demand.rateForTrip);
  }
  // Only daily allowances are left. If the need is missed, the drawback has its highest value: as if the amount were
  // exactly the daily rate, and as if slower data after the cap could not be used.
  const overRate = meetsNeed ? fit.amount - demand.rate : 0;
  if (plan.allowance.afterCap !== 'throttle') return daily('daily_stops', DAILY_STOPS, overRate, demand);
  const slowed = meetsNeed && restWorks ? DAILY_SLOWED_BUT_WORKS : DAILY_SLOWED;
  return daily('daily_slowed', slowed, overRate, demand);
}

function reserve(spare: number, rateForTrip: number): Rating {
  // Both amounts are multiplied by 100, so that they are integers.
  const enough = rateForTrip * RESERVE.enoughPercentOfRate;
  const missing = enough - spare * 100;
  if (missing <= 0) return NONE;
  const percent = divideHalfUp(RESERVE.percentWithout * missing, enough);
  return percent === 0 ? NONE : { code: 'little_reserve', percent };
}

function daily(code: DrawbackCode, falling: Falling, overRate: number, { need, rate }: Demand): Rating {
  if (need === 'unlimited') return { code, percent: falling.unlimited };
  const { atRate, atTwice } = falling;
  // From `atRate` (nothing over the rate), the percentage falls linearly to `atTwice` (the rate once more). All terms are
  // multiplied by the rate, so that only integers are divided.
  const over = Math.min(overRate, rate);
  return { code, percent: divideHalfUp(atRate * rate - (atRate - atTwice) * over, rate) };
}

/** A plan that ends before the last day has no such drawback. It misses the need. */
function lastDay({ plan: { validity } }: DestinationEntry, { validityDays }: Fit, { days }: Demand): Rating {
  if (validity.soldPerDay || validityDays !== days) return NONE;
  return validity.starts === 'first_use' ? RATING.no_spare_day : RATING.no_spare_day_clock;
}

const GENERATION_RATINGS: Readonly<Record<Generation, Rating>> = {
  '5G': NONE,
  '4G': RATING.generation_4g,
  '3G': RATING.generation_3g,
  '2G': RATING.generation_2g,
};
const generationRating = (generation: Generation | null): Rating =>
  generation === null ? RATING.generation_unknown : GENERATION_RATINGS[generation];

/** Used to find the worst generation of several stops. */
export const generationPercent = (generation: Generation | null): number =>
  generationRating(generation).percent;

function networks(count: number): Rating {
  if (count === 0) return RATING.no_network_named;
  return count === 1 ? RATING.one_network : NONE;
}

/** The breakout is the place at which the traffic leaves to the internet: its exit. */
const EXIT_RATINGS: Readonly<Record<Breakout, Rating>> = {
  local: NONE,
  roaming: RATING.exit_elsewhere,
  unknown: RATING.exit_unknown,
};

const AGE_RATINGS: Readonly<Record<Freshness, Rating>> = {
  fresh: NONE,
  aging: RATING.price_aging,
  stale: RATING.price_stale,
  // Expired prices are in no list.
  expired: NONE,
};

const TAX_RATINGS: Readonly<Record<Tax, Rating>> = {
  included: NONE,
  unknown: RATING.tax_unknown,
  excluded: RATING.tax_excluded,
};

/** The value of all further purchases of an order or of an itinerary. */
export function purchasesCents(purchases: number, cents: number): number {
  const base = Math.max(cents, PURCHASES.leastBaseCents);
  const worth = divideHalfUp(base * purchasesPercent(purchases), 100);
  return Math.min(worth, PURCHASES.mostCentsEach * Math.max(0, purchases - 1));
}

/** The value of a drawback in cents. */
function centsOf({ code, percent }: Rating, fit: Fit, price: TripPrice): number {
  const { cents, listCents } = price;
  if (code === 'further_purchases') return purchasesCents(fit.copies, cents);
  const worth = divideHalfUp(baseOf(price) * percent, 100);
  if (code !== 'coupon' && code !== 'coupon_aging') return worth;
  // Both drawbacks together are at most what the coupon saves. `coupon_aging` gets what `coupon` leaves of it.
  const saved = listCents - cents;
  const couponCents = Math.min(divideHalfUp(baseOf(price) * RATING.coupon.percent, 100), saved);
  return code === 'coupon' ? couponCents : Math.min(worth, saved - couponCents);
}

const baseOf = ({ cents }: TripPrice): number => Math.max(cents, LEAST_BASE_CENTS);

export function comparableCentsOf(ratings: Ratings, fit: Fit, price: TripPrice): number {
  let { cents } = price;
  for (const aspect of ASPECTS) {
    const rating = ratings[aspect];
    if (rating.percent > 0) cents += centsOf(rating, fit, price);
  }
  return cents;
}

/** Sorted by value, largest first, then in the order of the table. */
export function drawbacksOf(ratings: Ratings, fit: Fit, price: TripPrice): Drawback[] {
  return ASPECTS.flatMap((aspect): Drawback[] => {
    const { code, percent } = ratings[aspect];
    return code === null ? [] : [{ code, percent, cents: centsOf(ratings[aspect], fit, price) }];
  }).toSorted((a, b) => b.cents - a.cents);
}
