/** Checks that a page which is read as a whole feed announces no further page. Paging checks the pages that it requests. */
import { FeedError, type FeedPage } from '../../adapter.ts';
import { announcedBy } from '../shared/announced.ts';
import type { ColumnMap } from '../shared/column-map.ts';
import type { AroundRows, Format } from '../shared/formats.ts';
import { announcedByPaging, isEndStated, type Paging } from '../shared/paging.ts';
import { aroundRows, formatOf, hasSurroundings } from '../shared/rows.ts';

interface Reading {
  /** True if every field that announces a further page counts, also one that the map does not name. */
  readonly checksAnnouncements: boolean;
  /** True for a saved response, after which nothing is requested. */
  readonly isSaved: boolean;
}

/** Returns the page, with its document if it was parsed. Throws `FeedError` if it announces more. */
export async function expectWhole(page: FeedPage, map: ColumnMap, reading: Reading): Promise<FeedPage> {
  const { paging } = map;
  if (paging === undefined) return reading.checksAnnouncements ? expectOnlyPage(page, map) : page;
  return paging !== 'none' && reading.isSaved ? expectSavedWhole(page, map, paging, reading) : page;
}

async function expectOnlyPage(page: FeedPage, map: ColumnMap): Promise<FeedPage> {
  const format = formatOf(page, [map.format].flat());
  const around = hasSurroundings(format) ? await aroundRows(page, format, map) : null;
  const read = { pages: 1, rows: around?.rowCount ?? 0, isEndStated: false };
  const found = announcedBy(page, around?.surroundings ?? null, read);
  if (found !== null)
    throw new FeedError(
      `The feed announces more than was read (${found}): set "paging", or "paging": "none" if this page is all.`,
    );
  return withDocument(page, around);
}

async function expectSavedWhole(
  page: FeedPage,
  map: ColumnMap,
  paging: Paging,
  { checksAnnouncements }: Reading,
): Promise<FeedPage> {
  const format: Format = formatOf(page, [map.format].flat());
  const around = await aroundRows(page, format, map);
  const read = { pages: 1, rows: around.rowCount ?? 0, isEndStated: isEndStated(around, 1, paging) };
  const found =
    announcedByPaging(around, paging) ??
    (checksAnnouncements ? announcedBy(page, around.surroundings, read) : null);
  if (found !== null)
    throw new FeedError(
      `The saved response announces further pages (${found}): join the pages in one file, or set "paging": "none" if this page is all.`,
    );
  return withDocument(page, around);
}

function withDocument(page: FeedPage, around: AroundRows | null): FeedPage {
  const document = around?.document;
  return document === undefined ? page : { ...page, document };
}
