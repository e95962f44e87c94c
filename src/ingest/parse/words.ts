/**
 * The words for lengths, periods and amounts of data, by language. The parsers of columns, names, titles and prose
 * share this table, so that a name is understood wherever a column is.
 */
import languages from './words.json' with { type: 'json' };

export type TimeUnit = 'hour' | 'day' | 'week' | 'month' | 'year';
export type SizeUnit = 'bytes' | 'MB' | 'GB' | 'TB';

/** `per` stands between an amount and the time after which it renews: "per" day. */
type Kind = TimeUnit | SizeUnit | 'per' | 'daily' | 'weekly' | 'monthly' | 'unlimited' | 'data';

/** Those of `unlimited` are patterns. */
const LANGUAGES: readonly Partial<Record<Kind, readonly string[]>>[] = Object.values(languages);

const wordsFor = (kind: Kind): readonly string[] => LANGUAGES.flatMap((language) => language[kind] ?? []);

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

// Patterns, as texts of regular expressions with the flags "iu".

/** Scripts that write words without spaces: another word may follow at once. */
const NO_SPACES = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** One of the words, the longest first. "日" and "일" begin the name of Japan. */
function oneOf(words: readonly string[]): string {
  const sorted = [...new Set(words)].sort((a, b) => b.length - a.length);
  const spaced = sorted.filter((word) => !NO_SPACES.test(word)).join('|');
  const others = sorted.filter((word) => NO_SPACES.test(word)).join('|');
  return `(?:(?:${spaced})(?![\\p{L}\\p{M}])|(?:${others})(?![本본]))`;
}

/** Shorter words mean other things in names: "500 Mo" are megabytes, "w/ calls" is no week. */
const isLongEnough = (word: string): boolean => word.length >= 3 || word === 'ay' || NO_SPACES.test(word);

/** A unit of time behind a number in a name. */
export const LENGTH_WORD = oneOf([...TIME_UNITS.keys()].filter(isLongEnough));

/** A unit of data behind a number in a name. "5G" is a network. */
export const SIZE_WORD = oneOf([...SIZE_UNITS.keys()].filter((word) => word.length >= 2 && word !== 'byte'));

export const UNLIMITED_WORDS = wordsFor('unlimited').join('|');
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
