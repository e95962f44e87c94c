/**
 * Product titles, read strictly: "Japan eSIM 5 GB 30 Days". A title must hold one amount of data, one length and a
 * place, and nothing that could mean something else. "5G" is a network, not 5 GB; two amounts are no amount.
 */
import type { DataAmount, Draft } from '../adapter.ts';
import { amountCell, amountOfText } from './data.ts';
import { daysOrNull } from './validity.ts';
import { refuse, show } from './value.ts';

export interface TitleRules {
  /** A name of one country to its code, or null. */
  readonly resolve: (name: string) => string | null;
  /** Region words that the operator knows ("europe"), in lower case, with the places that they stand for. */
  readonly regions: ReadonlyMap<string, readonly string[]>;
  /** Words without meaning here, in lower case: brand names. */
  readonly ignore: ReadonlySet<string>;
}

export type TitleFields = Pick<Draft, 'places' | 'model' | 'data' | 'days'>;

const TITLE_CHARACTERS_MAX = 200;

// Loose on purpose: whatever looks like an amount is caught, then read strictly.
const AMOUNT = /[\d.,–-]*\d ?(?:GB|MB|TB)(?![a-z]|\/s)/gi;
const LENGTH = /[\d.,–-]*\d[ -]?(?:days?|d|weeks?|hours?|hrs?|h|months?|years?)(?![a-z])/gi;
const PER_DAY = /(?:\/|\b(?:per|a|each|every)) ?day\b|\bdaily\b/gi;
const UNLIMITED = /\bunlimited\b/gi;
const UNLIMITED_OTHER = /\bunlimited (?:calls?|calling|texts?|texting|sms|minutes|voice|talk)\b/i;
const TOP_UP = /\b(?:top[ -]?up|recharge|refill|add[ -]?on)\b/i;
const SUBSCRIPTION = /\b(?:subscription|auto[ -]?renew\w{0,4}|monthly plan)\b/i;
const NO_PLAN = /\b(?:gift card|voucher|router|hotspot device|physical sim|sim card|adapter|case|t-shirt)\b/i;
const COUNT_OF_PLACES = /\b\d{1,3}\+? ?(?:countries|destinations)\b/gi;
const GENERATION = /\b[2345]G\b(?:\+|\/LTE\b)?|\bLTE\b/gi;
const NOISE =
  /\b(?:e-?sim|sim|travel|tourist|traveller|data|only|plan|package|prepaid|internet|mobile|roaming|for|in|with|valid|validity|high|speed|instant|delivery|digital|qr|code|no|contract)\b/gi;

function single<T>(found: readonly T[], title: string, what: string): T {
  const [first, ...rest] = found;
  if (first === undefined) return refuse('ambiguous_title', `${show(title)} states no ${what}.`);
  return rest.length === 0
    ? first
    : refuse('ambiguous_title', `${show(title)} states more than one ${what}.`);
}

function distinct<T>(matches: readonly string[], read: (text: string) => T | null, title: string): T[] {
  const byText = new Map<string, T>();
  for (const match of matches) {
    const value =
      read(match.trim()) ?? refuse('ambiguous_title', `${show(match)} in ${show(title)} is unclear.`);
    byText.set(JSON.stringify(value), value);
  }
  return [...byText.values()];
}

function refuseOtherGoods(title: string): void {
  if (TOP_UP.test(title)) refuse('top_up', `${show(title)} is a top-up.`);
  if (SUBSCRIPTION.test(title)) refuse('subscription', `${show(title)} is a subscription.`);
  if (NO_PLAN.test(title)) refuse('not_a_plan', `${show(title)} is no eSIM plan.`);
}

function placesIn(rest: string, title: string, { resolve, regions }: TitleRules): readonly string[] {
  const known = (name: string): readonly string[] | null => {
    const region = regions.get(name.toLowerCase());
    if (region !== undefined) return region;
    const code = resolve(name);
    return code === null ? null : [code];
  };
  // The whole first: "Bosnia and Herzegovina" is one place, "Spain and Portugal" are two.
  const whole = known(rest);
  if (whole !== null) return whole;
  const parts = rest
    .split(/ ?[,+/&] ?| and /i)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0) return refuse('no_place', `${show(title)} names no place.`);
  const places = parts.map(
    (part) => known(part) ?? refuse('unknown_place', `${show(part)} in ${show(title)} is no known place.`),
  );
  return [...new Set(places.flat())];
}

export function readTitle(value: string, rules: TitleRules): TitleFields {
  const title = value.normalize('NFC').replace(/\s+/g, ' ').trim();
  if (title.length > TITLE_CHARACTERS_MAX)
    refuse('ambiguous_title', 'The title is too long to be certain of.');
  refuseOtherGoods(title);
  if (UNLIMITED_OTHER.test(title))
    refuse('ambiguous_title', `In ${show(title)} it is not the data that is unlimited.`);
  const amounts = distinct<DataAmount>(title.match(AMOUNT) ?? [], (text) => amountOfText(text, 1000), title);
  const withoutAmounts = title.replace(AMOUNT, ' ');
  const lengths = distinct<number>(withoutAmounts.match(LENGTH) ?? [], (text) => daysOrNull(text), title);
  const days = single(lengths, title, 'validity');
  const unlimited = UNLIMITED.test(title);
  UNLIMITED.lastIndex = 0;
  if (unlimited && amounts.length > 0) {
    refuse('ambiguous_title', `${show(title)} is both unlimited and an amount.`);
  }
  const data = unlimited ? null : single(amounts, title, 'amount of data');
  const perDay = PER_DAY.test(title);
  PER_DAY.lastIndex = 0;
  const rest = withoutAmounts
    .replace(LENGTH, ' ')
    .replace(PER_DAY, ' ')
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
    refuse('ambiguous_title', `${show(title)} holds a number that is not certain: ${show(rest)}.`);
  const places = placesIn(rest, title, rules);
  return { places, data, days, model: unlimited ? 'unlimited' : perDay ? 'per_day' : 'total' };
}

// The plan in the categories or labels of a product: "esim > Asia > Japan > Data > 1GB > 7 Days", or a label for each.
// Shops that give their plans fancy titles state them here.

const PATH_MARK = '>';
const NO_PLACE =
  /^(?:e-?sims?|data|data only|unlimited|plans?|travel|packages?|local|regional|global plans?)$/i;
/** "7 Days", "1-Day": a bare number in a label may be anything. */
const LABEL_LENGTH = /^\d{1,4}[ -]?(?:days?|hours?|weeks?)$/i;

interface Sorted {
  readonly data: readonly string[];
  readonly lengths: readonly string[];
  readonly others: readonly string[];
}

function sortOut(texts: readonly string[]): Sorted {
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
  const known = others.filter(
    (text) => rules.regions.has(text.toLowerCase()) || rules.resolve(text) !== null,
  );
  // "Asia" and "Japan": a country says more than the region that it lies in.
  const countries = known.filter((text) => rules.resolve(text) !== null);
  const [place, ...more] = countries.length > 0 ? countries : known;
  if (place === undefined || more.length > 0) return null;
  return readTitle([place, ...data, ...lengths].join(' '), rules);
}
