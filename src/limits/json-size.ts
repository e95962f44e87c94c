/**
 * Measures JSON before it is parsed, because `JSON.parse` of too much takes too long, or memory outside the limits of a
 * thread. It reads the bytes of UTF-8, in which the characters of the structure are never part of another character.
 */

/** What is not named is not limited. Bytes in strings count only as names. */
export interface JsonLimits {
  /** Lists and objects within each other. */
  readonly depth: number;
  /** All values, lists and objects. An empty list or object counts as two. */
  readonly values: number;
  /** Entries of one list or object. */
  readonly entries?: number;
  /** Names in one object. */
  readonly names?: number;
  /** Different names in the whole text. An estimate by their hashes, which is hardly ever too low. */
  readonly differentNames?: number;
  /** Digits of all numbers. */
  readonly digits?: number;
}

const BYTE = {
  blank: 0x20,
  quote: 0x22,
  comma: 0x2c,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

/** The first limit that the text exceeds, or null. Text that is not JSON is measured too. */
export function exceededLimit(json: Uint8Array, limits: JsonLimits): keyof JsonLimits | null {
  const { depth: depthMax, values: valuesMax } = limits;
  const { entries = Infinity, names = Infinity, digits: digitsMax = Infinity } = limits;
  const differentNames = limits.differentNames === undefined ? null : new DifferentNames();
  /** Of the list or object that is open, by depth. */
  const commas = new Uint32Array(depthMax + 1);
  const colons = new Uint32Array(depthMax + 1);
  let depth = 0;
  // The outermost one.
  let values = 1;
  let digits = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]!;
    if (byte === BYTE.quote) {
      const start = at + 1;
      at = endOfString(json, start);
      if (differentNames !== null && isName(json, at)) {
        differentNames.add(json, start, at);
        if (differentNames.count > limits.differentNames!) return 'differentNames';
      }
    } else if (byte === BYTE.comma) {
      values += 1;
      commas[depth]! += 1;
      if (commas[depth]! >= entries) return 'entries';
    } else if (byte === BYTE.colon) {
      colons[depth]! += 1;
      if (colons[depth]! > names) return 'names';
    } else if (byte >= BYTE.zero && byte <= BYTE.nine) {
      digits += 1;
      if (digits > digitsMax) return 'digits';
    } else if (byte === BYTE.openBracket || byte === BYTE.openBrace) {
      values += 1;
      depth += 1;
      if (depth > depthMax) return 'depth';
      commas[depth] = 0;
      colons[depth] = 0;
    } else if (byte === BYTE.closeBracket || byte === BYTE.closeBrace) depth = Math.max(0, depth - 1);
    if (values > valuesMax) return 'values';
  }
  return null;
}

/** The position of the closing quote, or the end of the text. */
function endOfString(json: Uint8Array, start: number): number {
  let at = start;
  while (at < json.length && json[at] !== BYTE.quote) at += json[at] === BYTE.backslash ? 2 : 1;
  return at;
}

/** True if the string that ends here is a name in an object. */
function isName(json: Uint8Array, end: number): boolean {
  let at = end + 1;
  while (at < json.length && json[at]! <= BYTE.blank) at += 1;
  return json[at] === BYTE.colon;
}

/** A bit for each hash. Some ten thousand names hardly share one. */
const HASH_BITS = 2 ** 22;

class DifferentNames {
  count = 0;
  readonly #bits = new Uint8Array(HASH_BITS / 8);

  add(json: Uint8Array, start: number, end: number): void {
    const bit = hashOf(json, start, end) % HASH_BITS;
    const mask = 1 << (bit & 7);
    if ((this.#bits[bit >> 3]! & mask) !== 0) return;
    this.#bits[bit >> 3]! |= mask;
    this.count += 1;
  }
}

/** The 32-bit hash FNV-1a. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash >>> 0;
}
