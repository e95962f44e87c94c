/** The rules of a source of products for its titles. */
import { resolvePlace } from '../../../domain/places/meaning.ts';
import type { ProductTerms } from '../../draft.ts';
import { createRegionReader } from '../../parse/place-cells.ts';
import { partOf, placesIn } from '../../parse/places.ts';

interface TitleOptions {
  readonly regions?: Readonly<Record<string, readonly string[]>>;
  readonly ignore?: readonly string[];
}

export interface TitleRules {
  readonly terms: ProductTerms;
  /** The places of a region that the operator knows ("Europe"). */
  readonly placesOfRegion: (name: string) => readonly string[] | undefined;
  /** The places that a text lists, regions among them; null where any word of it is none. */
  readonly placesOf: (text: string) => readonly string[] | null;
  /** Words to ignore, in lower case: brand names. */
  readonly ignore: ReadonlySet<string>;
}

const SELLERS_TERMS: ProductTerms = { goods: 'any', columns: 'seller' };

export function titleRules(
  { regions = {}, ignore = [] }: TitleOptions,
  terms: ProductTerms = SELLERS_TERMS,
): TitleRules {
  const placesOfRegion = createRegionReader(regions);
  return {
    terms,
    placesOfRegion,
    placesOf(text) {
      // In "Europe 42, UK", the country after the comma is not all of it.
      const isOneName = !/[,\d]/.test(text) && partOf(text) !== null;
      const named = placesIn(text, placesOfRegion) ?? (isOneName ? [text] : null);
      return placesOfRegion(text) ?? named?.map((name) => resolvePlace(name) ?? name) ?? null;
    },
    ignore: new Set(ignore.map((word) => word.toLowerCase())),
  };
}
