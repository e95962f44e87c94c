/** Folds names, so that all spellings of a name are equal. */

/** Letters that Unicode normalisation does not decompose into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ə: 'e',
};

const SPECIAL_LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/**
 * Accents of Latin, Greek and Cyrillic letters, and the full stop, so that "U.S." is "us". In other scripts, marks are
 * vowels or letters.
 */
const MARKS = /[\u0300-\u036f.]/g;
/** "St.Lucia", without a space. */
const SAINT = /(?<![\p{L}\p{M}])st\./gu;

/** Words that are written in several ways. null: the word is left out. */
const WORDS: ReadonlyMap<string, string | null> = new Map([
  ['the', null],
  ['st', 'saint'],
]);

/**
 * Converts all spellings of a name to one: "TÜRKİYE", "Türkiye" and "turkiye" become equal, and so do
 * "St. Kitts & Nevis" and "Saint Kitts and Nevis". The time is linear in the length of the text.
 */
export function fold(text: string): string {
  if (text !== latest.text) latest = { text, folded: folded(text) };
  return latest.folded;
}

/** The steps of a search fold the same text one after the other. */
let latest = { text: '', folded: '' };

function folded(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(SAINT, 'st ')
    .replace(MARKS, '')
    .replace(SPECIAL_LETTER, (letter) => LETTERS[letter]!)
    .replaceAll('&', ' and ')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}]/gu, ' ');
  const words: string[] = [];
  for (const word of plain.split(' ')) {
    if (word === '') continue;
    const written = WORDS.get(word);
    if (written !== null) words.push(written ?? word);
  }
  return words.join(' ');
}

/** Names of one to three Latin letters after folding, which have the length of a code. */
const SHORT = /^[a-z]{1,3}$/;
const ASCII = /^[\x20-\x7e]*$/;

/**
 * The key of a name in the index of names. A short name keeps its accents, because without them it looks like another
 * one or like a code: Vietnamese "Mỹ" is the United States, and "my" is Malaysia.
 */
export function nameKey(text: string): string {
  const folded = fold(text);
  return SHORT.test(folded) && !ASCII.test(text) ? text.normalize('NFC').toLowerCase().trim() : folded;
}
