/** The result of a phone search in words, in the languages of the pages. */
import {
  MATCHES_MAX,
  namesTablet,
  type PhoneFindings,
  type PhoneSearch,
  phoneName,
  verdictOf,
} from './phone-search.ts';
import sentences from './phone-sentences.json' with { type: 'json' };
import { tokensOf } from './phone-tokens.ts';
import { exceptionFor, type PhoneVersion } from './phone-versions.ts';
import type { FactLanguage, Phone } from './schema.ts';

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

/** `findings` are those of the text that was `asked`. */
export function phoneText(
  search: PhoneSearch,
  asked: string,
  findings: PhoneFindings,
  language: FactLanguage,
): PhoneText {
  const { locked } = sentences[language];
  return {
    verdict: verdictText(search, findings, language),
    conditions: conditionsText(search, findings, language),
    locked: findings.verdict === 'no' ? null : locked,
    check: checkText(asked, findings, language),
  };
}

/** The parts in their order, for clients that show one text. */
export const wholeText = ({ verdict, conditions, locked, check }: PhoneText): string =>
  [verdict, ...conditions, locked, check].filter((part) => part !== null).join(' ');

function verdictText(
  search: PhoneSearch,
  { matches, suggestions, verdict, version }: PhoneFindings,
  language: FactLanguage,
): string {
  const texts = sentences[language];
  const [first, second] = matches;
  if (first === undefined) {
    const names = suggestions.map(phoneName);
    return names.length === 0
      ? texts.not_listed
      : texts.not_listed_suggestions.replace('{names}', () => listed(names, language));
  }
  if (second === undefined)
    return versionText(search, first, version, language) ?? oneText(search, first, language);
  const names = matches.slice(0, MATCHES_MAX).map(phoneName);
  // The sentences for `yes` and `no` hold for all phones of this name. The others ask which one it is.
  const isQuestion = verdict !== 'yes' && verdict !== 'no';
  if (isQuestion && matches.length > MATCHES_MAX) names.push(texts.more);
  return texts[`several_${verdict ?? 'differ'}`].replace('{names}', () => listed(names, language));
}

/** null: no version is named, or the table says nothing about it. */
function versionText(
  search: PhoneSearch,
  phone: Phone,
  version: PhoneVersion | null,
  language: FactLanguage,
): string | null {
  const exception = exceptionFor(phone, version);
  if (exception === null) return null;
  const texts = sentences[language];
  const number = version?.ids.find((id) => exception.models?.[id] !== undefined);
  const named =
    number === undefined
      ? search.text(exception.where, language)
      : texts.model.replace('{number}', () => number);
  return texts[`version_${verdictOf(phone, version)}`]
    .replace('{name}', () => phoneName(phone))
    .replace('{version}', () => named);
}

function oneText(search: PhoneSearch, phone: Phone, language: FactLanguage): string {
  const texts = sentences[language];
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
  const namesPlaces = verdict === 'usually' && places.length > 0;
  const template = namesPlaces ? (hasOthers ? texts.usually_except : texts.yes_except) : texts[verdict];
  return template
    .replace('{name}', () => phoneName(phone))
    .replace('{places}', () => listed(places, language));
}

/**
 * The exceptions and the note of a phone. Of several phones, those that share a text are named before it. A question shows
 * only the phones that it names.
 */
function conditionsText(
  search: PhoneSearch,
  { matches, verdict, version }: PhoneFindings,
  language: FactLanguage,
): string[] {
  const shown = verdict === null || verdict === 'unknown' ? matches.slice(0, MATCHES_MAX) : matches;
  const names = new Map<string, string[]>();
  for (const phone of shown) {
    const text = conditionsOf(search, phone, language).join(' ');
    if (text !== '') names.set(text, [...(names.get(text) ?? []), phoneName(phone)]);
  }
  const texts = [...names].map(([text, phones]) =>
    matches.length === 1 ? text : `${phones.join(', ')}: ${text}`,
  );
  const isKnown = version === null || matches.some((phone) => exceptionFor(phone, version) !== null);
  if (!isKnown) texts.push(sentences[language].version_not_known.replace('{version}', () => version.written));
  return texts;
}

const conditionsOf = (search: PhoneSearch, phone: Phone, language: FactLanguage): string[] => [
  ...(phone.exceptions ?? []).map(
    ({ where, note }) => `${search.text(where, language)}: ${search.text(note, language)}`,
  ),
  ...(phone.note === undefined ? [] : [search.text(phone.note, language)]),
];

/** A tablet has no dialler. */
function checkText(asked: string, { matches }: PhoneFindings, language: FactLanguage): string {
  const { check, check_tablet } = sentences[language];
  if (matches.length === 0) return namesTablet(tokensOf(asked)) ? check_tablet : check;
  const checks = matches.slice(0, MATCHES_MAX).map(({ kind }) => (kind === 'tablet' ? check_tablet : check));
  return [...new Set(checks)].join(' ');
}

const listed = (names: readonly string[], language: FactLanguage): string =>
  new Intl.ListFormat(sentences[language].locale, { type: 'disjunction' }).format(names);
