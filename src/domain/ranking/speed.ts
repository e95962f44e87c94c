/** Compares advertised speeds, for Fastest and for domination. */
import type { Generation, Plan } from '../plan.ts';

/**
 * A plan without a stated top speed counts as 20 Mbps, because nearly all feeds state none. As 0, such plans would rank
 * below a plan that states 5 Mbps. As unlimited, they would rank above one that states 100 Mbps.
 */
export const UNSTATED_MAX_KBPS = 20_000;

export const topKbps = ({ allowance }: Plan): number => allowance.maxKbps ?? UNSTATED_MAX_KBPS;

/** Fastest first. An unstated generation is rarely 3G or 2G. */
const GENERATION_ORDER: readonly (Generation | null)[] = ['5G', '4G', null, '3G', '2G'];

/** Lower is faster. */
export const generationPlace = (generation: Generation | null): number =>
  GENERATION_ORDER.indexOf(generation);
