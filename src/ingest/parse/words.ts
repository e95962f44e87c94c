/**
 * The words of amounts, lengths, places, goods and facts, by language. The parsers of columns, names and prose share
 * this table, so that a name is understood wherever a column is.
 */
import languages from './words.json' with { type: 'json' };

export type TimeUnit = 'hour' | 'day' | 'week' | 'month' | 'year';
export type SizeUnit = 'bytes' | 'MB' | 'GB' | 'TB';

/**
 * The meaning of a word. `per` stands between an amount and the time after which it renews. A word of `windowBefore`
 * or `windowAfter` next to a length says that it is not the length of use. The words of `noAfter` and `exceptAfter`
 * follow what they negate or exclude.
 */
export type Kind = KeyOfAny<(typeof languages)[keyof typeof languages]>;
type KeyOfAny<T> = T extends T ? keyof T : never;

/** A star at the end of a word stands for any further letters. */
const LANGUAGES: readonly Partial<Record<Kind, readonly string[]>>[] = Object.values(languages);

export const wordsFor = (kind: Kind): readonly string[] => [
  ...new Set(LANGUAGES.flatMap((language) => language[kind] ?? [])),
];

/** Every word, also as people write it without accents. In Vietnamese that would be another word. */
export const allWords = (): readonly (readonly [word: string, kind: Kind])[] =>
  LANGUAGES.flatMap((language) =>
    Object.entries(language).flatMap(([kind, words]) =>
      words.flatMap((word) => {
        const plain = language === languages.vi ? word : withoutAccents(word);
        return [...new Set([word, plain])].map((spelling) => [spelling, kind as Kind] as const);
      }),
    ),
  );
const withoutAccents = (word: string): string =>
  isUnspaced(word) ? word : word.normalize('NFD').replace(/[\u0300-\u036f]/g, '');

const unitsByWord = <T extends TimeUnit | SizeUnit>(units: readonly T[]): ReadonlyMap<string, T> =>
  new Map(units.flatMap((unit) => wordsFor(unit).map((word) => [word, unit] as const)));

export const TIME_UNITS = unitsByWord(['hour', 'day', 'week', 'month', 'year']);
export const SIZE_UNITS = unitsByWord(['bytes', 'MB', 'GB', 'TB']);

/** Days after which an amount renews, by the word for it. */
export const PERIOD_DAYS: ReadonlyMap<string, number> = new Map([
  ...kindsOf(1, 'day', 'daily'),
  ...kindsOf(7, 'week', 'weekly'),
  ...kindsOf(30, 'month', 'monthly'),
]);

function kindsOf(days: number, ...kinds: readonly Kind[]): readonly (readonly [string, number])[] {
  return kinds.flatMap(wordsFor).map((word) => [word, days] as const);
}

// Patterns for columns and prose, as texts of regular expressions with the flags "iu".

/** The characters of scripts that write words without spaces, or join particles to them. */
export const UNSPACED = '\\u0e00-\\u0e7f\\u3005\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af';
const NO_SPACES = new RegExp(`[${UNSPACED}]`);
export const isUnspaced = (word: string): boolean => NO_SPACES.test(word);

/** One of the words, the longest first. "日" and "일" begin the name of Japan. */
function oneOf(words: readonly string[]): string {
  const sorted = [...words].sort((a, b) => b.length - a.length);
  const spaced = sorted.filter((word) => !isUnspaced(word)).join('|');
  const others = sorted.filter(isUnspaced).join('|');
  return `(?:(?:${spaced})(?![\\p{L}\\p{M}])|(?:${others})(?![本본]))`;
}

/** A unit of data behind a number. "5G" is a network. */
export const isSizeWord = (word: string): boolean =>
  SIZE_UNITS.has(word.toLowerCase()) && word.length >= 2 && word !== 'byte';
export const SIZE_WORD = oneOf([...SIZE_UNITS.keys()].filter(isSizeWord));

const pattern = (word: string): string => word.replace('*', '\\p{L}*');
export const UNLIMITED_WORDS = wordsFor('unlimited').map(pattern).join('|');
export const DATA_WORDS = wordsFor('data').join('|');

export const PER_WORDS = wordsFor('per').join('|');
const PER = `(?<!\\p{L})(?:${PER_WORDS})`;

/** "per day", "/日", "daily": how a text says after which time an amount renews. */
const periodWords = (unit: TimeUnit, adverb: Kind): string => {
  const behind = `(?:\\/ ?(?:1 ?)?|${PER} (?:1 )?)${oneOf([...wordsFor(unit), ...wordsFor(adverb)])}`;
  // "7 günlük" is a length, "günlük" alone a period.
  return `(?:${behind}|(?<!\\p{L}|\\d ?)${oneOf(wordsFor(adverb).filter((word) => word.length > 1))})`;
};

export const PER_DAY = `(?:${periodWords('day', 'daily')}|(?:${PER} |\\/ ?)24 ?h(?:ours?)?(?!\\p{L}))`;
export const PER_WEEK = periodWords('week', 'weekly');
export const PER_MONTH = periodWords('month', 'monthly');
