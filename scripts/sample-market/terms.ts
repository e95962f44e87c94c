/** The terms of an offer, with the shares of real feeds. A shop has only the terms that it states. */
import type { ThreeState } from '../../src/domain/plan.ts';
import type { Offer } from './offers.ts';
import type { Product } from './products.ts';
import { type Random, weightsOf } from './random.ts';
import type { Statements } from './statements.ts';

export type FairUse = Pick<Offer, 'afterCap' | 'throttleKbps' | 'fullSpeedGbPerDay' | 'uncapped' | 'maxKbps'>;
export type Terms = Pick<
  Offer,
  'hotspot' | 'identityCheck' | 'topUp' | 'phoneNumber' | 'ads' | 'starts' | 'installWithinDays'
>;

const DAILY_THROTTLES = weightsOf({ 128: 85, 384: 6, 512: 7, 1000: 2 });
const UNLIMITED_THROTTLES = weightsOf({ 128: 35, 384: 5, 512: 20, 1000: 25, 1250: 5, 2000: 10 });
const FULL_SPEED_GB = weightsOf({ 1: 30, 2: 25, 3: 30, 5: 15 });

const STARTS = [
  ['first_use', 6],
  ['install', 2.5],
  ['purchase', 0.5],
] as const;
/** Partner feeds have two rules only. */
const STARTS_OF_OTHERS = [
  ['first_use', 7],
  ['install', 3],
] as const;
const INSTALL_WITHIN_DAYS = [
  [180, 3],
  [365, 1],
  [90, 2],
  [30, 1],
] as const;

const NONE: FairUse = {
  afterCap: 'unknown',
  throttleKbps: null,
  fullSpeedGbPerDay: null,
  uncapped: null,
  maxKbps: null,
};

export function fairUse({ model, days }: Product, states: Statements, random: Random): FairUse {
  if (model === 'per_day') {
    if (states.throttle && random.chance(0.8))
      return { ...NONE, afterCap: 'throttle', throttleKbps: random.weighted(DAILY_THROTTLES) };
    return states.stop ? { ...NONE, afterCap: 'stop' } : NONE;
  }
  if (model === 'total') {
    // Few plans are stated to be slowed down after their whole allowance.
    if (states.facts && random.chance(0.05)) return { ...NONE, afterCap: 'throttle', throttleKbps: 128 };
    return NONE;
  }
  if (states.possibleThrottling) return { ...NONE, afterCap: 'throttle', uncapped: false };
  if (!states.throttle) return NONE;
  if (states.fairUse) {
    if (states.uncapped && random.chance(0.06)) return { ...NONE, uncapped: true };
    if (random.chance(0.15)) return NONE;
    const fullSpeedGbPerDay = random.weighted(FULL_SPEED_GB);
    return {
      ...NONE,
      afterCap: 'throttle',
      throttleKbps: random.weighted(UNLIMITED_THROTTLES),
      fullSpeedGbPerDay,
      uncapped: false,
    };
  }
  if (random.chance(0.4)) return { ...NONE, maxKbps: 5000 };
  return days !== null && random.chance(0.6)
    ? { ...NONE, afterCap: 'throttle', throttleKbps: random.weighted(UNLIMITED_THROTTLES), uncapped: false }
    : NONE;
}

/** True and false at these shares, unknown for the rest. */
function stated(yes: number, no: number, random: Random): ThreeState {
  const drawn = random.next();
  return drawn < yes ? true : drawn < yes + no ? false : null;
}

/** Of real plans, 27% do not state the hotspot and 30% the identity check, mostly because their feed has no field for it. */
export function terms(states: Statements, random: Random): Terms {
  const { facts, starts } = states;
  // Feeds without the other facts always state these two as yes or no.
  const unstated = facts ? 1 : 0;
  return {
    hotspot: facts ? stated(0.88, 0.07, random) : null,
    identityCheck: states.identityCheck ? stated(0.01, 0.99 - 0.15 * unstated, random) : null,
    topUp: states.topUp ? stated(0.39, 0.61 - 0.08 * unstated, random) : null,
    phoneNumber: facts ? stated(0.01, 0.98, random) : states.dataOnly ? false : null,
    ads: facts ? stated(0.002, 0.97, random) : null,
    starts: starts ? random.weighted(states.facts ? STARTS : STARTS_OF_OTHERS) : 'unknown',
    installWithinDays: starts ? random.weighted(INSTALL_WITHIN_DAYS) : null,
  };
}

/** Drawn for every plan, because a welcome offer is a single size of a shop. */
export function newCustomersOnly(states: Statements, random: Random): ThreeState {
  return states.facts ? stated(0.006, 0.98, random) : null;
}
