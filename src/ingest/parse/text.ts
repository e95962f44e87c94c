/**
 * Texts from feeds are data. Made safe to show: nothing invisible, nothing that turns text around, one line, bounded;
 * and in a name no address, no markup and no link syntax, which somebody's program might follow.
 */

import { INVISIBLE } from '../../operator-files/invisible.ts';

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
};

const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{2,6}));/g;
const UNSAFE = new RegExp(`[${INVISIBLE}]`, 'gu');
/** Two marks on a letter are writing; more are a picture. A mark without a letter belongs to nothing. */
const STACKED = /(\p{M}{2})\p{M}+/gu;
const LOOSE_MARKS = /(?<=^|\s)\p{M}+/gu;
const BLANKS = /[\s\p{Cc}\p{Z}]+/gu;

export function cleanText(text: string, maxLength = NAME_MAX): string {
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

/** Where one of these stands, a name is looked at more closely. */
const SUSPECT =
  /[<>`]|\]\(|!\[|:\/\/|\bwww\.|\.[a-z]{2}|\b(?:javascript|data|mailto|tel|file):|&(?:#|[a-z]{2,6};)|\[\/?\w+[\]=]/i;
const TAGS = /<[^<>]{0,500}>/g;
const BRACKETS = /[<>`]/g;
/** `![text](address)` and `[text](address)`: the text stays. */
const MARKDOWN_LINKS = /!?\[([^[\]]{0,200})\]\([^()]{0,500}\)?/g;
const FORUM_TAGS = /\[\/?(?:url|img|link|email|b|i|u|code|quote)(?:=[^[\]]{0,200})?\]/gi;
const ADDRESSES = /\b[a-z][a-z0-9+.-]{1,20}:\/\/\S*|\bwww\.\S+|\b(?:javascript|data|mailto|tel|file):\S*/gi;
/** "shop.example/x", "evil.com": programs make links of them. "St.Lucia" and "1.5GB" are none. */
const HOSTS =
  /(?<![\w@])(?:[a-z0-9-]{1,63}\.){1,5}(?:[a-z]{2}|com|net|org|info|biz|app|dev|xyz|shop|store|online|site|link|click|top|club|live|space|website|tech|cloud|page|zip|mov|travel|mobi|example|test|local|onion)(?![\w-])(?:[/:?#]\S*)?/gi;
const LINK_MARKS = /!(?=\[)|(?<=\])\(|:\/\//g;

/** A name as it may stand anywhere: on a page, in a terminal, in what an assistant reads. */
export function cleanName(text: string, maxLength = NAME_MAX): string {
  let name = cleanText(text, maxLength);
  // Taking one thing out may put another together, so it is done again until nothing changes.
  for (let pass = 0; pass < 4 && SUSPECT.test(name); pass++) {
    const before = name;
    name = cleanText(
      name
        .replace(TAGS, ' ')
        .replace(BRACKETS, '')
        .replace(FORUM_TAGS, ' ')
        .replace(MARKDOWN_LINKS, '$1 ')
        .replace(ADDRESSES, ' ')
        .replace(HOSTS, ' ')
        .replace(LINK_MARKS, ' '),
      maxLength,
    );
    if (name === before) break;
  }
  return name.replace(BRACKETS, '').replace(LINK_MARKS, ' ').trim();
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(decimal, 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
