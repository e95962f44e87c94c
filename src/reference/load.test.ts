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

test('an absent table is switched off without a problem', (t) => {
  const { phones, notes, activities, problems } = loadReference(
    folderWith(t, { 'country-notes.json': null }),
  );
  assert.equal(notes, null);
  assert.ok(phones !== null && activities !== null);
  assert.deepEqual(problems, []);
});

test('a broken file switches only its own table off, and the problem has its line', (t) => {
  const { phones, notes, activities, problems } = loadReference(
    folderWith(t, { 'phones.json': '{\n  "compiled_on": ' }),
  );
  assert.equal(phones, null);
  assert.ok(notes !== null && activities !== null);
  assert.equal(problems.length, 1);
  assert.ok((problems[0]?.position?.line ?? 0) > 1);
});

for (const [what, name, change, message] of [
  ['an unknown field', 'phones.json', ['"brand": "Apple"', '"brand": "Apple", "x": 1'], /unknown field/],
  ['an unknown text', 'phones.json', ['"note": "esim_only"', '"note": "nothing"'], /unknown text "nothing"/],
  ['an unknown version', 'phones.json', ['"versions": ["CN"]', '"versions": ["XX"]'], /unknown version "XX"/],
  [
    'versions without a verdict',
    'phones.json',
    ['"verdict": "no", "versions": ["CN"]', '"versions": ["CN"]'],
    /only together/,
  ],
  [
    'a yes with an exception without eSIM',
    'phones.json',
    ['"esim": "depends", "usual": "yes"', '"esim": "yes"'],
    /but an exception says "no"/,
  ],
  ['a phone twice', 'phones.json', ['"model": "iPhone 14"', '"model": "iPhone 13"'], /occurs twice/],
  ['a missing usual verdict', 'phones.json', [', "usual": "yes"', ''], /also needs "usual"/],
  [
    'an unknown usual verdict',
    'phones.json',
    ['"usual": "yes"', '"usual": "maybe"'],
    /^must be "yes" or "no", or null$/,
  ],
  [
    'an unknown country',
    'country-notes.json',
    ['"country": "TR"', '"country": "ZZ"'],
    /is no code of a country or a region/,
  ],
  [
    'a day that does not exist',
    'country-notes.json',
    ['2025-07-22', '2025-02-30'],
    /no date of the calendar/,
  ],
  ['a review before the date', 'country-notes.json', ['2026-07-22', '2020-01-01'], /before checked_on/],
  ['an invisible character', 'country-notes.json', ['Networks in', 'Networks\u202e in'], /invisible/],
  [
    'an escaped invisible character',
    'country-notes.json',
    ['Networks in', 'Networks\\u202e in'],
    /invisible/,
  ],
  [
    'an activity without a source',
    'activities.json',
    [/"sources": \[[^\]]*\]/, '"sources": []'],
    /not be empty/,
  ],
  ['a range upside down', 'activities.json', ['"low": 5', '"low": 500'], /low ≤ typical/],
] as const)
  test(`${what} is a problem of the file`, (t) => {
    const text = bundled(name).replace(change[0], change[1]);
    assert.notEqual(text, bundled(name));
    const { problems } = loadReference(folderWith(t, { [name]: text }));
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
