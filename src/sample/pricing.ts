/** Prices on the curves that real shops follow; `docs/sample-market.md` names the medians behind the figures. */
import type { PriceTier } from './places.ts';
import type { Product } from './products.ts';
import type { SampleProvider } from './providers.ts';
import { SAMPLE_USD_FOR } from './rates.ts';

/** Nobody charges less for a first plan. */
const PRICE_USD_MIN = 0.99;
/** A week is the length at which a tier's day price holds; longer plans cost less a day. */
const DAY_PRICE_DAYS = 7;
const DAYS_BEND = 0.88;
const UNLIMITED_DAYS_BEND = 0.7;
const NO_EXPIRY_SURCHARGE = 1.25;

export function listPriceUsd(tier: PriceTier, { model, gb, days, soldPerDay }: Product): number {
  if (model === 'unlimited') return tier.unlimitedDayUsd * (days ?? 30) ** UNLIMITED_DAYS_BEND;
  if (model === 'per_day') {
    const aDay = tier.gbDayUsd * Math.sqrt(gb ?? 1);
    return soldPerDay ? aDay : aDay * DAY_PRICE_DAYS * ((days ?? 30) / DAY_PRICE_DAYS) ** DAYS_BEND;
  }
  const data = tier.firstGbUsd * (gb ?? 1) ** tier.bend;
  return days === null ? data * NO_EXPIRY_SURCHARGE : data * (days / 30) ** 0.1;
}

/** In the shop's own currency, ending as shops like it: half of them in 99 or 49, the others in 00 or 50. */
export function shelfPriceMinor(usd: number, { currency, id }: SampleProvider): number {
  const minor = (Math.max(usd, PRICE_USD_MIN) / Number(SAMPLE_USD_FOR.get(currency))) * 100;
  // Under three units a step of 50 would distort the price, so those end in 9 or 0.
  const step = minor < 300 ? 10 : 50;
  const ending = id.length % 2 === 0 ? 1 : 0;
  return Math.max(step, Math.round(minor / step) * step) - ending;
}
