import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Draft } from '../draft.ts';
import { plan } from '../testing/plans.ts';
import { nameOrNull } from './generated-name.ts';

const generated = (changes: Partial<Draft>) => plan({ name: null, ...changes }).name;

test('a generated name prefers a part of a country to the country, and the country to its code', () => {
  assert.equal(generated({ places: ['bali'] }), 'Bali, 10 GB, 30 days');
  assert.equal(generated({ places: ['ID'] }), 'Indonesia, 10 GB, 30 days');
  assert.equal(generated({ places: ['IDN'] }), 'Indonesia, 10 GB, 30 days');
  assert.equal(generated({ places: ['indonesia'] }), 'Indonesia, 10 GB, 30 days');
});

test('a place name that is no country is shown with capital letters and without the hyphens of a link', () => {
  assert.equal(generated({ placeName: 'gulf-of-naples', places: ['IT'] }), 'Gulf Of Naples, 10 GB, 30 days');
  assert.equal(generated({ placeName: 'gulf_of_naples', places: ['IT'] }), 'Gulf Of Naples, 10 GB, 30 days');
  assert.equal(generated({ placeName: 'Gulf-of-Naples', places: ['IT'] }), 'Gulf-Of-Naples, 10 GB, 30 days');
  assert.equal(generated({ placeName: 'ünye coast', places: ['TR'] }), 'Ünye Coast, 10 GB, 30 days');
});

test('a plan for several countries is named after its region, else after up to three countries, else after their number', () => {
  assert.equal(generated({ placeName: 'nordic trip', places: ['SE', 'NO'] }), 'Nordic Trip, 10 GB, 30 days');
  assert.equal(generated({ places: ['SE', 'NO', 'DK'] }), 'Denmark, Norway, and Sweden, 10 GB, 30 days');
  assert.equal(generated({ places: ['SE', 'NO', 'DK', 'FI'] }), '4 countries, 10 GB, 30 days');
  assert.equal(generated({ placeName: 'null', places: ['SE', 'NO'] }), 'Norway and Sweden, 10 GB, 30 days');
});

test('what programs write for a missing name is no name', () => {
  for (const text of [
    '',
    ' ',
    null,
    undefined,
    'null',
    'NaN',
    'N/A',
    'na',
    'none',
    'unknown',
    'TRUE',
    'false',
  ])
    assert.equal(nameOrNull(text), null, String(text));
  for (const text of ['[]', '["a"]', '{"a": [1]}', '{\n"a": 1}', '123-45', '[object Object]'])
    assert.equal(nameOrNull(text), null, text);
  for (const text of ['Nullarbor', 'Nonesuch 5 GB', '[Promo] Japan', 'Japan {5 GB}', 'Nan'.repeat(2)])
    assert.equal(nameOrNull(text), text);
});
