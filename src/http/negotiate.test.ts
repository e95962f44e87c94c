import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodingFor, prefersCsv } from './negotiate.ts';

const encodingOf = (accept?: string) =>
  encodingFor(accept === undefined ? {} : { 'accept-encoding': accept });

test('the best encoding that a client accepts is chosen, and none that it excludes', () => {
  assert.equal(encodingOf(), 'identity');
  assert.equal(encodingOf(''), 'identity');
  assert.equal(encodingOf('gzip, deflate, br'), 'br');
  assert.equal(encodingOf('gzip'), 'gzip');
  assert.equal(encodingOf('BR'), 'br');
  assert.equal(encodingOf('br;q=0, gzip;q=0.5'), 'gzip');
  assert.equal(encodingOf('br; q=0.0, *;q=0'), 'identity');
  assert.equal(encodingOf('*'), 'br');
  assert.equal(encodingOf('identity'), 'identity');
  assert.equal(encodingOf('brotli, xgzip'), 'identity');
});

test('a header of more than 500 characters is not read', () => {
  assert.equal(encodingOf(`br${' '.repeat(498)}`), 'br');
  assert.equal(encodingOf(`br${' '.repeat(499)}`), 'identity');
});

test('CSV is sent to a client that prefers it to JSON, whatever other parameters it names', () => {
  const prefersCsvOf = (accept?: string) => prefersCsv(accept === undefined ? {} : { accept });
  for (const accept of [
    'text/csv',
    'TEXT/CSV',
    'text/csv; charset=utf-8',
    'text/csv;header=present',
    'text/csv; header=present; q=0.9, application/json;q=0.5',
    'text/csv, */*;q=0.1',
    'text/*',
  ])
    assert.equal(prefersCsvOf(accept), true, accept);
  for (const accept of [
    undefined,
    '',
    '*/*',
    'application/json; charset=utf-8',
    'text/csv;q=0',
    'text/csv; charset=utf-8; q=0, */*',
    'text/csv;q=0.5, application/json',
    'text/html',
  ])
    assert.equal(prefersCsvOf(accept), false, accept);
});
