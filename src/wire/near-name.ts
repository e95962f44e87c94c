/** Finds what a misspelled parameter, argument or setting means. */
import { editDistance } from '../domain/edit-distance.ts';

/** A request with many misspelled names must not cause a long response. */
const MISSPELLED_MAX = 10;
/** Each name is compared with every known one, so only this many are: more than twice the parameters of any route. */
const COMPARED_MAX = 40;
/** A longer name is like no known one. The longest known name has 15 letters. */
const COMPARED_LENGTH_MAX = 24;

/**
 * Recognises a misspelled parameter of the REST API or argument of a tool, so that it is not ignored: another case or
 * camel case, `require[]`, a missing or extra underscore, one letter more, less or different, or two letters swapped.
 * `misspelledNames` does the same for all unknown names of a request.
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
