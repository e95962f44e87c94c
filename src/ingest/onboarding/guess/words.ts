/** What the name of a column says: "priceUSD" has the words "price" and "usd". */
import { plainName } from '../../parse/value.ts';

/** Steps of a path that say nothing without the step before them: "price.amount" is a price. */
const GENERIC = new Set(
  'value values val amount text name title label display displayvalue code id iso iso2 isocode href url number quantity size total raw formatted count alpha2 alpha3 isoalpha2 isoalpha3 iso3 current'.split(
    ' ',
  ),
);

/**
 * Returns the names of a path, the more exact one first: "price.amount" has the names "priceamount" and "price", and
 * "plan.days" has "plandays" and "days".
 */
export function namesOf(steps: readonly string[]): readonly string[] {
  const last = plainName(steps.at(-1) ?? '');
  const isNested = steps.length > 1;
  if (!isNested) return [last];
  const both = plainName(steps.slice(-2).join(''));
  return GENERIC.has(last) ? [both, plainName(steps.at(-2)!)] : [both, last];
}

export const wordsOf = (name: string): ReadonlySet<string> =>
  new Set(
    name
      // "usdPrice" has the words "usd" and "Price".
      .replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ')
      // "USDPrice" has the words "USD" and "Price".
      .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
      .toLowerCase()
      // "oldprice_usd" has the words "old", "price" and "usd", and "priceusd" has "price" and "usd".
      .replace(/(?<=\p{L})prices?(?!\p{L})|(?<!\p{L})prices?(?=\p{L}{2})/gu, ' price ')
      // "price_usd" and "Price (USD)" have the words "price" and "usd".
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  );
