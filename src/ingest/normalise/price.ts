/** Chooses one of a row's prices and converts it to USD cents. */
import { minorToUsdCents, parseMinor } from '../../domain/money.ts';
import type { Price } from '../../domain/plan.ts';
import type { Draft } from '../draft.ts';
import type { Prices } from '../parse/money.ts';
import { reject } from '../parse/value.ts';
import type { RunRates } from '../read/rates.ts';

/** Prices cannot be converted, so the source keeps its last good plans. */
export class RatesUnusable extends Error {
  override readonly name = 'RatesUnusable';
}

/** USD comes first, unless the operator lists it. Then come the listed currencies, then all others sorted by code. */
export function readPrice(draft: Draft, rates: RunRates, preference: readonly string[], now: number): Price {
  const order = preference.includes('USD') ? preference : ['USD', ...preference];
  const { prices, basis, tax = 'unknown' } = draft;
  // If the rates are unusable, a price that needs one is chosen too, so that the source fails and keeps its plans.
  const areUnusable = rates.table === null && rates.problem !== null;
  const currency = chooseCurrency(prices, order, (code) => areUnusable || hasRate(code, rates));
  if (currency === null) return reject('unknown_currency', noRate(prices));
  const rate = rateOf(currency, rates);
  const written = prices[currency] ?? '';
  const minor = parseMinor(written, currency);
  const usdCents = usdCentsOf(minor, currency, rate);
  if (minor === null || usdCents === null)
    return reject('impossible_price', `price "${written.slice(0, 20)}" ${currency}`);
  const rateDate = rate === null ? null : (rates.table?.date ?? null);
  const promoPrices = isPromotionNow(draft, now) ? draft.promoPrices : null;
  const promo = promoUsdCentsOf(promoPrices ?? {}, [currency, ...order], rates);
  const promoUsdCents = promo !== null && isPromotion(promo, usdCents) ? promo : null;
  return { minor, currency, basis, tax, usdCents, rate, rateDate, promoUsdCents };
}

/** False before and after the period that the feed states. A period whose times cannot be read is not one of now. */
function isPromotionNow({ promoFrom, promoUntil }: Draft, now: number): boolean {
  if (promoFrom === undefined && promoUntil === undefined) return true;
  if (promoFrom == null && promoUntil == null) return false;
  const hasBegun = promoFrom == null || Date.parse(promoFrom) <= now;
  return hasBegun && (promoUntil == null || now <= Date.parse(promoUntil));
}

/** null: there is none, or it cannot be converted. The plan is kept with its list price. */
function promoUsdCentsOf(prices: Prices, order: readonly string[], rates: RunRates): number | null {
  const currency = chooseCurrency(prices, order, (code) => hasRate(code, rates));
  if (currency === null) return null;
  return usdCentsOf(parseMinor(prices[currency] ?? '', currency), currency, rateOf(currency, rates));
}

/** The quarantine uses the same ratio: a tenth of the market price. */
const PROMO_RATIO_MAX = 10;

/** True if the price is lower than the list price, but not so low that it must come from a one-time code. */
function isPromotion(promoCents: number, usdCents: number): boolean {
  return promoCents < usdCents && promoCents * PROMO_RATIO_MAX > usdCents;
}

/** null: the amount is not readable, or too large. */
function usdCentsOf(minor: number | null, currency: string, rate: string | null): number | null {
  if (minor === null) return null;
  return rate === null ? minor : minorToUsdCents(minor, currency, rate);
}

/** null for USD, which needs no rate. */
function rateOf(currency: string, { table, problem }: RunRates): string | null {
  if (currency === 'USD') return null;
  const rate = table?.usdFor.get(currency);
  if (rate === undefined) throw new RatesUnusable(problem ?? 'there are no exchange rates');
  return rate;
}

/** USD needs no rate. */
const hasRate = (code: string, { table }: RunRates): boolean =>
  code === 'USD' || table?.usdFor.has(code) === true;

function chooseCurrency(
  prices: Prices,
  order: readonly string[],
  isUsable: (code: string) => boolean,
): string | null {
  const candidates = [...order, ...Object.keys(prices).sort()];
  return candidates.find((code) => prices[code] !== undefined && isUsable(code)) ?? null;
}

function noRate(prices: Prices): string {
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
