/** Finds the parameters that misspelled names mean. */
import { editDistance } from '../domain/edit-distance.ts';

/**
 * Recognises a misspelled parameter of the REST API or argument of a tool, so that it is not ignored: another case or
 * camel case, `require[]`, a missing or extra underscore, one letter more, less or different, or two letters swapped.
 */
export function nearName(given: string, known: readonly string[]): string | null {
  const plain = plainName(given);
  return (
    known.find((name) => plainName(name) === plain) ??
    known.find((name) => editDistance(plainName(name), plain, 1) === 1) ??
    null
  );
}

const plainName = (name: string): string => name.replace(/\[\]$/, '').replaceAll(/[_-]/g, '').toLowerCase();

/** A request with many misspelled names must not cause a long response. */
const MISSPELLED_MAX = 10;

/** The known name that each misspelled one means. Names that are like no known one are not in the result. */
export function misspelledNames(
  unknown: Iterable<string>,
  known: readonly string[],
): ReadonlyMap<string, string> {
  const meant = new Map<string, string>();
  for (const name of unknown) {
    const near = meant.size < MISSPELLED_MAX ? nearName(name, known) : null;
    if (near !== null) meant.set(name, near);
  }
  return meant;
}
