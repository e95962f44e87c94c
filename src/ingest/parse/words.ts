/**
 * The words of amounts, lengths, places, goods and facts in all languages. Names, columns and prose are read with the
 * same words. A star at the end of a word in the file stands for any further letters.
 */
import languages from './words.json' with { type: 'json' };

/** What a word can mean. The words of some meanings count only next to other words. */
const KINDS = [
  // Units: "7 days", "5 GB".
  ...(['hour', 'day', 'week', 'month', 'year', 'bytes', 'MB', 'GB', 'TB'] as const),
  // After which time an amount renews: "per" day, "daily".
  ...(['per', 'daily', 'weekly', 'monthly'] as const),
  // What an amount is: of the whole plan, at full speed, what follows "then", a "trial", a "bonus". `upTo` stands before an
  // amount at full speed, `upToAfter` after it. `atHome` ("日本国内"): the amount can be used in Japan before the journey.
  ...([
    'data',
    'total',
    'fast',
    'slow',
    'stop',
    'then',
    'speed',
    'upTo',
    'upToAfter',
    'trial',
    'bonus',
    'atHome',
    'unlimited',
    'noSlowdown',
  ] as const),
  // What is unlimited other than data: "unlimited downloads".
  'otherUnlimited',
  // A length next to one of these is the time to activate or return a plan, or the hours of a service.
  ...(['windowBefore', 'windowAfter', 'support'] as const),
  // "Up to 30 days", "from 1 GB", "500MB起", and words of titles that offer several lengths or amounts: "選べる", "choose".
  ...(['atMost', 'atLeast', 'atLeastAfter', 'choice'] as const),
  // Negations before and after a word, and words of consent before and after a fact.
  ...(['no', 'noAfter', 'allows', 'allowed', 'required', 'with'] as const),
  // Facts.
  ...(['hotspot', 'identity', 'calls', 'minutes', 'sms', 'number', 'dataOnly', 'app'] as const),
  // Goods. Words for `delivery` by QR code or e-mail tell an eSIM from a card. "2" before `packs` or after `packOf` is a pack of several. `device` with storage is a phone.
  ...(['esim', 'delivery', 'card', 'physical', 'goods', 'packs', 'packOf', 'device', 'forDevice'] as const),
  // Goods that a name only mentions ("instead of", "cheaper than", in front and after), and "eSIM-compatible" goods.
  ...(['instead', 'insteadAfter', 'feature'] as const),
  // A plan that can be topped up is not a top-up.
  ...(['topUp', 'canTopUp', 'subscription'] as const),
  // Places: words that exclude the next or the previous place, words for use ("valid"), and words between them.
  ...(['except', 'exceptAfter', 'works', 'joint', 'notPlaceAfter', 'countries'] as const),
  // What a shop writes around the name of a seller, and words without a meaning for a plan.
  ...(['shop', 'noise'] as const),
] as const;
export type Kind = (typeof KINDS)[number];

export type TimeUnit = 'hour' | 'day' | 'week' | 'month' | 'year';
export type SizeUnit = 'bytes' | 'MB' | 'GB' | 'TB';

type Words = Readonly<Partial<Record<Kind, readonly string[]>>>;
const LANGUAGES: readonly Words[] = Object.values(languages);

export const wordsFor = (kind: Kind): readonly string[] => [
  ...new Set(LANGUAGES.flatMap((language) => language[kind] ?? [])),
];

/** Every word, also as people write it without accents. In Vietnamese that would be another word. */
export const allWords = (): readonly (readonly [word: string, kind: Kind])[] =>
  LANGUAGES.flatMap((language) =>
    KINDS.flatMap((kind) =>
      (language[kind] ?? []).flatMap((written) => {
        // A Thai vowel has two forms, and names are read in this one.
        const word = written.normalize('NFKC');
        const plain = language === languages.vi ? word : withoutAccents(word);
        return [...new Set([word, plain])].map((spelling) => [spelling, kind] as const);
      }),
    ),
  );
const withoutAccents = (word: string): string =>
  isUnspacedScript(word) ? word : word.normalize('NFD').replace(/[\u0300-\u036f]/g, '');

const unitsByWord = <T extends TimeUnit | SizeUnit>(units: readonly T[]): ReadonlyMap<string, T> =>
  new Map(units.flatMap((unit) => wordsFor(unit).map((word) => [word, unit] as const)));

export const TIME_UNITS = unitsByWord(['hour', 'day', 'week', 'month', 'year']);
export const SIZE_UNITS = unitsByWord(['bytes', 'MB', 'GB', 'TB']);

/** The unit of data that a word after a number means, or null. One letter is none: "5G" is a network. */
export const sizeUnitOf = (word: string): SizeUnit | null =>
  word.length >= 2 ? (SIZE_UNITS.get(word.toLowerCase()) ?? null) : null;

/** After how many days an amount renews, with the unit and the adverb for it. */
export const PERIODS = [
  { days: 1, unit: 'day', adverb: 'daily' },
  { days: 7, unit: 'week', adverb: 'weekly' },
  { days: 30, unit: 'month', adverb: 'monthly' },
] as const;

/** "day", "week" or "month". null: the amount does not renew. */
export const periodName = (days: number | null | undefined): string | null =>
  PERIODS.find((period) => period.days === days)?.unit ?? null;

/** True if an amount does not renew before the plan ends. A month may have 31 days. */
export const endsInFirstPeriod = (days: number, periodDays: number): boolean =>
  days <= (periodDays === 30 ? 31 : periodDays);

/** The characters of scripts that write words without spaces, or join particles to them. */
export const UNSPACED = '\\u0e00-\\u0e7f\\u3005\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af';
const NO_SPACES = new RegExp(`[${UNSPACED}]`);
export const isUnspacedScript = (word: string): boolean => NO_SPACES.test(word);
