import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const css = readFileSync(new URL('./assets/styles/base.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = css.split('@media screen and (prefers-color-scheme: dark)');

const colours = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  );

/** Relative luminance and contrast as WCAG defines them. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (high + 0.05) / (low + 0.05);
}

const TEXT_MIN = 4.5;
const LINE_MIN = 3;

/** axe cannot check text in pictures and next to the notches, so this test checks the colours themselves. */
const TEXTS = ['ink', 'soft', 'link', 'turquoise', 'coral'];
const WASHES: readonly (readonly [string, string])[] = [
  ['turquoise', 'turquoise-wash'],
  ['coral', 'coral-wash'],
  ['ink', 'sun-wash'],
  ['soft', 'sun-wash'],
  ['on-cobalt', 'cobalt'],
  ['on-cobalt-soft', 'cobalt'],
  ['on-cobalt', 'cobalt-deep'],
];

test('every text colour has enough contrast on its backgrounds, in the light and the dark theme', () => {
  for (const palette of [colours(light), new Map([...colours(light), ...colours(dark)])]) {
    const ratio = (a: string, b: string) => contrast(palette.get(a) ?? '', palette.get(b) ?? '');
    const pairs = [
      ...TEXTS.flatMap((text) => [[text, 'paper'] as const, [text, 'clay'] as const]),
      ...WASHES,
    ];
    for (const [text, background] of pairs)
      assert.ok(ratio(text, background) >= TEXT_MIN, `${text} on ${background}: ${ratio(text, background)}`);
    assert.ok(ratio('field-line', 'paper') >= LINE_MIN);
    // The focus ring.
    assert.ok(ratio('sun-line', 'clay') >= LINE_MIN && ratio('sun-line', 'paper') >= LINE_MIN);
  }
});
