/**
 * Loads the tables of facts for travellers. A table that is absent is switched off, because some operators may not publish
 * it. A broken table is switched off and reported, and the service keeps running.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Static, TSchema } from 'typebox';
import { isInCalendar } from '../domain/calendar.ts';
import { isCountry } from '../domain/countries.ts';
import { regionOf } from '../domain/places/region-destinations.ts';
import { unwantedIn } from '../operator-files/invisible.ts';
import { checkFile, type Problem, type Say, schemaFindings } from '../operator-files/problems.ts';
import { readFileText } from '../operator-files/read-file.ts';
import { whyUnreadable } from '../operator-files/unreadable.ts';
import { PhoneSearch } from './phone-search.ts';
import { ActivitiesFile, GuideFile, type GuideTopic, type Note, NotesFile, PhonesFile } from './schema.ts';

export interface Reference {
  /** null: the table is absent or broken. */
  readonly phones: PhoneSearch | null;
  readonly notes: NotesFile | null;
  readonly activities: ActivitiesFile | null;
  readonly guide: GuideFile | null;
  /** Every mistake in a file. */
  readonly problems: readonly Problem[];
}

export const BUNDLED_REFERENCE = join(import.meta.dirname, '../../reference');

/** `isThorough`: also reports names that occur twice in an object, which takes a hundred times as long. */
export function loadReference(folder: string, { isThorough = false } = {}): Reference {
  const problems: Problem[] = [];
  const table = <T extends TSchema>(name: string, schema: T, check: Check<Static<T>>): Static<T> | null => {
    const path = join(folder, name);
    if (!existsSync(path)) return null;
    const found = readTable(path, schema, check, isThorough);
    if ('value' in found) return found.value;
    problems.push(...found.problems);
    return null;
  };
  const phones = table('phones.json', PhonesFile, checkPhones);
  const notes = table('country-notes.json', NotesFile, checkNotes);
  const activities = table('activities.json', ActivitiesFile, checkActivities);
  const guide = table('guide.json', GuideFile, checkGuide);
  return { phones: phones && new PhoneSearch(phones), notes, activities, guide, problems };
}

/** Reports what a schema cannot express. */
type Check<T> = (value: T, say: Say) => void;
type TableOrProblems<T> = { readonly value: T } | { readonly problems: readonly Problem[] };

function readTable<T extends TSchema>(
  path: string,
  schema: T,
  check: Check<Static<T>>,
  isThorough: boolean,
): TableOrProblems<Static<T>> {
  let text: string;
  try {
    text = readFileText(path);
  } catch (error) {
    return { problems: [{ file: path, path: '', message: whyUnreadable(error) }] };
  }
  const value = isThorough ? null : readQuickly(text, schema, check);
  if (value !== null) return { value };
  const file = checkFile({ name: path, text }, schema);
  if (file.value !== null) check(file.value, file.say);
  const { problems } = file;
  return file.value !== null && problems.length === 0 ? { value: file.value } : { problems };
}

/**
 * Returns null if the table has a mistake. The check that finds the line and column of every mistake is slow, so a start
 * runs it only then.
 */
function readQuickly<T extends TSchema>(text: string, schema: T, check: Check<Static<T>>): Static<T> | null {
  // An escape may stand for an unwanted character. Printable ASCII has none and is removed before the search.
  if (text.includes('\\u') || unwantedIn(text.replaceAll(/[\x20-\x7e\n\r\t]+/g, ' ')) !== null) return null;
  let value: Static<T>;
  try {
    value = JSON.parse(text) as Static<T>;
  } catch {
    return null;
  }
  if (schemaFindings(schema, value).length > 0) return null;
  let isFaulty = false;
  check(value, () => {
    isFaulty = true;
  });
  return isFaulty ? null : value;
}

const checkPhones: Check<PhonesFile> = (file, say) => {
  const { compiled_on, phones, texts, places, carriers, version_words } = file;
  const isVersion = (id: string) =>
    isCountry(id) || id === WITHOUT_MOBILE_DATA || places[id] !== undefined || carriers[id] !== undefined;
  checkDate(compiled_on, ['compiled_on'], say);
  const seen = new Set<string>();
  for (const [at, phone] of phones.entries()) {
    const name = `${phone.brand} ${phone.model}`.toLowerCase();
    if (seen.has(name)) say(['phones', at, 'model'], 'occurs twice for this brand');
    seen.add(name);
    const needsUsual = phone.esim === 'depends';
    if (needsUsual !== (phone.usual !== undefined))
      say(['phones', at, 'esim'], needsUsual ? 'also needs "usual"' : 'takes no "usual"');
    const usesText = (id: string) => {
      if (texts[id] === undefined) say(['phones', at], `uses the unknown text "${id}"`);
    };
    if (phone.note !== undefined) usesText(phone.note);
    for (const { where, note, verdict, versions } of phone.exceptions ?? []) {
      usesText(where);
      usesText(note);
      if ((verdict === undefined) !== (versions === undefined))
        say(['phones', at, 'exceptions'], 'has "versions" and "verdict" only together');
      if (phone.esim === 'yes' && verdict === 'no')
        say(['phones', at, 'esim'], 'is "yes", but an exception says "no": write "depends"');
      for (const id of versions ?? [])
        if (!isVersion(id)) say(['phones', at], `uses the unknown version "${id}"`);
    }
  }
  for (const [word, id] of Object.entries(version_words))
    if (!isVersion(id) && !VERSIONS_WITHOUT_PLACE.has(id))
      say(['version_words', word], `means the unknown version "${id}"`);
};

/** The version of a tablet that has no modem. */
const WITHOUT_MOBILE_DATA = 'wifi';
/** Versions for several countries. No exception is about them. */
const VERSIONS_WITHOUT_PLACE: ReadonlySet<string> = new Set(['EU', 'GLOBAL']);

const checkNotes: Check<NotesFile> = ({ compiled_on, notes }, say) => {
  checkDate(compiled_on, ['compiled_on'], say);
  checkFacts('notes', notes, say);
  for (const [at, { country, also_in = [], since }] of notes.entries()) {
    for (const code of [country, ...also_in])
      if (!isCountry(code) && regionOf(code) === null)
        say(['notes', at, 'country'], `has "${code}", which is no code of a country or a region`);
    if (since !== null) checkDate(since, ['notes', at, 'since'], say);
  }
};

const checkActivities: Check<ActivitiesFile> = ({ compiled_on, activities }, say) => {
  checkDate(compiled_on, ['compiled_on'], say);
  checkIds('activities', activities, say);
  for (const [at, { low, typical, high }] of activities.entries())
    if (low > typical || typical > high) say(['activities', at], 'must have low ≤ typical ≤ high');
};

const checkGuide: Check<GuideFile> = ({ compiled_on, topics }, say) => {
  checkDate(compiled_on, ['compiled_on'], say);
  checkFacts('topics', topics, say);
  for (const [at, { applies_to }] of topics.entries())
    if (applies_to.includes('all') && applies_to.length > 1)
      say(['topics', at, 'applies_to'], 'has "all" beside single phones');
};

/** The ids and dates of notes and topics. `list`: the name of the list in its file. */
function checkFacts(list: string, facts: readonly (Note | GuideTopic)[], say: Say): void {
  checkIds(list, facts, say);
  for (const [at, { checked_on, review_by, sources }] of facts.entries()) {
    for (const { date } of sources) if (date !== undefined) checkDate(date, [list, at, 'sources'], say);
    if (checked_on !== null) checkDate(checked_on, [list, at, 'checked_on'], say);
    checkDate(review_by, [list, at, 'review_by'], say);
    if (checked_on !== null && review_by < checked_on) say([list, at, 'review_by'], 'is before checked_on');
  }
}

function checkIds(list: string, entries: readonly { readonly id: string }[], say: Say): void {
  const seen = new Set<string>();
  for (const [at, { id }] of entries.entries()) {
    if (seen.has(id)) say([list, at, 'id'], 'occurs twice');
    seen.add(id);
  }
}

function checkDate(date: string, path: readonly (string | number)[], say: Say): void {
  if (!isInCalendar(date)) say(path, 'is no date of the calendar');
}
