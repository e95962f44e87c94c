/** Finds the provider that a misspelled id or name means. */
import { editDistance } from '../domain/edit-distance.ts';

const EDITS_MAX = 2;
const BEGINNING_LENGTH_MIN = 4;

/**
 * The provider that an id or a name nearly is. Case, spaces and punctuation do not count. At most two letters differ, and
 * at most one in three, or one text is the beginning of the other and has at least four letters.
 */
export function similarProvider(
  given: string,
  providers: readonly { readonly id: string; readonly name: string }[],
): string | null {
  const wanted = lettersOf(given);
  const editsMax = Math.min(EDITS_MAX, Math.floor(wanted.length / 3));
  const [nearest] = providers
    .flatMap(({ id, name }) => [id, name].map((text) => ({ id, letters: lettersOf(text) })))
    .map(({ id, letters }) => ({
      id,
      edits: editDistance(letters, wanted, EDITS_MAX),
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
