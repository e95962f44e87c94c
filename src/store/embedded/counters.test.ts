import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { POLICY_NAMES } from '../../limits/policies.ts';
import { packCounters, unpackCounters } from './counters.ts';

test('counter rows come out of the pack as they went in', () => {
  const row = fc.record(
    {
      window: fc.constantFrom(...POLICY_NAMES),
      caller: fc.constantFrom('', 'c1', '0123456789abcdef'.repeat(2)),
      day: fc.nat(60_000),
      count: fc.nat(2 ** 31),
      times: fc.array(fc.double({ min: 0, max: 8e15, noNaN: true }), { maxLength: 5 }),
    },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const back = [...unpackCounters(packCounters(rows))];
      assert.deepEqual(
        back.map(({ times, ...rest }) => ({ ...rest, times: [...times] })),
        rows,
      );
    }),
  );
});
