import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOpenToOthers } from './database.ts';

test('a folder is open to others if its mode gives them any access, and on Windows its mode says nothing', () => {
  for (const mode of [0o755, 0o701, 0o666]) {
    assert.ok(isOpenToOthers(mode, 'linux'), mode.toString(8));
    assert.ok(!isOpenToOthers(mode, 'win32'), mode.toString(8));
  }
  for (const mode of [0o700, 0o750]) assert.ok(!isOpenToOthers(mode, 'linux'), mode.toString(8));
});
