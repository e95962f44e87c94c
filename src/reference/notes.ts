/** The notes of destinations that are shown at a moment. */
import { NOTE_KINDS, type Note, type NotesFile } from './schema.ts';

/** More notes would hide the plans, and `NOTE_KINDS` has the most important ones first. */
const PER_COUNTRY_MAX = 4;
/** An older note is more likely wrong than useful. */
const SHOWN_YEARS = 3;
const DAY_MS = 86_400_000;

export interface ShownNote extends Note {
  /** True after the day of `review_by`. */
  readonly mayHaveChanged: boolean;
}

/** The most important notes of each country first, in the order of the countries. */
export function notesFor(
  file: NotesFile | null,
  countries: readonly string[],
  now: number,
): readonly ShownNote[] {
  return [...new Set(countries)].flatMap((country) =>
    (file?.notes ?? [])
      .filter((note) => note.country === country && isShown(note, now))
      .sort((a, b) => NOTE_KINDS.indexOf(a.kind) - NOTE_KINDS.indexOf(b.kind))
      .slice(0, PER_COUNTRY_MAX)
      .map((note) => ({ ...note, mayHaveChanged: now >= Date.parse(note.review_by) + DAY_MS })),
  );
}

/** Whether a note is certain and new enough. A month or a year in `checked_on` counts from its first day. */
function isShown({ confidence, checked_on }: Note, now: number): boolean {
  const end = new Date(checked_on);
  end.setUTCFullYear(end.getUTCFullYear() + SHOWN_YEARS);
  return confidence !== 'low' && now < end.getTime();
}
