/** Headers that are the same many times over, spelled and checked once. */

export interface FixedHeaders {
  /** Name, value, name, value. */
  readonly flat: readonly string[];
  /** The same as lines of a head; null where a value may not stand in one. */
  readonly lines: string | null;
}

/** With anything else, a value could become a second header, or a second answer. */
const NOT_FIT = /[^\t\x20-\x7e]/;

export const isFit = (values: string): boolean => !NOT_FIT.test(values);

export function fixedHeaders(headers: Readonly<Record<string, string>>): FixedHeaders {
  const pairs = Object.entries(headers);
  const lines = pairs.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return { flat: pairs.flat(), lines: pairs.every(([, value]) => isFit(value)) ? lines : null };
}

export const NO_HEADERS: FixedHeaders = fixedHeaders({});
