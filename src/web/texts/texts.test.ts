import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from './index.ts';

/** Every leaf with its path; functions are called, so that their sentences are looked at too. */
function leaves(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String(value(...['3', '4', '5']))]];
  return Object.entries(value as object).flatMap(([key, inner]) =>
    // Each language has its own.
    key === 'spellings' ? [] : leaves(inner, `${path}.${key}`),
  );
}

/** The same word in both, or a word that English does without. */
const MAY_BE_EMPTY = new Set(['.docsInEnglish']);
const MAY_BE_SAME = new Set(['.dir', '.needs.normal.name']);

const [english, ...others] = LANGUAGES;

test('every language says everything', () => {
  const paths = leaves(english).map(([path]) => path);
  assert.ok(paths.length > 150, 'the test must see the texts it judges');
  for (const texts of LANGUAGES) {
    assert.deepEqual(
      leaves(texts).map(([path]) => path),
      paths,
    );
    for (const [path, said] of leaves(texts))
      assert.ok(said.trim() !== '' || MAY_BE_EMPTY.has(path), `${texts.code}${path}`);
  }
});

test('no language was left in English', () => {
  const said = new Map(leaves(english));
  for (const texts of others) {
    const same = leaves(texts).filter(([path, text]) => said.get(path) === text && !MAY_BE_SAME.has(path));
    assert.deepEqual(same, []);
    assert.ok(Intl.NumberFormat.supportedLocalesOf(texts.locale).length === 1, texts.locale);
  }
});
