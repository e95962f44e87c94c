import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { editorSchemas } from '../../../scripts/editor-schemas.ts';
import { ADAPTERS } from './adapters.ts';

const FOLDER = new URL('../../../config/schema/', import.meta.url);

test('the files in config/schema are those that the code generates (after a change: node scripts/write-schemas.ts && npm run format)', () => {
  const made = editorSchemas(Object.values(ADAPTERS));
  assert.deepEqual(readdirSync(FOLDER).toSorted(), Object.keys(made).toSorted());
  for (const [name, schema] of Object.entries(made))
    assert.deepEqual(JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')), schema, name);
});
