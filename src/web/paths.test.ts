import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WEB_HEADS } from './paths.ts';
import { webRoutes } from './routes.ts';
import { createSite } from './testing/harness.ts';

test('every page is announced before its code is read, and nothing else is', () => {
  const heads = webRoutes(createSite().options).map(({ path, method, area }) => ({ path, method, area }));
  assert.deepEqual(WEB_HEADS, heads);
});
