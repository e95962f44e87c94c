/** The result of a phone search in words, in the languages of the pages. */
import { MATCHES_MAX, type PhoneFindings, type PhoneSearch, phoneName, verdictOf } from './phone-search.ts';
import sentences from './phone-sentences.json' with { type: 'json' };
import type { FactLanguage, Phone } from './schema.ts';

interface PhoneText {
  /** Whether the phone supports eSIM, or which phone is meant. */
  readonly verdict: string;
  readonly locked: string;
  readonly check: string;
}

export function phoneText(search: PhoneSearch, findings: PhoneFindings, language: FactLanguage): PhoneText {
  const { locked, check } = sentences[language];
  return { verdict: verdictText(search, findings, language), locked, check };
}

function verdictText(
  search: PhoneSearch,
  { matches, suggestions, verdict }: PhoneFindings,
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
  if (second === undefined) return oneText(search, first, language);
  const names = matches.slice(0, MATCHES_MAX).map(phoneName);
  // The sentences for `yes` and `no` hold for all phones of this name. The others ask which one it is.
  const isQuestion = verdict !== 'yes' && verdict !== 'no';
  if (isQuestion && matches.length > MATCHES_MAX) names.push(texts.more);
  return texts[`several_${verdict ?? 'differ'}`].replace('{names}', () => listed(names, language));
}

function oneText(search: PhoneSearch, phone: Phone, language: FactLanguage): string {
  const texts = sentences[language];
  // `without`: the places whose versions have no eSIM. It is left out if they are not known.
  const exceptions = phone.exceptions ?? [];
  const places = [...new Set(exceptions.flatMap(({ without = [] }) => without))].map((id) =>
    search.placeName(id, language),
  );
  // An exception without a list of places may concern versions of the other places too.
  const hasOthers = exceptions.some(({ without }) => without === undefined);
  const verdict = verdictOf(phone);
  const namesPlaces = verdict === 'usually' && places.length > 0;
  const template = namesPlaces ? (hasOthers ? texts.usually_except : texts.yes_except) : texts[verdict];
  return template
    .replace('{name}', () => phoneName(phone))
    .replace('{places}', () => listed(places, language));
}

const listed = (names: readonly string[], language: FactLanguage): string =>
  new Intl.ListFormat(sentences[language].locale, { type: 'disjunction' }).format(names);
