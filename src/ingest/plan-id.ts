import { ID_PATTERN } from '../domain/plan.ts';

/** Ten hex digits: among a hundred thousand ids of one provider two marks meet once in two hundred providers. */
const MARK_LENGTH = 10;
/** Leaves room for "-" and the mark within the 64 characters of an id. */
const SLUG_MAX = 64 - 1 - MARK_LENGTH;

/**
 * A feed's id as one that stands in a path. It depends on the feed's id alone, never on the other rows, so a plan
 * keeps its address for as long as the feed keeps its id. Whatever had to be changed is told apart by a hash.
 */
export function planId(externalId: string): string {
  if (ID_PATTERN.test(externalId)) return externalId;
  const slug = externalId
    .slice(0, 256)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
    .slice(0, SLUG_MAX)
    .replace(/[._-]+$/, '');
  const mark = markOf(externalId);
  return slug === '' ? `plan-${mark}` : `${slug}-${mark}`;
}

/** Two FNV-1a hashes, forty bits of them: nobody is kept out by it, so it need be quick and even, not secret. */
function markOf(text: string): string {
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
  return hex(one, 8) + hex(two, MARK_LENGTH - 8);
}
