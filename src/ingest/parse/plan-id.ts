/** Makes the ids of plans and of created providers. */
import { ID_PATTERN } from '../../domain/id.ts';

/** With ten hex digits, the hashes of 100,000 ids collide for about one in 200 providers. */
const HASH_LENGTH = 10;
/** The longest id that `ID_PATTERN` allows. */
const ID_LENGTH_MAX = 64;
/** Leaves room for "-" and the hash. */
const SLUG_MAX = ID_LENGTH_MAX - 1 - HASH_LENGTH;
/** The slug needs few characters, and an id may be long. The hash depends on all of it. */
const SLUG_READ_MAX = 4 * ID_LENGTH_MAX;

/**
 * Converts an id of the feed to an id for URL paths. The result depends on the id of the feed alone and not on other
 * rows, so a plan keeps its address as long as the feed keeps its id. An id that had to be changed ends with a hash,
 * which keeps it unique.
 */
export function planId(externalId: string): string {
  if (ID_PATTERN.test(externalId)) return externalId;
  const slug = externalId
    .slice(0, SLUG_READ_MAX)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
    .slice(0, SLUG_MAX)
    .replace(/[._-]+$/, '');
  const hash = shortHash(externalId);
  return slug === '' ? `plan-${hash}` : `${slug}-${hash}`;
}

/** 32 bits of FNV-1a and 8 bits of another multiplicative hash. They only distinguish ids, so they need not be cryptographic. */
export function shortHash(text: string): string {
  let one = 0x811c9dc5;
  let two = 0x9e3779b1;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    one = Math.imul(one ^ unit, 0x01000193);
    two = Math.imul(two ^ unit, 0x85ebca6b);
    two ^= two >>> 15;
  }
  one ^= one >>> 16;
  const hex = (number: number, digits: number) =>
    (number >>> 0).toString(16).padStart(8, '0').slice(0, digits);
  return hex(one, 8) + hex(two, HASH_LENGTH - 8);
}
