/** What the words around a fact say of it: "no calls", "with hotspot", "KYC required", "テザリング×". */
import { isUnspacedScript, type Kind } from '../words.ts';
import type { NameTokens } from './name-tokens.ts';

/** Signs after a fact: "テザリング×", "테더링 O". */
const CROSSES: ReadonlySet<string> = new Set('x × ✕ ✖ ✗ ✘ ❌ ng'.split(' '));
const TICKS: ReadonlySet<string> = new Set('o ○ ◯ 〇 ⭕ ◎ ✓ ✔ ✅'.split(' '));
/** "KYC-free". */
const FREE = /^(?:free|frei|less|los)$/i;
/** Marks and words between two facts of a list: "Calls/SMS", "通話・SMS". */
const LIST_MARK = /^(?:[/・·&、及和與与跟とや및과와]|或者?)$/;
/** How many tokens before and after a fact can be about it. "Hotspot is at present not allowed" needs more of them after it. */
const TOKENS_BEFORE = 4;
const TOKENS_AFTER = 5;

/** true, false, or null if the words around the fact say nothing. */
export function saidOf(name: NameTokens, at: number): boolean | null {
  // The Turkish word "pasaportsuz" ("without a passport") is a fact and its negation in one.
  if (name.is(at, 'no', 'noAfter')) return false;
  const before = saidBefore(name, at);
  if (before === false) return false;
  const after = saidAfter(name, at);
  if (after !== null) return after;
  // "Share your data" allows the hotspot without a further word.
  return name.is(at, 'allows') ? true : before;
}

const isFact = (name: NameTokens, at: number): boolean =>
  name.is(at, 'hotspot', 'identity', 'calls', 'sms', 'minutes', 'number');

/** Between the facts of a list: the "or" of "calls or SMS". */
const isBetweenFacts = (name: NameTokens, at: number): boolean =>
  LIST_MARK.test(name.text(at)) || name.is(at, 'with', 'joint');

/** "No calls", "does not require a passport", "with hotspot", "must register a passport". */
function saidBefore(name: NameTokens, at: number): boolean | null {
  // In "no calls or SMS", the negation is about both. In "calls with SMS", only the "with" says something of SMS.
  if (isBetweenFacts(name, at - 1) && isFact(name, at - 2))
    return saidBefore(name, at - 2) ?? (name.is(at - 1, 'with') ? true : null);
  // "❌ hotspot". The letters are signs only after a fact.
  if (name.isMark(at - 1) && CROSSES.has(name.text(at - 1))) return false;
  const isIdentity = name.is(at, 'identity');
  const grants: readonly Kind[] = isIdentity ? ['required'] : ['with', 'allows'];
  for (let next = at - 1; next >= at - TOKENS_BEFORE && !name.endsClause(next); next -= 1) {
    // "不可退款 熱點" ("no refunds, hotspot") denies no hotspot. But the next word counts: "不可 熱點".
    const isNeighbour = next === at - 1;
    if (!isNeighbour && (startsClause(name, at) || startsClause(name, next + 1))) return null;
    if (isFact(name, next)) return null;
    if (name.is(next, 'no')) return false;
    // "With hotspot", but "not with hotspot".
    if (name.is(next, ...grants)) return !name.hasBefore(next, 1, 'no');
  }
  // "10 GB + calls".
  return /^[+&]$/.test(name.text(at - 1)) && !isIdentity ? true : null;
}

/** In a script without spaces, a blank begins a clause. */
const startsClause = (name: NameTokens, at: number): boolean =>
  name.hasBlankBefore(at) && isUnspacedScript(name.text(at));

/** "Hotspot allowed", "KYC-free", "tethering is not permitted", "テザリング×", "Hotspot: no". */
function saidAfter(name: NameTokens, at: number): boolean | null {
  const isTitle = name.text(at + 1) === ':';
  const first = isTitle ? at + 2 : at + 1;
  if (isTitle && name.is(first, 'no', 'noAfter')) return false;
  const sign = !isTitle && isOr(name, first) ? null : signAt(name, first);
  if (sign !== null) return sign;
  if (isTitle && name.is(first, 'allowed')) return true;
  if (name.text(first) === '-' && FREE.test(name.text(first + 1))) return false;
  const grant: Kind = name.is(at, 'identity') ? 'required' : 'allowed';
  for (let next = first; next < first + TOKENS_AFTER; next += 1) {
    // "Calls and SMS not included": what is said of the last fact of a list is said of all.
    if (isBetweenFacts(name, next) && isFact(name, next + 1)) return saidAfter(name, next + 1);
    if (name.endsClause(next) || isFact(name, next)) return null;
    if (name.is(next, 'no', 'noAfter')) return deniesBefore(name, next) ? false : null;
    if (name.is(next, grant)) return true;
  }
  return null;
}

function signAt(name: NameTokens, at: number): boolean | null {
  if (CROSSES.has(name.lower(at))) return false;
  return TICKS.has(name.lower(at)) ? true : null;
}

/** In "llamadas o SMS", the letter is the Spanish word for "or". In "테더링 O 통화" and "Hotspot O SMS X", it is a sign. */
function isOr(name: NameTokens, at: number): boolean {
  if (!/^[ox]$/i.test(name.text(at)) || !isFact(name, at + 1)) return false;
  return !isUnspacedScript(name.text(at - 1)) && signAt(name, at + 2) === null;
}

/** True if a negation after a fact denies this fact, and not what follows the negation. */
function deniesBefore(name: NameTokens, at: number): boolean {
  // "Hotspot not included" denies the hotspot. "不支持" can deny both sides: in "熱點不支持通話", it denies the calls.
  if (name.is(at, 'noAfter')) return !(name.is(at, 'no') && isFact(name, at + 1));
  // "Hotspot is not officially supported" denies the hotspot. "Hotspot no contract" does not.
  return name.hasAfter(at, 3, 'allowed', 'required', 'works');
}
