import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localHref, tongueOf } from './language.ts';

const spoken = (query: string, accept?: string) =>
  tongueOf(query, accept === undefined ? {} : { 'accept-language': accept }).texts.code;

test('the address decides, then the browser, then English', () => {
  assert.equal(spoken('lang=tr', 'en'), 'tr');
  assert.equal(spoken('', 'tr-TR,tr;q=0.9,en;q=0.8'), 'tr');
  assert.equal(spoken('', 'de,en;q=0.4,tr;q=0.6'), 'tr');
  assert.equal(spoken('', 'tr;q=0,en'), 'en');
  assert.equal(spoken('lang=xx', 'ja'), 'en');
  assert.equal(spoken(''), 'en');
  assert.equal(spoken('', `tr${',x'.repeat(10_000)}`), 'en');
});

test('links keep a language that was chosen, and only that', () => {
  assert.equal(localHref('/docs#a', tongueOf('lang=tr', {})), '/docs?lang=tr#a');
  assert.equal(localHref('/compare?days=7', tongueOf('lang=en', {})), '/compare?days=7&lang=en');
  assert.equal(localHref('/docs', tongueOf('', { 'accept-language': 'tr' })), '/docs');
});
