/**
 * Characters that nobody sees: format characters (direction, zero width, tags), variation selectors, fillers and all else
 * that Unicode lets a program ignore, enclosing marks, halves of surrogate pairs, private use, unassigned code points.
 */
export const UNSEEN =
  '\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Me}\\p{Variation_Selector}\\p{Default_Ignorable_Code_Point}\\u2800\\uFFFC\\u{1D159}';

/** Tabs and line breaks may stand in a note. */
const UNSEEN_ONE = new RegExp(`[${UNSEEN}]|(?![\\t\\r\\n])\\p{Cc}|\\p{M}{3}`, 'u');

/** The first character of a text that nobody sees, as "U+202E". null if all can be seen. */
export function unseenIn(text: string): string | null {
  const found = UNSEEN_ONE.exec(text)?.[0];
  return found === undefined
    ? null
    : `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
