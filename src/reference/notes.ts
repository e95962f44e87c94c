/** The notes of destinations that are shown at a moment. */
import { compareStrings } from '../domain/destination.ts';
import { DAY_MS } from '../domain/freshness.ts';
import { type GuideFile, type GuideTopic, NOTE_KINDS, type Note, type NotesFile } from './schema.ts';

/** More notes would hide the plans, and `NOTE_KINDS` has the most important ones first. */
const PER_COUNTRY_MAX = 4;
/** An older note is more likely wrong than useful. */
const SHOWN_YEARS = 3;

export interface ShownNote extends Note {
  /** The country that was asked for. */
  readonly country: string;
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
      .filter((note) => isAbout(note, country) && isShown(note, now))
      .sort((a, b) => NOTE_KINDS.indexOf(a.kind) - NOTE_KINDS.indexOf(b.kind))
      .slice(0, PER_COUNTRY_MAX)
      .map((note) => ({ ...note, country, mayHaveChanged: isDue(note, now) })),
  );
}

/** The notes that an operator should review: the day of their review is over. The oldest come first. */
export const notesDue = ({ notes }: NotesFile, now: number): readonly Note[] => due(notes, now);

/** The same for the topics of the guide. */
export const topicsDue = ({ topics }: GuideFile, now: number): readonly GuideTopic[] => due(topics, now);

const due = <T extends Dated>(all: readonly T[], now: number): readonly T[] =>
  all.filter((one) => isDue(one, now)).sort((a, b) => compareStrings(a.review_by, b.review_by));

type Dated = Pick<GuideTopic, 'review_by' | 'checked_on' | 'confidence'>;

export const isDue = ({ review_by }: Pick<Dated, 'review_by'>, now: number): boolean =>
  now >= Date.parse(review_by) + DAY_MS;

const isAbout = ({ country, also_in = [] }: Note, asked: string): boolean =>
  country === asked || also_in.includes(asked);

/** Whether a fact is certain and new enough. A month or a year in `checked_on` counts from its first day. */
export function isShown({ confidence, checked_on }: Dated, now: number): boolean {
  if (checked_on === null) return confidence !== 'low';
  const end = new Date(checked_on);
  end.setUTCFullYear(end.getUTCFullYear() + SHOWN_YEARS);
  return confidence !== 'low' && now < end.getTime();
}
