import assert from 'node:assert/strict';
import { test } from 'node:test';

import { matches } from './send.ts';

test('If-None-Match compares weakly and accepts lists and the star', () => {
  const etag = 'W/"abc"';
  assert.ok(matches('W/"abc"', etag));
  assert.ok(matches('"abc"', etag));
  assert.ok(matches('"x", W/"abc" ', etag));
  assert.ok(matches('*', etag));
  assert.ok(!matches('"abcd"', etag));
  assert.ok(!matches('abc', etag));
  assert.ok(!matches(undefined, etag));
});
