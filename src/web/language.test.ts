import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf } from './language.ts';

const languageFor = (query: string, accept?: string) =>
  languageOf({ query, headers: accept === undefined ? {} : { 'accept-language': accept } }, '').texts.code;

test('the language is that of the address, else that of the browser, else English', () => {
  assert.equal(languageFor('lang=tr', 'en'), 'tr');
  assert.equal(languageFor('lang=de', 'es'), 'de');
  assert.equal(languageFor('', 'tr-TR,tr;q=0.9,en;q=0.8'), 'tr');
  assert.equal(languageFor('', 'es-MX'), 'es');
  assert.equal(languageFor('', 'fr,en;q=0.4,tr;q=0.6'), 'tr');
  assert.equal(languageFor('', 'tr;q=0,en'), 'en');
  assert.equal(languageFor('lang=xx', 'ja'), 'en');
  assert.equal(languageFor(''), 'en');
});

test('a longer Accept-Language than any browser sends is ignored', () => {
  assert.equal(languageFor('', `tr${',x'.repeat(10_000)}`), 'en');
});

test('links keep only a language that was chosen, and begin with the path of BASE_URL', () => {
  const requested = (query: string, root = '') =>
    languageOf({ query, headers: { 'accept-language': 'tr' } }, root);
  assert.equal(requested('lang=tr').link('/docs#a'), '/docs?lang=tr#a');
  assert.equal(requested('lang=en').link('/compare?days=7'), '/compare?days=7&lang=en');
  assert.equal(requested('').link('/docs'), '/docs');
  assert.equal(requested('', '/esim').link('/docs'), '/esim/docs');
  assert.equal(requested('lang=de', '/esim').link('/'), '/esim/?lang=de');
});
