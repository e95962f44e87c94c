import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUNDLED_REFERENCE, loadReference } from './load.ts';
import { notesDue, notesFor } from './notes.ts';
import type { Note, NotesFile } from './schema.ts';

const inAllLanguages = (text: string) => ({ en: text, de: text, es: text, tr: text });
const note = (change: Partial<Note> = {}): Note => ({
  id: 'tr-other',
  country: 'TR',
  kind: 'other',
  short: inAllLanguages('short'),
  text: inAllLanguages('text'),
  since: null,
  checked_on: '2025-08-11',
  review_by: '2026-08-11',
  confidence: 'high',
  sources: [{ publisher: 'News', url: 'https://news.example' }],
  ...change,
});
const fileOf = (...notes: Note[]): NotesFile => ({ compiled_on: '2026-11-17', notes });

test('a note may have changed only after the day of its review', () => {
  const changedAt = (time: string) => notesFor(fileOf(note()), ['TR'], Date.parse(time))[0]?.mayHaveChanged;
  assert.equal(changedAt('2026-08-11T23:59:59Z'), false);
  assert.equal(changedAt('2026-08-12T00:00:00Z'), true);
});

test('a note is shown for three years from its date, or from the first day of its month or year', () => {
  const isShown = (checked_on: string, time: string) =>
    notesFor(fileOf(note({ checked_on })), ['TR'], Date.parse(time)).length === 1;
  assert.ok(isShown('2025-08-11', '2028-08-10T23:59:59Z'));
  assert.ok(!isShown('2025-08-11', '2028-08-11T00:00:00Z'));
  assert.ok(!isShown('2025-08', '2028-08-01T00:00:00Z'));
  assert.ok(!isShown('2025', '2028-01-01T00:00:00Z'));
});

test('a note of low confidence is not shown', () => {
  assert.deepEqual(notesFor(fileOf(note({ confidence: 'low' })), ['TR'], Date.parse('2026-01-01')), []);
});

test('at most four notes of a country are shown, the most important first', () => {
  const kinds = ['other', 'identity_check', 'buy_before', 'shops_blocked', 'calls_restricted'] as const;
  const file = fileOf(...kinds.map((kind) => note({ id: kind, kind })));
  assert.deepEqual(
    notesFor(file, ['TR'], Date.parse('2026-01-01')).map(({ kind }) => kind),
    ['shops_blocked', 'buy_before', 'calls_restricted', 'identity_check'],
  );
});

test('notes cover every stop once, in the order of the stops', () => {
  const file = fileOf(note(), note({ id: 'cn-other', country: 'CN' }));
  assert.deepEqual(
    notesFor(file, ['CN', 'TR', 'CN', 'FR'], Date.parse('2026-01-01')).map(({ country }) => country),
    ['CN', 'TR'],
  );
});

test('a note that holds in several countries is shown for each of them as its own', () => {
  const file = fileOf(note({ country: 'AT', also_in: ['DE', 'FR'] }));
  assert.deepEqual(
    notesFor(file, ['FR', 'TR', 'AT'], Date.parse('2026-01-01')).map(({ country }) => country),
    ['FR', 'AT'],
  );
});

test('a trip to a region has the notes about the region itself, and none of its countries', () => {
  const { notes: file } = loadReference(BUNDLED_REFERENCE);
  const found = notesFor(file, ['EU'], Date.parse('2026-11-18'));
  assert.deepEqual(
    found.map(({ country, kind }) => [country, kind]),
    [['EU', 'roaming_rules']],
  );
  assert.deepEqual(notesFor(file, ['XA'], Date.parse('2026-11-18')), []);
});

test('the notes to review are those whose day is over, the oldest first', () => {
  const file = fileOf(
    note({ id: 'b', review_by: '2026-08-11' }),
    note({ id: 'a', review_by: '2026-01-01' }),
    note({ id: 'c', review_by: '2026-11-18' }),
  );
  assert.deepEqual(
    notesDue(file, Date.parse('2026-11-18')).map(({ id }) => id),
    ['a', 'b'],
  );
});

test('the note about Svalbard belongs to Svalbard, and limits for phones are no check of an identity', () => {
  const { notes: file } = loadReference(BUNDLED_REFERENCE);
  const kindsOf = (country: string) =>
    notesFor(file, [country], Date.parse('2026-11-18')).map(({ kind }) => kind);
  assert.deepEqual(kindsOf('SJ'), ['coverage_gap']);
  assert.deepEqual(kindsOf('NO'), ['roaming_rules']);
  assert.deepEqual(kindsOf('EG'), ['other']);
  assert.ok(!kindsOf('TR').includes('identity_check'));
  assert.deepEqual(kindsOf('DE'), ['roaming_rules']);
});

test('without the table there are no notes', () => {
  assert.deepEqual(notesFor(null, ['TR'], 0), []);
});

test('every bundled note that is shown has a date, a later review, two sources, four languages and a short line', () => {
  const { notes: file } = loadReference(BUNDLED_REFERENCE);
  assert.ok(file !== null);
  const countries = file.notes.map(({ country }) => country);
  const shown = notesFor(file, countries, Date.parse('2026-11-18'));
  assert.ok(shown.length > 20);
  for (const { id, checked_on, review_by, sources, text, short } of shown) {
    assert.match(checked_on, /^\d{4}(-\d\d){0,2}$/, id);
    assert.ok(review_by > checked_on, id);
    assert.ok(sources.length >= 2, id);
    assert.equal(new Set(Object.values(text)).size, 4, id);
    for (const words of Object.values(short)) assert.ok(words.length < 80, `${id}: ${words}`);
  }
});

test('no bundled note says how to get round a block', () => {
  const { notes: file } = loadReference(BUNDLED_REFERENCE);
  for (const { id, short, text, caveat } of file?.notes ?? [])
    for (const words of [short, text, caveat].flatMap((one) => Object.values(one ?? {})))
      assert.doesNotMatch(
        words,
        /bypass|circumvent|get round|workaround|umgeh|esquiv|evitar el bloqueo|aşmak/i,
        id,
      );
});
