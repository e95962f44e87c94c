/** Chooses one of a row's prices and converts it to USD cents. */
import { minorToUsdCents, parseMinor } from '../../domain/money.ts';
import type { Price, PriceBasis, Tax } from '../../domain/plan.ts';
import type { Draft } from '../draft.ts';
import { reject } from '../parse/value.ts';
import type { RunRates } from '../read/rates.ts';

/** Prices cannot be converted, so the source keeps its last good plans. */
export class RatesUnusable extends Error {
  override readonly name = 'RatesUnusable';
}

/** USD comes first, unless the operator lists it. Then come the listed currencies, then all others sorted by code. */
export function readPrice(draft: Draft, rates: RunRates, preference: readonly string[] = []): Price {
  const order = preference.includes('USD') ? preference : ['USD', ...preference];
  const { prices, promoPrices, basis, tax = 'unknown' } = draft;
  const currency = chooseCurrency(prices, order, rates);
  if (currency === null) return reject('unknown_currency', noRate(prices));
  const written = prices[currency] ?? '';
  const listed =
    priceIn(written, currency, basis, tax, rates) ??
    reject('impossible_price', `price "${written.slice(0, 20)}" ${currency}`);
  if (!promoPrices) return listed;
  const promoCurrency =
    promoPrices[currency] === undefined ? chooseCurrency(promoPrices, order, rates) : currency;
  if (promoCurrency === null) return listed;
  const promo = priceIn(promoPrices[promoCurrency] ?? '', promoCurrency, 'retail', 'unknown', rates);
  if (promo === null || !isPromotion(promo.usdCents, listed.usdCents)) return listed;
  return { ...listed, promoUsdCents: promo.usdCents };
}

/** True if the price is lower than the list price, but not so low that it must come from a one-time code. */
function isPromotion(promoCents: number, usdCents: number): boolean {
  return promoCents < usdCents && promoCents * PROMO_RATIO_MAX > usdCents;
}

/** The quarantine uses the same ratio: a tenth of the market price. */
const PROMO_RATIO_MAX = 10;

/** Returns null if the text is not an amount of the currency. */
function priceIn(
  written: string,
  currency: string,
  basis: PriceBasis,
  tax: Tax,
  rates: RunRates,
): Price | null {
  const minor = parseMinor(written, currency);
  const rate = currency === 'USD' ? null : rateOf(currency, rates);
  const usdCents = minor === null || rate === null ? minor : minorToUsdCents(minor, currency, rate);
  if (minor === null || usdCents === null) return null;
  const rateDate = rate === null ? null : (rates.table?.date ?? null);
  return { minor, currency, basis, tax, usdCents, rate, rateDate, promoUsdCents: null };
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

/** If the rates are unusable, every currency counts as usable, so that the source fails and keeps its plans. */
function isUsable(code: string, rates: RunRates): boolean {
  if (code === 'USD') return true;
  return rates.table === null ? rates.problem !== null : rates.table.usdFor.has(code);
}

function noRate(prices: Readonly<Record<string, string>>): string {
  const codes = Object.keys(prices).sort().slice(0, 5).join(', ');
  return codes === '' ? 'the row has no price' : `no exchange rate for ${codes}`;
}

/** True if the retail price is below the wholesale price: one of the two is wrong. */
export function isBelowWholesale({ prices, wholesale }: Draft): boolean {
  if (!wholesale) return false;
  const { currency, amount } = wholesale;
  const paid = parseMinor(amount, currency);
  const asked = parseMinor(prices[currency] ?? '', currency);
  return paid !== null && asked !== null && asked < paid;
}
