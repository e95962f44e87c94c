/** Facts for travellers in the format of responses, in English. */
import { notesFor } from '../reference/notes.ts';
import { MATCHES_MAX, type PhoneSearch, verdictOf } from '../reference/phone-search.ts';
import { phoneText, wholeText } from '../reference/phone-text.ts';
import type { PhoneVersion } from '../reference/phone-versions.ts';
import type { NotesFile, Phone } from '../reference/schema.ts';
import { ENGLISH } from '../texts/texts.ts';
import type { Comparison } from './schemas/comparison.ts';
import type { GoodToKnow, PhoneOnWire } from './schemas/facts.ts';
import { noticeOf } from './sentences/notices.ts';

export const goodToKnowOf = (
  notes: NotesFile | null,
  countries: readonly string[],
  now: number,
): GoodToKnow[] =>
  notesFor(notes, countries, now).map((note) => ({
    country: note.country,
    code: note.kind,
    text: note.text.en,
    caveat: note.caveat?.en ?? null,
    since: note.since,
    checked_on: note.checked_on,
    may_have_changed: note.mayHaveChanged,
    sources: note.sources.map(({ publisher, url, date }) => ({ publisher, url, date: date ?? null })),
  }));

export function phoneOnWire(search: PhoneSearch, written: string): PhoneOnWire {
  const asked = written.trim();
  const found = search.find(asked);
  return {
    asked,
    verdict: found.verdict,
    matches: found.matches.slice(0, MATCHES_MAX).map((phone) => matchOf(search, phone, found.version)),
    suggestions: found.suggestions.map(({ brand, model }) => ({ brand, model })),
    compiled_on: search.compiledOn,
    text: wholeText(phoneText(search, asked, found, ENGLISH, 'en')),
  };
}

const matchOf = (
  search: PhoneSearch,
  phone: Phone,
  version: PhoneVersion | null,
): PhoneOnWire['matches'][number] => ({
  brand: phone.brand,
  model: phone.model,
  verdict: verdictOf(phone, version),
  exceptions: (phone.exceptions ?? []).map(({ where, note }) => ({
    where: search.text(where, 'en'),
    note: search.text(note, 'en'),
  })),
  note: phone.note === undefined ? null : search.text(phone.note, 'en'),
});

/**
 * Adds the check of a phone to a response. The phone is part of no cached response. `good_to_know` and `notices` stay
 * after `phone`, in the order of the schema.
 */
export function withPhone<T extends Pick<Comparison, 'query' | 'good_to_know' | 'notices'>>(
  { good_to_know, notices, ...comparison }: T,
  search: PhoneSearch | null,
  written: string,
) {
  return {
    ...comparison,
    query: { ...comparison.query, phone: written.trim() },
    phone: search === null ? null : phoneOnWire(search, written),
    good_to_know,
    notices: search === null ? [noticeOf('phone_check_off'), ...notices] : notices,
  };
}
