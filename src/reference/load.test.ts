import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { BUNDLED_REFERENCE, loadReference } from './load.ts';

/** A copy of the bundled folder, with changed files; null removes one. */
function folderWith(t: { after(clean: () => void): void }, files: Readonly<Record<string, string | null>>) {
  const folder = mkdtempSync(join(tmpdir(), 'reference-'));
  t.after(() => rmSync(folder, { recursive: true }));
  cpSync(BUNDLED_REFERENCE, folder, { recursive: true });
  for (const [name, text] of Object.entries(files))
    if (text === null) rmSync(join(folder, name));
    else writeFileSync(join(folder, name), text);
  return folder;
}

const bundled = (name: string) => readFileSync(join(BUNDLED_REFERENCE, name), 'utf8');

test('every bundled table is valid and has a date', () => {
  const { phones, notes, activities, guide, problems } = loadReference(BUNDLED_REFERENCE);
  assert.deepEqual(problems, []);
  for (const date of [phones?.compiledOn, notes?.compiled_on, activities?.compiled_on, guide?.compiled_on])
    assert.match(date ?? '', /^\d{4}-\d\d-\d\d$/);
});

test('a table without a date is broken', (t) => {
  for (const name of ['phones.json', 'country-notes.json', 'activities.json', 'guide.json']) {
    const text = bundled(name).replace(/"compiled_on": "[^"]*",/, '');
    const { problems } = loadReference(folderWith(t, { [name]: text }));
    assert.match(problems[0]?.message ?? '', /compiled_on/, name);
  }
});

test('a note without a date of its own breaks its table', (t) => {
  const text = bundled('country-notes.json').replace(/"checked_on": "[^"]*",/, '');
  const { notes, problems } = loadReference(folderWith(t, { 'country-notes.json': text }));
  assert.equal(notes, null);
  assert.match(problems[0]?.message ?? '', /checked_on/);
});

test('a topic of the guide that occurs twice breaks its table', (t) => {
  const text = bundled('guide.json').replace('"id": "unlimited"', '"id": "refund"');
  const { guide, problems } = loadReference(folderWith(t, { 'guide.json': text }));
  assert.equal(guide, null);
  assert.match(problems[0]?.message ?? '', /occurs twice/);
});

test('without its file, a table is null and there is no problem', (t) => {
  const { phones, notes, activities, problems } = loadReference(
    folderWith(t, { 'country-notes.json': null }),
  );
  assert.equal(notes, null);
  assert.ok(phones !== null && activities !== null);
  assert.deepEqual(problems, []);
});

test('a broken file makes only its own table null, and the problem has its line', (t) => {
  const { phones, notes, activities, problems } = loadReference(
    folderWith(t, { 'phones.json': '{\n  "compiled_on": ' }),
  );
  assert.equal(phones, null);
  assert.ok(notes !== null && activities !== null);
  assert.equal(problems.length, 1);
  assert.ok((problems[0]?.position?.line ?? 0) > 1);
});

/** A bundled file in which `old` is replaced by `by` has the message. */
const FAULTS = [
  {
    what: 'an unknown field',
    file: 'phones.json',
    old: '"brand": "Apple"',
    by: '"brand": "Apple", "x": 1',
    message: /unknown field/,
  },
  {
    what: 'an unknown text',
    file: 'phones.json',
    old: '"note": "esim_only"',
    by: '"note": "nothing"',
    message: /unknown text "nothing"/,
  },
  {
    what: 'an unknown version',
    file: 'phones.json',
    old: '"versions": ["CN"]',
    by: '"versions": ["XX"]',
    message: /unknown version "XX"/,
  },
  {
    what: 'versions without a verdict',
    file: 'phones.json',
    old: '"verdict": "no", "versions": ["CN"]',
    by: '"versions": ["CN"]',
    message: /only together/,
  },
  {
    what: 'a phone with eSIM, one version of which has no eSIM',
    file: 'phones.json',
    old: '"esim": "depends", "usual": "yes"',
    by: '"esim": "yes"',
    message: /but an exception says "no"/,
  },
  {
    what: 'a phone twice',
    file: 'phones.json',
    old: '"model": "iPhone 14"',
    by: '"model": "iPhone 13"',
    message: /occurs twice/,
  },
  {
    what: 'a missing usual verdict',
    file: 'phones.json',
    old: ', "usual": "yes"',
    by: '',
    message: /also needs "usual"/,
  },
  {
    what: 'an unknown usual verdict',
    file: 'phones.json',
    old: '"usual": "yes"',
    by: '"usual": "maybe"',
    message: /^must be "yes" or "no", or null$/,
  },
  {
    what: 'an unknown country',
    file: 'country-notes.json',
    old: '"country": "TR"',
    by: '"country": "ZZ"',
    message: /is no code of a country or a region/,
  },
  {
    what: 'a day that does not exist',
    file: 'country-notes.json',
    old: '2025-07-22',
    by: '2025-02-30',
    message: /no date of the calendar/,
  },
  {
    what: 'a review before the date',
    file: 'country-notes.json',
    old: '2026-07-22',
    by: '2020-01-01',
    message: /before checked_on/,
  },
  {
    what: 'an invisible character',
    file: 'country-notes.json',
    old: 'Networks in',
    by: 'Networks\u202e in',
    message: /invisible/,
  },
  {
    what: 'an escaped invisible character',
    file: 'country-notes.json',
    old: 'Networks in',
    by: 'Networks\\u202e in',
    message: /invisible/,
  },
  {
    what: 'an activity without a source',
    file: 'activities.json',
    old: /"sources": \[[^\]]*\]/,
    by: '"sources": []',
    message: /not be empty/,
  },
  {
    what: 'a range upside down',
    file: 'activities.json',
    old: '"low": 5',
    by: '"low": 500',
    message: /low ≤ typical/,
  },
] as const;
for (const { what, file, old, by, message } of FAULTS)
  test(`${what} is a problem of the file`, (t) => {
    const text = bundled(file).replace(old, by);
    assert.notEqual(text, bundled(file));
    const { problems } = loadReference(folderWith(t, { [file]: text }));
    assert.match(problems.map((problem) => problem.message).join('\n'), message);
  });

test('a thorough check reports a name that occurs twice, with its position', (t) => {
  const text = bundled('phones.json').replace('"brand": "Apple"', '"brand": "Apple",\n"brand": "Apple"');
  const folder = folderWith(t, { 'phones.json': text });
  const { phones, problems } = loadReference(folder, { isThorough: true });
  assert.equal(phones, null);
  const line = text.slice(0, text.indexOf('\n"brand"')).split('\n').length + 1;
  assert.deepEqual(
    problems.map(({ path, message, position }) => [path, message, position?.line]),
    [['phones[0].brand', 'occurs twice', line]],
  );
  assert.deepEqual(loadReference(BUNDLED_REFERENCE, { isThorough: true }).problems, []);
});

test('a bundled alias with a number means no other phone', () => {
  const { phones: search } = loadReference(BUNDLED_REFERENCE);
  for (const phone of search?.phones ?? [])
    for (const alias of phone.aliases ?? []) {
      if (!/\d/.test(alias)) continue;
      const { matches } = search?.find(`${phone.brand} ${alias}`) ?? { matches: [] };
      assert.deepEqual(
        matches.map(({ brand, model }) => `${brand} ${model}`),
        [`${phone.brand} ${phone.model}`],
        alias,
      );
    }
});

test('a table that is nested too deeply is a problem of the file and does not end the process', (t) => {
  const { phones, problems } = loadReference(
    folderWith(t, { 'phones.json': `${'['.repeat(20_000)}${']'.repeat(20_000)}` }),
  );
  assert.equal(phones, null);
  assert.deepEqual(
    problems.map(({ message, position }) => [message, position?.column]),
    [['is nested more than 32 levels deep', 33]],
  );
});
