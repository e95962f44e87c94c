/** What affiliate product feeds share: the categories, the labels or the title of a product describe the plan. */

import Type, { type Static, type TObject } from 'typebox';
import { resolvePlace } from '../../../domain/places/search.ts';
import { createRegionReader } from '../../parse/coverages.ts';
import type { Prices } from '../../parse/money.ts';
import { partOf, placesIn } from '../../parse/places.ts';
import { readLabels, readPath, readTitle, type TitleFields, type TitleRules } from '../../parse/title.ts';
import { linkOf, needText, RowRejected, textOrNull } from '../../parse/value.ts';
import type { Draft } from '../../types.ts';
import { Regions } from './frame.ts';

export const titleOptions = {
  regions: Type.Optional(Regions),
  ignore: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Words in titles that are ignored, such as brand names.',
    }),
  ),
};
export function titleRules(options: Readonly<Record<string, unknown>>): TitleRules {
  const { regions = {}, ignore = [] } = options as Static<TObject<typeof titleOptions>>;
  const regionOf = createRegionReader(regions);
  return {
    regionOf,
    placesOf(text) {
      const named = placesIn(text, regionOf) ?? (partOf(text) === null ? null : [text]);
      return regionOf(text) ?? named?.map((name) => resolvePlace(name) ?? name) ?? null;
    },
    ignore: new Set(ignore.map((word) => word.toLowerCase())),
  };
}

export interface Product {
  readonly id: unknown;
  readonly title: unknown;
  /** The shop, in feeds of several shops. */
  readonly provider: unknown;
  /** Categories as a path: "esim > Asia > Japan > Data > 1GB > 7 Days". */
  readonly paths: readonly unknown[];
  readonly labels: readonly unknown[];
  readonly link: unknown;
  readonly prices: () => Prices;
  /** A temporary price. Its conditions are not stated. */
  readonly promotion?: Prices | null;
  readonly inStock: boolean | null;
  readonly expiresAt?: string | null;
}

export function productDraft(product: Product, rules: TitleRules): Draft {
  const externalId = needText(product.id, 'id');
  const name = needText(product.title, 'title');
  return {
    externalId,
    name,
    provider: textOrNull(product.provider),
    ...planIn(product, name, rules),
    prices: product.prices(),
    promoPrices: product.promotion ?? null,
    basis: 'retail',
    inStock: product.inStock,
    expiresAt: product.expiresAt ?? null,
    link: linkOf(product.link),
  };
}

/** Categories and labels are written for programs, so they are read before the title. */
function planIn({ paths, labels }: Product, name: string, rules: TitleRules): TitleFields {
  for (const path of paths) {
    const found = readPath(textOrNull(path) ?? '', rules);
    if (found !== null) return found;
  }
  const texts = labels.map((label) => textOrNull(label) ?? '');
  return readLabels(texts, rules) ?? readTitle(name, rules);
}

export const LABELS = [0, 1, 2, 3, 4] as const;

/** An unreadable promotional price is left out, and the plan is kept. */
export function promotionOf(read: () => Prices): Prices | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RowRejected) return null;
    throw error;
  }
}

/** Reads "in stock", "out_of_stock", "InStock" or "1". Returns null for an unknown word. */
export function stockOf(value: unknown): boolean | null {
  if (typeof value !== 'string') return typeof value === 'boolean' ? value : null;
  const word = value.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (['instock', 'yes', 'true', '1', 'y', 'limitedavailability'].includes(word)) return true;
  return ['outofstock', 'no', 'false', '0', 'n', 'backorder', 'preorder', 'discontinued'].includes(word)
    ? false
    : null;
}
