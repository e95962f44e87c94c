/** How advertised speeds compare, where Fastest and domination need it. */
import type { Generation, Plan } from '../plan.ts';

/**
 * A plan that states no top speed counts as 20 Mbps. Nearly all feeds state none. Read as 0, such plans would stand
 * behind a plan that admits 5 Mbps; read as unbounded, before one that promises 100.
 */
export const UNSTATED_MAX_KBPS = 20_000;

export const topKbps = ({ allowance }: Plan): number => allowance.maxKbps ?? UNSTATED_MAX_KBPS;

/** Fastest first. A generation that is not stated is rarely 3G or 2G. */
export const GENERATION_ORDER: readonly (Generation | null)[] = ['5G', '4G', null, '3G', '2G'];

/** Lower is faster. */
export const generationPlace = (generation: Generation | null): number =>
  GENERATION_ORDER.indexOf(generation);
