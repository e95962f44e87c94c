/**
 * Product titles, read strictly: "Japan eSIM 5 GB 30 Days". A title must hold one amount of data, one length and a
 * place, and nothing that could mean something else. "5G" is a network, not 5 GB; two amounts are no amount.
 */
import type { Draft } from '../types.ts';
import { amountCell, amountOfText } from './data.ts';
import { daysOrNull } from './days.ts';
import { isNamedTopUp, isOtherGoods, withoutOtherLengths } from './plan-name.ts';
import { reject, show } from './value.ts';
import { LENGTH_WORD, PER_DAY, SIZE_WORD, UNLIMITED_WORDS } from './words.ts';

export interface TitleRules {
  /** The places of a region that the operator knows ("Europe"). */
  readonly regionOf: (name: string) => readonly string[] | undefined;
  /** The places that a text lists, regions among them; null where any word of it is none. */
  readonly placesOf: (text: string) => readonly string[] | null;
  /** Words to ignore, in lower case: brand names. */
  readonly ignore: ReadonlySet<string>;
}

export type TitleFields = Pick<Draft, 'places' | 'model' | 'data' | 'days'>;

const TITLE_CHARACTERS_MAX = 200;

// Loose on purpose: everything that looks like an amount is found, then read strictly.
const AMOUNT = new RegExp(`(?<![\\d.,–-])[\\d.,–-]*\\d ?${SIZE_WORD}(?!\\/s)`, 'giu');
const LENGTH = new RegExp(`(?<![\\d.,–-])[\\d.,–/-]*\\d(?:[ -]?${LENGTH_WORD}|[dh](?![a-z]))`, 'giu');
const DAILY = new RegExp(PER_DAY, 'giu');
const UNLIMITED = new RegExp(UNLIMITED_WORDS, 'giu');
const UNLIMITED_OTHER = /\bunlimited (?:calls?|calling|texts?|texting|sms|minutes|voice|talk)\b/i;
const SUBSCRIPTION = /\b(?:subscription|auto[ -]?renew\w{0,4}|monthly plan)\b/i;
const COUNT_OF_PLACES = /\b\d{1,3}\+? ?(?:countries|destinations|areas|places|regions|zones)\b/gi;
const GENERATION = /\b[2345]G\b(?:\+|\/LTE\b)?|\bLTE\b/gi;
const NOISE =
  /\b(?:e-?sim|sim|travel|tourists?|travell?ers?|visitors?|trip|holiday|vacation|data|only|plan|package|pack|bundle|pass|prepaid|internet|mobile|roaming|for|in|on|with|valid|validity|high|full|speed|fast|instant|delivery|delivered|sent|within|activation|digital|qr|code|no|contract|hotspot|tethering|sharing|allowed|included|supported|available|top[ -]?ups?|recharges?|easy|best|cheap|buy|online|local|regional|network|coverage|total|fixed|lite|basic|essential|standard|plus|premium|max)\b/gi;

function single<T>(found: readonly T[], title: string, what: string): T {
  const [first, ...rest] = found;
  if (first === undefined) return reject('ambiguous_title', `${show(title)} states no ${what}.`);
  return rest.length === 0
    ? first
    : reject('ambiguous_title', `${show(title)} states more than one ${what}.`);
}

function distinct<T>(matches: readonly string[], read: (text: string) => T | null, title: string): T[] {
  const byText = new Map<string, T>();
  for (const match of matches) {
    const value =
      read(match.trim()) ?? reject('ambiguous_title', `${show(match)} in ${show(title)} is unclear.`);
    byText.set(JSON.stringify(value), value);
  }
  return [...byText.values()];
}

function rejectOtherGoods(title: string): void {
  if (isNamedTopUp(title)) reject('top_up', `${show(title)} is a top-up.`);
  if (SUBSCRIPTION.test(title)) reject('subscription', `${show(title)} is a subscription.`);
  if (isOtherGoods(title)) reject('not_a_plan', `${show(title)} is no eSIM plan.`);
}

export function readTitle(value: string, rules: TitleRules): TitleFields {
  const title = withoutOtherLengths(value.normalize('NFKC')).replace(/\s+/g, ' ').trim();
  if (title.length > TITLE_CHARACTERS_MAX)
    reject('ambiguous_title', 'The title is too long to be certain of.');
  rejectOtherGoods(title);
  if (UNLIMITED_OTHER.test(title))
    reject('ambiguous_title', `In ${show(title)} it is not the data that is unlimited.`);
  const amounts = distinct<number>(title.match(AMOUNT) ?? [], (text) => amountOfText(text, 1000), title);
  const withoutAmounts = title.replace(AMOUNT, ' ');
  const lengths = distinct<number>(withoutAmounts.match(LENGTH) ?? [], (text) => daysOrNull(text), title);
  const days = single(lengths, title, 'validity');
  const unlimited = title.search(UNLIMITED) >= 0;
  const perDay = title.search(DAILY) >= 0;
  // "Unlimited 2 GB/day": the amount is the fair use, which the name says by itself.
  if (unlimited && amounts.length > 0 && !(perDay && amounts.length === 1))
    reject('ambiguous_title', `${show(title)} is both unlimited and an amount.`);
  const data = unlimited ? null : single(amounts, title, 'amount of data');
  const rest = withoutAmounts
    .replace(LENGTH, ' ')
    .replace(DAILY, ' ')
    .replace(UNLIMITED, ' ')
    .replace(COUNT_OF_PLACES, ' ')
    .replace(GENERATION, ' ')
    .replace(NOISE, ' ')
    .replace(/[()[\]|:;•·–—*!"]|(?<= )-(?= |$)|^-/g, ' ')
    .split(' ')
    .filter((word) => word !== '' && !rules.ignore.has(word.toLowerCase()))
    .join(' ')
    .replace(/^[-,/&+ ]+|[-,/&+ ]+$/g, '');
  if (/\d/.test(rest))
    reject('ambiguous_title', `${show(title)} holds a number that is not certain: ${show(rest)}.`);
  if (rest === '') reject('no_place', `${show(title)} names no place.`);
  const places =
    rules.placesOf(rest) ?? reject('unknown_place', `${show(rest)} in ${show(title)} is no known place.`);
  return {
    places: [...new Set(places)],
    data,
    days,
    model: unlimited ? 'unlimited' : perDay ? 'per_day' : 'total',
  };
}

// The plan in the categories or labels of a product: "esim > Asia > Japan > Data > 1GB > 7 Days", or a label for each.
// Shops that give their plans fancy titles state them here.

const PATH_MARK = '>';
const NO_PLACE =
  /^(?:e-?sims?|data|data only|unlimited|plans?|travel|packages?|local|regional|global plans?)$/i;
/** "7 Days", "1-Day": a bare number in a label may be anything. */
const LABEL_LENGTH = new RegExp(`^\\d{1,4}[ -]?${LENGTH_WORD}$`, 'iu');

function sortOut(texts: readonly string[]) {
  const data: string[] = [];
  const lengths: string[] = [];
  const others: string[] = [];
  for (const text of texts.map((one) => one.trim()).filter((one) => one !== '')) {
    if (LABEL_LENGTH.test(text) && daysOrNull(text) !== null) lengths.push(text);
    else if (amountCell(text, 1000) !== null) data.push(text);
    else if (!NO_PLACE.test(text)) others.push(text);
  }
  return { data, lengths, others };
}

/** null where the path does not hold a whole plan. The place is its last step that is neither amount nor length. */
export function readPath(path: string, rules: TitleRules): TitleFields | null {
  const steps = path.split(PATH_MARK);
  if (steps.length < 4) return null;
  const { data, lengths, others } = sortOut(steps);
  const place = others.at(-1);
  if (data.length !== 1 || lengths.length !== 1 || place === undefined) return null;
  return readTitle([place, ...data, ...lengths].join(' '), rules);
}

/** null where the labels do not hold a whole plan, or more than one. */
export function readLabels(labels: readonly string[], rules: TitleRules): TitleFields | null {
  const { data, lengths, others } = sortOut(labels);
  if (data.length !== 1 || lengths.length !== 1) return null;
  const isRegion = (text: string) => rules.regionOf(text) !== undefined;
  const known = others.filter((text) => isRegion(text) || rules.placesOf(text) !== null);
  // "Asia" and "Japan": a country says more than the region that it lies in.
  const countries = known.filter((text) => !isRegion(text));
  const [place, ...more] = countries.length > 0 ? countries : known;
  if (place === undefined || more.length > 0) return null;
  return readTitle([place, ...data, ...lengths].join(' '), rules);
}
