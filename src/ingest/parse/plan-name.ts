/**
 * What a plan's name states: amounts, lengths, "unlimited", calls, operators. Only clear statements are read.
 * Every pattern is linear, and the name was cut before.
 */
import type { CountryCode } from '../../domain/plan.ts';
import { writtenNumber } from './data.ts';
import operators from './operators.json' with { type: 'json' };
import {
  LENGTH_WORD,
  PER_DAY,
  PER_MONTH,
  PER_WEEK,
  SIZE_UNITS,
  SIZE_WORD,
  type SizeUnit,
  TIME_UNITS,
  type TimeUnit,
  UNLIMITED_WORDS,
} from './words.ts';

const LETTERS = /[A-Za-z\u0080-\uffff]+/g;

/** The runs of letters in a name, as written. */
export const wordsOf = (name: string): readonly string[] => name.match(LETTERS) ?? [];

/** An amount of data, with the days after which it renews. null: the name does not say that it renews. */
export interface NamedAmount {
  readonly bytes: number;
  readonly periodDays: number | null;
  /** "Total 5 GB": the amount is for the whole plan. */
  readonly isTotal: boolean;
}

/** A length in days. A month has 28 to 31 of them. */
interface NamedLength {
  readonly least: number;
  readonly most: number;
  readonly text: string;
}

const BYTES_OF: Readonly<Record<SizeUnit, number>> = { bytes: 1, MB: 1e6, GB: 1e9, TB: 1e12 };

// "5 MB/s" and "5Mbps" are speeds; "15+3 GB" is 18 GB.
const AMOUNT = new RegExp(
  `(?<![\\d.,])(?:(?<!\\w)(\\d{1,4})\\+)?(\\d{1,5}(?:[.,]\\d{1,3})?) ?(${SIZE_WORD})(?!\\/s)`,
  'giu',
);
/** "2GB high speed/day", "1GB x 7 Days", "1GB Day". */
const periodAfter = (words: string, plain: string) =>
  new RegExp(
    `(?: (?:high|full)[ -]?speed| data)*(?: ?-?${words}|[ -]?(?:[x×*] ?\\d{1,3} ?)?${plain}(?!\\p{L}))`,
    'iuy',
  );
const PERIODS_AFTER = [
  [1, periodAfter(PER_DAY, '(?:days?|d)')],
  [7, periodAfter(PER_WEEK, '(?:week(?:ly)?)')],
  [30, periodAfter(PER_MONTH, '(?:month(?:ly)?)')],
] as const;
const DAILY_BEFORE = new RegExp(`(?:${PER_DAY}|(?<!\\d)1[日天일])[ :-]*$`, 'iu');
const TOTAL_BEFORE = /\btotal(?: of)?[ :-]*$/i;
const TOTAL_AFTER = / ?(?:in )?total\b/iy;

/** Amounts in the order of the name. A sum in the name ("15+3 GB") is one amount. */
export function amountsIn(name: string): readonly NamedAmount[] {
  const found: NamedAmount[] = [];
  for (const match of name.matchAll(AMOUNT)) {
    const [whole, added = '0', amount = '', word = ''] = match;
    const unit = SIZE_UNITS.get(word.toLowerCase());
    // "500 Mo" are French megabytes, "6 mo" are months.
    if (unit === undefined || word === 'mo') continue;
    const end = match.index + whole.length;
    const before = name.slice(Math.max(0, match.index - 12), match.index);
    TOTAL_AFTER.lastIndex = end;
    found.push({
      bytes: Math.round((Number(added) + (writtenNumber(amount) ?? 0)) * BYTES_OF[unit]),
      periodDays: periodAt(name, end) ?? (DAILY_BEFORE.test(before) ? 1 : null),
      isTotal: TOTAL_AFTER.test(name) || TOTAL_BEFORE.test(before),
    });
  }
  return found;
}

function periodAt(name: string, end: number): number | null {
  for (const [days, pattern] of PERIODS_AFTER) {
    pattern.lastIndex = end;
    if (pattern.test(name)) return days;
  }
  return null;
}

// A single letter counts only directly behind its number: "30D", "24h". "7-30 days" is a range and no length.
const LENGTH = new RegExp(
  `(?<![\\d.,月][-–~]?)(?:(\\d{1,4})\\/)?(\\d{1,4})(?:[ -]?(${LENGTH_WORD})|([dh])(?!\\p{L}))`,
  'giu',
);
/** A length that is not the validity: the time to deliver, install or return a plan. */
const OTHER_LENGTH_BEFORE =
  /\b(?:within|install\w*|activat\w*|refund\w*|guarantee|before|starts?|shelf|support|sent|send|e-?mailed|deliver\w*|dispatch\w*|receiv\w*)\W+(?:\w+\W+){0,2}$/i;
const OTHER_LENGTH_AFTER =
  /^\W{0,5}(?:to|of|for)?\W{0,5}(?:activat|install|refund|money|guarantee|return|support|warrant|shelf|deliver)/i;
/** "1日3GB" is an amount a day. */
const AMOUNT_BEHIND = /^ ?\d{1,5}(?:\.\d{1,3})? ?[MGT]B/i;

/** How long the plan lasts, as often as the name says it. */
export function lengthsIn(name: string): readonly NamedLength[] {
  return [...name.matchAll(LENGTH)].flatMap((match) => {
    const [text, other, count = '', word, letter] = match;
    if (isOtherLength(name, match.index, text)) return [];
    // "7/15 days" states two lengths, so that no field agrees with it.
    if (other !== undefined && other !== count) return [{ least: Infinity, most: 0, text }];
    const unit = TIME_UNITS.get((word ?? letter ?? '').toLowerCase());
    const length = unit === undefined ? null : spanOf(Number(count), unit);
    return length === null ? [] : [{ ...length, text }];
  });
}

/** The name without the times to deliver, to install and to return a plan. */
export const withoutOtherLengths = (name: string): string =>
  name.replace(LENGTH, (text: string, ...groups: unknown[]) =>
    isOtherLength(name, groups.find((group) => typeof group === 'number') ?? 0, text) ? ' ' : text,
  );

function isOtherLength(name: string, at: number, text: string): boolean {
  const after = name.slice(at + text.length, at + text.length + 40);
  return (
    OTHER_LENGTH_BEFORE.test(name.slice(Math.max(0, at - 40), at)) ||
    OTHER_LENGTH_AFTER.test(after) ||
    (/^1[日天일]$/.test(text) && AMOUNT_BEHIND.test(after))
  );
}

/** Longer than any plan: "2026年" is a date. */
const LENGTH_DAYS_MAX = 3660;

function spanOf(count: number, unit: TimeUnit): { least: number; most: number } | null {
  const [least, most] = {
    hour: [Math.floor(count / 24), Math.ceil(count / 24)] as const,
    day: [count, count] as const,
    week: [7 * count, 7 * count] as const,
    month: [28 * count, 31 * count] as const,
    year: [360 * count, 366 * count] as const,
  }[unit];
  return count === 0 || most > LENGTH_DAYS_MAX ? null : { least, most };
}

const UNLIMITED = new RegExp(UNLIMITED_WORDS, 'iu');
const OTHER_GOODS =
  'calls?|calling|talk|texts?|texting|sms|mms|min|mins|minutes|voice|msgs?|messages?|whatsapp|social|apps?|music|hotspot|tethering|speed|top-?ups?|devices|validity';
/** "Unlimited calls", "unlimited EU calls", "通話無制限", "not unlimited": the data is limited. */
const UNLIMITED_OTHER = new RegExp(
  [
    '\\b(?:not|non|no) ?-?unlimited\\b',
    `\\bunlimited(?:[ -](?!data|internet|e?sim|gb|plan|with|for|in)[\\w&+]{1,15}){0,2}[ -](?:${OTHER_GOODS})(?![a-z])`,
    `(?:${UNLIMITED_WORDS})[ -](?:anrufe|telefonie|minuten|sms|arama|konuşma|dakika|通話|通话|통화)`,
    `(?:llamadas|minutos|appels|minutes|chiamate|minuti|chamadas|通話|通话|통화|sms) ?(?:${UNLIMITED_WORDS})`,
  ].join('|'),
  'giu',
);

export function isNamedUnlimited(name: string): boolean {
  return UNLIMITED.test(name) && UNLIMITED.test(name.replace(UNLIMITED_OTHER, ' '));
}

const TOP_UP =
  /\b(?:top[ -]?ups?|recharges?|refills?|reloads?|add[ -]?ons?|recargas?|ricariche?|aufladung)\b/i;
/** "Top-up available", "with top-up": a plan that can be topped up is not a top-up. */
const CAN_TOP_UP =
  /\b(?:no|not|with|without|can|free|incl\w*|optional|allows?|easy|auto|automatic|and|&|\+) (?:top[ -]?up|recharge|refill|add[ -]?on)|\b(?:top[ -]?ups?|recharges?|refills?|add[ -]?ons?) (?:is |are )?(?:available|options?|possible|supported|allowed|enabled|anytime|included|ready|compatible|ok|yes|no)\b/i;

export function isNamedTopUp(name: string): boolean {
  return TOP_UP.test(name) && !CAN_TOP_UP.test(name);
}

/** A plastic card, a device or a voucher. "eSIM card" is an eSIM. */
const OTHER_GOODS_SOLD =
  /\b(?:gift card|voucher|router|mi-?fi|pocket wi-?fi|hotspot device|power ?bank|(?:sim |power |plug |travel |usb |esim )?adapt[eo]rs?|(?:card |sim |esim )?readers?|(?:phone|card|carrying|travel) case|t-shirt|physical (?:e-?)?sims?|plastic sims?|(?:nano|micro|triple[ -]cut) ?-?sims?|sim (?:ejector|tool|pin)|sim-?karten?|tarjetas? sim|cartes? sim|sim kart|schede? sim|cart(?:ão|ões) sim|geschenkkarte|gutschein)(?![\p{L}\p{N}])|(?<![\p{L}\p{N}]|e-)sim[ -]?cards?(?![\p{L}\p{N}])|(?<!e-?)sim ?(?:カード|卡|카드)|实体卡|實體卡|유심/iu;
/** "No physical SIM", "without a SIM card": the name says what it is not. */
const NOT_SOLD =
  /\b(?:no|not|without|instead of|replaces?|keep|ohne|sin|sans|senza|sem) (?:[\p{L}-]{1,12} ){0,2}(?:physical |plastic )?(?:sims?|sim[ -]?cards?|sim-?karten?|tarjetas? sim|cartes? sim|adapt[eo]rs?|router)(?!\p{L})/giu;

export const isOtherGoods = (name: string): boolean => OTHER_GOODS_SOLD.test(name.replace(NOT_SOLD, ' '));

const CALLS =
  /\b(?:calls?|calling|sms|voice|talk|texts?|texting|msgs?)\b|\bphone number\b|\bwith (?:\w{2,15} )?number\b|\b\d{1,5} ?(?:min|mins|minutes)\b(?! ?(?:setup|set-up|activation|install|delivery))|\bunlimited minutes\b/i;
const NO_CALLS =
  /\bdata[ -]only\b|\b(?:no|not|without|non) (?:\w{1,10} ){0,2}(?:calls?|calling|sms|voice|texts?|number)\b/i;
const APP_CALLS = /\b(?:whatsapp|voip|skype|viber|app|wifi|wi-fi|video)[ -]calls?\b|\bvoip\b/i;

/** Whether one can be called: true for calls, minutes or texts, false for "data only", null where the name says neither. */
export function callsIn(name: string): boolean | null {
  if (NO_CALLS.test(name)) return false;
  return CALLS.test(name) && !APP_CALLS.test(name) ? true : null;
}

// Network operators that shops name in their plans' names, by country. Words that mean other things are left out.

const OPERATORS: Readonly<Record<CountryCode, readonly string[]>> = operators;

const patterns: ReadonlyMap<CountryCode, RegExp> = new Map(
  Object.entries(OPERATORS).map(([country, names]) => {
    const words = names.map((name) => name.replaceAll('+', '\\+'));
    // As written, capitals and all: "Orange" is a network, "orange" a colour.
    return [country, new RegExp(`(?<![\\p{L}\\p{N}-])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'gu')];
  }),
);

/** The networks of a country that a name names, each once. */
export function operatorsIn(name: string, country: CountryCode): readonly string[] {
  const pattern = patterns.get(country);
  const found = pattern === undefined ? null : name.match(pattern);
  return [...new Set(found)];
}

const countriesByOperator = new Map<string, CountryCode[]>();
for (const [country, names] of Object.entries(OPERATORS))
  for (const name of new Set(names.map((one) => one.toLowerCase())))
    countriesByOperator.set(name, [...(countriesByOperator.get(name) ?? []), country]);

/** The countries that have an operator of this name. */
export const countriesOfOperator = (name: string): readonly CountryCode[] =>
  countriesByOperator.get(name.toLowerCase()) ?? [];
