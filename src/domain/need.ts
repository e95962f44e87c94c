import {
  HEAVY_MB_PER_DAY,
  LEAST_NEED_MB,
  LIGHT_MB_PER_DAY,
  NORMAL_MB_PER_DAY,
  UNLIMITED_MB_PER_DAY,
} from './ranking/weights.ts';
import type { Need, Trip } from './trip.ts';

const DAILY_RATE_MB: Readonly<Record<Need, number>> = {
  light: LIGHT_MB_PER_DAY,
  normal: NORMAL_MB_PER_DAY,
  heavy: HEAVY_MB_PER_DAY,
  unlimited: UNLIMITED_MB_PER_DAY,
};

/** Megabytes a day. For `unlimited`: the full-speed amount a day from which a plan counts as unlimited in use. */
export function dailyRateMb(need: Need): number {
  return DAILY_RATE_MB[need];
}

/** The published need of a whole trip; null for unlimited, which names no amount. */
export function dataNeededMb(trip: Trip): number | null {
  if (trip.need === 'unlimited') return null;
  return Math.max(LEAST_NEED_MB, dailyRateMb(trip.need) * trip.days);
}
