/**
 * Invisible characters: format characters (direction, zero width, tags), variation selectors, fillers and all other
 * ignorable code points, enclosing marks, halves of surrogate pairs, private use and unassigned code points; also the
 * Braille blank (U+2800), the object replacement character (U+FFFC) and the musical null notehead (U+1D159).
 */
export const INVISIBLE =
  '\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Me}\\p{Variation_Selector}\\p{Default_Ignorable_Code_Point}\\u2800\\uFFFC\\u{1D159}';

/** Tabs and line breaks are allowed. */
const INVISIBLE_CHARACTER = new RegExp(`[${INVISIBLE}]|(?![\\t\\r\\n])\\p{Cc}`, 'u');
/** So many accents on one letter cover the text around it. */
const STACKED_ACCENTS = /[\u0300-\u036f]{3}/;

/** Names what a text must not contain, such as "an invisible character (U+202E)". null if there is no such thing. */
export function unwantedIn(text: string): string | null {
  const invisible = INVISIBLE_CHARACTER.exec(text)?.[0];
  if (invisible !== undefined) return `an invisible character (${codePoint(invisible)})`;
  const accents = STACKED_ACCENTS.exec(text)?.[0];
  return accents === undefined ? null : `a letter with three accents or more (${codePoint(accents)})`;
}

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
