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
 * The plan of a product. The columns of a seller win over the title, which completes them, and normalisation compares
 * both. Of a collector's columns only the places are read: lengths and amounts must be clear in the title.
 */
export function productPlan(
  { title, paths, attributes }: ProductTexts,
  ofColumns: ProductColumns,
  rules: TitleRules,
): ProductPlan {
  const { terms, regionOf } = rules;
  const described: ProductColumns = terms.columns === 'seller' ? describedPlan(paths, attributes, rules) : {};
  const columns = {
    places: ofColumns.places ?? described.places,
    days: ofColumns.days ?? described.days,
    allowance: ofColumns.allowance ?? described.allowance,
  };
  const tokens = tokensOf(title);
  const inTitle = placesInName(tokens);
  const whole = readTitle(tokens, inTitle, []);
  rejectOtherProducts(whole, terms);
  const stated: ProductColumns = terms.columns === 'collector' ? {} : columns;
  const days = stated.days === undefined ? needLength(title, whole) : stated.days();
  const places = columns.places ?? placesOfTitle(title, tokens, inTitle, whole, rules);
  const reading = readTitle(tokens, inTitle, countriesOfPlaces(places));
  const allowance = stated.allowance?.(days) ?? needAllowance(title, reading, days);
  const product: ProductRow = {
    terms,
    besides: [...paths, ...attributes].join(' | '),
    regionOf,
    hasTitlePlaces: columns.places === undefined,
  };
  return { places, days, ...allowance, product };
}
