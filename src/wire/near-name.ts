/** Finds the parameters that misspelled names mean. */
import { editDistance } from '../domain/edit-distance.ts';

/**
 * Recognises a misspelled parameter of the REST API or argument of a tool, so that it is not ignored: another case or
 * camel case, `require[]`, a missing or extra underscore, one letter more, less or different, or two letters swapped.
 */
export const nearName = (given: string, known: readonly string[]): string | null =>
  nearestTo(given, plainNamesOf(known));

interface PlainName {
  readonly name: string;
  readonly plain: string;
}

const plainNamesOf = (known: readonly string[]): PlainName[] =>
  known.map((name) => ({ name, plain: plainName(name) }));

function nearestTo(given: string, known: readonly PlainName[]): string | null {
  const wanted = plainName(given);
  const near =
    known.find(({ plain }) => plain === wanted) ??
    known.find(({ plain }) => editDistance(plain, wanted, 1) === 1);
  return near?.name ?? null;
}

const plainName = (name: string): string => name.replace(/\[\]$/, '').replaceAll(/[_-]/g, '').toLowerCase();

/**
 * The provider that an id or a name nearly is. Case, spaces and punctuation do not count. At most two letters differ, and
 * at most one in three, or one text is the beginning of the other and has at least four letters.
 */
export function similarProvider(
  given: string,
  providers: readonly { readonly id: string; readonly name: string }[],
): string | null {
  const wanted = lettersOf(given);
  const editsMax = Math.min(PROVIDER_EDITS_MAX, Math.floor(wanted.length / 3));
  const [nearest] = providers
    .flatMap(({ id, name }) => [id, name].map((text) => ({ id, letters: lettersOf(text) })))
    .map(({ id, letters }) => ({
      id,
      edits: editDistance(letters, wanted, PROVIDER_EDITS_MAX),
      isBeginning: isBeginning(letters, wanted),
    }))
    .filter(({ edits, isBeginning: isOne }) => isOne || edits <= editsMax)
    .sort((one, other) => one.edits - other.edits);
  return nearest?.id ?? null;
}

/** True if one text is the beginning of the other, and long enough that this is no chance. */
function isBeginning(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= BEGINNING_LENGTH_MIN && long.startsWith(short);
}

/** Spellings of one name that differ in case, spaces and punctuation are equal. */
export const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
const PROVIDER_EDITS_MAX = 2;
const BEGINNING_LENGTH_MIN = 4;

/** A request with many misspelled names must not cause a long response. */
const MISSPELLED_MAX = 10;
/** Each name is compared with every known one, so only this many are: three times the parameters of a trip. */
const COMPARED_MAX = 40;
/** A longer name is like no known one. The longest known name has 15 letters. */
const COMPARED_LENGTH_MAX = 24;

/**
 * The known name that each misspelled one means. Names that are like no known one are not in the result. Number and
 * length of the names are bounded before they are compared, because a request with a misspelled name takes no quota.
 */
export function misspelledNames(
  unknown: Iterable<string>,
  known: readonly string[],
): ReadonlyMap<string, string> {
  const meant = new Map<string, string>();
  const plainNames = plainNamesOf(known);
  let compared = 0;
  for (const name of unknown) {
    if (compared === COMPARED_MAX || meant.size === MISSPELLED_MAX) break;
    if (name.length > COMPARED_LENGTH_MAX) continue;
    compared += 1;
    const near = nearestTo(name, plainNames);
    if (near !== null) meant.set(name, near);
  }
  return meant;
}
