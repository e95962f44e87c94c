import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf } from './language.ts';

const spoken = (query: string, accept?: string) =>
  languageOf({ query, headers: accept === undefined ? {} : { 'accept-language': accept } }).texts.code;

test('the address decides, then the browser, then English', () => {
  assert.equal(spoken('lang=tr', 'en'), 'tr');
  assert.equal(spoken('lang=de', 'es'), 'de');
  assert.equal(spoken('', 'tr-TR,tr;q=0.9,en;q=0.8'), 'tr');
  assert.equal(spoken('', 'es-MX'), 'es');
  assert.equal(spoken('', 'fr,en;q=0.4,tr;q=0.6'), 'tr');
  assert.equal(spoken('', 'tr;q=0,en'), 'en');
  assert.equal(spoken('lang=xx', 'ja'), 'en');
  assert.equal(spoken(''), 'en');
  assert.equal(spoken('', `tr${',x'.repeat(10_000)}`), 'en');
});

test('links keep a language that was chosen, and only that, and stand below the path of BASE_URL', () => {
  const asked = (query: string, root = '') =>
    languageOf({ query, headers: { 'accept-language': 'tr' } }, root);
  assert.equal(asked('lang=tr').link('/docs#a'), '/docs?lang=tr#a');
  assert.equal(asked('lang=en').link('/compare?days=7'), '/compare?days=7&lang=en');
  assert.equal(asked('').link('/docs'), '/docs');
  assert.equal(asked('', '/esim').link('/docs'), '/esim/docs');
  assert.equal(asked('lang=de', '/esim').link('/'), '/esim/?lang=de');
});
