/**
 * Texts from feeds are data. Made safe to show: nothing invisible, nothing that turns text around, one line, bounded;
 * and in a name no address, no markup and no link syntax, which somebody's program might follow.
 */

import { INVISIBLE } from '../../operator-files/invisible.ts';
import topLevelDomains from './top-level-domains.json' with { type: 'json' };

/** The longest name kept; feeds promise 35 characters and the longest real ones have about 100. */
export const NAME_MAX = 120;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  middot: '·',
  bull: '•',
  szlig: 'ß',
  oslash: 'ø',
  Oslash: 'Ø',
  aelig: 'æ',
  AElig: 'Æ',
};

/** "&ocirc;" is a letter and the name of its mark. */
const LETTER_WITH_MARK = /^([A-Za-z])(grave|acute|circ|tilde|uml|cedil|ring|caron)$/;
const MARKS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  cedil: '\u0327',
  ring: '\u030a',
  caron: '\u030c',
};

/** null: no entity has this name. */
function namedEntity(name: string): string | null {
  const known = ENTITIES[name];
  if (known !== undefined) return known;
  const [, letter, mark] = LETTER_WITH_MARK.exec(name) ?? [];
  return letter === undefined || mark === undefined ? null : (letter + MARKS[mark]).normalize('NFC');
}

const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{2,6}));/g;
const UNSAFE = new RegExp(`[${INVISIBLE}]`, 'gu');
/** Two marks on a letter are writing; more are a picture. A mark without a letter belongs to nothing. */
const STACKED = /(\p{M}{2})\p{M}+/gu;
const LOOSE_MARKS = /(?<=^|\s)\p{M}+/gu;
const BLANKS = /[\s\p{Cc}\p{Z}]+/gu;

/** Printable ASCII with single spaces and without entities: there is nothing to clean. */
const PLAIN = /^[!-%'-~]+(?: [!-%'-~]+)*$/;

export function cleanText(text: string, maxLength = NAME_MAX): string {
  if (text.length <= maxLength && PLAIN.test(text)) return text;
  // A hostile feed may send megabytes: nothing past what could still matter is looked at.
  const decoded = decodeEntities(text.length > maxLength * 8 ? text.slice(0, maxLength * 8) : text);
  const cleaned = decoded
    .normalize('NFC')
    .replace(UNSAFE, '')
    .replace(BLANKS, ' ')
    .replace(STACKED, '$1')
    .replace(LOOSE_MARKS, '')
    .replace(BLANKS, ' ')
    .trim();
  if (cleaned.length <= maxLength) return cleaned;
  const letters = Array.from(cleaned);
  if (letters.length <= maxLength) return cleaned;
  const kept = letters.slice(0, maxLength - 1).join('');
  return `${kept.trimEnd()}…`;
}

const TAGS = /<[^<>]{0,500}>/g;
const BRACKETS = /[<>`]/g;
/** `![text](address)` and `[text](address)`: the text stays. */
const MARKDOWN_LINKS = /!?\[([^[\]]{0,200})\]\([^()]{0,500}\)?/g;
/** `**text**`, `*text*`, `~~text~~`, `__text__` and `_text_`: the text stays, and so does the star of "5 GB*". */
const EMPHASIS =
  /(\*{1,3}|~{2})(?=[^\s*~])([^*~]{1,200}(?<=\S))\1|(?<![\p{L}\p{N}])(_{1,3})(?=[^\s_])([^_]{1,200}(?<=\S))\3(?![\p{L}\p{N}])/gu;
const MARKS_IN_A_ROW = /\*{2,}|~{2,}|_{2,}/g;
const FORUM_TAGS = /\[\/?(?:url|img|link|email|b|i|u|code|quote)(?:=[^[\]]{0,200})?\]/gi;
const ADDRESSES =
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/\S*|\bwww\.\S+|javascript:\S*|\b(?:data|mailto|tel|file):\S*/gi;
/** Programs read the full stops of other scripts as dots of a host name. */
const DOT = '[.。｡]';
const EMAILS = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.。｡-]{1,100}/gu;
const TOP_LEVEL_DOMAINS: ReadonlySet<string> = new Set(topLevelDomains);
/** What follows a host in an address: "/x", ":8080", "?x". */
const HOST_REST = '[/:?#]\\S*';
/**
 * "evil.museum/x", "St.Lucia", "1.5GB/day": a run of letters, digits, hyphens and dots. `hostRemoved` decides whether it
 * is a host. The run has no structure here, so that a long one takes linear time.
 */
const DOTTED = new RegExp(
  `(?<![\\p{L}\\p{N}_@-])(?<run>[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}.。｡-]*)(?![\\p{L}\\p{N}_])(?<rest>${HOST_REST})?`,
  'gu',
);
/** "1.1.1.1/x" */
const IP_ADDRESSES = new RegExp(
  `(?<![\\p{L}\\p{N}.])(?:\\d{1,3}${DOT}){3}\\d{1,3}(?![\\p{L}\\p{N}.])(?:${HOST_REST})?`,
  'gu',
);
/** What the plans are called: "eSIM.me" is a name. */
const ESIM = /^e-?sim$/i;
/** "。香港": in running text an ideographic full stop ends a sentence, and does not begin a domain in these scripts. */
const IDEOGRAPHIC = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

const DOTS = new RegExp(`(${DOT})`, 'u');

/**
 * Removes what programs make a link of: the labels up to the last top-level domain, and the path after them. Where the run
 * is no host, what follows it may be one: "1GB/evil.example".
 */
function hostRemoved(_written: string, run: string, rest = ''): string {
  const parts = run.split(DOTS);
  const labels = parts.filter((_, at) => at % 2 === 0);
  const last = labels.at(-1) === '' ? labels.length - 2 : labels.length - 1;
  const end = labels.findLastIndex(
    (label, at) => at > 0 && isTopLevel(label, parts[at * 2 - 1]!, at === last && rest !== ''),
  );
  const kept = () => run + rest.slice(0, 1) + rest.slice(1).replace(DOTTED, hostRemoved);
  if (end < 1) return kept();
  const host = labels.slice(0, end);
  const hasPath = rest !== '' && end === last;
  if (!hasPath && host.length === 1 && ESIM.test(host[0]!)) return kept();
  // Initials: "S.Africa", "U.S.Virgin".
  if (!hasPath && labels[end]!.length > 3 && host.every((label) => /^\p{L}$/u.test(label))) return kept();
  const after = parts.slice(end * 2 + 2).join('');
  return ` ${after}${hasPath ? '' : rest}`;
}

/** The longest label of a host name. */
const LABEL_MAX = 63;

function isTopLevel(label: string, dot: string, hasPath: boolean): boolean {
  // "ᶜᵒᵐ" is "com". A longer label is no top-level domain, and its compatible form may be much longer.
  const domain = (label.length > LABEL_MAX ? label : label.normalize('NFKC')).toLowerCase();
  if (/^xn--[a-z0-9-]+$/.test(domain)) return true;
  if (!TOP_LEVEL_DOMAINS.has(domain)) return false;
  return dot === '.' || hasPath || !IDEOGRAPHIC.test(domain);
}

const LINK_MARKS = /!(?=\[)|(?<=\])\(|:\/\//g;
/** Full-width, mathematical, circled and squared letters, which programs read as the plain ones: "ｅ", "𝐞", "ⓔ", "🄴". */
const STYLED = /[\uff01-\uff5e\u24b6-\u24e9\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f149}]/gu;
/** The one dot leader and the small full stop, which look like a full stop and are read as one. */
const SMALL_STOPS = /[\u2024\ufe52]/g;
/** Everything but ASCII and the two and three dot leaders. */
const NOT_ASCII = /[^\p{ASCII}\u2025\u2026]+/gu;

/**
 * Everything that is removed has another character, such as a dot, a colon or a bracket. Most names have none, and all
 * patterns together take 20 µs, which is most of the time for a row with its networks.
 */
const HARMLESS = /^[\p{L}\p{M}\p{Nd} ()+,/-]*$/u;

/** A name as it may stand anywhere: on a page, in a terminal, in what an assistant reads. */
export function cleanName(text: string, maxLength = NAME_MAX): string {
  const plain = plainLetters(cleanText(text, maxLength));
  if (HARMLESS.test(plain)) return plain;
  const name = removeMarkupAndLinks(plain, maxLength);
  const compatible = compatibleForm(name);
  const hasHost = compatible !== name && removeHosts(compatible) !== compatible;
  return hasHost ? removeMarkupAndLinks(compatible, maxLength) : name;
}

function removeMarkupAndLinks(text: string, maxLength: number): string {
  let name = text;
  // What is left after a removal may form a new tag or address, so the removal is repeated.
  for (let pass = 0; pass < 4; pass++) {
    const before = name;
    const unmarked = name
      .replace(TAGS, ' ')
      .replace(BRACKETS, '')
      .replace(FORUM_TAGS, ' ')
      .replace(MARKDOWN_LINKS, '$1 ')
      .replace(EMPHASIS, '$2$4')
      .replace(MARKS_IN_A_ROW, ' ')
      .replace(EMAILS, ' ')
      .replace(ADDRESSES, ' ');
    name = cleanText(removeHosts(unmarked).replace(LINK_MARKS, ' '), maxLength);
    if (name === before) break;
  }
  return name.replace(BRACKETS, '').replace(LINK_MARKS, ' ').trim();
}

const removeHosts = (text: string): string => text.replace(IP_ADDRESSES, ' ').replace(DOTTED, hostRemoved);

/**
 * The name as a browser reads it in an address: "evil.℡" is "evil.tel", and "evil.™" is "evil.tm". An ellipsis stays,
 * because its three dots separate no labels: "Unlimited…in Japan".
 */
const compatibleForm = (name: string): string =>
  name.replace(NOT_ASCII, (characters) => characters.normalize('NFKC'));

const plainLetters = (text: string): string =>
  text.replace(SMALL_STOPS, '.').replace(STYLED, (letter) => letter.normalize('NFKC'));

/** A brand or a network that is called like the address of a country: "esim.io", "Telekom.mk". */
const BRAND_ADDRESS = /^[\p{L}\p{N}-]{2,40}\.[a-z]{2}$/iu;

/** The name of a provider or a network. One that is called like a short address keeps it, without anything around it. */
export function cleanBrand(text: string, maxLength: number): string {
  const name = cleanText(text, maxLength);
  return BRAND_ADDRESS.test(name) ? name : cleanName(name, maxLength);
}

/** "&amp;" and "&#39;" as the characters that they stand for. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return namedEntity(name) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(decimal, 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
