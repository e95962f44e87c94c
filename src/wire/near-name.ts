/** Finds the parameter that a misspelled name means. */
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
