/** Guesses which column has the link to a plan. */
import { areAtLeastHalf, areMostly, isLink, isPicture } from './cells.ts';
import { hasWord, isNamedAs } from './field-signs.ts';
import type { FeedTable, TableColumn } from './tables/table.ts';

/** Words for a link that counts clicks for a partner. "aw" stands for Awin. */
const TRACKED = 'affiliate tracking tracked deep deeplink aw partner referral clickurl'.split(' ');
const LINK_WORDS = 'link url href deeplink clickurl landing page address'.split(' ');
const NO_LINKS =
  'image img logo icon thumbnail picture photo flag terms privacy policy avatar banner api self'.split(' ');

/** What the name of a column says about its addresses. The best comes first. */
const KINDS: readonly ((column: TableColumn) => boolean)[] = [
  (column) => hasWord(column, TRACKED),
  (column) => isNamedAs('link', column) && !column.isOuter,
  // A link of the entry around the row leads to all of its variants.
  (column) => isNamedAs('link', column),
  (column) => hasWord(column, LINK_WORDS),
];

const rankOf = (column: TableColumn): number => {
  const rank = KINDS.findIndex((isKind) => isKind(column));
  return rank < 0 ? KINDS.length : rank;
};

export function linkIn({ columns }: FeedTable): TableColumn | undefined {
  const links = columns.filter(
    (column) =>
      !hasWord(column, NO_LINKS) &&
      areMostly(column.cells, isLink) &&
      !areAtLeastHalf(column.cells, isPicture),
  );
  return links.toSorted((one, other) => rankOf(one) - rankOf(other))[0];
}
