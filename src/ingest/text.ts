/** Names from feeds, made safe to show: no control or direction characters, no entities, one line, bounded. */

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

/** Printable ASCII without two blanks in a row and without an entity is clean as it is. */
const PLAIN = /^(?!.*&[#a-zA-Z])[!-~]+(?: [!-~]+)*$/;
const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{2,6}));/g;
/** Format characters (direction overrides, zero width), halves of surrogate pairs and private use. */
const UNSAFE = /[\p{Cf}\p{Cs}\p{Co}]/gu;
const BLANKS = /[\s\p{Cc}\p{Z}]+/gu;

export function cleanText(text: string, maxLength = NAME_MAX): string {
  if (text.length <= maxLength && PLAIN.test(text)) return text;
  // A hostile feed may send megabytes: nothing past what could still matter is looked at.
  const decoded = decodeEntities(text.length > maxLength * 8 ? text.slice(0, maxLength * 8) : text);
  if (decoded.length <= maxLength && PLAIN.test(decoded)) return decoded;
  const cleaned = decoded.normalize('NFC').replace(UNSAFE, '').replace(BLANKS, ' ').trim();
  if (cleaned.length <= maxLength) return cleaned;
  const letters = Array.from(cleaned);
  if (letters.length <= maxLength) return cleaned;
  const kept = letters.slice(0, maxLength - 1).join('');
  return `${kept.trimEnd()}…`;
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(decimal, 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
