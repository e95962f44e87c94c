/** Prices on the curves of real shops, and exchange rates. `docs/sample-market.md` has the medians. */
import { parseRates } from '../../src/ingest/config/rates.ts';
import type { PriceTier } from './places.ts';
import type { Product } from './products.ts';
import type { SampleProvider } from './providers.ts';

/** The lowest price of any plan. */
const PRICE_USD_MIN = 0.99;
/** The day price of a tier is for a plan of a week; longer plans cost less a day. */
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
  const data = tier.firstGbUsd * (gb ?? 1) ** tier.exponent;
  return days === null ? data * NO_EXPIRY_SURCHARGE : data * (days / 30) ** 0.1;
}

/** In the shop's own currency. Half of the shops have prices that end in 99 or 49, the others in 00 or 50. */
export function shelfPriceMinor(usd: number, { currency, id }: SampleProvider): number {
  const minor = (Math.max(usd, PRICE_USD_MIN) / Number(SAMPLE_USD_FOR.get(currency))) * 100;
  // Steps of 50 would distort prices below three units, so these end in 9 or 0.
  const step = minor < 300 ? 10 : 50;
  const ending = id.length % 2 === 0 ? 1 : 0;
  return Math.max(step, Math.round(minor / step) * step) - ending;
}

/** A Monday. All dates in the files are relative to it: see `src/sample/sample-market.ts`. */
export const REFERENCE_DAY = '2026-01-05';

/** In the form of the European Central Bank: units for one EUR. They are near the real rates. */
export const SAMPLE_RATES = {
  date: REFERENCE_DAY,
  base: 'EUR',
  rates: {
    USD: '1.17',
    GBP: '0.8731',
    AED: '4.3',
    AUD: '1.79',
    BGN: '1.96',
    BRL: '6.2',
    CAD: '1.64',
    CHF: '0.93',
    CNY: '8.3',
    CZK: '24.3',
    DKK: '7.47',
    HKD: '9.1',
    HUF: '385',
    IDR: '19500',
    ILS: '3.85',
    INR: '104',
    ISK: '146',
    JPY: '180',
    KRW: '1710',
    KWD: '0.359',
    MXN: '21.6',
    MYR: '4.85',
    NOK: '11.7',
    NZD: '2.04',
    PHP: '68.5',
    PLN: '4.25',
    QAR: '4.26',
    RON: '5.09',
    SAR: '4.39',
    SEK: '11',
    SGD: '1.52',
    THB: '37.9',
    TRY: '49.5',
    TWD: '36',
    VND: '30800',
    ZAR: '20.2',
  },
};

/** USD for one unit of a currency. */
export const SAMPLE_USD_FOR: ReadonlyMap<string, string> = parseRates(JSON.stringify(SAMPLE_RATES)).usdFor;
