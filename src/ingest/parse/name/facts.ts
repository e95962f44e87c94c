/** The facts that a name states: "hotspot allowed", "no KYC", "with phone number", "100 mins of calls". */
import { isUnspacedScript, type Kind } from '../words.ts';
import type { NameTokens } from './name-tokens.ts';
import { saidOf } from './statements.ts';
import { isUnlimitedOther } from './unlimited.ts';

export interface NameFacts {
  readonly hotspot: boolean | null;
  readonly identityCheck: boolean | null;
  readonly phoneNumber: boolean | null;
  readonly calls: boolean | null;
  readonly sms: boolean | null;
  readonly callMinutes: number | null;
  readonly textMessages: number | null;
  readonly hotspotBytes: number | null;
}

export function readFacts(name: NameTokens, hotspotCaps: readonly number[]): NameFacts {
  const isDataOnly = name.has('dataOnly');
  // In "data only", calls and texts are denied, and a mention such as "no SMS app needed" states nothing.
  const unsaid = isDataOnly ? false : null;
  const mention = isDataOnly ? null : true;
  const minutes = name.positionsOf('minutes').filter((at) => isOfCalls(name, at));
  const hasMinutes = minutes.length > 0 ? true : null;
  const calls = stated(name, 'calls', (at) => callsAt(name, at, mention)) ?? hasMinutes;
  const sms = stated(name, 'sms', (at) => saidOf(name, at) ?? mention);
  const canCallOrText = calls === true || sms === true ? true : (calls ?? sms ?? unsaid);
  // "Unlimited calls, 100 SMS": it is not clear what the number counts.
  const isUnlimited = name.positionsOf('unlimited').some((at) => isUnlimitedOther(name, at));
  return {
    // A cap of the hotspot states that it is allowed.
    hotspot: stated(name, 'hotspot', (at) => hotspotAt(name, at)) ?? (hotspotCaps.length > 0 ? true : null),
    hotspotBytes: hotspotCaps[0] ?? null,
    identityCheck: stated(name, 'identity', (at) => saidOf(name, at)),
    // Who can call or text has a number.
    phoneNumber: stated(name, 'number', (at) => numberAt(name, at)) ?? canCallOrText,
    calls: calls ?? unsaid,
    sms: sms ?? unsaid,
    callMinutes: isUnlimited ? null : onlyNumber(minutes.map((at) => name.text(countBefore(name, at)))),
    textMessages: isUnlimited ? null : onlyNumber(name.positionsOf('sms').map((at) => name.text(at - 1))),
  };
}

/** What all words of a kind state together. null: nothing, or a contradiction. */
function stated(name: NameTokens, kind: Kind, read: (at: number) => boolean | null): boolean | null {
  const values = new Set(name.positionsOf(kind).map(read));
  values.delete(null);
  const [value = null] = values;
  return values.size === 1 ? value : null;
}

/** The number among these texts. null: there is none, or several that differ. */
function onlyNumber(texts: readonly string[]): number | null {
  const numbers = new Set(texts.filter((text) => /^\d{1,5}$/.test(text)).map(Number));
  const [number = null] = numbers;
  return numbers.size === 1 ? number : null;
}

/** `mention`: what the word alone states. */
function callsAt(name: NameTokens, at: number, mention: boolean | null): boolean | null {
  // "Instead of calls", "WhatsApp calls", "call our support", "calls via app".
  if (name.hasBefore(at, 4, 'instead') || name.hasBefore(at, 2, 'app', 'support')) return null;
  if (name.hasAfter(at, 2, 'app', 'support')) return null;
  // "電話番号" is a phone number.
  if (name.is(at, 'number')) return null;
  return saidOf(name, at) ?? mention;
}

/** Where the count of "100 mins" or "100 local mins" is. */
const countBefore = (name: NameTokens, at: number): number => (name.is(at - 1, 'noise') ? at - 2 : at - 1);

/** "100 mins of calls", "10 GB + 100 mins". "Ready in 10 minutes" is not about calls. */
function isOfCalls(name: NameTokens, at: number): boolean {
  const count = countBefore(name, at);
  const isUnlimited = name.is(at - 1, 'unlimited');
  if (!name.isNumber(count) && !isUnlimited) return false;
  // "Delivered in 10 minutes", "10 minutes activation".
  if (name.hasBefore(count, 3, 'windowBefore') || name.hasAfter(at, 2, 'windowAfter', 'windowBefore'))
    return false;
  if (name.is(at, 'calls') || name.hasAfter(at, 2, 'calls') || name.hasBefore(count, 2, 'calls')) return true;
  // "10分" and "10분" alone may be any time.
  if (isUnspacedScript(name.text(at))) return false;
  const isAdded = name.text(count - 1) === '+' || name.is(count - 1, 'with', 'allows');
  return isAdded || isUnlimited || name.has('sms');
}

function numberAt(name: NameTokens, at: number): boolean | null {
  if (name.isNegated(at, { before: 2, after: 2 })) return false;
  if (name.hasBefore(at, 2, 'with') || name.hasAfter(at, 1, 'allowed')) return true;
  // "Phone number" states one by itself. A short word does not: "number 1 in Japan".
  const isLong = name.text(at).length > 'number'.length && !isUnspacedScript(name.text(at));
  return isLong ? true : null;
}

/** "Hotspot" alone between two marks states it. */
const hotspotAt = (name: NameTokens, at: number): boolean | null =>
  saidOf(name, at) ?? (name.endsClause(at - 1) && name.endsClause(at + 1) ? true : null);
