/** The words and numbers of a text that names a phone. */

/**
 * What people write before the name of their phone in the languages of the pages: "my phone is a", "ich habe ein",
 * "mi móvil es un", "telefonum". No name of a phone begins with these words. An "a" before a number is a part of a name.
 */
const OPENING = new RegExp(
  `^(?:${[
    "(?:my|our)(?: (?:mobile |cell ?|smart)?(?:phone|mobile)(?: is|'s|:)?)?",
    "i(?:'ve| have) got|i (?:have|own|use)|i(?:'m| am) using|(?:it|this) is|it's",
    'mein (?:handy|telefon|smartphone)(?: ist|:)?|ich (?:habe|nutze|besitze)|(?:es|das) ist',
    '(?:mi|el) (?:m[oó]vil|tel[eé]fono|celular)(?: es|:)?|(?:yo )?tengo|uso|es(?= una? )',
    '(?:benim )?telefonum(?:un modeli)?:?|bende',
  ].join('|')})\\s+(?:(?:an?|the|eine?n?|das|una?|el|bir)\\s+(?=\\D))?`,
);
/** "Galaxy A54 var", "Galaxy A54 kullanıyorum". */
const ENDING = / (?:var|kullan[ıi]yorum)$/;

/** What a traveller writes, in lower case and without the words before and after the name of the phone. */
export const withoutOpening = (asked: string): string =>
  withPlainDigits(asked.normalize('NFKC').toLowerCase())
    .replaceAll('’', "'")
    .trim()
    .replace(OPENING, '')
    .replace(ENDING, '');

/** The zeros of scripts with digits of their own: Arabic, Persian, Devanagari, Bengali and Thai. */
const ZEROS = Array.from('٠۰०০๐', (zero) => zero.codePointAt(0)!);

/** "ايفون ١٥" → "ايفون 15" */
const withPlainDigits = (text: string): string =>
  text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    const zero = ZEROS.find((one) => code >= one && code < one + 10);
    return zero === undefined ? digit : String(code - zero);
  });

/**
 * The tokens of what a traveller writes, in the script of the names. `words` has words in other scripts and spellings, and
 * what they mean. The size of the storage is no part of a name.
 */
export function phoneTokens(asked: string, words: Readonly<Record<string, string>>): string[] {
  let text = withoutOpening(asked);
  for (const [word, meaning] of Object.entries(words)) text = text.replaceAll(word, ` ${meaning} `);
  return tokensOf(text.replaceAll(/\b\d+ ?[gt]b\b/g, ' '));
}

export const isNumber = (token: string): boolean => /^[0-9]/.test(token);

/** "Galaxy S20+ 5G" → galaxy s 20 plus 5 g */
export function tokensOf(text: string): string[] {
  const lower = text.toLowerCase();
  const plain = /^[\x20-\x7e]*$/.test(lower) ? lower : withoutMarks(lower);
  return (
    plain
      .replaceAll('+', ' plus ')
      .replaceAll(/(?<=\d),(?=\d)/g, '.')
      .match(/[0-9]+(?:\.[0-9]+)?|\p{L}+/gu) ?? []
  );
}

const withoutMarks = (text: string): string =>
  text.replaceAll('ı', 'i').normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC');

/** The tokens without spaces, except between numbers: "1 3" is not "13". */
export const keyOf = (tokens: readonly string[]): string =>
  tokens.reduce(
    (key, token, at) =>
      at > 0 && isNumber(token) && isNumber(tokens[at - 1]!) ? `${key}-${token}` : key + token,
    '',
  );
