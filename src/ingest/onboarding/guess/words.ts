/** What the name of a column says: "priceUSD" has the words "price" and "usd". */

/** Steps of a path that say nothing by themselves: "price.amount" is a price. */
const GENERIC = new Set(
  'value values val amount text name title label display displayvalue code id iso iso2 isocode href url number quantity size total raw formatted count alpha2 alpha3 isoalpha2 isoalpha3 iso3 current'.split(
    ' ',
  ),
);

/** In lower case, with letters and digits only. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The names of a path, the best one first. */
export function namesOf(steps: readonly string[]): readonly string[] {
  const last = plainName(steps.at(-1) ?? '');
  const parent = plainName(steps.at(-2) ?? '');
  const isNested = steps.length > 1;
  if (!isNested) return [last];
  const whole = plainName(steps.slice(-2).join(''));
  return GENERIC.has(last) ? [whole, parent] : [whole, last];
}

/** "usdPrice", "price_usd", "Price (USD)", "priceInUSD" and "oldprice" as their words. */
export const wordsOf = (name: string): ReadonlySet<string> =>
  new Set(
    name
      .replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ')
      .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
      .toLowerCase()
      .replace(/(?<=\p{L})prices?\b|\bprices?(?=\p{L})/gu, ' price ')
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  );
