/** Which of a row's prices is taken, and what it is in USD cents. */
import { minorToUsdCents, parseMinor } from '../../domain/money.ts';
import type { Price, PriceBasis, Tax } from '../../domain/plan.ts';
import type { RateTable } from '../config/rates.ts';
import { type Draft, type Refused, refused } from '../types.ts';

/** The rates of one run. `problem`: some are configured but too old or unreadable. Both null: none configured. */
export interface RunRates {
  readonly table: RateTable | null;
  readonly problem: string | null;
}

/** Converted prices cannot be made today: the source keeps its last good plans. */
export class RatesUnusable extends Error {
  override readonly name = 'RatesUnusable';
}

type Priced = { readonly ok: true; readonly price: Price } | Refused;

/** USD first unless the operator's list says where it stands; then that list; then by code, so that runs agree. */
export function createPriceReader(
  rates: RunRates,
  preference: readonly string[] = [],
): (draft: Draft) => Priced {
  const order = preference.includes('USD') ? preference : ['USD', ...preference];
  // A feed repeats a few hundred prices: each is worked out once, and its plans share the result.
  const known = new Map<string, Map<string, Priced>>();
  const listPrice = (draft: Draft): Priced => {
    const { prices, basis, tax = 'unknown' } = draft;
    const currency = chooseCurrency(prices, order, rates);
    if (currency === null) return refused('unknown_currency', noRate(prices));
    const written = prices[currency] ?? '';
    const ofCurrency = known.get(currency) ?? new Map<string, Priced>();
    if (ofCurrency.size === 0) known.set(currency, ofCurrency);
    const found = ofCurrency.get(written);
    if (found !== undefined && (!found.ok || (found.price.basis === basis && found.price.tax === tax)))
      return found;
    const priced = readPrice(written, currency, basis, tax, rates);
    if (ofCurrency.size < PRICES_REMEMBERED) ofCurrency.set(written, priced);
    return priced;
  };
  return (draft) => {
    const priced = listPrice(draft);
    const { promoPrices } = draft;
    if (!priced.ok || !promoPrices) return priced;
    const { currency: own, usdCents } = priced.price;
    const currency = promoPrices[own] === undefined ? chooseCurrency(promoPrices, order, rates) : own;
    if (currency === null) return priced;
    const promo = readPrice(promoPrices[currency] ?? '', currency, 'retail', 'unknown', rates);
    if (!promo.ok || !isPromotion(promo.price.usdCents, usdCents)) return priced;
    return { ok: true, price: { ...priced.price, promoUsdCents: promo.price.usdCents } };
  };
}

/** Cheaper, and not so much cheaper that it must be a one-time code turned into a price of next to nothing. */
function isPromotion(promoCents: number, usdCents: number): boolean {
  return promoCents < usdCents && promoCents * PROMO_RATIO_MAX > usdCents;
}

/** The same tenth from which on a price is not believed beside the market's. */
const PROMO_RATIO_MAX = 10;

/** More different prices than that are no shop's; they are worked out one by one. */
const PRICES_REMEMBERED = 20_000;

function readPrice(written: string, currency: string, basis: PriceBasis, tax: Tax, rates: RunRates): Priced {
  const minor = parseMinor(written, currency);
  const rate = currency === 'USD' ? null : rateOf(currency, rates);
  const usdCents = minor === null || rate === null ? minor : minorToUsdCents(minor, currency, rate);
  if (minor === null || usdCents === null)
    return refused('impossible_price', `price "${written.slice(0, 20)}" ${currency}`);
  const rateDate = rate === null ? null : (rates.table?.date ?? null);
  return { ok: true, price: { minor, currency, basis, tax, usdCents, rate, rateDate, promoUsdCents: null } };
}

function rateOf(currency: string, { table, problem }: RunRates): string {
  const rate = table?.usdFor.get(currency);
  if (rate === undefined) throw new RatesUnusable(problem ?? 'there are no exchange rates');
  return rate;
}

function chooseCurrency(
  prices: Readonly<Record<string, string>>,
  order: readonly string[],
  rates: RunRates,
): string | null {
  for (const code of order) if (prices[code] !== undefined && isUsable(code, rates)) return code;
  for (const code of Object.keys(prices).sort()) if (isUsable(code, rates)) return code;
  return null;
}

/** With rates that cannot be used every currency counts as usable, so that the source is kept and not emptied. */
function isUsable(code: string, rates: RunRates): boolean {
  if (code === 'USD') return true;
  return rates.table === null ? rates.problem !== null : rates.table.usdFor.has(code);
}

function noRate(prices: Readonly<Record<string, string>>): string {
  const codes = Object.keys(prices).sort().slice(0, 5).join(', ');
  return codes === '' ? 'the row has no price' : `no exchange rate for ${codes}`;
}

export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

/** True where a shop would sell below what it pays itself: one of the two figures is wrong. */
export function isBelowWholesale({ prices, wholesale }: Draft): boolean {
  if (!wholesale) return false;
  const { currency, amount } = wholesale;
  const paid = parseMinor(amount, currency);
  const asked = parseMinor(prices[currency] ?? '', currency);
  return paid !== null && asked !== null && asked < paid;
}
