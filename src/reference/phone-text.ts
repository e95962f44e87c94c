/** The result of a phone search in words, in the languages of the pages. */
import { addTo } from '../domain/lists.ts';
import type { PlaceLanguage } from '../domain/places/names.ts';
import type { Texts } from '../texts/texts.ts';
import {
  MATCHES_MAX,
  namesTablet,
  type PhoneFindings,
  type PhoneSearch,
  phoneName,
  verdictOf,
} from './phone-search.ts';
import { tokensOf } from './phone-tokens.ts';
import { exceptionFor, type PhoneVersion } from './phone-versions.ts';
import type { Phone } from './schema.ts';

interface PhoneText {
  /** Whether the phone supports eSIM, or which phone is meant. */
  readonly verdict: string;
  /** Every condition and exception of the phones. */
  readonly conditions: readonly string[];
  /** That the phone must not be locked; null if it has no eSIM. */
  readonly locked: string | null;
  /** How the owner can check it. */
  readonly check: string;
}

/** The sentences, and the language of the facts that they contain. */
interface Words {
  readonly texts: Texts['phoneAnswers'];
  readonly language: PlaceLanguage;
}

/** `findings` are those of the text that was `asked`. */
export function phoneText(
  search: PhoneSearch,
  asked: string,
  findings: PhoneFindings,
  { phoneAnswers: texts }: Texts,
  language: PlaceLanguage,
): PhoneText {
  const words = { texts, language };
  return {
    verdict: verdictText(search, findings, words),
    conditions: conditionsText(search, findings, words),
    locked: findings.verdict === 'no' ? null : texts.locked,
    check: checkText(asked, findings, texts),
  };
}

/** The parts in their order, for clients that show one text. */
export const wholeText = ({ verdict, conditions, locked, check }: PhoneText): string =>
  [verdict, ...conditions, locked, check].filter((part) => part !== null).join(' ');

function verdictText(
  search: PhoneSearch,
  { matches, suggestions, verdict, version }: PhoneFindings,
  words: Words,
): string {
  const { texts } = words;
  const [first, second] = matches;
  if (first === undefined) {
    const names = suggestions.map(phoneName);
    return names.length === 0 ? texts.notListed : texts.notListedSimilar({ names: listed(names, texts) });
  }
  if (second === undefined)
    return versionText(search, first, version, words) ?? oneText(search, first, words);
  const names = matches.slice(0, MATCHES_MAX).map(phoneName);
  // The sentences for `yes` and `no` hold for all phones of this name. The others ask which one it is.
  const isQuestion = verdict !== 'yes' && verdict !== 'no';
  if (isQuestion && matches.length > MATCHES_MAX) names.push(texts.anotherOne);
  return texts.several[verdict ?? 'differ']({ names: listed(names, texts) });
}

/** null: no version is named, or the table says nothing about it. */
function versionText(
  search: PhoneSearch,
  phone: Phone,
  version: PhoneVersion | null,
  { texts, language }: Words,
): string | null {
  const exception = exceptionFor(phone, version);
  if (exception === null) return null;
  const number = version?.ids.flat().find((id) => exception.models?.[id] !== undefined);
  const named = number === undefined ? search.text(exception.where, language) : texts.model({ number });
  return texts.version[verdictOf(phone, version)]({ name: phoneName(phone), version: named });
}

function oneText(search: PhoneSearch, phone: Phone, { texts, language }: Words): string {
  const exceptions = phone.exceptions ?? [];
  const without = exceptions.filter(({ verdict }) => verdict === 'no');
  const places = [...new Set(without.flatMap(({ versions = [] }) => versions))]
    .map((id) => search.placeName(id, language))
    .filter((place) => place !== null);
  // Other exceptions are conditions that may concern versions of the other places too, such as versions without mobile data.
  const isPlace = (id: string) => search.placeName(id, language) !== null;
  const hasOthers = exceptions.some(
    ({ verdict, versions = [] }) => verdict !== 'yes' && (verdict !== 'no' || !versions.some(isPlace)),
  );
  const verdict = verdictOf(phone);
  const name = phoneName(phone);
  if (verdict !== 'usually' || places.length === 0) return texts.one[verdict]({ name });
  return texts.exceptIn[hasOthers ? 'usually' : 'yes']({ name, places: listed(places, texts) });
}

/**
 * The exceptions and the note of a phone. Of several phones, those that share a text are named before it. A question shows
 * only the phones that it names.
 */
function conditionsText(
  search: PhoneSearch,
  { matches, verdict, version }: PhoneFindings,
  { texts, language }: Words,
): string[] {
  const shown = verdict === null || verdict === 'unknown' ? matches.slice(0, MATCHES_MAX) : matches;
  const names = new Map<string, string[]>();
  for (const phone of shown) {
    const text = conditionsOf(search, phone, language).join(' ');
    if (text !== '') addTo(names, text, phoneName(phone));
  }
  const conditions = [...names].map(([text, phones]) =>
    matches.length === 1 ? text : `${phones.join(', ')}: ${text}`,
  );
  const isKnown = version === null || matches.some((phone) => exceptionFor(phone, version) !== null);
  if (!isKnown) conditions.push(texts.versionNotKnown({ version: version.written }));
  return conditions;
}

const conditionsOf = (search: PhoneSearch, phone: Phone, language: PlaceLanguage): string[] => [
  ...(phone.exceptions ?? []).map(
    ({ where, note }) => `${search.text(where, language)}: ${search.text(note, language)}`,
  ),
  ...(phone.note === undefined ? [] : [search.text(phone.note, language)]),
];

/** A tablet has no dialler. */
function checkText(
  asked: string,
  { matches }: PhoneFindings,
  { check, checkTablet }: Words['texts'],
): string {
  if (matches.length === 0) return namesTablet(tokensOf(asked)) ? checkTablet : check;
  const checks = matches.slice(0, MATCHES_MAX).map(({ kind }) => (kind === 'tablet' ? checkTablet : check));
  return [...new Set(checks)].join(' ');
}

const listed = (names: readonly string[], { lists }: Words['texts']): string =>
  new Intl.ListFormat(lists, { type: 'disjunction' }).format(names);
