import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MCP_HEADS } from './paths.ts';
import { fakeEndpoint } from './testing/fakes.ts';

test('both routes are announced before their code is read', () => {
  assert.deepEqual(
    MCP_HEADS,
    fakeEndpoint().routes.map(({ path, method, area }) => ({ path, method, area })),
  );
});
