import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShownNote } from '../reference/notes.ts';
import { byAge } from './notes.ts';
import { createSite } from './testing/harness.ts';

const note = (checked_on: string) => ({ checked_on }) as ShownNote;

test('a note is old two years after its date, or after the beginning of its month or year', () => {
  const notes = ['2024-11-15', '2024-11-16', '2024-11', '2025', '2024'].map(note);
  const { recent, old } = byAge(notes, Date.parse('2026-11-15T12:00:00Z'));
  assert.deepEqual(
    [recent, old].map((some) => some.map(({ checked_on }) => checked_on)),
    [
      ['2024-11-16', '2025'],
      ['2024-11-15', '2024-11', '2024'],
    ],
  );
});

test('old notes stand behind the results, and newer ones before them', async () => {
  const site = createSite();
  // Indonesia has a note of January 2024.
  const { text } = await site.get('/compare?country=ID&days=7&need=normal');
  const old = text.indexOf('needs no registration');
  assert.ok(old > text.lastIndexOf('<li class="card'));
  assert.match(text.slice(0, old), /Older notes/);
  const turkey = (await site.get('/compare?country=TR&days=7&need=normal')).text;
  assert.ok(turkey.indexOf('Good to know') < turkey.indexOf('<li class="card'));
  assert.doesNotMatch(turkey, /Older notes/);
});
