/**
 * Plans of product feeds. A shop or a marketplace lists products, among them other goods, and what a title does not
 * confirm is not published (docs/feeds.md, "Feeds of products"). Categories and attributes are written for programs, so
 * they are read like columns. A row that cannot be read is rejected with a reason. `normalise/product.ts` confirms the
 * draft when the countries of its places are known.
 */

import type { Draft, DraftAllowance, ProductRow } from '../../draft.ts';
import { placesInName } from '../../parse/name/places-in-name.ts';
import { readTitle, rejectOtherProducts } from '../../parse/name/title.ts';
import { tokensOf } from '../../parse/tokens.ts';
import { describedPlan, type ProductColumns } from './categories.ts';
import { countriesOfPlaces, placesOfTitle } from './title-places.ts';
import type { TitleRules } from './title-rules.ts';
import { needAllowance, needLength } from './title-terms.ts';

/** The texts that describe a product. */
interface ProductTexts {
  readonly title: string;
  /** Categories as a path: "esim > Asia > Japan > Data > 1GB > 7 Days". */
  readonly paths: readonly string[];
  readonly attributes: readonly string[];
}

type ProductPlan = Pick<Draft, 'places' | 'days' | 'product'> & DraftAllowance;

/**
 * The plan of a product. What columns state wins over the categories, and these win over the title, which completes them.
 * Normalisation compares both. A collector is a script that read another shop: only the places are read from its columns,
 * and lengths and amounts must be clear in the title.
 */
export function productPlan(
  { title, paths, attributes }: ProductTexts,
  ofColumns: ProductColumns,
  rules: TitleRules,
): ProductPlan {
  const { terms, placesOfRegion } = rules;
  const isBySeller = terms.columns === 'seller';
  const described: ProductColumns = isBySeller ? describedPlan(paths, attributes, rules) : {};
  const statedPlaces = ofColumns.places ?? described.places;
  const readDays = isBySeller ? (ofColumns.readDays ?? described.readDays) : undefined;
  const readAllowance = isBySeller ? (ofColumns.readAllowance ?? described.readAllowance) : undefined;

  const tokens = tokensOf(title);
  const inTitle = placesInName(tokens);
  const withoutCountries = readTitle(tokens, inTitle, []);
  rejectOtherProducts(withoutCountries, terms);

  const days = readDays === undefined ? needLength(title, withoutCountries) : readDays();
  const places = statedPlaces ?? placesOfTitle(title, tokens, inTitle, withoutCountries, rules);
  // Now that the countries are known, the title is read without its amounts for other countries.
  const reading = readTitle(tokens, inTitle, countriesOfPlaces(places));
  const allowance = readAllowance?.(days) ?? needAllowance(title, reading, days);
  const product: ProductRow = {
    terms,
    categoriesAndAttributes: [...paths, ...attributes].join(' | '),
    placesOfRegion,
    hasTitlePlaces: statedPlaces === undefined,
  };
  return { places, days, ...allowance, product };
}
