import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unwantedIn } from './invisible.ts';

test('an invisible character and a letter with three accents are found, and each is named with its code', () => {
  assert.equal(unwantedIn('Lumen\u202E'), 'an invisible character (U+202E)');
  assert.equal(unwantedIn('Lumen\uFE0F'), 'an invisible character (U+FE0F)');
  assert.equal(unwantedIn('Lumen\u0301\u0302\u0303'), 'a letter with three accents or more (U+0301)');
  assert.equal(unwantedIn('Lumen\u0301\u0302'), null);
  assert.equal(unwantedIn('Lumen\nTravel – Türkiye'), null);
});
