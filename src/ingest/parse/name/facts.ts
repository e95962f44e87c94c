/** The facts that a name states: "hotspot allowed", "no KYC", "with phone number", "100 mins of calls". */
import { isUnspaced, type Kind } from '../words.ts';
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
  const isDataOnly = name.has('dataOnly') ? false : null;
  // A mention alone states calls, unless the plan has only data.
  const mention = isDataOnly === null ? true : null;
  const minutes = name.positionsOf('minutes').filter((at) => isMinutes(name, at));
  const calls =
    stated(name, 'calls', (at) => callsAt(name, at, mention)) ?? (minutes.length > 0 ? true : null);
  const sms = stated(name, 'sms', (at) => saidOf(name, at) ?? mention);
  const canCall = calls === true || sms === true ? true : (calls ?? sms ?? isDataOnly);
  const isUnlimited = name.positionsOf('unlimited').some((at) => isUnlimitedOther(name, at));
  return {
    // A cap of the hotspot states that it is allowed.
    hotspot: stated(name, 'hotspot', (at) => hotspotAt(name, at)) ?? (hotspotCaps.length > 0 ? true : null),
    hotspotBytes: hotspotCaps[0] ?? null,
    identityCheck: stated(name, 'identity', (at) => saidOf(name, at)),
    phoneNumber: stated(name, 'number', (at) => numberAt(name, at)) ?? canCall,
    calls: calls ?? isDataOnly,
    sms: sms ?? isDataOnly,
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

function callsAt(name: NameTokens, at: number, mention: boolean | null): boolean | null {
  const isOther =
    name.isAfter(at, 4, 'instead') ||
    name.isAfter(at, 2, 'app', 'support') ||
    name.isBefore(at, 2, 'app', 'support');
  return isOther || name.is(at, 'number') ? null : (saidOf(name, at) ?? mention);
}

/** Where the count of "100 mins" or "100 free mins" is. */
const countBefore = (name: NameTokens, at: number): number => (name.is(at - 1, 'noise') ? at - 2 : at - 1);

/** "100 mins of calls", "10 GB + 100 mins". "Ready in 10 minutes" is not about calls. */
function isMinutes(name: NameTokens, at: number): boolean {
  const count = countBefore(name, at);
  if (!name.isNumber(count) && !name.is(at - 1, 'unlimited')) return false;
  if (name.isAfter(count, 3, 'windowBefore') || name.isBefore(at, 2, 'windowAfter', 'windowBefore'))
    return false;
  const isCall = name.is(at, 'calls') || name.isBefore(at, 2, 'calls') || name.isAfter(count, 2, 'calls');
  const isAdded = name.text(count - 1) === '+' || name.is(count - 1, 'with', 'allows');
  const isListed = name.has('sms') || name.is(at - 1, 'unlimited');
  return isCall || ((isAdded || isListed) && !isUnspaced(name.text(at)));
}

/** A short word, such as "number" in "number 1 in Japan", states a phone number only with "with" or "included". */
function numberAt(name: NameTokens, at: number): boolean | null {
  if (name.isNegated(at, 2, 2)) return false;
  if (name.is(at - 1, 'noAfter')) return null;
  const isWith = name.isAfter(at, 2, 'with') || name.isBefore(at, 1, 'allowed');
  return isWith || (name.text(at).length > 6 && !isUnspaced(name.text(at))) ? true : null;
}

/** "Hotspot" alone between two marks states it. */
const hotspotAt = (name: NameTokens, at: number): boolean | null =>
  saidOf(name, at) ?? (name.endsClause(at - 1) && name.endsClause(at + 1) ? true : null);
