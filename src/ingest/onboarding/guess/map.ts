/** Guesses column maps for an unknown feed, from the names of its columns and the values of its cells. */
import type { AdapterOptions, FeedPage } from '../../adapter.ts';
import { type GuessedTable, guessTable } from './guessed-table.ts';
import { withHeader } from './map/header.ts';
import { notesOn } from './map/notes.ts';
import { optionsFor } from './map/options.ts';
import { partsOf } from './map/parts.ts';
import { tablesOf } from './tables.ts';

interface GuessedMap {
  readonly options: AdapterOptions;
  /** What the operator must still decide or fill in. */
  readonly notes: readonly string[];
}

const COLUMNS_SHOWN = 20;
/** The lists that have the most of what a plan needs. */
const TABLES_TRIED = 4;

/** Maps in the order of preference, and why no better one was found. Throws `FeedError` for a response that is not CSV, JSON or XML. */
export async function guessMaps(
  page: FeedPage,
): Promise<{ readonly maps: readonly GuessedMap[]; readonly reason: string | null }> {
  const tables = await tablesOf(page);
  if (typeof tables === 'string') return { maps: [], reason: tables };
  const ranked = tables
    .map(guessTable)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, TABLES_TRIED);
  const [best] = ranked;
  const isClear = best === undefined || best.missing.length === 0;
  return { maps: ranked.flatMap(mapsOf), reason: isClear ? null : whatIsMissing(best) };
}

/** A map that reads only columns comes before one that reads titles, too. */
function mapsOf(guessed: GuessedTable): readonly GuessedMap[] {
  const { missing, guess, hasPrice } = guessed;
  return [
    ...(missing.length === 0 ? [mapOf(guessed, false)] : []),
    ...(guess.has('name') && hasPrice ? [mapOf(guessed, true)] : []),
  ];
}

/** `isProducts`: what has no column is read from the title. */
function mapOf(guessed: GuessedTable, isProducts: boolean): GuessedMap {
  const parts = partsOf(guessed, isProducts);
  const options = optionsFor(parts);
  const notes = notesOn(parts, options);
  return { notes, options: parts.header === null ? options : withHeader(options, parts.header) };
}

function whatIsMissing({ missing, table }: GuessedTable): string {
  const names = table.columns.slice(0, COLUMNS_SHOWN).map(({ path }) => `"${path}"`);
  return `no column is recognised as ${missing.join(' or ')}; the columns are ${names.join(', ')}`;
}
