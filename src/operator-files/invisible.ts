/**
 * Invisible characters: format characters (direction, zero width, tags), variation selectors, fillers and all other
 * ignorable code points, enclosing marks, halves of surrogate pairs, private use and unassigned code points.
 */
export const INVISIBLE =
  '\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Me}\\p{Variation_Selector}\\p{Default_Ignorable_Code_Point}\\u2800\\uFFFC\\u{1D159}';

/** Tabs and line breaks are allowed. Three combining marks of Latin in a row are not, because they cover the text around them. */
const INVISIBLE_CHARACTER = new RegExp(`[${INVISIBLE}]|(?![\\t\\r\\n])\\p{Cc}|[\\u0300-\\u036f]{3}`, 'u');

/** Returns the first invisible character of a text, as "U+202E", or null. */
export function invisibleIn(text: string): string | null {
  const found = INVISIBLE_CHARACTER.exec(text)?.[0];
  return found === undefined
    ? null
    : `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
