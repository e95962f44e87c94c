import assert from 'node:assert/strict';
import { test } from 'node:test';

import { encodingFor, matches } from './send.ts';

test('the best encoding that a client takes is chosen, and none that it refuses', () => {
  assert.equal(encodingFor(undefined), 'identity');
  assert.equal(encodingFor(''), 'identity');
  assert.equal(encodingFor('gzip, deflate, br'), 'br');
  assert.equal(encodingFor('gzip'), 'gzip');
  assert.equal(encodingFor('BR'), 'br');
  assert.equal(encodingFor('br;q=0, gzip;q=0.5'), 'gzip');
  assert.equal(encodingFor('br; q=0.0, *;q=0'), 'identity');
  assert.equal(encodingFor('*'), 'br');
  assert.equal(encodingFor('identity'), 'identity');
  assert.equal(encodingFor('brotli, xgzip'), 'identity');
});

test('If-None-Match compares weakly, in lists, and takes the star', () => {
  const etag = 'W/"abc"';
  assert.ok(matches('W/"abc"', etag));
  assert.ok(matches('"abc"', etag));
  assert.ok(matches('"x", W/"abc" ', etag));
  assert.ok(matches('*', etag));
  assert.ok(!matches('"abcd"', etag));
  assert.ok(!matches('abc', etag));
  assert.ok(!matches(undefined, etag));
});
