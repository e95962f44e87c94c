/** Prices on the curves that real shops follow, and the rates behind them; `docs/sample-market.md` names the medians. */
import { parseRates } from '../ingest/config/rates.ts';
import type { RateTable } from '../ingest/types.ts';
import type { PriceTier } from './places.ts';
import type { Product } from './products.ts';
import type { SampleProvider } from './providers.ts';

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

// The sample market's exchange rates: always the same ones, so that the same seed gives the same dollars for ever.

/** Units for one EUR, as the European Central Bank writes them. Near the truth of 2026; nothing rests on it. */
const PER_EUR = { USD: '1.17', GBP: '0.8731' };

const MS_PER_DAY = 86_400_000;
/** 1970-01-01 was a Thursday. */
const THURSDAY = 3;

/**
 * Dated to the Monday before, because the pipeline refuses rates that are older than a week. Were the date today's,
 * every day would bring a new catalogue although no price had changed.
 */
export function sampleRatesText(now: number): string {
  const days = Math.floor(now / MS_PER_DAY);
  const monday = days - ((days + THURSDAY) % 7);
  const date = new Date(monday * MS_PER_DAY).toISOString().slice(0, 10);
  return JSON.stringify({ date, base: 'EUR', rates: PER_EUR });
}

export function sampleRates(now: number): RateTable {
  return parseRates(sampleRatesText(now));
}

/** USD for one unit, for whoever needs the figures without a day. */
export const SAMPLE_USD_FOR: ReadonlyMap<string, string> = sampleRates(0).usdFor;
