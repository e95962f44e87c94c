/**
 * Reads the title of a product of a shop or a marketplace: "【台湾 eSIM】5日間 5GB … (eSIM | 7日間)". Shops fill titles
 * with search words and offer several variants under one title. Three rules follow from that:
 *
 * 1. An amount beside other countries, or for roaming, is not the plan's (`foreign-amounts.ts`).
 * 2. The variant in the last brackets wins over the text in front of it (`title-variant.ts`).
 * 3. If the headline names countries, other places count only with a word for use (`title-places.ts`).
 */
import type { CountryCode } from '../../../domain/plan.ts';
import type { ProductTerms } from '../../draft.ts';
import type { Token } from '../tokens.ts';
import { reject } from '../value.ts';
import { withoutForeignAmounts } from './foreign-amounts.ts';
import type { PlacesInName } from './places-in-name.ts';
import { type NameReading, rejectOtherGoods } from './read-name.ts';
import { readVariants } from './title-variant.ts';

/** What the title of a product states. */
export interface TitleReading extends NameReading {
  /** The variant in the last brackets is a card: "(7日間 | SIM)". */
  readonly isCard: boolean;
}

/** `destinations`: the countries of the plan, as far as they are known. */
export const readTitle = (
  tokens: readonly Token[],
  places: PlacesInName,
  destinations: readonly CountryCode[],
): TitleReading => readVariants(withoutForeignAmounts(tokens, places, destinations));

/** Rejects a product whose title describes other goods. A source of eSIMs may call them "SIM card". */
export function rejectOtherProducts(title: TitleReading, { goods }: ProductTerms): void {
  if (title.isCard) reject('not_a_plan', 'the variant in the last brackets of its title is a SIM card');
  rejectOtherGoods(goods === 'esim' ? title.otherThanCard : title.otherGoods);
}
