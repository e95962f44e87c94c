import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const css = readFileSync(new URL('./assets/styles/tokens.css', import.meta.url), 'utf8');
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
const TEXTS = ['ink', 'soft', 'link', 'good', 'unclear', 'bad'];
const GROUNDS = ['surface', 'page', 'sunk'];
const PAIRS: readonly (readonly [string, string])[] = [
  ['on-tonal', 'tonal'],
  ['on-action', 'action'],
  ['on-notice', 'notice'],
  ['on-band', 'band'],
  ['on-band-soft', 'band'],
  ['on-band', 'navy'],
  ['bad', 'bad-wash'],
];

test('every text colour has enough contrast on its backgrounds, in the light and the dark theme', () => {
  for (const palette of [colours(light), new Map([...colours(light), ...colours(dark)])]) {
    const ratio = (a: string, b: string) => contrast(palette.get(a) ?? '', palette.get(b) ?? '');
    const pairs = [...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)), ...PAIRS];
    for (const [text, background] of pairs)
      assert.ok(ratio(text, background) >= TEXT_MIN, `${text} on ${background}: ${ratio(text, background)}`);
    for (const ground of GROUNDS) {
      assert.ok(ratio('control', ground) >= LINE_MIN, `control on ${ground}`);
      assert.ok(ratio('focus', ground) >= LINE_MIN, `the focus ring on ${ground}`);
    }
  }
});

test('white letters are readable on every colour of a monogram', () => {
  const monograms = [...css.matchAll(/--(m\d+): (#[0-9a-f]{6});/g)];
  assert.ok(monograms.length > 10);
  for (const [, name, colour = ''] of monograms) assert.ok(contrast('#ffffff', colour) >= TEXT_MIN, name);
});
