/** What the words around a fact say of it: "no calls", "with hotspot", "KYC required", "テザリング×". */
import { isUnspaced, type Kind } from '../words.ts';
import type { NameTokens } from './name-tokens.ts';

/** Signs behind a fact: "テザリング×", "테더링 O". */
const CROSSES: ReadonlySet<string> = new Set('x × ✕ ✖ ✗ ✘ ❌ ng'.split(' '));
const TICKS: ReadonlySet<string> = new Set('o ○ ◯ 〇 ⭕ ◎ ✓ ✔ ✅'.split(' '));
/** "KYC-free". */
const FREE = /^(?:free|frei|less|los)$/i;
/** Marks and words between two facts of a list: "Calls/SMS", "通話・SMS". */
const LIST_MARK = /^(?:[/・·&、及和與与跟とや및과와]|或者?)$/;
/** Words further away belong to something else. */
const WORDS_AROUND = 4;

/** true, false, or null if the words around the fact say nothing. */
export function saidOf(name: NameTokens, at: number): boolean | null {
  if (name.is(at, 'no', 'noAfter')) return false;
  const before = saidBefore(name, at);
  // "Share your data" states by itself.
  return before === false ? false : (saidAfter(name, at) ?? (name.is(at, 'allows') ? true : before));
}

const isFact = (name: NameTokens, at: number): boolean =>
  name.is(at, 'hotspot', 'identity', 'calls', 'sms', 'minutes', 'number');

const isListed = (name: NameTokens, at: number): boolean =>
  LIST_MARK.test(name.text(at)) || name.is(at, 'with', 'joint');

/** "No calls", "does not require a passport", "with hotspot", "must register a passport". */
function saidBefore(name: NameTokens, at: number): boolean | null {
  if (isListed(name, at - 1) && isFact(name, at - 2))
    return saidBefore(name, at - 2) ?? (name.is(at - 1, 'with') ? true : null);
  if (name.isMark(at - 1) && CROSSES.has(name.text(at - 1))) return false;
  const grants: readonly Kind[] = name.is(at, 'identity') ? ['required'] : ['with', 'allows'];
  // Where words are written without spaces, a space ends a clause.
  const isSpaced = (one: number) => name.isSpaced(one) && isUnspaced(name.text(one));
  for (let next = at - 1; next >= at - WORDS_AROUND && !name.endsClause(next); next -= 1) {
    if (next < at - 1 && (isSpaced(at) || isSpaced(next + 1))) return null;
    if (isFact(name, next)) return null;
    if (name.is(next, 'no')) return false;
    if (name.is(next, ...grants)) return !name.isAfter(next, 1, 'no');
  }
  return /^[+&]$/.test(name.text(at - 1)) && !name.is(at, 'identity') ? true : null;
}

/** "Hotspot allowed", "KYC-free", "tethering is not permitted", "テザリング×", "Hotspot: no". */
function saidAfter(name: NameTokens, at: number): boolean | null {
  const isTitled = name.text(at + 1) === ':';
  const first = isTitled ? at + 2 : at + 1;
  const isNo = isTitled && name.is(first, 'no', 'noAfter');
  if (isNo || CROSSES.has(name.lower(first))) return false;
  if (TICKS.has(name.lower(first)) || (isTitled && name.is(first, 'allowed'))) return true;
  if (name.text(first) === '-' && FREE.test(name.text(first + 1))) return false;
  for (let next = first; next <= first + WORDS_AROUND; next += 1) {
    if (isListed(name, next) && isFact(name, next + 1)) return saidAfter(name, next + 1);
    if (name.endsClause(next) || isFact(name, next)) return null;
    if (name.is(next, 'no') && !name.is(next, 'noAfter'))
      return name.isBefore(next, 3, 'allowed', 'required', 'works') ? false : null;
    if (name.is(next, 'noAfter')) return name.is(next, 'no') && isFact(name, next + 1) ? null : false;
    if (name.is(next, name.is(at, 'identity') ? 'required' : 'allowed')) return true;
  }
  return null;
}
