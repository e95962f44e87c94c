import assert from 'node:assert/strict';
import { test } from 'node:test';

import { encodingFor } from './negotiate.ts';

test('the best encoding that a client accepts is chosen, and none that it excludes', () => {
  const encodingOf = (accept?: string) =>
    encodingFor(accept === undefined ? {} : { 'accept-encoding': accept });
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
  assert.equal(encodingOf(`br${', x'.repeat(10_000)}`), 'identity');
});
