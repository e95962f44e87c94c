/** Rules of the house that no other tool checks. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const DECISIONS = join(import.meta.dirname, '../docs/decisions');

test('every decision page stands in the index, and the index names no page that is gone', () => {
  const index = readFileSync(join(DECISIONS, 'README.md'), 'utf8');
  const named = [...index.matchAll(/\]\(([\w.-]+\.md)\)/g)].map(([, name]) => name!);
  // A page without a number is a draft.
  const pages = readdirSync(DECISIONS).filter((name) => /^\d.*\.md$/.test(name));
  assert.ok(pages.length > 10, 'the test must see the pages it judges');
  assert.deepEqual(named.toSorted(), pages.toSorted(), 'see docs/decisions/README.md');
});
