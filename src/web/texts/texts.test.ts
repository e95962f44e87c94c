import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { TEXT_PAGES } from '../layout.ts';
import { ALL_TEXTS } from './index.ts';

/** Every leaf with its path; functions are called, so that their sentences are looked at too. */
function leaves(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String(value(...['3', '4', '5']))]];
  return Object.entries(value as object).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`));
}

/** A word that a language does without. */
const MAY_BE_EMPTY = new Set(['.docsInEnglish', '.termsTranslation']);
/** The same word in both. */
const MAY_BE_SAME: Readonly<Record<string, readonly string[]>> = {
  tr: ['.needs.normal.name', '.card.hotspot'],
  de: ['.needs.normal.name', '.card.hotspot', '.form.route'],
  es: ['.needs.normal.name', '.card.hotspot', '.card.hasNot', '.card.plan'],
};
/** A figure or a full stop and nothing else. */
const EVERYWHERE = ['.requirements.5g', '.problems.wait.1'];

const [english, ...others] = ALL_TEXTS;

test('every language says everything', () => {
  const pathsOf = (texts: unknown) =>
    leaves(texts)
      .map(([path]) => path)
      .sort();
  const paths = pathsOf(english);
  assert.ok(paths.length > 150, 'the test must see the texts it judges');
  for (const texts of ALL_TEXTS) {
    assert.deepEqual(pathsOf(texts), paths);
    for (const [path, said] of leaves(texts))
      assert.ok(said.trim() !== '' || MAY_BE_EMPTY.has(path), `${texts.code}${path}`);
  }
});

test('no language was left in English', () => {
  const said = new Map(leaves(english));
  for (const texts of others) {
    const allowed = [...EVERYWHERE, ...(MAY_BE_SAME[texts.code] ?? [])];
    const same = leaves(texts).filter(([path, text]) => said.get(path) === text && !allowed.includes(path));
    assert.deepEqual(same, []);
    assert.ok(Intl.NumberFormat.supportedLocalesOf(texts.locale).length === 1, texts.locale);
  }
});

test('in every language, the counts of plans on the pages of places have a singular and a plural', () => {
  const leads = ALL_TEXTS.map(({ place }) =>
    [1, 8].map((n) => [
      place.description('X', n, String(n)),
      place.regional(n, String(n), '2', '3'),
      place.plans(n, String(n)),
    ]),
  );
  assert.deepEqual(leads, [
    [
      ['Compare 1 eSIM plan for X.', '1 plan works in at least 2 of the 3 destinations below.', '1 plan'],
      ['Compare 8 eSIM plans for X.', '8 plans work in at least 2 of the 3 destinations below.', '8 plans'],
    ],
    [
      ['Vergleichen Sie 1 eSIM-Tarif für X.', '1 Tarif gilt in mindestens 2 von 3 Reisezielen.', '1 Tarif'],
      [
        'Vergleichen Sie 8 eSIM-Tarife für X.',
        '8 Tarife gelten in mindestens 2 von 3 Reisezielen.',
        '8 Tarife',
      ],
    ],
    [
      ['Compara 1 plan eSIM para X.', '1 plan sirve en al menos 2 de 3 destinos.', '1 plan'],
      ['Compara 8 planes eSIM para X.', '8 planes sirven en al menos 2 de 3 destinos.', '8 planes'],
    ],
    // Turkish has no plural after a number.
    ...[
      [
        'X için 1 eSIM paketini karşılaştırın.',
        '1 paket aşağıdaki 3 yerin en az 2 tanesinde çalışır.',
        '1 paket',
      ],
    ].map((one) => [one, one.map((text) => text.replace('1', '8'))]),
  ]);
});

test('every language has every text page with the same sections and values, in its own words', () => {
  for (const name of TEXT_PAGES) {
    const paragraphs = ALL_TEXTS.map(({ code }) =>
      readFileSync(new URL(`./${code}/${name}.md`, import.meta.url), 'utf8')
        .trim()
        .split(/\n+/),
    );
    const [original, ...translations] = paragraphs.map((lines) => ({
      headings: lines.filter((line) => line.startsWith('## ')).length,
      marks: lines.flatMap((line) => line.match(/\{[^}]+\}/g) ?? []),
      prose: lines.filter((line) => /^[^`{]*\p{L}{3}/u.test(line)),
    }));
    assert.ok(original !== undefined && original.headings > 2, name);
    for (const { headings, marks, prose } of translations) {
      assert.equal(headings, original.headings, name);
      assert.deepEqual(marks, original.marks, name);
      assert.deepEqual(
        prose.filter((line) => original.prose.includes(line)),
        [],
        name,
      );
    }
  }
});
