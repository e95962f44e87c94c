import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import { POLICY_NAMES } from '../../limits/policies.ts';
import { counterTable } from './counters.ts';
import { createSchema } from './schema.ts';

test('counter rows are read as they were written', () => {
  const row = fc.record(
    {
      window: fc.constantFrom(...POLICY_NAMES),
      caller: fc.constantFrom('', 'c1', '0123456789abcdef'.repeat(2)),
      day: fc.nat(60_000),
      count: fc.integer({ min: 1, max: 2 ** 31 }),
      times: fc.array(fc.double({ min: 0, max: 8e15, noNaN: true }), { maxLength: 5 }),
      expiresAt: fc.integer({ min: 1, max: 2 ** 45 }),
    },
    { noNullPrototype: true },
  );
  type Key = { readonly window: string; readonly caller: string };
  const keyOf = ({ window, caller }: Key) => `${window} ${caller}`;
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: keyOf }), (rows) => {
      const db = new DatabaseSync(':memory:');
      createSchema(db);
      const table = counterTable(db);
      // At time 0, no row has expired.
      table.saveCounters(rows, 0);
      // The order of the table is not the order of writing.
      const byKey = (one: Key, other: Key) => (keyOf(one) < keyOf(other) ? -1 : 1);
      assert.deepEqual(table.loadCounters().toSorted(byKey), rows.toSorted(byKey));
      db.close();
    }),
    { numRuns: 25 },
  );
});

test('a save deletes the rows that have expired', () => {
  const db = new DatabaseSync(':memory:');
  createSchema(db);
  const table = counterTable(db);
  const row = (caller: string, expiresAt: number) =>
    ({ window: 'list.day', caller, day: 1, count: 1, times: [], expiresAt }) as const;
  table.saveCounters([row('early', 1_000), row('late', 2_000)], 999);
  assert.equal(table.loadCounters().length, 2);
  table.saveCounters([], 1_000);
  assert.deepEqual(
    table.loadCounters().map(({ caller }) => caller),
    ['late'],
  );
  db.close();
});
