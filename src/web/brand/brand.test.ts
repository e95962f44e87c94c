import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { ConfigError, serialiseProblem } from '../../operator-files/problems.ts';
import { createSite } from '../testing/harness.ts';
import { type Brand, brandParts, loadBrand } from './brand.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'brand-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const svg = (size: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}"><circle r="4"/></svg>`;
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const writeBrand = (value: unknown): void => write('brand.json', JSON.stringify(value));

/** The messages without the path of the folder. */
function problems(): string[] {
  try {
    loadBrand(folder);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems.map((problem) => serialiseProblem(problem).replaceAll(`${folder}/`, ''));
  }
  return [];
}

const page = async (brand: Brand, path = '/'): Promise<string> =>
  (await createSite(undefined, { brand }).get(path)).text;

test('an empty folder changes nothing', async () => {
  const brand = loadBrand(folder);
  assert.deepEqual(brandParts(brand), []);
  assert.equal(await page(brand), (await createSite().get('/')).text);
});

test('a tagline stands on the home page in its language, and a language without one keeps that of the pages', async () => {
  writeBrand({ tagline: { en: 'Stay <online>', tr: 'Bağlı kalın' } });
  const brand = loadBrand(folder);
  assert.match(await page(brand), /<p class="lead">Stay &lt;online&gt;<\/p>/);
  assert.match(await page(brand), /name="description" content="Stay &lt;online&gt;"/);
  assert.match(await page(brand, '/?lang=tr'), /<p class="lead">Bağlı kalın<\/p>/);
  const german = await createSite().get('/?lang=de');
  assert.equal(await page(brand, '/?lang=de'), german.text);
});

test('a logo replaces the mark, and a long one the name too, which stays as its text', async () => {
  write('logo.svg', svg('40 40'));
  const square = await page(loadBrand(folder));
  assert.match(
    square,
    /<img class="logo" src="(\/assets\/logo\.[0-9a-f]{12}\.svg)" alt="" width="28" height="28"><span>Eşim<\/span>/,
  );
  assert.doesNotMatch(square, /class="mark"/);
  write('logo.svg', svg('120 30'));
  const brand = loadBrand(folder);
  const long = await page(brand);
  const [, path = ''] =
    /<img class="logo" src="([^"]+)" alt="Eşim" width="112" height="28"><\/a>/.exec(long) ?? [];
  const served = await createSite(undefined, { brand }).get(path);
  assert.equal(served.text, svg('120 30'));
  assert.equal(served.headers['Content-Type'], 'image/svg+xml');
});

test('an icon is served under both names of icons, and the picture of shared links with our mark is left out', async () => {
  write('favicon.svg', svg('8 8'));
  const brand = loadBrand(folder);
  const site = createSite(undefined, { brand });
  for (const path of ['/favicon.svg', '/favicon.ico']) {
    const { text, headers } = await site.get(path);
    assert.equal(text, svg('8 8'));
    assert.equal(headers['Content-Type'], 'image/svg+xml');
  }
  assert.doesNotMatch(await page(brand), /og:image/);
  assert.match((await createSite().get('/')).text, /og:image/);
});

test('an accent is in the style sheet, whose address changes with it', async () => {
  writeBrand({ accent: '#0B6B4F' });
  const brand = loadBrand(folder);
  const addressIn = (text: string) => /href="(\/assets\/style[^"]+)"/.exec(text)?.[1] ?? '';
  const address = addressIn(await page(brand));
  assert.notEqual(address, addressIn((await createSite().get('/')).text));
  assert.match((await createSite(undefined, { brand }).get(address)).text, /--band:#0b6b4f;/);
});

for (const accent of ['#ffd500', '#ffee00'])
  test(`the colour ${accent} with too little contrast is refused once, with its place, its figures and a shade that has enough`, () => {
    write('brand.json', `{\n  "accent": "${accent}"\n}`);
    const [message = '', ...others] = problems();
    assert.deepEqual(others, []);
    assert.match(
      message,
      /^brand\.json, line 2, column 13: accent "#ff[0-9a-f]{4}" has too little contrast in the light theme: .* has 1\.[0-9]:1, and WCAG AA asks for 4\.5:1; "(#[0-9a-f]{6})" has enough$/,
    );
    writeBrand({ accent: /"(#[0-9a-f]{6})" has enough/.exec(message)?.[1] });
    assert.deepEqual(problems(), []);
  });

test('a shade for the dark theme is checked there', () => {
  writeBrand({ accent: '#0b6b4f', accentDark: '#0b6b4f' });
  const [message = ''] = problems();
  assert.match(message, /accentDark "#0b6b4f" has too little contrast in the dark theme: as a link it has/);
  writeBrand({ accent: '#0b6b4f', accentDark: /"(#[0-9a-f]{6})" has enough/.exec(message)?.[1] });
  assert.deepEqual(problems(), []);
  writeBrand({ accentDark: '#5fd0a8' });
  assert.match(problems()[0] ?? '', /accentDark needs an accent/);
});

const REFUSED: readonly (readonly [what: string, text: string, RegExp])[] = [
  ['a name of a colour', '{"accent": "green"}', /accent must be a colour, such as "#0b6b4f"/],
  ['a short colour', '{"accent": "#0b5"}', /accent must be a colour/],
  ['an unknown field', '{"acent": "#0b6b4f"}', /acent is an unknown field; did you mean "accent"\?/],
  ['an unknown language', '{"tagline": {"xx": "a"}}', /tagline\.xx is an unknown field/],
  ['an empty tagline', '{"tagline": {"en": ""}}', /tagline\.en must not be empty/],
  ['a tagline of a whole page', `{"tagline": {"en": "${'x'.repeat(161)}"}}`, /tagline\.en must not/],
  ['an invisible character', '{"tagline": {"en": "a\\u202eb"}}', /invisible character/],
  ['a missing comma', '{"accent": "#0b6b4f" "tagline": {}}', /line 1, column 2\d/],
];

for (const [what, text, message] of REFUSED)
  test(`brand.json with ${what} is refused`, () => {
    write('brand.json', text);
    const found = problems();
    assert.equal(found.length, 1);
    assert.match(found[0] ?? '', message);
  });

test('every file with a problem is named', () => {
  write('logo.svg', svg('40 40').replace('<circle', '<script/><circle'));
  write('favicon.svg', svg('40 40').replace('<circle', '<circle onclick="x"'));
  write('brand.json', '[]');
  assert.deepEqual(
    problems().map((message) => message.split(':')[0]?.split(',')[0]),
    ['logo.svg', 'favicon.svg', 'brand.json'],
  );
});

test('a logo without a size, a very long one, a huge one and a folder in its place are refused', () => {
  write('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>');
  assert.match(problems()[0] ?? '', /logo\.svg: states no size: add viewBox/);
  for (const size of ['900 100', '100 900']) {
    write('logo.svg', svg(size));
    assert.match(
      problems()[0] ?? '',
      /logo\.svg: has one side that is more than 8 times as long as the other/,
    );
  }
  write('logo.svg', svg('40 40').replace('<circle', `<title>${'x'.repeat(70_000)}</title><circle`));
  assert.match(problems()[0] ?? '', /logo\.svg: has more than 64 KB/);
  rmSync(join(folder, 'logo.svg'));
  mkdirSync(join(folder, 'logo.svg'));
  assert.match(problems()[0] ?? '', /logo\.svg: cannot be used: it is a folder/);
});
