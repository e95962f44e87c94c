import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  accentStyles,
  builtInPalettes,
  contrast,
  contrastFaults,
  nearestShade,
  palettesWith,
  TEXT_MIN,
} from './palette.ts';

test('the contrast of two colours is that of WCAG', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  assert.equal(contrast('#ffffff', '#ffffff'), 1);
  // The greys around 4.5 that the documents of WCAG name.
  assert.ok(contrast('#767676', '#ffffff') >= TEXT_MIN);
  assert.ok(contrast('#777777', '#ffffff') < TEXT_MIN);
});

/** axe cannot check text in pictures and next to the notches, so this test checks the colours themselves. */
test('every text colour has enough contrast on its backgrounds, in the light and the dark theme', () => {
  const palettes = builtInPalettes();
  assert.ok(palettes.light.size > 20 && palettes.dark.get('page') !== palettes.light.get('page'));
  assert.deepEqual(contrastFaults(palettes), []);
});

test('white letters are readable on every colour of a monogram', () => {
  const css = readFileSync(new URL('../assets/styles/tokens.css', import.meta.url), 'utf8');
  const monograms = [...css.matchAll(/--(m\d+): (#[0-9a-f]{6});/g)];
  assert.ok(monograms.length > 10);
  for (const [, name, colour = ''] of monograms) assert.ok(contrast('#ffffff', colour) >= TEXT_MIN, name);
});

/** Dark enough for white text: black, the primary colours at their limit, and shades that are hard to lighten. */
const DARK_ENOUGH = ['#000000', '#0000ff', '#d40000', '#00791e', '#1d3fae', '#6b4bb5', '#7d5f00', '#6d6d6d'];

test('an accent that is dark enough for white text gives readable colours in both themes', () => {
  for (const light of DARK_ENOUGH)
    assert.deepEqual(contrastFaults(palettesWith({ light, dark: null })), [], light);
});

test('an accent changes the colours of header, band and links, and no other ones', () => {
  const accent = { light: '#0b6b4f', dark: '#5fd0a8' };
  const [own, builtIn] = [palettesWith(accent), builtInPalettes()];
  const changed = [...own.light].filter(([name, value]) => builtIn.light.get(name) !== value);
  const names = changed.map(([name]) => name).sort();
  assert.deepEqual(names, ['band', 'bar', 'check', 'link', 'navy', 'on-band-soft', 'on-tonal', 'tonal']);
  assert.equal(own.light.get('link'), '#0b6b4f');
  assert.equal(own.dark.get('link'), '#5fd0a8');
  const [light, dark] = accentStyles(accent).split('@media');
  assert.match(light ?? '', /--band:#0b6b4f;/);
  assert.match(dark ?? '', /prefers-color-scheme: dark\){:root{.*--link:#5fd0a8;/);
});

test('the nearest shade is the first that passes', () => {
  const isReadable = (shade: string) => contrast(shade, '#ffffff') >= TEXT_MIN;
  const shade = nearestShade('#ffd500', 'darker', isReadable) ?? '';
  assert.ok(isReadable(shade));
  assert.ok(contrast(shade, '#ffffff') < TEXT_MIN + 0.3);
  assert.equal(
    nearestShade('#ffd500', 'darker', () => false),
    null,
  );
});
