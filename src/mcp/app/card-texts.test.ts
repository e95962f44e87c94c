import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOTE_CODES } from '../../wire/sentences/notes.ts';
import { CONDITION_CODES } from '../../wire/sentences/offers.ts';
import { cardTexts, PAGE } from './card-texts.ts';

const languages = Object.entries(cardTexts()) as [string, Readonly<Record<string, unknown>>][];

const at = (texts: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (group, name) => (group as Readonly<Record<string, unknown>> | undefined)?.[name],
      texts,
    );

test('the plan cards have every text that their page names, and no other group, in every language', () => {
  const paths = Array.from(PAGE.matchAll(/\bt\.([\w.]+)/g), ([, path = '']) => path);
  assert.ok(paths.length > 60, 'the test must see the texts of the page');
  for (const [code, texts] of languages) {
    for (const path of paths) assert.ok(at(texts, path) !== undefined, `${code}: ${path}`);
    for (const group of ['problems', 'home', 'responses']) assert.equal(texts[group], undefined);
  }
});

test('the plan cards have every condition and note in every language', () => {
  assert.deepEqual(
    languages.map(([code]) => code),
    ['en', 'de', 'es', 'tr'],
  );
  for (const [code, texts] of languages) {
    for (const condition of CONDITION_CODES)
      assert.ok(at(texts, `conditions.${condition}`), `${code}: ${condition}`);
    for (const note of NOTE_CODES) assert.ok(at(texts, `notes.${note}`), `${code}: ${note}`);
  }
});
