/** The name of a seller as a visitor reads it. */
import type { Texts } from '../texts/texts.ts';

/** What a marketplace writes in place of a name. It is no brand that somebody could look for. */
const NO_NAME = /^(?:generic|no[- ]?(?:brand|name)|unbranded|unknown|none|n\/?a|ノーブランド品?|무명|-+)$/iu;

const isUnnamed = (name: string): boolean => NO_NAME.test(name.trim());

export const sellerLabel = ({ name }: { readonly name: string }, { card }: Pick<Texts, 'card'>): string =>
  isUnnamed(name) ? card.unnamedSeller : name;

/** The name of which a monogram has the first letters; empty if the seller has no name. */
export const nameForMonogram = (name: string): string => (isUnnamed(name) ? '' : name);
